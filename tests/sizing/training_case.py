"""Training tasks as published cases state them."""

from collections.abc import Sequence
from typing import Any

from wizard.catalogs.load import load_catalog
from wizard.domain.configuration import Configuration
from wizard.domain.model import ModelArchitecture
from wizard.domain.quantities import Range
from wizard.domain.workload import TrainingTask
from wizard.sizing.search import ClientHardware
from wizard.sizing.training_memory import Trained
from wizard.sizing.training_search import size_training

CATALOG = load_catalog()


def model(name: str) -> ModelArchitecture:
    """An architecture of the shipped catalogue."""
    return CATALOG.models[name].architecture


def task(**changed: Any) -> TrainingTask:
    """Full fine-tuning of 50 million tokens, changed as told; ``tokens`` may be a number."""
    usual: dict[str, Any] = {
        "method": "full", "tokens": 5e7, "epochs": 1.0, "seq_len": 4096, "global_batch": 64,
        "runs_per_month": Range.exact(1.0),
    }  # fmt: skip
    given = {**usual, **changed}
    if isinstance(given["tokens"], int | float):
        given["tokens"] = Range.exact(float(given["tokens"]))
    return TrainingTask.model_validate(given)


def trained(arch: ModelArchitecture, **changed: Any) -> Trained:
    return Trained(arch, task(**changed), CATALOG.figures)


def judged(run: Trained, accelerator: str, count: int) -> Configuration:
    """Hardware that stands there, as the search judges it."""
    (found,) = size_training(run, [], client=[ClientHardware(CATALOG.accelerators[accelerator], count)])
    return found


def searched(run: Trained, accelerators: Sequence[str] = ()) -> tuple[Configuration, ...]:
    """What the search finds on some accelerators, or on all."""
    return size_training(run, [CATALOG.accelerators[name] for name in accelerators or CATALOG.accelerators])
