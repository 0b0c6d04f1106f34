"""What is said of a draft model: why it cannot run, and what it brings."""

from wizard.domain.language import Text
from wizard.sizing.wording import filled, number


def draft_with_stages(stages: int) -> Text:
    return filled(
        "A draft model does not run with pipeline parallelism ({stages} stages); use tensor parallelism instead.",
        "Ein Entwurfsmodell läuft nicht mit Pipeline-Parallelität ({stages} Stufen); stattdessen Tensor-Parallelität "
        "verwenden.",
        stages=stages,
    )


def draft_heads(ref: str, heads: int, tensor: int) -> Text:
    return filled(
        "The draft {ref} has {heads} attention heads, which cannot be divided over {tensor} accelerators like the "
        "served model; choose another draft or number.",
        "Das Entwurfsmodell {ref} hat {heads} Attention-Köpfe, die sich nicht wie das bediente Modell auf {tensor} "
        "Beschleuniger verteilen lassen; anderes Entwurfsmodell oder andere Zahl wählen.",
        ref=ref, heads=heads, tensor=tensor,
    )  # fmt: skip


def draft_format(accelerator: str, weights_format: str) -> Text:
    return filled(
        "{accelerator} cannot compute the draft in {format}; give it another format.",
        "{accelerator} kann das Entwurfsmodell nicht in {format} rechnen; ein anderes Format wählen.",
        accelerator=accelerator, format=weights_format,
    )  # fmt: skip


def draft_context(ref: str, asked: float, limit: int) -> Text:
    return filled(
        "{asked} tokens a request exceed the context of the draft {ref} of {limit}; choose another draft.",
        "{asked} Token je Anfrage überschreiten den Kontext des Entwurfsmodells {ref} von {limit}; ein anderes wählen.",
        ref=ref, asked=number(asked), limit=number(limit),
    )  # fmt: skip


def not_counted(low: float, high: float, share_low: float, share_high: float) -> Text:
    return filled(
        "Nobody measured how many drafted tokens are accepted here. With the {share_low} to {share_high} % that were "
        "published elsewhere the draft makes a token {low} to {high} times as fast; no speed-up is counted.",
        "Wie viele Entwurfs-Token hier angenommen werden, hat niemand gemessen. Mit den anderswo veröffentlichten "
        "{share_low} bis {share_high} % kommt ein Token {low}- bis {high}-mal so schnell; ein Gewinn ist nicht "
        "eingerechnet.",
        low=number(low, 2), high=number(high, 2), share_low=number(share_low), share_high=number(share_high),
    )  # fmt: skip


def slows_down(speed_up: float) -> Text:
    return filled(
        "At this load the draft slows a token down to {speed_up} of the speed without it: verifying costs more than "
        "the accepted tokens save. Draft fewer tokens or none.",
        "Bei dieser Last bremst das Entwurfsmodell: Ein Token kommt nur {speed_up}-mal so schnell wie ohne, weil das "
        "Prüfen mehr kostet, als die angenommenen Token sparen. Weniger oder keine Token entwerfen.",
        speed_up=number(speed_up, 2),
    )  # fmt: skip
