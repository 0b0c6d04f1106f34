"""The two languages a person may read, and texts that exist in both."""

from enum import StrEnum

from wizard.domain.base import Frozen


class Language(StrEnum):
    DE = "de"
    EN = "en"


class Text(Frozen):
    """A text in both languages, written inline in questionnaires and catalogues."""

    de: str
    en: str

    def in_language(self, language: str) -> str:
        return self.de if language == "de" else self.en


def text(en: str, de: str) -> Text:
    """Short spelling for engines, which may read no translation files."""
    return Text(de=de, en=en)
