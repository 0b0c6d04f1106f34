"""Answers → demand → sizing → costs → gates → decision → Result. Pure: the same input gives the same bytes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import wizard
from wizard.decision.criteria import criteria
from wizard.decision.decide import Candidate, Decision, decide
from wizard.decision.facts import GateFacts
from wizard.decision.gates import evaluate_gates, feasibility
from wizard.domain.assessment import Assessment
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CostQuestion, UncertainInput
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.provenance import weakest
from wizard.domain.result import BreakEven, Option, Provenance, Result
from wizard.engine.advice import find, recommend
from wizard.engine.assumed import assumptions, demand_questions
from wizard.engine.criteria_facts import criteria_facts
from wizard.engine.errors import EngineError
from wizard.engine.gate_facts import GateReader, as_answered, option_without_price
from wizard.engine.inputs import InputBuilder
from wizard.engine.interview import completeness
from wizard.engine.options import OPTIONS, OptionBuilder, Priced, PricedOption
from wizard.engine.prices import price_ages
from wizard.engine.sized import SizedWorkload, size
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.schema import Questionnaire
from wizard.sizing.architecture import count_parameters

Cancelled = Callable[[], bool] | None
Progress = Callable[[str, float], None] | None
LLM_GROUP = "llm"


@dataclass(frozen=True)
class Evaluation:
    """A result with everything its numbers stand on, so that each of them can be explained."""

    result: Result
    assessment: Assessment
    catalog: Catalog
    questionnaire: Questionnaire
    values: Values
    sized: tuple[SizedWorkload, ...]
    priced: Priced | None
    decision: Decision
    inputs: dict[str, UncertainInput]
    candidates: tuple[Candidate, ...]
    priorities: dict[str, float]
    references: dict[str, float]


@dataclass(frozen=True)
class _Run:
    """One evaluation on its way."""

    assessment: Assessment
    catalog: Catalog
    questionnaire: Questionnaire
    as_of: date
    seed: int
    samples: int
    revision: int
    cancelled: Cancelled
    progress: Progress

    def step(self, phase: str, share: float) -> None:
        if self.cancelled is not None and self.cancelled():
            raise CodedError(EngineError.CANCELLED)
        if self.progress is not None:
            self.progress(phase, share)


def evaluate(
    assessment: Assessment,
    catalog: Catalog,
    questionnaire: Questionnaire,
    *,
    as_of: date,
    seed: int = 1,
    samples: int = 4_096,
    revision: int = 0,
    cancelled: Cancelled = None,
    progress: Progress = None,
) -> Evaluation:
    """The whole evaluation. What is unknown runs on its sourced default and widens the result.

    Args:
        as_of: the only clock.
        cancelled: asked between steps; True ends the computation.
        progress: told the phase (``sizing``, ``costs``, ``decision``) and the share done.

    Raises:
        CodedError: no workload, an answer that names something unknown, a load that cannot be; ``E402`` on cancel.
    """
    if not assessment.workloads:
        raise CodedError(EngineError.NO_WORKLOAD)
    run = _Run(assessment, catalog, questionnaire, as_of, seed, samples, revision, cancelled, progress)
    return _evaluate(run)


def _evaluate(run: _Run) -> Evaluation:
    values = Values(run.questionnaire, run.assessment, size_of=lambda ref: _size_of(run.catalog, ref))
    workloads = []
    for number, workload in enumerate(run.assessment.workloads):
        run.step("sizing", 0.4 * number / len(run.assessment.workloads))
        workloads.append(size(values, run.catalog, workload, run.questionnaire.groups[LLM_GROUP]))
    sized = tuple(w for w in workloads if w.sized)
    run.step("costs", 0.4)
    question = _question(run, values, sized)
    reader = GateReader(values, run.catalog, run.as_of)
    client = reader.client()
    assumed = demand_questions(sized)
    priced = OptionBuilder(run.catalog, client, as_answered(client), sized, assumed).build(question) if sized else None
    run.step("decision", 0.8)
    references = _references(priced, values, question)
    drafts = tuple(_draft(run, values, option, priced, workloads, client, references) for option in OPTIONS)
    priorities = _priorities(values)
    decision = decide(
        [draft.candidate for draft in drafts],
        priorities,
        run.catalog.decision,
        {o.option: o.priced.npv for o in priced.options} if priced else {},
        run.seed,
        references=references,
    )
    inputs = dict(priced.table.question.inputs if priced else question.inputs)
    result = _result(run, values, tuple(workloads), priced, decision, drafts, inputs)
    return Evaluation(
        result, run.assessment, run.catalog, run.questionnaire, values, tuple(workloads), priced, decision, inputs,
        tuple(draft.candidate for draft in drafts), priorities, references,
    )  # fmt: skip


@dataclass(frozen=True)
class _Draft:
    option: Option
    candidate: Candidate


def _question(run: _Run, values: Values, sized: tuple[SizedWorkload, ...]) -> CostQuestion:
    country = str(values.given("client.country").value)
    loads = tuple(w.load for w in sized if w.load is not None)
    recoverable = values.given("fin.vat_recoverable")
    gross = recoverable.value == "no"
    rate = run.catalog.vat_rates.get(country) or run.catalog.vat_rates.get("DE")
    return CostQuestion(
        horizon_months=int(values.given("project.horizon_months").value),
        inputs=InputBuilder(values, run.catalog, country).all(loads),
        eur_per_unit={code: figure.value for code, figure in run.catalog.eur_per_unit.items()},
        vat="gross" if gross else "net",
        vat_rate=rate.value if gross and rate is not None else 0.0,
        samples=run.samples,
        seed=run.seed,
    )


def _references(priced: Priced | None, values: Values, question: CostQuestion) -> dict[str, float]:
    found = {"horizon": float(question.horizon_months)}
    if priced is not None:
        found["reference_cost"] = priced.reference_eur
    budget = values.given("fin.capex_budget")
    if budget.known and isinstance(budget.value, int | float) and budget.value > 0:
        found["budget"] = float(budget.value)
    return found


def _draft(
    run: _Run,
    values: Values,
    option: str,
    priced: Priced | None,
    workloads: list[SizedWorkload],
    client: GateFacts,
    references: dict[str, float],
) -> _Draft:
    found = next((o for o in priced.options if o.option == option), None) if priced else None
    if priced is None or found is None:
        return _bare_draft(run, option, workloads, client)
    return _priced_draft(run, values, found, priced, workloads, references)


def _bare_draft(run: _Run, option: str, workloads: list[SizedWorkload], client: GateFacts) -> _Draft:
    """An option without price: its gates are complete, its hardware is open or not to be had."""
    facts = option_without_price(option, workloads)
    gates = evaluate_gates(client, facts, run.catalog.rules)
    state = feasibility(gates)
    sized = any(w.sized for w in workloads)
    bare = Option(
        id=facts.option, feasible="open" if state == "yes" else state, gates=gates, chosen={}, fleet=None, items=(),
        cost=None, criteria={}, value=None, p_best=None, notes=(_NO_MACHINE if sized else _NOT_SIZED,),
    )  # fmt: skip
    return _Draft(bare, Candidate(option=facts.option, feasible=bare.feasible, criteria={}))


def _priced_draft(
    run: _Run,
    values: Values,
    found: PricedOption,
    priced: Priced,
    workloads: list[SizedWorkload],
    references: dict[str, float],
) -> _Draft:
    table = priced.table
    demand_evidence = weakest(*(w.load.load.evidence for w in workloads if w.load is not None))
    country = values.given("client.country")
    facts = criteria_facts(
        found, table.question, run.catalog, tuple(w for w in workloads if w.sized),
        country=country.value if country.known else None, as_of=run.as_of, demand_evidence=demand_evidence,
    )  # fmt: skip
    scored = criteria(facts, run.catalog.decision, references)
    open_part = [w for w in workloads if not w.sized]
    option = Option(
        id=found.option, feasible=feasibility(found.gates), gates=found.gates,
        chosen={need.workload_id: need.configuration_id for need in found.priced.plan.needs},
        fleet=found.fleet, items=found.priced.items, cost=found.priced.cost, criteria=scored, value=None, p_best=None,
        notes=(_partly(open_part),) if open_part else (),
    )  # fmt: skip
    return _Draft(option, Candidate(option=found.option, feasible=option.feasible, criteria=scored))


def _result(
    run: _Run, values: Values, workloads: tuple[SizedWorkload, ...], priced: Priced | None, decision: Decision,
    drafts: tuple[_Draft, ...], inputs: dict[str, UncertainInput],
) -> Result:  # fmt: skip
    by_id = {d.option.id: d.option for d in drafts}
    options = tuple(
        by_id[o].model_copy(
            update={
                "value": decision.values.get(o) if by_id[o].cost is not None else None,
                "p_best": decision.p_best[o],
                "rank_probabilities": decision.rank_probabilities[o],
            }
        )
        for o in decision.order
    )
    break_even = _break_even(priced)
    made = assumptions(values, run.questionnaire, run.assessment, priced, decision.winner, workloads)
    findings = find(
        values, run.assessment, run.catalog, workloads, priced, decision, break_even, run.questionnaire, run.as_of
    )
    return Result(
        revision=run.revision,
        language=run.assessment.language,
        provenance=Provenance(
            engine_version=wizard.__version__, catalog_version=run.catalog.version, catalog_as_of=run.catalog.as_of,
            as_of=run.as_of, seed=run.seed, samples=run.samples,
        ),
        completeness=completeness(run.questionnaire, run.assessment, values, options, findings, made),
        workloads=tuple(w.result for w in workloads),
        options=options,
        break_even=break_even,
        recommendation=recommend(decision, options, made, break_even, inputs),
        findings=findings,
        assumptions=made,
        price_ages=price_ages(run.catalog, priced, run.as_of),
    )  # fmt: skip


def _break_even(priced: Priced | None) -> BreakEven | None:
    """Own premises against the cloud, or against dedicated rental where no cloud offer fits."""
    if priced is None:
        return None
    index = {o.option: o.index for o in priced.options}
    rented = index.get("cloud", index.get("dedicated"))
    if "on_premises" not in index or rented is None:
        return None
    return priced.table.break_even(index["on_premises"], rented)


def _priorities(values: Values) -> dict[str, float]:
    value = values.given("project.priorities").value
    return {str(k): float(v) for k, v in value.items()}


def _size_of(catalog: Catalog, ref: str) -> float | None:
    from wizard.catalogs.find import find_model

    try:
        return count_parameters(find_model(catalog, ref).architecture).total / 1e9
    except CodedError:
        return None


def _partly(open_part: list[SizedWorkload]) -> Text:
    names = ", ".join(w.result.label or w.result.id for w in open_part)
    return text(
        f"Hardware and cost cover the sized workloads only; not included: {names}.",
        f"Hardware und Kosten umfassen nur die dimensionierten Anwendungen; nicht enthalten: {names}.",
    )


_NOT_SIZED = text(
    "Hardware and cost are open, because no workload could be sized.",
    "Hardware und Kosten sind offen, weil keine Anwendung dimensioniert werden konnte.",
)
_NO_MACHINE = text(
    "No machine of the catalogue carries all workloads within their targets; the configurations say why.",
    "Keine Maschine des Katalogs trägt alle Anwendungen innerhalb ihrer Ziele; die Konfigurationen nennen die Gründe.",
)
