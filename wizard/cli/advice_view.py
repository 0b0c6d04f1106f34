"""Roadmap and advice as text for a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wizard.cli.table import wrapped
from wizard.domain.roadmap import quarters
from wizard.i18n.sources import source_in

if TYPE_CHECKING:
    from wizard.domain.result import Result


def roadmap_lines(result: "Result", language: str) -> Iterator[str]:
    """Each step with its time, and below it the numbers that decide it."""
    for number, step in enumerate(result.recommendation.roadmap_steps, start=1):
        lead = f"{number}. {quarters(step)}: "
        yield from wrapped(step.text.in_language(language), first=lead, indent="   ")
        for decisive in step.numbers:
            yield from wrapped(decisive.in_language(language), first="   – ", indent="     ")


def advice_lines(result: "Result", language: str) -> Iterator[str]:
    """What to do by topic, with the reason and its source."""
    for section in result.advice:
        yield section.title.in_language(language)
        for item in section.items:
            yield from wrapped(item.text.in_language(language), first="  → ", indent="    ")
            reason = item.because.in_language(language) if item.because else ""
            because = " ".join(part for part in (reason, f"[{source_in(language, item.source)}]") if part)
            yield from wrapped(because, first="    ", indent="    ")
