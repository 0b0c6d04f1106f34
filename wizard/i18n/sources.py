"""Sources as people read them: catalogues describe them in English, a German page describes them in German.

Names of papers, pages and repositories stay as they are; what is not in ``locale/de/sources.po`` stays English.
"""

import re
from functools import cache
from pathlib import Path

from wizard.i18n.catalog import read_po

_GERMAN = Path(__file__).parent / "locale" / "de" / "sources.po"
_DAY = re.compile(r"\b(20\d\d)-(\d\d)-(\d\d)\b")
_MONTH = re.compile(r"\((20\d\d)-(\d\d)\)")


def source_in(language: str, source: str) -> str:
    """The source with its describing words and its dates in the language of the reader."""
    if language != "de":
        return source
    for english, german in _phrases():
        source = source.replace(english, german)
    return _MONTH.sub(r"(\2/\1)", _DAY.sub(r"\3.\2.\1", source))


@cache
def _phrases() -> tuple[tuple[str, str], ...]:
    """Longest first, so that a phrase is never taken for a part of itself."""
    return tuple(sorted(read_po(_GERMAN).items(), key=lambda pair: -len(pair[0])))
