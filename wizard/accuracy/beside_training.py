"""Published training runs beside a prediction: the nearest ones, and how far predictions of their class are off.

They are looked up after a prediction and never enter it.
"""

from collections.abc import Iterator
from functools import cached_property
from math import log
from statistics import median

from wizard.accuracy.answer import World
from wizard.accuracy.answer_training import setting, training_answer
from wizard.accuracy.benchmarks import shipped_table
from wizard.accuracy.distance import FARTHEST, Distance, Part, mixture
from wizard.accuracy.fitted import comparable, shipped_rule
from wizard.accuracy.kinds import TRAINING
from wizard.accuracy.measured import measured_values
from wizard.accuracy.reasons import Unanswered
from wizard.accuracy.rows import Row
from wizard.accuracy.score import CLOSE
from wizard.domain.configuration import MeasuredAccuracy, NearestMeasurement
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import text
from wizard.sizing.training_run import Layout, Trained

QUANTITY = "train_tokens_per_s_per_gpu"
_OTHER_MODEL, _OTHER_CARD, _OTHER_GENERATION = 0.1, 0.3, 1.5
_OTHER_FORMAT, _OTHER_METHOD, _OTHER_RECOMPUTE = 0.5, 0.5, 0.3
_BY_LENGTH, _BY_CLUSTER, _BY_SPLIT = 0.3, 0.1, 0.2
_SAME = 0.1
"""Lengths and sizes closer than this, as a logarithm, are called equal."""
_ENOUGH = 8
Asked = tuple[Trained, Accelerator, Layout]


class PublishedTraining:
    """The shipped training runs, for many questions in one catalogue."""

    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def _rows(self) -> tuple[tuple[Row, Asked, float], ...]:
        found = []
        for row in shipped_table(TRAINING).rows:
            measured = measured_values(TRAINING, row).get(QUANTITY)
            if measured is None or not comparable(TRAINING, row, QUANTITY):
                continue
            try:
                found.append((row, setting(row, self._world.names, self._world.facts), measured))
            except (Unanswered, CodedError):
                continue
        return tuple(found)

    def nearest(self, asked: Asked, count: int = 3) -> tuple[NearestMeasurement, ...]:
        """Of models of the same class, at most ``FARTHEST`` away, the nearest first."""
        ranked = sorted(
            ((_distance(asked, other), row, measured) for row, other, measured in self._alike(asked)),
            key=lambda one: (one[0].value, one[1].id),
        )
        return tuple(
            NearestMeasurement(
                id=row.id, quantity=QUANTITY, measured=measured, predicted=self._predicted(row),
                source=row.text("source"), source_date=row.text("source_date"), distance=apart.value,
                differs=apart.differs,
            )
            for apart, row, measured in ranked[:count] if apart.value <= FARTHEST
        )  # fmt: skip

    def accuracy(self, asked: Asked) -> tuple[MeasuredAccuracy, ...]:
        """Of dense models or mixtures of experts on this generation; nothing where fewer than eight runs are known."""
        generation = asked[1].architecture
        errors, groups, fitted = [], set(), 0
        for row, other, measured in self._alike(asked):
            if other[1].architecture != generation:
                continue
            errors.append(abs(self._predicted(row) / measured - 1))
            groups.add(row.group)
            fitted += shipped_rule().took_part(TRAINING, row, QUANTITY)
        if len(errors) < _ENOUGH:
            return ()
        models = ("mixtures of experts", "Expertenmodelle")
        if not mixture(asked[0].arch):
            models = ("dense models", "dichte Modelle")
        card = generation.capitalize()
        return (
            MeasuredAccuracy(
                label=text(f"training of {models[0]}, {card}", f"Training, {models[1]}, {card}"), quantity=QUANTITY,
                rows=len(errors), fitted=fitted, groups=len(groups), median_error=median(errors),
                within_25_percent=sum(error <= CLOSE for error in errors) / len(errors),
            ),
        )  # fmt: skip

    def _alike(self, asked: Asked) -> Iterator[tuple[Row, Asked, float]]:
        kind = mixture(asked[0].arch)
        return (entry for entry in self._rows if mixture(entry[1][0].arch) == kind)

    def _predicted(self, row: Row) -> float:
        return training_answer(row, self._world.names, self._world.facts)[0].value


def _distance(asked: Asked, other: Asked) -> Distance:
    parts = [*_model(asked, other), *_hardware(asked, other), *_task(asked, other)]
    return Distance(sum(value for value, _ in parts), tuple(said for _, said in parts if said is not None))


def _model(asked: Asked, other: Asked) -> Iterator[Part]:
    mine, theirs = asked[0], other[0]
    if mine.arch.ref == theirs.arch.ref:
        return
    name = theirs.arch.ref.rpartition("/")[2]
    apart = abs(log(theirs.flops.parameters / mine.flops.parameters))
    yield _OTHER_MODEL + apart, text(f"model {name}", f"Modell {name}")


def _hardware(asked: Asked, other: Asked) -> Iterator[Part]:
    (_, mine, mine_layout), (_, theirs, their_layout) = asked, other
    if mine.id != theirs.id:
        same = mine.architecture == theirs.architecture
        yield (_OTHER_CARD if same else _OTHER_GENERATION), text(theirs.name, theirs.name)
    size = abs(log(their_layout.gpus / mine_layout.gpus))
    yield _BY_CLUSTER * size, text(f"{their_layout.gpus} GPUs", f"{their_layout.gpus} GPUs") if size > _SAME else None
    split = abs(log(_divided(their_layout) / _divided(mine_layout)))
    said = f"TP {their_layout.tensor_parallel}, PP {their_layout.pipeline_parallel}"
    yield _BY_SPLIT * split, text(said, said) if split > _SAME else None


def _divided(layout: Layout) -> int:
    return layout.tensor_parallel * layout.pipeline_parallel * layout.context_parallel


def _task(asked: Asked, other: Asked) -> Iterator[Part]:
    mine, theirs = asked[0].task, other[0].task
    if mine.precision != theirs.precision:
        name = theirs.precision.removesuffix("_mixed").upper()
        yield _OTHER_FORMAT, text(name, name)
    if asked[0].adapters != other[0].adapters:
        yield _OTHER_METHOD, text(f"method {theirs.method}", f"Verfahren {theirs.method}")
    if mine.recompute != theirs.recompute:
        yield _OTHER_RECOMPUTE, text(f"recomputation {theirs.recompute}", f"Neuberechnung {theirs.recompute}")
    apart = abs(log(theirs.seq_len / mine.seq_len))
    yield _BY_LENGTH * apart, text(f"{theirs.seq_len} tokens", f"{theirs.seq_len} Token") if apart > _SAME else None
