"""The marks by which a filled sheet is recognised: one for the whole sheet, one per question."""

import json
import re
from dataclasses import dataclass
from hashlib import sha256

from wizard.domain.assessment import Answer

SCHEMA = "rechenwerk-questions/1"
OPEN = "-"
_STAMP_DIGITS = 10
_KEY = re.compile(
    r"(?:(?P<workload>[a-z][a-z0-9_]{0,15}):)?(?P<question>[a-z]+\.[a-z0-9_]+)"
    rf"@(?P<stamp>-|[0-9a-f]{{{_STAMP_DIGITS}}})"
)
_HEAD = re.compile(
    rf"{SCHEMA} assessment=(?P<assessment>[0-9A-HJKMNP-TV-Z]{{26}}) questionnaire=(?P<questionnaire>[\w.]{{1,40}}) "
    r"language=(?P<language>de|en)"
)


@dataclass(frozen=True, slots=True)
class Head:
    """Which assessment a sheet was made from, with which questionnaire, and the language it is filled in."""

    assessment_id: str
    questionnaire: str
    """Version of the questionnaire, such as ``2026.11``."""
    language: str

    def __str__(self) -> str:
        return f"{SCHEMA} assessment={self.assessment_id} questionnaire={self.questionnaire} language={self.language}"

    @classmethod
    def parse(cls, text: str) -> "Head | None":
        found = _HEAD.fullmatch(text.strip())
        return found and cls(found["assessment"], found["questionnaire"], found["language"])


@dataclass(frozen=True, slots=True)
class Key:
    """One question of a sheet. ``stamp`` tells which answer stood when the sheet was made."""

    question_id: str
    workload_id: str | None
    stamp: str

    def __str__(self) -> str:
        owner = f"{self.workload_id}:" if self.workload_id else ""
        return f"{owner}{self.question_id}@{self.stamp}"

    @classmethod
    def parse(cls, text: str) -> "Key | None":
        found = _KEY.fullmatch(text.strip())
        return found and cls(found["question"], found["workload"], found["stamp"])


def stamp(answer: Answer | None) -> str:
    """A short digest of state and value; ``-`` while a question was never touched."""
    if answer is None:
        return OPEN
    content = json.dumps([str(answer.state), answer.value], sort_keys=True, ensure_ascii=False)
    return sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:_STAMP_DIGITS]
