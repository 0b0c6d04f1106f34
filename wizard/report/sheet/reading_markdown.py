"""Markdown sheet → answers: the mark of a question, then what stands behind the answer and who gave it."""

import re
from dataclasses import replace

from wizard.domain.errors import CodedError
from wizard.report.sheet.errors import SheetError
from wizard.report.sheet.key import SCHEMA, Head, Key
from wizard.report.sheet.markdown import LABELS
from wizard.report.sheet.model import Filled, FilledRow

_MARK = re.compile(r"\s*`([^`]+)`\s*")
_ENDS = re.compile(r"\s*(?:#{1,6}\s|-{3,}\s*$|<!--)")
_LABEL = {
    name: re.compile(
        rf"\s*>?\s*\*{{0,2}}(?:{'|'.join(words)})\s*(?::\s*\*{{0,2}}|\*{{0,2}}\s*:)[ \t]*(.*)", re.IGNORECASE
    )
    for name, words in LABELS.items()
}


def read_markdown(text: str, name: str) -> Filled:
    """The answers of one document.

    Raises:
        CodedError: R056 without marks.
    """
    reader = _Reader(name)
    for number, line in enumerate(text.splitlines(), start=1):
        reader.take(number, line)
    reader.close()
    if reader.head is None:
        raise CodedError(SheetError.NO_MARKS, place=name)
    return Filled(reader.head, tuple(row for row in reader.rows if row.text))


class _Reader:
    """Walks through the lines; an answer runs until the next label, heading or mark."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.head: Head | None = None
        self.rows: list[FilledRow] = []
        self._key: Key | None = None
        self._field = ""
        self._lines: list[str] = []
        self._place = ""

    def take(self, number: int, line: str) -> None:
        if (marked := _MARK.fullmatch(line)) and self._mark(marked[1]):
            return
        for name, label in _LABEL.items():
            if found := label.fullmatch(line):
                self._begin(name, number, found[1])
                return
        if _ENDS.match(line):
            self.close()
        elif self._field:
            self._lines.append(line)

    def close(self) -> None:
        """Puts away the answer or name that was being read."""
        content = "\n".join(self._lines).strip()
        if self._field == "answer":
            problem = None if self._key else CodedError(SheetError.NO_KEY, place=self._place)
            self.rows.append(FilledRow(self._place, self._key, content, problem=problem))
        elif self._field == "by" and content and self.rows and self.rows[-1].key == self._key:
            self.rows[-1] = replace(self.rows[-1], by=" ".join(content.split()))
        self._field, self._lines = "", []

    def _mark(self, text: str) -> bool:
        head, key = Head.parse(text), Key.parse(text)
        if head is None and key is None and not text.startswith(SCHEMA):
            return False
        self.close()
        self.head = self.head or head
        self._key = key
        return True

    def _begin(self, name: str, number: int, rest: str) -> None:
        self.close()
        self._field, self._lines = name, [rest]
        if name == "answer":
            self._place = f"{self._name}:{number}"
