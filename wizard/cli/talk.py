"""The one place of the command line that writes: data to stdout, talk to stderr.

Client files are hostile: every line passes ``shown``, so that no escape sequence, direction mark or forged line break
of a file reaches the terminal.
"""

import re
import sys
from collections.abc import Iterable
from typing import TextIO

from wizard.i18n.catalog import translator

_HIDDEN = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb"
_CONTROL = re.compile(f"[{_HIDDEN}]")
_RAW_IN_JSON = re.compile(f"[{_HIDDEN.replace(chr(0) + '-' + chr(0x1F), '')}\ud800-\udfff]")
_NOT_ASCII = re.compile("[^\x00-\x7f]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def shown(value: object) -> str:
    """The value as one line of harmless text; each control character becomes the replacement character."""
    return _CONTROL.sub(REPLACEMENT, str(value))


class Talk:
    """Writes for one command in one language."""

    def __init__(self, language: str, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.language = language
        self.translate = translator(language, "cli")
        self._out, self._err = out or sys.stdout, err or sys.stderr

    def data(self, lines: Iterable[str]) -> None:
        """Lines of a human view, to stdout."""
        _write(self._out, lines)

    def json(self, document: str) -> None:
        """A JSON document, to stdout. What JSON leaves raw but a terminal obeys is written as an escape."""
        utf8 = (self._out.encoding or "utf-8").lower().replace("-", "") == "utf8"
        safe = (_RAW_IN_JSON if utf8 else _NOT_ASCII).sub(_escaped, document)
        self._out.write(safe.rstrip("\n") + "\n")

    def say(self, line: str) -> None:
        """One line to the person, to stderr."""
        _write(self._err, [line])


def _write(stream: TextIO, lines: Iterable[str]) -> None:
    encoding = stream.encoding or "utf-8"
    stream.writelines(shown(line).encode(encoding, "replace").decode(encoding) + "\n" for line in lines)


def _escaped(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
