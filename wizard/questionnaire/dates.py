"""Reads dates: ISO and German day.month.year in both languages; slashes only where they have one reading."""

import re
from datetime import date

from wizard.domain.errors import CodedError
from wizard.i18n.format import format_date
from wizard.questionnaire.clean import clean_text
from wizard.questionnaire.errors import QuestionError

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_GERMAN = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_EARLIEST, _LATEST = 1990, 2100


def read_date(text: str, language: str) -> str:
    """The ISO form of a date.

    Raises:
        CodedError: Q008 not a date, Q009 ``03/04/2026`` (day or month first?).
    """
    entered = clean_text(text)
    found = _readings(entered)
    if not found:
        raise CodedError(QuestionError.BAD_DATE, entered=entered[:60])
    if len(found) > 1:
        first, second = (format_date(day, language) for day in sorted(found))
        raise CodedError(QuestionError.AMBIGUOUS_DATE, entered=entered, first=first, second=second)
    return found.pop().isoformat()


def _readings(entered: str) -> set[date]:
    if match := _ISO.fullmatch(entered):
        candidates = [(match[1], match[2], match[3])]
    elif match := _GERMAN.fullmatch(entered):
        candidates = [(match[3], match[2], match[1])]
    elif match := _SLASHES.fullmatch(entered):
        candidates = [(match[3], match[2], match[1]), (match[3], match[1], match[2])]
    else:
        return set()
    return {day for year, month, number in candidates if (day := _date(year, month, number))}


def _date(year: str, month: str, day: str) -> date | None:
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return found if _EARLIEST <= found.year <= _LATEST else None
