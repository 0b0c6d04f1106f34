"""Findings, and the recommendation in words: why, what would change it, what comes next."""

from collections.abc import Mapping
from typing import Literal

from wizard.decision.decide import Decision
from wizard.decision.findings import run_findings
from wizard.decision.wording import filled, number
from wizard.domain.economics import UncertainInput
from wizard.domain.language import Text, text
from wizard.domain.result import Assumption, BreakEven, Finding, MeasureFirst, Option, Recommendation
from wizard.engine.finding_scope import Scopes

_MEASURABLE = ("w.users_active_peak", "w.requests_per_user_hour", "w.calls_per_task", "w.inflight_peak")


def find(scopes: Scopes) -> tuple[Finding, ...]:
    """Findings of the leading option and of the client's own hardware."""
    from wizard.questionnaire.findings_data import load_finding_rules

    return run_findings(load_finding_rules(), scopes.project, scopes.subjects)


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
