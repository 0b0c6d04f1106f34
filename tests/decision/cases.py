"""Small decision problems: fixed anchors, candidates with given scores."""

from typing import Any

import numpy as np
import numpy.typing as npt
from wizard.decision.decide import Candidate
from wizard.domain.catalog import Anchor, DecisionSettings
from wizard.domain.language import text
from wizard.domain.provenance import Evidence
from wizard.domain.result import Criterion, OptionId

Array = npt.NDArray[np.float64]
REFERENCE = {"reference_cost": 1_000_000.0}


def anchor(criterion: str, group: str = "", share: float = 1.0, **changes: Any) -> Anchor:
    fields: dict[str, Any] = {
        "criterion": criterion,
        "group": group or criterion,
        "share": share,
        "worst": 0.0,
        "target": 1.0,
        "unit": "",
        "basis": "assumption",
        "source": "made up for this test",
        "title": text(criterion, criterion),
        "formula": text("as stated", "wie angegeben"),
    }
    return Anchor(**{**fields, **changes})


NPV = anchor("npv", "cost", worst=2.0, target=0.5, unit="EUR", relative_to="reference_cost")


def settings(*anchors: Anchor, **changes: Any) -> DecisionSettings:
    fields: dict[str, Any] = {
        "anchors": anchors,
        "clear_from": 0.8,
        "leaning_from": 0.6,
        "weight_samples": 500,
        "concentration": 60.0,
    }
    return DecisionSettings(**{**fields, **changes})


def criterion(score: float | None, value: float | None = None, unit: str = "") -> Criterion:
    return Criterion(
        value=score if value is None else value, unit=unit, score=score, formula="given", evidence=Evidence.STATED
    )


def candidate(option: OptionId, feasible: Any = "yes", **scores: float | None) -> Candidate:
    return Candidate(option=option, feasible=feasible, criteria={name: criterion(s) for name, s in scores.items()})


def spread(middle: float, width: float, seed: int, samples: int = 500) -> Array:
    return middle * (1.0 + width * (np.random.default_rng(seed).random(samples) - 0.5))
