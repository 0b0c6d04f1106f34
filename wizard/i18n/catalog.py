"""Translations of the program's own texts: English in the source, German in ``locale/de/*.po``.

Each area of the program (``ui report cli core``) has its own catalogue. Questions and catalogue entries carry both
languages inline instead, so that a consultant can edit them without translation tools.
"""

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path

Translate = Callable[[str], str]

_LOCALE = Path(__file__).parent / "locale"


@cache
def translator(language: str, area: str) -> Translate:
    """A function that turns an English text of this area into ``language``; unknown texts stay English.

    Args:
        language: ``de`` or ``en``.
        area: name of the catalogue file, such as ``report``.
    """
    if language == "en":
        return lambda message: message
    messages = read_po(_LOCALE / language / f"{area}.po")
    return lambda message: messages.get(message, message)


def read_po(path: Path) -> dict[str, str]:
    """msgid → msgstr of a gettext catalogue; untranslated and fuzzy entries are left out.

    Raises:
        ValueError: a line that is no PO syntax, with its number.
    """
    messages: dict[str, str] = {}
    entry = {"msgid": "", "msgstr": ""}
    field, fuzzy = "", False

    def close() -> None:
        if entry["msgid"] and entry["msgstr"] and not fuzzy:
            messages[entry["msgid"]] = entry["msgstr"]

    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        line = raw.strip()
        if not line or (entry["msgstr"] and line.startswith(("#", "msgid "))):  # a blank line between entries is usual
            close()
            entry, field, fuzzy = {"msgid": "", "msgstr": ""}, "", False
        if line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.startswith("msgid "):
            field, entry = "msgid", {"msgid": _string(line[6:], path, number), "msgstr": ""}
        elif line.startswith("msgstr "):
            field, entry["msgstr"] = "msgstr", _string(line[7:], path, number)
        elif line.startswith('"') and field:
            entry[field] += _string(line, path, number)
        elif line:
            raise ValueError(f"{path.name}:{number}: not a line of a PO file: {line[:60]}")
    close()
    return messages


def _string(literal: str, path: Path, number: int) -> str:
    try:
        value = ast.literal_eval(literal)
    except (SyntaxError, ValueError):
        value = None
    if not isinstance(value, str):  # the literal may be a number
        raise ValueError(f"{path.name}:{number}: not a quoted string: {literal[:60]}")
    return value
