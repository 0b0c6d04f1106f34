"""Steps from the assessment to running hardware, with the time and the numbers that decide them."""

from datetime import date
from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text

StepId = Literal[
    "clarify", "describe", "pilot", "measure", "decide", "order", "reserve", "subscribe", "keep", "migrate", "review",
]  # fmt: skip


class RoadmapStep(Frozen):
    """One step; the last ones rest on the earlier ones."""

    id: StepId
    starts: date
    ends: date
    text: Text
    numbers: tuple[Text, ...] = ()
    """What the step is decided by, each with its figure."""


def quarters(step: RoadmapStep) -> str:
    """``Q4 2026`` or ``Q4 2026 – Q1 2027``, the same in both languages."""
    first, last = (f"Q{(day.month + 2) // 3} {day.year}" for day in (step.starts, step.ends))
    return first if first == last else f"{first} – {last}"
