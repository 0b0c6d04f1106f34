"""Findings, and the recommendation in words: why, what would change it, what comes next."""

from typing import Literal

from wizard.decision.decide import Decision
from wizard.decision.findings import run_findings
from wizard.decision.wording import filled, number
from wizard.domain.language import Text, text
from wizard.domain.result import Assumption, Finding, Lead, MeasureFirst, Option, OptionId, Recommendation
from wizard.domain.roadmap import RoadmapStep
from wizard.domain.workload_result import WorkloadResult
from wizard.engine.finding_scope import Scopes
from wizard.engine.roadmap import MEASURABLE, in_words


def find(scopes: Scopes) -> tuple[Finding, ...]:
    """Findings of the leading option and of the client's own hardware."""
    from wizard.questionnaire.findings_data import load_finding_rules

    return run_findings(load_finding_rules(), scopes.of_rules)


def recommend(
    decision: Decision, options: tuple[Option, ...], made: tuple[Assumption, ...], steps: tuple[RoadmapStep, ...],
    *, ahead: Lead | None = None, no_gpu: bool = False, unsized: tuple[WorkloadResult, ...] = (),
) -> Recommendation:  # fmt: skip
    """The verdict with its reasons; without priced options, what the gates alone decide.

    Args:
        ahead: what the lead of the best option hangs on.
        no_gpu: ordinary servers carry every workload, so that there is nothing to compare.
        unsized: workloads that no hardware and no cost stands for; with one of them nothing is decided.
    """
    if no_gpu:
        return Recommendation(
            option="status_quo", runner_up=None, verdict="clear" if options[0].feasible == "yes" else "open",
            because=(_NO_GPU,), flips=(), measure_first=(), roadmap=(_NO_GPU_STEP,),
        )  # fmt: skip
    winner = leader(decision, options)
    because = decision.because if decision.winner else (_ONLY_ONE,) if winner else (_NOTHING_PRICED,)
    return Recommendation(
        option=winner,
        runner_up=decision.runner_up,
        verdict="open" if unsized else _verdict(decision, options),
        because=(*_incomplete(unsized), *because),
        flips=decision.flips,
        measure_first=_measure_first(made, ahead),
        roadmap=in_words(steps),
        roadmap_steps=steps,
    )


def _incomplete(unsized: tuple[WorkloadResult, ...]) -> tuple[Text, ...]:
    if not unsized:
        return ()
    names = ", ".join(w.label or w.id for w in unsized)
    return (filled(_INCOMPLETE if len(unsized) == 1 else _INCOMPLETE_SEVERAL, names=names),)


def leader(decision: Decision, options: tuple[Option, ...]) -> OptionId | None:
    """The winner of the decision; without one, the only option that no gate excludes."""
    left = [o.id for o in options if o.feasible != "no"]
    return decision.winner or (left[0] if len(left) == 1 else None)


def _verdict(decision: Decision, options: tuple[Option, ...]) -> Literal["clear", "leaning", "open"]:
    """Gates come before scores: a leader whose gates are still open is never called clear."""
    if decision.winner is None:
        return "open"
    settled = any(o.id == decision.winner and o.feasible == "yes" for o in options)
    return "leaning" if decision.verdict == "clear" and not settled else decision.verdict


def _measure_first(made: tuple[Assumption, ...], ahead: Lead | None) -> tuple[MeasureFirst, ...]:
    drivers = [a for a in made if a.question in MEASURABLE and a.impact_eur]
    share = _share_of_lead(ahead)
    return tuple(
        MeasureFirst(
            question=a.question,
            value_eur=None,
            why=filled(
                _MOVES if share is None else _MOVES_LEAD,
                swing=number(float(f"{abs(a.impact_eur or 0.0):.3g}"), 0),
                share=number(100.0 * (share or 0.0), 0),
            ),
        )
        for a in drivers[:3]
    )  # fmt: skip


def _share_of_lead(ahead: Lead | None) -> float | None:
    """Total effect of the demand, which all measurable questions feed, on the lead of the best option."""
    found = (entry.total_effect for entry in ahead.influences if entry.input == "demand_factor") if ahead else ()
    effect = next(iter(found), None)
    return None if effect is None else min(effect, 1.0)


_INCOMPLETE = text(
    "One workload is missing in every size, amount and probability: {names} is not sized. Nothing is decided until it "
    "is.",
    "In allen Größen, Beträgen und Wahrscheinlichkeiten fehlt ein Workload: {names} ist nicht dimensioniert. Bis dahin "
    "ist nichts entschieden.",
)
_INCOMPLETE_SEVERAL = text(
    "Workloads are missing in every size, amount and probability: {names} are not sized. Nothing is decided until they "
    "are.",
    "In allen Größen, Beträgen und Wahrscheinlichkeiten fehlen Workloads: {names} sind nicht dimensioniert. Bis dahin "
    "ist nichts entschieden.",
)
_MOVES = text(
    "The cost of the leading option moves by €{swing} over the assumed span.",
    "Die Kosten der führenden Option bewegen sich über die angenommene Spanne um {swing} €.",
)
_MOVES_LEAD = text(
    "The cost of the leading option moves by €{swing} over the assumed span; {share} % of the uncertainty of its lead "
    "goes with the load.",
    "Die Kosten der führenden Option bewegen sich über die angenommene Spanne um {swing} €; {share} % der "
    "Unsicherheit ihres Vorsprungs gehen auf die Last zurück.",
)
_NO_GPU = text(
    "No workload needs a GPU: ordinary servers carry the load within its targets.",
    "Kein Workload braucht eine GPU: Gewöhnliche Server tragen die Last innerhalb ihrer Ziele.",
)
_NO_GPU_STEP = text(
    "Measure one run on a server at hand and keep the budget; look again when models or load grow.",
    "Einen Lauf auf einem vorhandenen Server messen und das Budget behalten; neu prüfen, wenn Modelle oder Last "
    "wachsen.",
)
_ONLY_ONE = text(
    "It is the only option that no gate excludes; its hardware and cost are still open.",
    "Sie ist die einzige Option, die kein Ausschlusskriterium verletzt; Hardware und Kosten sind noch offen.",
)
_NOTHING_PRICED = text(
    "No option could be priced; the open points are listed with each option.",
    "Keine Option ließ sich bepreisen; die offenen Punkte stehen bei jeder Option.",
)
