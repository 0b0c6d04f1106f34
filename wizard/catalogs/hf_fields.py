"""Typed access to a Hugging Face ``config.json``: every fault names the field and what to do."""

from collections.abc import Mapping
from typing import Any

from wizard.domain.errors import CodedError, ErrorCode, text

LARGEST_SIZE = 50_000_000
"""Above any real width, count or vocabulary: a larger value is damage, and would only overflow later."""


class ConfigError(ErrorCode):
    MISSING = (
        "C201",
        text(
            "the model configuration lacks '{field}'. Take the complete config.json of the model",
            "In der Modellkonfiguration fehlt „{field}“. Bitte die vollständige config.json des Modells verwenden",
        ),
    )
    VALUE = (
        "C202",
        text(
            "the field '{field}' has the value {value}; expected is {expected}",
            "Das Feld „{field}“ hat den Wert {value}; erwartet wird {expected}",
        ),
    )
    MODEL_TYPE = (
        "C203",
        text(
            "the model type '{value}' in 'model_type' is not understood, so its size would be a guess. {count} are "
            "understood, among them {known}. If the model is built like one of them, set that type in your own copy of "
            "the configuration",
            "Der Modelltyp „{value}“ in „model_type“ wird nicht verstanden, seine Größe wäre geraten. {count} "
            "Typen werden verstanden, darunter {known}. Ist das Modell wie einer davon aufgebaut, diesen Typ in der "
            "eigenen Kopie eintragen",
        ),
    )
    FIELD = (
        "C204",
        text(
            "the field '{field}' changes how the model is built and is not understood, so its size would be a guess",
            "Das Feld „{field}“ verändert den Aufbau des Modells und wird nicht verstanden; die Größe wäre geraten",
        ),
    )
    FILE = (
        "C205",
        text("not a readable config.json: {detail}", "keine lesbare config.json: {detail}"),
    )


class Fields:
    """One level of a configuration. The first name is the usual one; the others are older spellings."""

    def __init__(self, values: Mapping[str, Any], place: str) -> None:
        self.values = values
        self.place = place

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) is not None

    def raw(self, *names: str) -> Any:
        return next((self.values[name] for name in names if self.values.get(name) is not None), None)

    def optional(self, *names: str) -> int | None:
        """A whole number of at least 0, or None when no spelling is present."""
        value = self.raw(*names)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST_SIZE:
            raise self.wrong(self._present(names), value, f"0 … {LARGEST_SIZE}")
        return value

    def count(self, *names: str) -> int:
        """A whole number of at least 1.

        Raises:
            CodedError: C201 missing, C202 not such a number.
        """
        value = self.optional(*names)
        if value is None:
            raise CodedError(ConfigError.MISSING, place=self.place, field=names[0])
        if value < 1:
            raise self.wrong(self._present(names), value, f"1 … {LARGEST_SIZE}")
        return value

    def flag(self, *names: str, default: bool) -> bool:
        value = self.raw(*names)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.wrong(self._present(names), value, "true / false")
        return value

    def sequence(self, name: str, length: int | None = None, *, exactly: int | None = None) -> list[Any] | None:
        """A list of at least ``length`` entries, cut to it, or of ``exactly`` so many; None when it is absent.

        Raises:
            CodedError: C202.
        """
        value = self.raw(name)
        if value is None:
            return None
        if not isinstance(value, list):
            raise self.wrong(name, type(value).__name__, f"[{length or exactly or ''}]")
        if len(value) < (length or 0) or (exactly is not None and len(value) != exactly):
            raise self.wrong(name, f"[{len(value)}]", f"[{length or exactly}]")
        return value[:length] if length is not None else value

    def numbers(self, name: str) -> frozenset[int]:
        """The whole numbers in a list, none when it is absent.

        Raises:
            CodedError: C202.
        """
        listed = self.sequence(name) or []
        for value in listed:
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST_SIZE:
                raise self.wrong(name, value, f"[0 … {LARGEST_SIZE}]")
        return frozenset(listed)

    def first(self, *names: str) -> int | None:
        """As ``optional``; of a list with an entry a layer (Hunyuan) the largest."""
        value = self.raw(*names)
        if not isinstance(value, list):
            return self.optional(*names)
        return max(self.numbers(self._present(names)), default=None)

    def part(self, name: str) -> "Fields":
        """A nested block of fields.

        Raises:
            CodedError: C202.
        """
        value = self.raw(name)
        if not isinstance(value, Mapping):
            raise self.wrong(name, type(value).__name__, "{…}")
        return Fields(value, self.place)

    def wrong(self, field: str, value: object, expected: str) -> CodedError:
        return CodedError(ConfigError.VALUE, place=self.place, field=field, value=str(value)[:60], expected=expected)

    def not_understood(self, field: str) -> CodedError:
        return CodedError(ConfigError.FIELD, place=self.place, field=field)

    def _present(self, names: tuple[str, ...]) -> str:
        return next(name for name in names if self.values.get(name) is not None)
