"""Reads small files of /proc and /sys below a root that tests replace; a missing file is no error."""

import re
from pathlib import Path

from wizard.probe.reasons import Reason
from wizard.probe.schema import Reading, absent, value_of

_MOST_BYTES = 4_000_000


class HardwareFiles:
    """``text`` is None and ``names`` empty where the system shows nothing."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def text(self, path: str) -> str | None:
        try:
            with (self._root / path).open("rb") as stream:
                content = stream.read(_MOST_BYTES)
        except (OSError, ValueError):
            return None
        return content.decode("utf-8", "replace").strip("\x00 \t\r\n")

    def number(self, path: str) -> int | None:
        found = self.text(path)
        return int(found) if found and re.fullmatch(r"-?\d{1,16}", found) else None

    def names(self, path: str) -> list[str]:
        """Names in a folder, sorted."""
        try:
            return sorted(entry.name for entry in (self._root / path).iterdir())
        except OSError:
            return []

    def exists(self, path: str) -> bool:
        try:
            return (self._root / path).exists()
        except OSError:
            return False


def label(text: str | None, why: Reason = Reason.NOT_FOUND) -> Reading[str]:
    """A text as a reading, on one line and at most 300 characters."""
    clean = " ".join(text.split())[:300] if text else ""
    return value_of(clean) if clean else absent(why)


def count(number: int | None, why: Reason = Reason.NOT_FOUND) -> Reading[int]:
    """A number from 1 as a reading; none and nothing are missing."""
    return value_of(number) if number is not None and number > 0 else absent(why)
