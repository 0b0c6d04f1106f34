"""Findings, and the recommendation in words: why, what would change it, what comes next."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Literal

from wizard.decision.decide import Decision
from wizard.decision.findings import Subject, run_findings
from wizard.decision.wording import filled, number
from wizard.domain.assessment import Assessment
from wizard.domain.catalog import Catalog
from wizard.domain.economics import OwnPlan, RentPlan, UncertainInput
from wizard.domain.language import Text, text
from wizard.domain.result import Assumption, BreakEven, Finding, MeasureFirst, Option, Recommendation
from wizard.engine.cache_room import full_length_requests
from wizard.engine.options import Priced, PricedOption
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.completeness import Progress, progress
from wizard.questionnaire.flow import sections
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.schema import Questionnaire

PERCENT = 100.0
DAYS_PER_WEEK = 7
_MEASURABLE = ("w.users_active_peak", "w.requests_per_user_hour", "w.calls_per_task", "w.inflight_peak")


def find(
    values: Values, assessment: Assessment, catalog: Catalog, workloads: tuple[SizedWorkload, ...],
    priced: Priced | None, decision: Decision, break_even: BreakEven | None, questionnaire: Questionnaire, as_of: date,
) -> tuple[Finding, ...]:  # fmt: skip
    """Findings of the leading option and of the client's own hardware."""
    from wizard.questionnaire.findings_data import load_finding_rules

    leading = _leading(priced, decision)
    shared = {
        **_project_values(priced, decision, break_even, leading),
        **_limits(values, assessment, questionnaire, priced, as_of),
    }
    project = {**values.answers(), **shared}
    subjects = tuple(
        Subject({**values.answers(w.result.id), **shared, **_workload_values(w, catalog, leading)}, _name(w))
        for w in workloads
    )
    if len(assessment.workloads) == 1:
        subjects = tuple(Subject(s.scope) for s in subjects)
    return run_findings(load_finding_rules(), project, subjects)


def _name(workload: SizedWorkload) -> str:
    return workload.result.label or workload.result.id


def _leading(priced: Priced | None, decision: Decision) -> PricedOption | None:
    if priced is None:
        return None
    return next((o for o in priced.options if o.option == decision.winner), None)


def _project_values(
    priced: Priced | None, decision: Decision, break_even: BreakEven | None, leading: PricedOption | None
) -> Mapping[str, Any]:
    """Computed values of the rules; a name that is left out is unknown."""
    found: dict[str, Any] = {}
    if decision.winner is not None:
        probability = decision.p_best[decision.winner] or 0.0
        found |= {"rec.option": decision.winner, "calc.winner_probability": probability,
                  "calc.winner_probability_pct": probability * PERCENT}  # fmt: skip
    if priced is not None:
        found["calc.rental_feasible"] = priced.rental_feasible
        found["calc.horizon_months"] = float(priced.table.question.horizon_months)
    if break_even is not None and break_even.utilisation is not None:
        found["calc.breakeven_utilisation"] = break_even.utilisation
        found["calc.breakeven_utilisation_pct"] = break_even.utilisation * PERCENT
    if break_even is not None and isinstance(break_even.discounted_months, float):
        found["calc.breakeven_months"] = break_even.discounted_months
    if leading is not None:
        found |= _option_values(leading)
    return found


def _limits(
    values: Values, assessment: Assessment, questionnaire: Questionnaire, priced: Priced | None, as_of: date
) -> Mapping[str, Any]:
    """Budget, deadline and share of open answers; what was not answered stays unknown."""
    total = Progress()
    for section in sections(questionnaire, assessment):
        total = total + progress(assessment, section)
    found: dict[str, Any] = {"calc.unknown_share_pct": (total.asked - total.answered) / max(total.asked, 1) * PERCENT}
    needed = values.given("project.needed_by")
    if needed.known and isinstance(needed.value, str):
        found["calc.weeks_until_needed"] = (date.fromisoformat(needed.value) - as_of).days / DAYS_PER_WEEK
    budget = values.given("fin.capex_budget")
    own = [o for o in priced.options if o.option == "on_premises"] if priced else []
    if budget.known and isinstance(budget.value, int | float) and own:
        cost = own[0].priced.cost.capex_eur
        found |= {"calc.budget": float(budget.value), "calc.cheapest_feasible_cost": cost,
                  "calc.budget_gap": max(0.0, cost - float(budget.value))}  # fmt: skip
    return found


def _option_values(leading: PricedOption) -> Mapping[str, Any]:
    plan, fleet = leading.priced.plan, leading.fleet
    found: dict[str, Any] = {
        "rec.consumer_gpu": any(a.tier == "consumer" for a in leading.facts.accelerators),
    }
    need = plan.needs[0]
    hours = sum(n.in_flight_mean / n.in_flight_peak * n.active_hours_per_month / 730 for n in plan.needs) / len(
        plan.needs
    )
    found["calc.utilisation"] = hours
    found["calc.utilisation_pct"] = hours * PERCENT
    found["calc.gpu_name"] = need.accelerator
    lead = leading.facts.lead_weeks
    if lead is not None:
        found["calc.lead_time_weeks"] = lead.value
    if leading.facts.facility_kw is not None:
        found["calc.facility_kw"] = leading.facts.facility_kw.value
    if leading.facts.heat_kw is not None:
        found["calc.it_kw_total"] = leading.facts.heat_kw.value
    if isinstance(plan, OwnPlan):
        gpus = plan.server.accelerators
        found |= {"rec.server_kw": plan.server.max_power_kw.value, "rec.ram_gb": float(plan.server.ram_gb)}
        found["rec.vram_node_gb"] = fleet.ram_gb / fleet.nodes if gpus else 0.0
        found["rec.us_group"] = False
    if isinstance(plan, RentPlan):
        found["rec.us_group"] = plan.offer.operator_law == "US"
        if "c5_type2" in plan.offer.attestations:
            found["rec.c5_type2"] = True
    return found


def _workload_values(workload: SizedWorkload, catalog: Catalog, leading: PricedOption | None) -> Mapping[str, Any]:
    """Rules look at the client's own hardware where there is some, else at the chosen configuration."""
    shown = [c for c in workload.result.configurations if c.origin == "client"]
    if not shown and leading is not None:
        chosen = {n.workload_id: n.configuration_id for n in leading.priced.plan.needs}.get(workload.result.id)
        shown = [c for c in workload.result.configurations if c.id == chosen]
    if not shown or workload.result.demand is None or workload.load is None:
        return {}
    from wizard.sizing.architecture import sequence_kv_bytes

    configuration, asked = shown[0], workload.result.demand
    memory, performance = configuration.memory, configuration.serving
    longest = sequence_kv_bytes(workload.arch, workload.load.load.context_max, configuration.kv_format) / 1e9
    found: dict[str, Any] = {
        "calc.gpu_name": catalog.accelerators[configuration.accelerator].name,
        "calc.weights_gb": memory.weights_gb,
        "calc.gpu_usable_gb": memory.usable_gb,
        "calc.inflight": asked.in_flight_p99,
        "calc.kv_worst_gb": longest,
        "calc.kv_free_gb": max(0.0, memory.kv_pool_gb) * configuration.gpus_per_replica,
        "calc.memory_headroom_pct": memory.kv_pool_gb / memory.usable_gb * PERCENT,
        "calc.full_length_requests": full_length_requests(configuration, workload.load.load.context_max),
        "calc.tokens_out_typical": asked.output_tokens.typical,
    }
    if performance is not None:
        found["calc.max_concurrency"] = performance.max_concurrency
        found["calc.e2e_min_s"] = performance.e2e_s_p50
    return found


def recommend(
    decision: Decision, options: tuple[Option, ...], made: tuple[Assumption, ...], break_even: BreakEven | None,
    inputs: Mapping[str, UncertainInput],
) -> Recommendation:  # fmt: skip
    """The verdict with its reasons; without priced options, what the gates alone decide."""
    left = [o.id for o in options if o.feasible != "no"]
    winner = decision.winner or (left[0] if len(left) == 1 else None)
    because = decision.because if decision.winner else (_ONLY_ONE,) if winner else (_NOTHING_PRICED,)
    return Recommendation(
        option=winner,
        runner_up=decision.runner_up,
        verdict=_verdict(decision, options),
        because=because,
        flips=decision.flips,
        measure_first=_measure_first(made),
        roadmap=_roadmap(winner, options, made, break_even, inputs),
    )


def _verdict(decision: Decision, options: tuple[Option, ...]) -> Literal["clear", "leaning", "open"]:
    """Gates come before scores: a leader whose gates are still open is never called clear."""
    if decision.winner is None:
        return "open"
    settled = any(o.id == decision.winner and o.feasible == "yes" for o in options)
    return "leaning" if decision.verdict == "clear" and not settled else decision.verdict


def _measure_first(made: tuple[Assumption, ...]) -> tuple[MeasureFirst, ...]:
    drivers = [a for a in made if a.question in _MEASURABLE and a.impact_eur]
    return tuple(
        MeasureFirst(
            question=a.question,
            value_eur=None,
            why=filled(
                text("The cost of the leading option moves by €{swing} over the assumed span.",
                     "Die Kosten der führenden Option bewegen sich über die angenommene Spanne um {swing} €."),
                swing=number(float(f"{abs(a.impact_eur or 0.0):.3g}"), 0),
            ),
        )
        for a in drivers[:3]
    )  # fmt: skip


def _roadmap(
    winner: str | None, options: tuple[Option, ...], made: tuple[Assumption, ...], break_even: BreakEven | None,
    inputs: Mapping[str, UncertainInput],
) -> tuple[Text, ...]:  # fmt: skip
    steps = []
    if any(g.verdict == "open" for o in options for g in o.gates):
        steps.append(_CLEAR_GATES)
    if any(a.question in _MEASURABLE and a.impact_eur for a in made):
        steps.append(_MEASURE)
    priced = any(o.id == winner and o.cost is not None for o in options)
    if not priced:
        steps.append(_DESCRIBE)
    elif winner == "on_premises":
        steps.append(filled(_ORDER, months=number(inputs["lead_months"].range.value)))
    elif winner is not None:
        steps.append(_RENT)
    if break_even is not None and winner != "on_premises" and isinstance(break_even.discounted_months, float):
        steps.append(filled(_REVIEW, months=number(break_even.discounted_months)))
    return tuple(steps)


_ONLY_ONE = text(
    "It is the only option that no gate excludes; its hardware and cost are still open.",
    "Sie ist die einzige Option, die kein Ausschlusskriterium verletzt; Hardware und Kosten sind noch offen.",
)
_NOTHING_PRICED = text(
    "No option could be priced; the open points are listed with each option.",
    "Keine Option ließ sich bepreisen; die offenen Punkte stehen bei jeder Option.",
)
_CLEAR_GATES = text(
    "Clear up the open gates with the questions named there, before any price is negotiated.",
    "Offene Ausschlusskriterien mit den dort genannten Fragen klären, bevor über Preise verhandelt wird.",
)
_DESCRIBE = text(
    "Describe the workloads until hardware and cost can be computed; order nothing before.",
    "Die Workloads so weit beschreiben, dass sich Hardware und Kosten berechnen lassen; vorher nichts bestellen.",
)
_MEASURE = text(
    "Measure users and requests in a pilot: the stated figures drive the number of GPUs.",
    "Nutzer und Anfragen in einem Pilotbetrieb messen: Diese Angaben bestimmen die Zahl der GPUs.",
)
_ORDER = text(
    "Ask for quotes and order; plan about {months} months until the hardware runs.",
    "Angebote einholen und bestellen; bis zum Betrieb etwa {months} Monate einplanen.",
)
_RENT = text(
    "Reserve capacity with the provider and check quota, region and notice period in the contract.",
    "Kapazität beim Anbieter sichern und Kontingent, Region und Kündigungsfrist im Vertrag prüfen.",
)
_REVIEW = text(
    "Review buying once the demand is measured: owning would pay off after about {months} months.",
    "Den Kauf erneut prüfen, sobald der Bedarf gemessen ist: Er würde sich nach etwa {months} Monaten rechnen.",
)
