"""Client text made harmless: no control sequences, no direction overrides, one line, bounded length."""

import re
import unicodedata

_SEQUENCES = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # operating system commands
    r"|\x1b[P^_X][^\x1b]*(?:\x1b\\)?"  # strings sent to the device
    r"|\x1b\[[0-?]*[ -/]*[@-~]?"  # control sequences
    r"|\x1b[ -/]*[0-~]?"
    r"|\x9b[0-?]*[ -/]*[@-~]?"
)
_DROPPED = {"Cc", "Cf", "Cs", "Cn", "Co"}  # Cf holds direction overrides and zero-width characters
_KEPT = "\u00ad\u200d"  # soft hyphen; joiner of composed emoji
_BREAKABLE = re.compile("[^\\S\u00a0\u202f\u2009]+")


def plain(value: str, limit: int | None = None) -> str:
    """The readable part of a text on one line; longer than ``limit`` characters it ends in an ellipsis."""
    text = _SEQUENCES.sub("", value)
    text = _BREAKABLE.sub(" ", text)
    text = "".join(c for c in text if c in _KEPT or unicodedata.category(c) not in _DROPPED)
    text = unicodedata.normalize("NFC", text).strip()
    if limit is not None and len(text) > limit:
        return text[: limit - 1].rstrip() + "…"
    return text


def slug(value: str, fallback: str = "report") -> str:
    """A file name part of ``a-z0-9-``, at most 60 characters; German umlauts are written out."""
    spelled = plain(value).lower().translate({0xE4: "ae", 0xF6: "oe", 0xFC: "ue", 0xDF: "ss"})
    ascii_text = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_text).strip("-")[:60].strip("-") or fallback
