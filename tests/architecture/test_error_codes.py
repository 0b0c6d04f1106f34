"""Error codes: each belongs to one error, so that a person can name it and a reader can find it."""

import re
from collections import Counter
from pathlib import Path

SOURCES = sorted((Path(__file__).parents[2] / "wizard").rglob("*.py"))
_CODE = re.compile(r'^\s+(?:[A-Z_0-9]+ = \()?"([A-Z]\d{3})",', re.MULTILINE)


def test_no_code_stands_for_two_errors() -> None:
    codes = Counter(code for file in SOURCES for code in _CODE.findall(file.read_text(encoding="utf-8")))
    assert len(codes) > 100
    assert [code for code, count in codes.items() if count > 1] == []
