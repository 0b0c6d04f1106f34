"""Ranking, probability of being best, verdict, reasons."""

from typing import Any

import numpy as np
import pytest
from wizard.decision.decide import Candidate, Decision, decide
from wizard.domain.errors import CodedError

from .cases import NPV, REFERENCE, Array, anchor, candidate, settings, spread

SETTINGS = settings(NPV, anchor("sovereignty", "data_control", title=NPV.title), anchor("control", "freedom"))
POINTS = {"cost": 50.0, "data_control": 30.0, "freedom": 20.0}


def flat(amount: float) -> Array:
    return np.full(500, amount)


def decided(
    npv: dict[Any, Array], *candidates: Candidate, points: dict[str, float] = POINTS, **changes: Any
) -> Decision:
    return decide(candidates, points, settings(*SETTINGS.anchors, **changes), npv, 1, references=REFERENCE)


def clear_case() -> Decision:
    return decided(
        {"on_premises": flat(600_000.0), "cloud": flat(1_900_000.0)},
        candidate("on_premises", npv=0.93, sovereignty=1.0, control=1.0),
        candidate("cloud", npv=0.07, sovereignty=0.2, control=0.4),
    )


def test_a_better_option_gets_a_clear_verdict() -> None:
    """R134"""
    decision = clear_case()
    assert (decision.winner, decision.runner_up, decision.verdict) == ("on_premises", "cloud", "clear")


def test_options_within_the_noise_stay_open() -> None:
    npv = {"on_premises": spread(1e6, 0.6, 1), "cloud": spread(1e6, 0.6, 2)}
    decision = decided(npv, candidate("on_premises", npv=0.66), candidate("cloud", npv=0.66), points={"cost": 1.0})
    assert decision.verdict == "open"


@pytest.mark.parametrize(
    ("clear", "leaning", "verdict"), [(1.0, 0.5, "clear"), (1.1, 1.0, "leaning"), (1.2, 1.1, "open")]
)
def test_thresholds_come_from_the_settings(clear: float, leaning: float, verdict: str) -> None:
    npv = {"on_premises": flat(5e5), "cloud": flat(1.5e6)}
    decision = decided(
        npv,
        candidate("on_premises", npv=1.0, sovereignty=1.0, control=1.0),
        candidate("cloud", npv=0.3, sovereignty=0.5, control=0.5),
        clear_from=clear,
        leaning_from=leaning,
    )
    assert decision.verdict == verdict


def test_costs_are_compared_sample_by_sample() -> None:
    """Own is dearer by a little in every sample: common draws make the cloud best in all of them."""
    shared = spread(1e6, 0.8, 3)
    decision = decided(
        {"on_premises": shared * 1.01, "cloud": shared},
        candidate("on_premises", npv=0.6),
        candidate("cloud", npv=0.61),
        points={"cost": 1.0},
    )
    assert decision.p_best["cloud"] == 1.0


def test_identical_options_share_the_first_rank() -> None:
    decision = decided(
        {"on_premises": flat(1e6), "cloud": flat(1e6)}, candidate("on_premises", npv=0.6), candidate("cloud", npv=0.6),
        weight_samples=20_000, points={"cost": 1.0},
    )  # fmt: skip
    assert decision.p_best["cloud"] == pytest.approx(0.5, abs=0.02)


def test_rank_probabilities_add_up_both_ways() -> None:
    npv = {name: spread(1e6, 1.0, seed) for seed, name in enumerate(("on_premises", "dedicated", "cloud"))}
    decision = decided(npv, *(candidate(name, npv=0.6, sovereignty=0.5) for name in npv))
    table = np.array([decision.rank_probabilities[name] for name in npv])
    assert table.sum(axis=0) == pytest.approx(np.ones(3))
    assert table.sum(axis=1) == pytest.approx(np.ones(3))
    assert [decision.p_best[name] for name in npv] == pytest.approx(table[:, 0])


def test_excluded_options_stand_last_and_are_never_best() -> None:
    decision = decided(
        {"on_premises": flat(1.9e6), "dedicated": flat(1.8e6), "cloud": flat(5e5)},
        candidate("cloud", "no", npv=1.0, sovereignty=1.0, control=1.0),
        candidate("on_premises", "open", npv=0.9, sovereignty=1.0, control=1.0),
        candidate("dedicated", npv=0.13, sovereignty=0.4, control=0.4),
    )
    assert decision.order == ("dedicated", "on_premises", "cloud")
    assert (decision.p_best["cloud"], decision.rank_probabilities["cloud"]) == (0.0, ())


def test_an_option_with_open_gates_may_lead() -> None:
    decision = decided(
        {"on_premises": flat(6e5), "dedicated": flat(1.9e6)},
        candidate("on_premises", "open", npv=0.9, sovereignty=1.0, control=1.0),
        candidate("dedicated", npv=0.07, sovereignty=0.4, control=0.4),
    )
    assert (decision.winner, decision.order[0]) == ("on_premises", "dedicated")


def test_an_option_without_price_is_not_ranked() -> None:
    decision = decided(
        {"cloud": flat(1e6)}, candidate("api", "open", sovereignty=1.0, control=1.0), candidate("cloud", npv=0.6)
    )
    assert (decision.winner, decision.order, decision.p_best["api"]) == ("cloud", ("cloud", "api"), None)


def test_the_only_option_left_says_so() -> None:
    decision = decided({"cloud": flat(1e6)}, candidate("cloud", npv=0.6))
    assert (decision.verdict, decision.runner_up, "only" in decision.because[0].en) == ("clear", None, True)


def test_without_options_nothing_is_recommended() -> None:
    decision = decided({"cloud": flat(1e6)}, candidate("cloud", "no", npv=0.6))
    assert (decision.winner, decision.verdict, decision.because, decision.flips) == (None, "open", (), ())


def test_when_nothing_is_known_nothing_is_recommended() -> None:
    decision = decided({}, candidate("cloud", "open"))
    assert (decision.winner, decision.order, decision.p_best["cloud"]) == (None, ("cloud",), None)


def test_no_candidates_at_all() -> None:
    assert decided({}).order == ()


def test_reasons_name_criteria_with_both_values() -> None:
    decision = clear_case()
    assert decision.because[0].en == "npv: 0.93 against 0.07 for cloud (worth 43 of 100 points)."
    assert decision.because[0].de == "npv: 0,93 gegenüber 0,07 bei „Cloud“ (bringt 43 von 100 Punkten)."


def test_the_strongest_point_against_the_leader_is_told() -> None:
    decision = decided(
        {"on_premises": flat(6e5), "cloud": flat(1.9e6)},
        candidate("on_premises", npv=0.93, sovereignty=0.1, control=1.0),
        candidate("cloud", npv=0.07, sovereignty=0.9, control=0.4),
    )
    assert decision.because[-1].en.startswith("Against it: npv, 0.10 against 0.90")


def test_a_criterion_known_for_nobody_carries_no_weight() -> None:
    npv = {"on_premises": flat(6e5), "cloud": flat(1.9e6)}
    decision = decided(npv, candidate("on_premises", npv=0.9, control=1.0), candidate("cloud", npv=0.1, control=0.2))
    assert decision.weights == pytest.approx({"npv": 50 / 70, "control": 20 / 70})


def test_a_criterion_known_for_some_counts_as_the_middle_for_the_rest() -> None:
    npv = {"on_premises": flat(6e5), "cloud": flat(1.9e6)}
    decision = decided(npv, candidate("on_premises", npv=0.9), candidate("cloud", npv=0.1, control=0.2))
    assert decision.utilities["on_premises"]["control"] == 0.5
    assert "not known" in " ".join(reason.en for reason in decision.because)


def test_a_cost_that_cannot_be_scaled_is_not_sampled() -> None:
    candidates = [candidate("cloud", control=0.3), candidate("dedicated", control=0.9)]
    npv = {"cloud": flat(1.0), "dedicated": flat(1e9)}
    decision = decide(candidates, POINTS, SETTINGS, npv, 1, references={})
    assert (decision.winner, "npv" in decision.weights) == ("dedicated", False)


def test_an_option_may_stand_only_once() -> None:
    with pytest.raises(CodedError, match=r"E304.*cloud"):
        decided({"cloud": flat(1e6)}, candidate("cloud", npv=0.6), candidate("cloud", npv=0.5))


def test_all_options_need_the_same_samples() -> None:
    with pytest.raises(CodedError, match="E305"):
        decided({"cloud": flat(1e6), "api": np.ones(3)}, candidate("cloud", npv=0.6), candidate("api", npv=0.5))
