"""A rule that turns answers and results into a piece of advice. Rules are data; the condition is three-valued."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.result import AdviceTopic


class AdviceRule(Frozen):
    """One rule of ``questionnaires/advice.yaml``."""

    id: str
    topic: AdviceTopic
    each: Literal["project", "workload"]
    when: str
    """Condition over answers (never defaults), ``calc.*`` results and ``rec.*`` facts of the leading option."""
    text: Text
    """What to do. Placeholders in braces are names of the condition's scope; one without a value keeps the advice
    back."""
    because: Text
    """The answer or figure the advice follows from."""
    decide: Text | None = None
    """Stands instead of ``text`` while the condition is unknown; None: then there is no advice."""
    first_when: str | None = None
    """Condition under which the advice comes first in its topic."""
    source: tuple[str, ...]
    software: tuple[str, ...] = ()
    """Entries of the software pack whose state the advice rests on."""
    as_of: str
    """State of the matter, ISO date or month."""
    covers: tuple[str, ...] = ()


class AdviceBook(Frozen):
    """All rules with the titles of their topics, in the order of the report."""

    titles: dict[AdviceTopic, Text]
    rules: tuple[AdviceRule, ...]
