"""The page of the result with the roadmap and the advice for operation."""

from typing import TYPE_CHECKING

from textual.content import Content

from wizard.domain.roadmap import quarters
from wizard.i18n.catalog import Translate
from wizard.i18n.sources import source_in
from wizard.tui.display import shown
from wizard.tui.lines import hung

if TYPE_CHECKING:
    from wizard.domain.result import Result


def advice_page(result: "Result", language: str, say: Translate, width: int) -> Content:
    """What comes next with the numbers that decide it, then what to do by topic."""
    lines: list[Content] = []
    if result.recommendation.roadmap_steps:
        lines.append(shown(say("Roadmap"), "bold"))
        for step in result.recommendation.roadmap_steps:
            lines.append(hung("·", f"{quarters(step)}: {step.text.in_language(language)}", width))
            lines += [hung("    ", number.in_language(language), width, "$quiet") for number in step.numbers]
        lines.append(Content(""))
    for section in result.advice:
        lines.append(shown(section.title.in_language(language), "bold"))
        for item in section.items:
            lines.append(hung("→", item.text.in_language(language), width))
            reason = item.because.in_language(language) if item.because else ""
            because = " ".join(part for part in (reason, f"[{source_in(language, item.source)}]") if part)
            lines.append(hung("  ", because, width, "$quiet"))
        lines.append(Content(""))
    return Content("\n").join(lines) if lines else shown(say("No advice with the answers so far."))
