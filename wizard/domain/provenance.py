"""Where a number comes from: evidence, catalogue figures, and the tree that derives a result from its inputs."""

from datetime import date
from enum import StrEnum
from typing import Literal

from pydantic import Field

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.quantities import Range


class Evidence(StrEnum):
    """How firmly a number is known, strongest first."""

    MEASURED = "measured"
    DOCUMENTED = "documented"
    STATED = "stated"
    ASSUMED = "assumed"


_STRENGTH = [Evidence.MEASURED, Evidence.DOCUMENTED, Evidence.STATED, Evidence.ASSUMED]


def weakest(*levels: Evidence) -> Evidence:
    """A result is only as firm as its weakest input; without inputs it is documented arithmetic."""
    return max(levels, key=_STRENGTH.index, default=Evidence.DOCUMENTED)


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


Basis = Literal[
    "dense", "vendor", "list", "contracted", "effective", "street", "quote", "official", "published", "derived",
    "measured", "assumption", "law",
]  # fmt: skip


class Figure(Frozen):
    """One number of a catalogue: with unit, basis, source, date and confidence, and a span where sources disagree."""

    value: float
    unit: str
    basis: Basis
    source: str = Field(min_length=3)
    retrieved_on: date
    confidence: Confidence
    low: float | None = None
    high: float | None = None
    note: str | None = None
    layer: Literal["shipped", "refreshed", "client", "session"] = "shipped"

    def range(self) -> Range:
        """The figure with its span; a missing bound is the value itself."""
        low = self.value if self.low is None else self.low
        high = self.value if self.high is None else self.high
        return Range(low=low, value=self.value, high=high)

    @property
    def evidence(self) -> Evidence:
        if self.basis == "measured":
            return Evidence.MEASURED
        return Evidence.ASSUMED if self.basis == "assumption" else Evidence.DOCUMENTED


class Derivation(Frozen):
    """One step of an explanation: ``value`` follows by ``formula`` from ``inputs``; a leaf names its source instead."""

    label: Text
    value: float | str | bool | None
    unit: str = ""
    formula: str | None = None
    """In mathematical notation with the inputs' symbols, e.g. ``2 · layers · kv_heads · head_dim · bytes``."""
    source: str | None = None
    """Paper, catalogue entry with date, or ``answer <question id>``."""
    evidence: Evidence = Evidence.DOCUMENTED
    inputs: tuple["Derivation", ...] = ()
