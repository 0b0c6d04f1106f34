"""What conditions of findings and advice look at: answers, never defaults, and what the evaluation computed.

Built once per evaluation. A name that cannot be computed is left out and so unknown; it is never guessed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wizard.decision.findings import Subject
from wizard.engine.finding_seen import Seen
from wizard.engine.finding_values_limits import limit_values
from wizard.engine.finding_values_option import option_values
from wizard.engine.finding_values_workload import workload_values


@dataclass(frozen=True)
class Scopes:
    """Scopes of one evaluation."""

    project: Mapping[str, Any]
    subjects: tuple[Subject, ...]
    """One for each workload in order; labelled only where there are several."""


def scopes(seen: Seen) -> Scopes:
    """Answers with the computed values in front of them, for the project and for each workload."""
    shared = {**option_values(seen), **limit_values(seen)}
    project = {**seen.values.answers(), **shared}
    several = len(seen.assessment.workloads) > 1
    subjects = tuple(
        Subject(
            {**seen.values.answers(w.result.id), **shared, **workload_values(seen, w)},
            (w.result.label or w.result.id) if several else "",
        )
        for w in seen.workloads
    )
    return Scopes(project, subjects)
