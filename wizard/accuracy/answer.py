"""From a measured row to what the product predicts for it. Measured results are never looked at."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wizard.accuracy.answer_memory import memory_answer
from wizard.accuracy.answer_power import power_answer
from wizard.accuracy.answer_serving import serving_answer
from wizard.accuracy.answer_training import training_answer
from wizard.accuracy.answer_training_memory import training_memory_answer
from wizard.accuracy.answers import Answer, Predicted
from wizard.accuracy.case import serving_case
from wizard.accuracy.kinds import MEMORY, POWER, THROUGHPUT, TRAINING, TRAINING_MEMORY
from wizard.accuracy.names import Names
from wizard.accuracy.reasons import Unanswered
from wizard.accuracy.rows import Row, Table
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.language import Text
from wizard.sizing.figures import Facts


@dataclass(frozen=True)
class World:
    """All an answer may stand on."""

    catalog: Catalog
    names: Names
    facts: Facts


def world_of(catalog: Catalog, names: Names | None = None) -> World:
    return World(catalog, names or Names(catalog), catalog.figures)


def answers(table: Table, world: World) -> Iterator[Answer]:
    """One answer a row, in the order of the table."""
    return (answer(table.kind, row, world) for row in table.rows)


def answer(kind: str, row: Row, world: World) -> Answer:
    """The predictions for a row, or the reason why there are none."""
    try:
        return Answer(row.id, _PREDICTORS[kind](row, world))
    except Unanswered as unanswered:
        return Answer(row.id, reason=unanswered.reason)
    except CodedError as error:
        return Answer(row.id, reason=Text(de=error.message("de"), en=error.message("en")))


def _serving(row: Row, world: World) -> tuple[Predicted, ...]:
    return serving_answer(serving_case(row, world.names), world.facts)


def _memory(row: Row, world: World) -> tuple[Predicted, ...]:
    return memory_answer(row, world.names, world.facts)


def _training(row: Row, world: World) -> tuple[Predicted, ...]:
    return training_answer(row, world.names, world.facts)


def _training_memory(row: Row, world: World) -> tuple[Predicted, ...]:
    return training_memory_answer(row, world.names, world.facts)


def _power(row: Row, world: World) -> tuple[Predicted, ...]:
    return power_answer(row, world.names, world.catalog.servers.values(), world.facts)


_PREDICTORS: dict[str, Callable[[Row, World], tuple[Predicted, ...]]] = {
    THROUGHPUT: _serving, MEMORY: _memory, TRAINING: _training, TRAINING_MEMORY: _training_memory, POWER: _power,
}  # fmt: skip
