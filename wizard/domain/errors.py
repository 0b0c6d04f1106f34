"""Every error a person may meet: a code, a short name, what is wrong and what to do, in both languages."""

from enum import Enum

from wizard.domain.language import Text, text


class ErrorCode(Enum):
    """Members are declared by the packages' own enums, e.g. ``questionnaire.errors``.

    The value of a member is ``(code, message)``; the message is a ``Text`` with ``{placeholders}``.
    """

    @property
    def code(self) -> str:
        return str(self.value[0])

    @property
    def message(self) -> Text:
        message = self.value[1]
        assert isinstance(message, Text)  # noqa: S101 - an enum member without a Text is a programming error
        return message


class CodedError(Exception):
    """Carries its code and place, and speaks both languages. ``str()`` is the English text, for logs and tests."""

    def __init__(self, error: ErrorCode, *, place: str = "", **details: object) -> None:
        self.error = error
        self.place = place
        self.details = details
        super().__init__(self.in_language("en"))

    def in_language(self, language: str) -> str:
        message = self.message(language)
        where = f"{self.place}: " if self.place else ""
        return f"{where}[{self.error.code}] {message}"

    def message(self, language: str) -> str:
        """The sentence alone, without place and code. Details that are texts or errors speak the language too."""
        details = {key: _spoken(value, language) for key, value in self.details.items()}
        return self.error.message.in_language(language).format(**details)


def _spoken(value: object, language: str) -> object:
    if isinstance(value, Text):
        return value.in_language(language)
    return value.message(language) if isinstance(value, CodedError) else value


__all__ = ["CodedError", "ErrorCode", "Text", "text"]
