"""Ranking, probability of being best and verdict."""

import numpy as np
from wizard.decision.decide import decide

from .cases import NPV, REFERENCE, anchor, candidate, settings

SETTINGS = settings(NPV, anchor("sovereignty", "data_control"))
POINTS = {"cost": 50.0, "data_control": 50.0}


def test_a_clearly_better_option_gets_a_clear_verdict() -> None:
    """R134"""
    npv = {"on_premises": np.full(500, 600_000.0), "cloud": np.full(500, 1_900_000.0)}
    candidates = [candidate("on_premises", npv=0.9, sovereignty=1.0), candidate("cloud", npv=0.1, sovereignty=0.2)]
    decision = decide(candidates, POINTS, SETTINGS, npv, 1, references=REFERENCE)
    assert (decision.winner, decision.verdict) == ("on_premises", "clear")
