"""Published measurements beside a prediction: the nearest ones, and how far predictions of its class are off."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from statistics import median

from wizard.accuracy.answer import World
from wizard.accuracy.answer_serving import serving_answer
from wizard.accuracy.answers import Predicted
from wizard.accuracy.benchmarks import shipped_table
from wizard.accuracy.case import Case, serving_case
from wizard.accuracy.distance import FARTHEST, Distance, distance, mixture
from wizard.accuracy.fitted import comparable, shipped_rule
from wizard.accuracy.kinds import THROUGHPUT
from wizard.accuracy.labels import engine_name, engine_title
from wizard.accuracy.measured import measured_values
from wizard.accuracy.reasons import Unanswered
from wizard.accuracy.rows import Row
from wizard.accuracy.score import CLOSE
from wizard.domain.configuration import MeasuredAccuracy, NearestMeasurement
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.sizing.formats import resolve_cache, resolve_weights

_FIRST = ("throughput", "tpot", "ttft", "e2e")
"""The quantity shown of a row: the first it has."""
_STATED = ("throughput", "tpot")
_ENOUGH = 8
"""Fewer values are no class."""
_BURSTS = "server-infinite-rate"
"""All requests at once are no load one sizes for."""

Alike = Callable[[Case], bool]


class Published:
    """The shipped measurements of serving, for many questions in one catalogue."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._said: dict[str, dict[str, Predicted]] = {}

    @cached_property
    def _rows(self) -> tuple[tuple[Row, Case, dict[str, float]], ...]:
        found = []
        for row in shipped_table(THROUGHPUT).rows:
            values = {q: v for q, v in measured_values(THROUGHPUT, row).items() if comparable(THROUGHPUT, row, q)}
            if not values or row.text("scenario") == _BURSTS:
                continue
            try:
                found.append((row, _resolved(serving_case(row, self._world.names)), values))
            except (Unanswered, CodedError):
                continue
        return tuple(found)

    def nearest(self, asked: Case, count: int = 3) -> tuple[NearestMeasurement, ...]:
        """Of models of the same class (dense, or a mixture of experts), at most ``FARTHEST`` away, nearest first."""
        asked = _resolved(asked)
        alike = [entry for entry in self._rows if mixture(entry[1].arch) == mixture(asked.arch)]
        ranked = sorted(((_apart(asked, row, case), row, case, values) for row, case, values in alike), key=_order)
        found: list[NearestMeasurement] = []
        for apart, row, case, values in ranked:
            if apart.value > FARTHEST or len(found) == count:
                break
            found += self._shown(apart, row, case, values)
        return tuple(found)

    def _shown(self, apart: Distance, row: Row, case: Case, values: dict[str, float]) -> list[NearestMeasurement]:
        said = self._predicted(row, case)
        quantity = next((name for name in _FIRST if name in values and name in said), None)
        if quantity is None:
            return []
        return [
            NearestMeasurement(
                id=row.id, quantity=quantity, measured=values[quantity], predicted=said[quantity].value,
                source=row.text("source"), source_date=row.text("source_date"), distance=round(apart.value, 3),
                differs=apart.differs,
            )
        ]  # fmt: skip

    def accuracy(self, asked: Case) -> tuple[MeasuredAccuracy, ...]:
        """Of the narrowest class around the asked deployment that has enough measurements, by quantity."""
        asked = _resolved(asked)
        found = (self._of_class(quantity, _classes(asked)) for quantity in _STATED)
        return tuple(one for one in found if one is not None)

    def _of_class(self, quantity: str, classes: Sequence[tuple[Alike, tuple[str, str]]]) -> MeasuredAccuracy | None:
        for alike, (en, de) in classes:
            inside = [entry for entry in self._rows if quantity in entry[2] and alike(entry[1])]
            if len(inside) < _ENOUGH:
                continue
            answered = [(row, self._predicted(row, case), values) for row, case, values in inside]
            known = [
                (row, said[quantity].value / values[quantity]) for row, said, values in answered if quantity in said
            ]
            if len(known) >= _ENOUGH:
                return _judged(quantity, known, text(en, de))
        return None

    def _predicted(self, row: Row, case: Case) -> dict[str, Predicted]:
        if row.id not in self._said:
            try:
                answered = serving_answer(case, self._world.facts)
            except (Unanswered, CodedError):
                answered = ()
            self._said[row.id] = {one.quantity: one for one in answered}
        return self._said[row.id]


def _apart(asked: Case, row: Row, case: Case) -> Distance:
    return distance(asked, case, prompt_known=row.text("use") != "decode_only")


def _judged(quantity: str, known: Sequence[tuple[Row, float]], label: Text) -> MeasuredAccuracy:
    """Of rows with the predicted over the measured value."""
    errors = [abs(ratio - 1) for _row, ratio in known]
    took_part = shipped_rule().took_part
    return MeasuredAccuracy(
        label=label, quantity=quantity, rows=len(known),
        fitted=sum(took_part(THROUGHPUT, row, quantity) for row, _ratio in known),
        groups=len({row.group for row, _ratio in known}), median_error=median(errors),
        within_25_percent=sum(error <= CLOSE for error in errors) / len(errors),
    )  # fmt: skip


def _order(entry: tuple[Distance, Row, Case, dict[str, float]]) -> tuple[float, str]:
    return entry[0].value, entry[1].id


def _resolved(case: Case) -> Case:
    """With the formats ``native`` and ``auto`` stand for, so that they can be compared."""
    weights = resolve_weights(case.arch, case.deployment.weights_format)
    cache = resolve_cache(case.accelerator, case.deployment.kv_format)
    deployment = case.deployment.model_copy(update={"weights_format": weights, "kv_format": cache})
    return replace(case, deployment=deployment)


def _classes(asked: Case) -> list[tuple[Alike, tuple[str, str]]]:
    """From the narrowest to the widest: generation, engine and format; without the format; without the engine."""
    mixed, generation = mixture(asked.arch), asked.accelerator.architecture
    engine, weights = engine_name(asked.deployment.engine), asked.deployment.weights_format

    def same(case: Case) -> bool:
        return mixture(case.arch) == mixed and case.accelerator.architecture == generation

    def served(case: Case) -> bool:
        return same(case) and engine_name(case.deployment.engine) == engine

    def stored(case: Case) -> bool:
        return served(case) and case.deployment.weights_format == weights

    models = ("mixtures of experts", "Expertenmodelle") if mixed else ("dense models", "dichte Modelle")
    card = generation.capitalize() if not generation.startswith(("cdna", "rdna")) else generation.upper()
    parts = (
        (stored, f", {engine_title(engine)}, {weights.upper()}"),
        (served, f", {engine_title(engine)}"),
        (same, ""),
    )
    return [(alike, (f"{models[0]}, {card}{rest}", f"{models[1]}, {card}{rest}")) for alike, rest in parts]
