"""Text of people: composed characters, single spaces, no invisible characters, no control characters."""

import re
import unicodedata

from wizard.domain.errors import CodedError
from wizard.questionnaire.errors import QuestionError

_BLANKS = re.compile(r"[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+")
MAX_ENTRY = 20_000
"""Characters read of any entry; no answer is longer."""


def clean_text(text: str, limit: int = 1_000) -> str:
    """One line of text as it is stored. Line breaks and tabs become spaces; invisible format characters go.

    Raises:
        CodedError: Q001 nothing left, Q010 too long, Q015 a control character such as ESC.
    """
    composed = unicodedata.normalize("NFC", text)
    for position, character in enumerate(composed, start=1):
        if unicodedata.category(character) in ("Cc", "Cs") and not character.isspace():
            raise CodedError(QuestionError.CONTROL_CHARACTER, position=position)
    visible = "".join(c for c in composed if unicodedata.category(c) not in ("Cf", "Co", "Cn"))
    line = _BLANKS.sub(" ", visible).strip()
    if not line:
        raise CodedError(QuestionError.EMPTY)
    if len(line) > limit:
        raise CodedError(QuestionError.TOO_LONG, length=len(line), limit=limit)
    return line


def folded(text: str) -> str:
    """For comparing names: case, spaces and kinds of dash do not matter."""
    unified = unicodedata.normalize("NFKC", text).casefold().replace("–", "-").replace("—", "-")
    return " ".join(unified.split())
