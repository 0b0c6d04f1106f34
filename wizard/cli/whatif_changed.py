"""One answer that a what-if changed, and what it does on its own."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Changed:
    """One answer that was changed; ``alone_eur`` says what it does without the others."""

    id: str
    workload: str | None
    title: str
    before: str
    assumed_before: bool
    after: str
    alone_eur: float | None = None
    """Movement of the median net present cost of the option that the changed result puts first."""
