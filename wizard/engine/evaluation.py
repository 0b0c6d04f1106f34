"""Answers → demand → sizing → costs → gates → decision → Result. Pure: the same input gives the same bytes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

import wizard
from wizard.decision.decide import Candidate, Decision, decide
from wizard.decision.facts import GateFacts
from wizard.domain.assessment import Assessment
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CostQuestion, Plan, UncertainInput
from wizard.domain.errors import CodedError
from wizard.domain.result import BreakEven, Provenance, Result, ShownCurrency
from wizard.engine.advice import find, leader, recommend
from wizard.engine.advise import advise
from wizard.engine.assumed import assumptions, demand_questions
from wizard.engine.card_table import with_cards_of
from wizard.engine.contract_plans import api_plans, seat_plans
from wizard.engine.dated_facts import dated_facts
from wizard.engine.drafts import Draft, Drafter
from wizard.engine.entered import in_euro, shown_currency
from wizard.engine.errors import EngineError
from wizard.engine.finding_scope import scopes
from wizard.engine.finding_seen import Seen
from wizard.engine.forward_prices import forward_prices
from wizard.engine.gate_facts import GateReader, as_answered
from wizard.engine.host_facts import HostReader
from wizard.engine.host_fleet import FleetBuilder
from wizard.engine.influences import by_option, lead
from wizard.engine.inputs import InputBuilder, correlations, with_stated_prices
from wizard.engine.interview import answered, completeness
from wizard.engine.options import OptionBuilder, Priced
from wizard.engine.paying import (
    VAT_SHARE,
    accounting_years,
    financing,
    grant,
    tax_rule,
    under_data_act,
    vat_label,
    vat_rate,
)
from wizard.engine.plans_arrangement import Arrangement
from wizard.engine.plans_parts import with_part_accelerators, with_parts
from wizard.engine.prices import price_ages
from wizard.engine.roadmap import roadmap
from wizard.engine.size import size
from wizard.engine.sized import SizedWorkload
from wizard.engine.standing import Standing, standing
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.schema import Questionnaire
from wizard.questionnaire.stored import misfits
from wizard.sizing.architecture import count_parameters

Cancelled = Callable[[], bool] | None
Progress = Callable[[str, float], None] | None


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
        CodedError: no workload, an answer that does not fit its question or names something unknown, a load that
            cannot be; ``E402`` on cancel.
    """
    if not assessment.workloads:
        raise CodedError(EngineError.NO_WORKLOAD)
    for misfit in misfits(questionnaire, assessment):
        raise misfit
    run = _Run(assessment, catalog, questionnaire, as_of, seed, samples, revision, cancelled, progress)
    return _evaluate(run)


def _evaluate(run: _Run) -> Evaluation:
    currency = shown_currency(run.assessment, run.catalog)
    entered = in_euro(run.assessment, run.questionnaire, currency)
    values = Values(run.questionnaire, entered, size_of=lambda ref: _size_of(run.catalog, ref))
    catalog = with_stated_prices(values, run.catalog)
    arrangement = Arrangement.of(values, with_part_accelerators(catalog, Arrangement.of(values, catalog)))
    run = replace(run, catalog=arrangement.catalog)
    workloads = []
    for number, workload in enumerate(run.assessment.workloads):
        run.step("sizing", 0.4 * number / len(run.assessment.workloads))
        found = size(values, run.catalog, workload, run.questionnaire)
        workloads.append(with_parts(found, arrangement, run.questionnaire))
    sized = tuple(w for w in workloads if w.sized)
    run.step("costs", 0.4)
    question = _question(run, values, sized)
    reader = GateReader(values, run.catalog, run.as_of, tuple(w.id for w in run.assessment.workloads))
    client = reader.client()
    assumed = demand_questions(values, sized)
    there = standing(values, run.catalog, sized) if sized else None
    priced = _priced(run, values, sized, question, client, assumed, there, arrangement)
    run.step("decision", 0.8)
    references = _references(priced, values, question)
    drafter = Drafter(run.catalog, values, run.as_of, tuple(workloads), client, references)
    no_gpu = all(not w.result.gpu_needed for w in workloads)
    drafts = (drafter.without_gpu(),) if no_gpu else drafter.drafts(priced, there)
    priorities = _priorities(values)
    decision = decide(
        [draft.candidate for draft in drafts],
        priorities,
        run.catalog.decision,
        {o.option: o.priced.npv for o in priced.options} if priced else {},
        run.seed,
        references=references,
    )
    inputs = dict(priced.seen_by(decision.winner).inputs if priced else question.inputs)
    chosen = next((draft.option.chosen for draft in drafts if draft.option.id == decision.winner), {})
    shown = tuple(with_cards_of(w, chosen.get(w.result.id), run.catalog) for w in workloads)
    result = _result(run, values, shown, priced, decision, drafts, inputs, currency)
    return Evaluation(
        result, run.assessment, run.catalog, run.questionnaire, values, shown, priced, decision, inputs,
        tuple(draft.candidate for draft in drafts), priorities, references,
    )  # fmt: skip


def _priced(
    run: _Run, values: Values, sized: tuple[SizedWorkload, ...], question: CostQuestion, client: GateFacts,
    assumed: tuple[str, ...], there: Standing | None, arrangement: Arrangement,
) -> Priced | None:  # fmt: skip
    if not sized:
        return None
    further: list[Plan] = [*api_plans(values, run.catalog, sized), *seat_plans(values, run.catalog, sized)]
    if there is not None and there.plan is not None:
        further.append(there.plan)
    fleets = FleetBuilder(run.catalog, HostReader(values, run.catalog), sized)
    return OptionBuilder(
        run.catalog, client, as_answered(client), sized, assumed, fleets, arrangement, run.as_of
    ).build(question, further)


def _question(run: _Run, values: Values, sized: tuple[SizedWorkload, ...]) -> CostQuestion:
    country = str(values.given("client.country").value)
    rate = vat_rate(run.catalog, country)
    inputs = InputBuilder(values, run.catalog, country).all(sized)
    return CostQuestion(
        horizon_months=int(values.given("project.horizon_months").value),
        inputs=inputs,
        eur_per_unit={code: figure.value for code, figure in run.catalog.eur_per_unit.items()},
        vat=vat_label(rate, inputs[VAT_SHARE]),
        vat_rate=rate if inputs[VAT_SHARE].range.high > 0.0 else 0.0,
        starts_on=run.as_of,
        data_act=under_data_act(country),
        financing=financing(values),
        tax=tax_rule(values, country, run.as_of),
        grant_eur=grant(values),
        depreciation_years=accounting_years(values),
        correlations=correlations(run.catalog),
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


def _result(
    run: _Run, values: Values, workloads: tuple[SizedWorkload, ...], priced: Priced | None, decision: Decision,
    drafts: tuple[Draft, ...], inputs: dict[str, UncertainInput], currency: ShownCurrency,
) -> Result:  # fmt: skip
    by_id = {d.option.id: d.option for d in drafts}
    moved, ahead = by_option(priced), lead(priced, decision.winner, decision.runner_up)
    options = tuple(
        by_id[o].model_copy(
            update={
                "value": decision.values.get(o) if by_id[o].cost is not None else None,
                "p_best": decision.p_best[o],
                "rank_probabilities": decision.rank_probabilities[o],
                "influences": moved.get(o, ()),
            }
        )
        for o in decision.order
    )
    break_even = _break_even(priced)
    made = assumptions(values, run.questionnaire, run.assessment, priced, decision.winner, workloads)
    total = answered(run.questionnaire, run.assessment)
    seen = Seen(
        values,
        run.assessment,
        run.catalog,
        run.questionnaire,
        run.as_of,
        workloads,
        priced,
        decision,
        break_even,
        total,
        options,
        made,
    )
    looked_at = scopes(seen)
    findings, said = find(looked_at), advise(seen, looked_at)
    results = tuple(w.result for w in workloads)
    steps = roadmap(seen, leader(decision, options), options, made, inputs)
    return Result(
        revision=run.revision,
        language=run.assessment.language,
        provenance=Provenance(
            engine_version=wizard.__version__, catalog_version=run.catalog.version, catalog_as_of=run.catalog.as_of,
            as_of=run.as_of, seed=run.seed, samples=run.samples,
        ),
        completeness=completeness(total, run.assessment, values, options, findings, made, results),
        workloads=results,
        options=options,
        break_even=break_even,
        recommendation=recommend(
            decision, options, made, steps, ahead=ahead, no_gpu=all(not w.result.gpu_needed for w in workloads),
            unsized=tuple(w for w in results if w.open is not None),
        ),
        currency=currency,
        findings=findings,
        assumptions=made,
        price_ages=price_ages(run.catalog, priced, run.as_of),
        forward_prices=forward_prices(run.catalog, workloads),
        advice=said,
        dated_facts=dated_facts(run.catalog, run.as_of, findings, options, said, results),
        lead=ahead,
    )  # fmt: skip


def _break_even(priced: Priced | None) -> BreakEven | None:
    """Own premises against the cloud, or against dedicated rental; an option that a gate excludes is no yardstick."""
    if priced is None:
        return None
    own = next((o.index for o in priced.options if o.option == "on_premises"), None)
    allowed = {o.option: o.index for o in priced.options if o.feasible != "no"}
    rented = allowed.get("cloud", allowed.get("dedicated"))
    if own is None or rented is None:
        return None
    return priced.table.break_even(own, rented)


def _priorities(values: Values) -> dict[str, float]:
    value = values.given("project.priorities").value
    return {str(k): float(v) for k, v in value.items()}


def _size_of(catalog: Catalog, ref: str) -> float | None:
    from wizard.catalogs.find import find_model

    try:
        return count_parameters(find_model(catalog, ref).architecture).total / 1e9
    except CodedError:
        return None
