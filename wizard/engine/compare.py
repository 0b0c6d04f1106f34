"""Two results of one assessment side by side: what moved, by how much, and through which component or gate."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.result import (
    Assumption,
    BreakEven,
    Cost,
    Finding,
    Gate,
    Option,
    OptionId,
    Percentiles,
    Result,
    Verdict,
)

Feasible = Literal["yes", "no", "open"]
_HALF_A_CENT = 0.005
_GATE_ORDER = {"fail": 0, "open": 1, "pass": 2, None: 3}


class Lead(Frozen):
    """What a result recommends."""

    option: OptionId | None
    verdict: Literal["clear", "leaning", "open"]
    p_best: float | None


class GateMove(Frozen):
    """A gate whose verdict changed; None: the result does not ask for it."""

    rule: str
    before: Verdict | None
    after: Verdict | None
    text: Text
    """In the words of the changed result, where it still has the gate."""


class ComponentMove(Frozen):
    """One component of the nominal cost over the horizon, at the middle values, in euro."""

    component: str
    before_eur: float
    after_eur: float

    @property
    def by_eur(self) -> float:
        return self.after_eur - self.before_eur


class Machines(Frozen):
    """GPUs that carry one workload in one option."""

    accelerator: str
    gpus: int


class Placement(Frozen):
    """One workload in one option; None where the option does not carry it or needs no GPU."""

    workload: str
    option: OptionId
    before: Machines | None
    after: Machines | None

    @property
    def moved(self) -> bool:
        return self.before != self.after


class OptionMove(Frozen):
    """One operating option in both results; None where a result does not have it or cannot price it."""

    id: OptionId
    feasible_before: Feasible | None
    feasible_after: Feasible | None
    p_best_before: float | None
    p_best_after: float | None
    npv_before: Percentiles | None
    npv_after: Percentiles | None
    nominal_before: float | None
    nominal_after: float | None
    components: tuple[ComponentMove, ...]
    """Those that moved, the largest movement first; their sum is the movement of the nominal cost."""
    gates: tuple[GateMove, ...]
    """Those whose verdict changed, the failed ones first."""

    @property
    def became_feasible(self) -> bool:
        return self.feasible_before == "no" and self.feasible_after in ("yes", "open")

    @property
    def became_infeasible(self) -> bool:
        return self.feasible_before in ("yes", "open") and self.feasible_after == "no"


class AssumptionMove(Frozen):
    """A default that came, went or changed, because an answer it depends on did; None: not assumed there."""

    question: str
    workload: str | None
    label: Text | None
    unit: str
    before: str | None
    after: str | None


class Comparison(Frozen):
    """Everything that differs between two results. Equal results give empty lists."""

    before: Lead
    after: Lead
    options: tuple[OptionMove, ...]
    """In the order of the changed result; options only the first one had come last."""
    placements: tuple[Placement, ...]
    break_even_before: BreakEven | None
    break_even_after: BreakEven | None
    findings_new: tuple[Finding, ...]
    findings_gone: tuple[Finding, ...]
    assumptions: tuple[AssumptionMove, ...]

    def option(self, option_id: str) -> OptionMove | None:
        return next((option for option in self.options if option.id == option_id), None)


def compare(before: Result, after: Result) -> Comparison:
    """What moved from one result to another of the same assessment with other answers."""
    ids = [option.id for option in after.options]
    ids += [option.id for option in before.options if option.id not in ids]
    shown_before, shown_after = ({f.id for f in result.findings} for result in (before, after))
    return Comparison(
        before=_lead(before),
        after=_lead(after),
        options=tuple(_option(option_id, before.option(option_id), after.option(option_id)) for option_id in ids),
        placements=tuple(_placements(before, after, ids)),
        break_even_before=before.break_even,
        break_even_after=after.break_even,
        findings_new=tuple(f for f in after.findings if f.id not in shown_before),
        findings_gone=tuple(f for f in before.findings if f.id not in shown_after),
        assumptions=_assumptions(before.assumptions, after.assumptions),
    )


def _lead(result: Result) -> Lead:
    advice = result.recommendation
    option = result.option(advice.option) if advice.option else None
    return Lead(option=advice.option, verdict=advice.verdict, p_best=option.p_best if option else None)


def _option(option_id: OptionId, before: Option | None, after: Option | None) -> OptionMove:
    costs = [option.cost if option else None for option in (before, after)]
    return OptionMove(
        id=option_id,
        feasible_before=before.feasible if before else None,
        feasible_after=after.feasible if after else None,
        p_best_before=before.p_best if before else None,
        p_best_after=after.p_best if after else None,
        npv_before=costs[0].npv_eur if costs[0] else None,
        npv_after=costs[1].npv_eur if costs[1] else None,
        nominal_before=costs[0].nominal_eur if costs[0] else None,
        nominal_after=costs[1].nominal_eur if costs[1] else None,
        components=_components(*costs),
        gates=_gates(before.gates if before else (), after.gates if after else ()),
    )


def _components(before: Cost | None, after: Cost | None) -> tuple[ComponentMove, ...]:
    """Only where both results price the option: otherwise everything would have moved."""
    if before is None or after is None:
        return ()
    names = dict.fromkeys([*before.breakdown, *after.breakdown])
    moves = [
        ComponentMove(component=n, before_eur=before.breakdown.get(n, 0.0), after_eur=after.breakdown.get(n, 0.0))
        for n in names
    ]
    return tuple(sorted((m for m in moves if abs(m.by_eur) > _HALF_A_CENT), key=lambda m: -abs(m.by_eur)))


def _gates(before: tuple[Gate, ...], after: tuple[Gate, ...]) -> tuple[GateMove, ...]:
    old, new = ({gate.rule: gate for gate in gates} for gates in (before, after))
    moves = []
    for rule in dict.fromkeys([*new, *old]):
        was, now = old.get(rule), new.get(rule)
        if (was and was.verdict) != (now and now.verdict):
            told = now or was
            assert told is not None  # noqa: S101 - the rule comes from one of the two
            moves.append(
                GateMove(
                    rule=rule, before=was.verdict if was else None, after=now.verdict if now else None, text=told.text
                )
            )
    return tuple(sorted(moves, key=lambda move: _GATE_ORDER[move.after]))


def _placements(before: Result, after: Result, options: list[OptionId]) -> list[Placement]:
    workloads = dict.fromkeys([*(w.id for w in after.workloads), *(w.id for w in before.workloads)])
    found = []
    for workload in workloads:
        for option in options:
            was, now = _machines(before, option, workload), _machines(after, option, workload)
            if was is not None or now is not None:
                found.append(Placement(workload=workload, option=option, before=was, after=now))
    return found


def _machines(result: Result, option_id: OptionId, workload_id: str) -> Machines | None:
    option = result.option(option_id)
    chosen = option.chosen.get(workload_id) if option else None
    workload = next((w for w in result.workloads if w.id == workload_id), None)
    if chosen is None or workload is None:
        return None
    configuration = next((c for c in workload.configurations if c.id == chosen), None)
    if configuration is None:
        return None
    return Machines(accelerator=configuration.accelerator, gpus=configuration.total_gpus)


def _assumptions(before: tuple[Assumption, ...], after: tuple[Assumption, ...]) -> tuple[AssumptionMove, ...]:
    old, new = ({(a.question, a.workload): a for a in made} for made in (before, after))
    moves = []
    for key in dict.fromkeys([*new, *old]):
        was, now = old.get(key), new.get(key)
        told = now or was
        if told is None or (was and was.value) == (now and now.value):
            continue
        moves.append(
            AssumptionMove(
                question=key[0],
                workload=key[1],
                label=told.label,
                unit=told.unit,
                before=was.value if was else None,
                after=now.value if now else None,
            )
        )
    return tuple(moves)
