"""Prints how long an assessment with five workloads takes: sizing anew, and all that follows, anew and once more.

An answer that changes no workload, such as a price, finds the searches made; one that changes a workload searches its.
"""

import resource
from collections.abc import Callable
from datetime import date
from pathlib import Path

from _measure import show, timed
from wizard.catalogs.load import load_catalog
from wizard.engine import evaluate, size_llm
from wizard.engine.searched import Searched
from wizard.engine.size import size
from wizard.questionnaire.loader import load_questionnaire
from wizard.questionnaire.resolve import Values
from wizard.store.codec import read_assessment

CASE = Path(__file__).parents[1] / "data" / "five_workloads.yaml"


def anew(action: Callable[[], object]) -> Callable[[], object]:
    def forgetting() -> object:
        size_llm.SEARCHED = Searched()
        return action()

    return forgetting


if __name__ == "__main__":
    catalog, questions, assessment = load_catalog(), load_questionnaire(), read_assessment(CASE)

    def sized() -> None:
        values = Values(questions, assessment)
        for workload in assessment.workloads:
            size(values, catalog, workload, questions)

    def evaluated() -> None:
        evaluate(assessment, catalog, questions, as_of=date(2026, 11, 30), samples=512)

    show("sizing of five workloads (goal: 800 ms)", timed(anew(sized), 9))
    show("evaluate five workloads, 512 samples", timed(anew(evaluated), 9))
    show("  again, after an answer of another kind", timed(evaluated, 9))
    show("memory of that process", [resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024], "MB")
