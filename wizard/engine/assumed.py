"""What the result assumes, with the effect of each assumption on the leading option's cost."""

from collections.abc import Iterator
from dataclasses import replace

from wizard.domain.assessment import Assessment
from wizard.domain.economics import UncertainInput
from wizard.domain.quantities import Range
from wizard.domain.result import Assumption
from wizard.engine.loads import LoadFactor
from wizard.engine.options import Priced
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.flow import live_questions
from wizard.questionnaire.resolve import Given, Values
from wizard.questionnaire.schema import Question, Questionnaire

INPUT_OF_QUESTION = {
    "road.growth_pct": "growth_per_year",
    "fin.wacc_pct": "discount_rate",
    "data.egress_tb_month": "egress_tb_per_month",
    "site.place": "pue",
    "fin.pue": "pue",
    "fin.site_prices": "electricity_eur_per_kwh",
    "fin.depreciation": "residual_share",
    "fin.fte_cost": "fte_eur_per_year",
    "fin.licence_cost": "licence_eur_per_gpu_year",
}
"""Cost inputs whose value a question may settle; ``demand_factor`` is split into its own questions."""
ASKED_FOR = {
    "cost.maintenance_share_per_year": "fin.licence_cost",
    "cost.electricity_eur_per_kwh": "fin.site_prices",
}
"""Questions behind figures of the catalogue that are never taken without asking."""


def _shape(workload: SizedWorkload) -> tuple[str, ...]:
    """Questions beside the demand's factors that decide how much hardware one unit of it takes."""
    return ("w.model_ref", "w.tokens_in", "w.tokens_out") if workload.load is not None else ("w.model_ref",)


def demand_questions(values: Values, sized: tuple[SizedWorkload, ...]) -> tuple[str, ...]:
    """Questions that shape the demand and still stand on a default."""
    open_ones = [f.given.question_id for w in sized for f in w.factors if not f.given.known]
    open_ones += [q for w in sized for q in _shape(w) if not values.given(q, w.result.id).known]
    return tuple(dict.fromkeys(open_ones))


def assumptions(
    values: Values,
    questionnaire: Questionnaire,
    assessment: Assessment,
    priced: Priced | None,
    winner: str | None,
    sized: tuple[SizedWorkload, ...],
) -> tuple[Assumption, ...]:
    """Every default the result stands on, those with the largest effect first.

    Called after everything else has read its inputs; questions nobody read are no assumptions of the result.

    ``impact_eur`` is the net present value of the leading option at the high end minus that at the low end of the
    input, all others at their middle values.
    """
    impact = _Impact.of(priced, winner)
    made = [
        *_questions(values, questionnaire, assessment, impact, sized),
        *_catalogue(impact, _settled(values)),
    ]
    return tuple(sorted(made, key=lambda a: -abs(a.impact_eur or 0.0)))


class _Impact:
    """Swings of one plan."""

    def __init__(self, priced: Priced, index: int, winner: str | None) -> None:
        self.priced, self.index = priced, index
        self.inputs = priced.seen_by(winner).inputs

    @classmethod
    def of(cls, priced: Priced | None, winner: str | None) -> "_Impact | None":
        if priced is None:
            return None
        index = next((o.index for o in priced.options if o.option == winner), 0)
        return cls(priced, index, winner)

    def of_input(self, key: str) -> float:
        return self.priced.table.swing(self.index, key)

    def of_factor(self, factor: LoadFactor) -> float:
        """Demand moves with one factor alone."""
        down, up = factor.low / factor.value, factor.high / factor.value
        question = self.priced.table.question
        moved = question.inputs["demand_factor"].model_copy(update={"range": Range(low=down, value=1.0, high=up)})
        table = replace(
            self.priced.table,
            question=question.model_copy(update={"inputs": {**question.inputs, "demand_factor": moved}}),
        )
        return table.swing(self.index, "demand_factor")


def _questions(
    values: Values, questionnaire: Questionnaire, assessment: Assessment, impact: _Impact | None,
    sized: tuple[SizedWorkload, ...],
) -> Iterator[Assumption]:  # fmt: skip
    factors = {
        (f.given.question_id, w.result.id): f for w in sized for f in w.factors
    }  # fmt: skip
    used = values.used()
    for live in live_questions(questionnaire, assessment):
        if (live.question.id, live.workload_id) not in used:
            continue
        given = values.given(live.question.id, live.workload_id)
        if given.known or given.value is None:
            continue
        effect = None
        if impact is not None:
            factor = factors.get((live.question.id, live.workload_id or ""))
            key = INPUT_OF_QUESTION.get(live.question.id)
            if factor is not None:
                effect = impact.of_factor(factor)
            elif key is not None and impact.inputs[key].question == live.question.id:
                effect = impact.of_input(key)
        yield _assumption(live.question, given, effect)


def _catalogue(impact: _Impact | None, settled: frozenset[str]) -> Iterator[Assumption]:
    """Cost inputs that only the catalogue knows and that move the cost of an option."""
    if impact is None:
        return
    in_use = impact.priced.table.inputs_in_use() - settled
    for entry in impact.inputs.values():
        if entry.key in in_use and entry.question is None and entry.range.low < entry.range.high:
            yield _of_input(entry, impact.of_input(entry.key))


def _settled(values: Values) -> frozenset[str]:
    return frozenset(key for q, key in INPUT_OF_QUESTION.items() if values.given(q).known)


def _assumption(question: Question, given: Given, effect: float | None) -> Assumption:
    return Assumption(
        question=given.question_id,
        workload=given.workload_id,
        value=_plain(given.value),
        low=_number(given.low),
        high=_number(given.high),
        unit=question.unit or "",
        basis=given.basis,
        impact_eur=effect,
    )


def _of_input(entry: UncertainInput, effect: float) -> Assumption:
    return Assumption(
        question=f"cost.{entry.key}",
        label=entry.label,
        value=_plain(entry.range.value),
        low=entry.range.low,
        high=entry.range.high,
        unit=entry.unit,
        basis=entry.basis,
        impact_eur=effect,
    )


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _plain(value: object) -> str:
    """The stored form; the views write numbers and options in the reader's language."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, dict):
        return "; ".join(f"{k}={_plain(v)}" for k, v in value.items() if v is not None)
    if isinstance(value, list | tuple):
        return ", ".join(_plain(v) for v in value)
    return str(value)
