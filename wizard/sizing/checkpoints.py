"""What a named copy of a model says about its weights, against the number format that is asked for."""

from wizard.domain.language import Text, text
from wizard.domain.model import ModelArchitecture
from wizard.sizing.formats import resolve_weights

AS_PUBLISHED = "native"
UNDECIDED = (AS_PUBLISHED, "any")
_SIXTEEN_BIT = ("bf16", "fp16")


def contradicted(arch: ModelArchitecture, asked: str) -> bool:
    """Whether the format asked for is another than the one the named copy stores its weights in."""
    if not arch.checkpoint_of or not arch.format_known or asked in UNDECIDED:
        return False
    stored = resolve_weights(arch, AS_PUBLISHED)
    return asked != stored and not {asked, stored} <= set(_SIXTEEN_BIT)


def unrecorded(arch: ModelArchitecture, asked: str) -> bool:
    """Whether the weights would be taken in the format of the original because nobody recorded that of the copy."""
    return not arch.format_known and asked in UNDECIDED


def doubts(arch: ModelArchitecture, asked: str) -> tuple[Text, ...]:
    """What to clear up about the format of a named copy; nothing for a model named as such."""
    if contradicted(arch, asked):
        stored, wanted = resolve_weights(arch, AS_PUBLISHED).upper(), asked.upper()
        return (
            text(
                f"{arch.ref} stores its weights in {stored}, but {wanted} was asked for. {wanted} is what was "
                f"calculated. Decide which of the two holds: “as published”, or the copy in {wanted}.",
                f"{arch.ref} speichert seine Gewichte in {stored}, verlangt ist aber {wanted}. Gerechnet ist mit "
                f"{wanted}. Bitte entscheiden, was gilt: „wie veröffentlicht“ oder die Fassung in {wanted}.",
            ),
        )
    if unrecorded(arch, asked):
        taken = resolve_weights(arch, AS_PUBLISHED).upper()
        return (
            text(
                f"In which number format {arch.ref} stores its weights is not recorded. Calculated in {taken}, the "
                f"format of {arch.checkpoint_of}; a quantised copy needs less memory. State the format of the weights.",
                f"In welchem Zahlenformat {arch.ref} seine Gewichte speichert, ist nicht erfasst. Gerechnet ist mit "
                f"{taken}, dem Format von {arch.checkpoint_of}; eine quantisierte Fassung braucht weniger Speicher. "
                "Bitte das Format der Gewichte angeben.",
            ),
        )
    return ()
