"""What conditions of findings and advice look at: answers, never defaults, and what the evaluation computed.

Built once per evaluation. A name that cannot be computed is left out and so unknown; it is never guessed. What does
not apply (the noise of a rented machine) is marked so, which makes its comparison false.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wizard.decision.dated import Packs
from wizard.decision.findings import Excluded, Subject, Subjects
from wizard.decision.reasons import OPTION_NAMES
from wizard.domain.language import Text, text
from wizard.domain.provenance import weakest
from wizard.domain.result import Option
from wizard.domain.workload_result import WorkloadResult
from wizard.engine.finding_names import answer_names
from wizard.engine.finding_seen import Seen
from wizard.engine.finding_values_data import data_values
from wizard.engine.finding_values_limits import limit_values
from wizard.engine.finding_values_measured import measured_values
from wizard.engine.finding_values_money import money_values
from wizard.engine.finding_values_node import nodes
from wizard.engine.finding_values_option import option_values
from wizard.engine.finding_values_spread import resident_values
from wizard.engine.finding_values_workload import workload_values
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.logic import Layered


@dataclass(frozen=True)
class Scopes:
    """Scopes of one evaluation."""

    project: Mapping[str, Any]
    subjects: tuple[Subject, ...]
    """One for each workload in order; labelled only where there are several."""
    of_rules: Subjects
    """The same with machines and excluded options, as the findings rules take them."""


def scopes(seen: Seen) -> Scopes:
    """Answers with the computed values in front of them, for the project and for each workload."""
    answers = seen.values.answers()
    whole = {**limit_values(seen), **data_values(seen), **measured_values(seen), **dict(resident_values(seen))}
    shared = {**whole, **money_values(seen), **option_values(seen, seen.leading)}
    project = Layered(shared, answers)
    workloads = tuple(_workload(seen, workload, shared) for workload in seen.workloads)
    evidence = weakest(*(w.evidence for w in seen.workloads if w.sized))
    return Scopes(
        project=project,
        subjects=workloads,
        of_rules=Subjects(
            project=Subject(project, evidence=evidence),
            workloads=workloads,
            nodes=tuple(Subject(Layered(node, project), label) for label, node in nodes(seen)),
            excluded=tuple(_excluded(seen, whole)),
            names=answer_names(seen.questionnaire),
            packs=Packs(seen.as_of, seen.catalog.law, seen.catalog.software),
        ),
    )


def _workload(seen: Seen, workload: SizedWorkload, shared: Mapping[str, Any]) -> Subject:
    computed = {**shared, **workload_values(seen, workload)}
    scope = Layered(computed, seen.values.answers(workload.result.id))
    label = workload_name(seen, workload.result) if len(seen.assessment.workloads) > 1 else None
    return Subject(scope, label, _hardware(seen, workload), workload.evidence)


def workload_name(seen: Seen, workload: WorkloadResult) -> Text:
    """Its label, else what it does, with the id where several do the same."""
    if workload.label:
        return text(workload.label, workload.label)
    found = next(
        (text(o.en, o.de) for o in seen.questionnaire.question("w.kind").options if o.value == workload.kind), None
    )
    name = found or text(workload.kind, workload.kind)
    alike = [w for w in seen.workloads if not w.result.label and w.kind == workload.kind]
    return name if len(alike) < 2 else text(f"{name.en} ({workload.id})", f"{name.de} ({workload.id})")


def _hardware(seen: Seen, workload: SizedWorkload) -> Text | None:
    judged = seen.judged(workload)
    if judged is None or judged.origin != "client":
        return None
    cards = f"{judged.total_gpus} × {seen.catalog.accelerators[judged.accelerator].name}"
    return text(f"your {cards}", f"Ihre {cards}")


def _excluded(seen: Seen, whole: Mapping[str, Any]) -> Iterator[Excluded]:
    answers = seen.values.answers()
    for option in seen.options:
        failed = frozenset(gate.rule for gate in option.gates if gate.verdict == "fail")
        if option.feasible == "no" and failed:
            priced = seen.priced.options if seen.priced else ()
            values = option_values(seen, next((o for o in priced if o.option == option.id), None), option.id)
            scope = Layered({**whole, **values}, answers)
            yield Excluded(Subject(scope, _excluded_name(option)), failed)


def _excluded_name(option: Option) -> Text:
    name = OPTION_NAMES[option.id]
    return text(name.en[0].upper() + name.en[1:], name.de)
