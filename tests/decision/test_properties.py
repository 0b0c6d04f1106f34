"""Properties of the decision over many random problems."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest
from wizard.decision.decide import Candidate, Decision, decide
from wizard.decision.value import score
from wizard.domain.catalog import DecisionSettings
from wizard.domain.result import Criterion, OptionId

from .cases import NPV, Array, anchor, candidate, criterion, settings

NAMES: tuple[OptionId, ...] = ("on_premises", "colocation", "dedicated", "cloud", "hybrid", "api")
OTHERS = tuple(f"c{number}" for number in range(6))
SETTINGS = settings(NPV, *(anchor(name, f"g{number % 3}") for number, name in enumerate(OTHERS)), weight_samples=128)


@dataclass(frozen=True)
class Problem:
    """Priorities, candidates and costs; money in units of ``reference``."""

    points: dict[str, float]
    candidates: tuple[Candidate, ...]
    npv: dict[OptionId, Array]
    reference: float = 1e6

    def decide(self, seed: int = 1, using: DecisionSettings = SETTINGS) -> Decision:
        return decide(
            self.candidates, self.points, using, self.npv, seed, references={"reference_cost": self.reference}
        )

    def without(self, option: OptionId) -> "Problem":
        return replace(self, candidates=tuple(c for c in self.candidates if c.option != option))


def problems(count: int) -> Iterator[tuple[Problem, np.random.Generator]]:
    for seed in range(count):
        generator = np.random.default_rng(seed)
        options = NAMES[: int(generator.integers(3, 6))]
        npv = {name: 1e6 * generator.uniform(0.3, 2.2) * generator.lognormal(0.0, 0.2, 64) for name in options}
        candidates = tuple(_random(name, npv[name], generator) for name in options)
        points = {group: float(generator.integers(1, 50)) for group in ("cost", "g0", "g1", "g2")}
        yield Problem(points, candidates, npv), generator


def _random(name: OptionId, npv: Array, generator: np.random.Generator) -> Candidate:
    scores = {other: float(generator.random()) for other in OTHERS}
    feasible = generator.choice(["yes", "yes", "open"])
    plain = candidate(name, str(feasible), **scores)
    return plain.model_copy(update={"criteria": {**plain.criteria, "npv": _npv(npv, 1e6)}})


def _npv(npv: Array, reference: float) -> Criterion:
    middle = float(np.median(npv))
    return criterion(score(middle, NPV, {"reference_cost": reference}), middle, "EUR")


def _with_worst(problem: Problem, generator: np.random.Generator, feasible: str) -> Problem:
    """One more option, dominated by an existing one in every criterion and every sample."""
    better = problem.candidates[int(generator.integers(len(problem.candidates)))]
    dearer = problem.npv[better.option] * 1.3
    scores = {name: (better.criteria[name].score or 0.0) * 0.7 for name in OTHERS}
    plain = candidate("seats", feasible, **scores)
    added = plain.model_copy(update={"criteria": {**plain.criteria, "npv": _npv(dearer, problem.reference)}})
    return replace(problem, candidates=(added, *problem.candidates), npv={**problem.npv, "seats": dearer})


@pytest.mark.parametrize("feasible", ["yes", "no"])
def test_a_dominated_or_failing_option_reorders_nothing(feasible: str) -> None:
    """2,000 random problems in all, 0 reorderings."""
    reordered = 0
    for problem, generator in problems(1_000):
        before = problem.decide()
        after = _with_worst(problem, generator, feasible).decide()
        kept = tuple(option for option in after.order if option != "seats")
        reordered += kept != before.order or after.winner != before.winner
    assert reordered == 0


def test_removing_any_option_reorders_nothing() -> None:
    for problem, _ in problems(100):
        order = problem.decide().order
        for gone in order:
            assert problem.without(gone).decide().order == tuple(option for option in order if option != gone)


def test_a_failing_option_changes_no_probability() -> None:
    for problem, generator in problems(100):
        before, after = problem.decide(), _with_worst(problem, generator, "no").decide()
        assert {name: after.p_best[name] for name in before.p_best} == before.p_best


def test_a_dominated_option_is_never_best() -> None:
    for problem, generator in problems(100):
        assert _with_worst(problem, generator, "yes").decide().p_best["seats"] == 0.0


@pytest.mark.parametrize("factor", [0.25, 1024.0])
def test_scaling_all_money_changes_no_decision(factor: float) -> None:
    for problem, _ in problems(100):
        reference = problem.reference * factor
        npv = {name: sample * factor for name, sample in problem.npv.items()}
        candidates = tuple(
            c.model_copy(update={"criteria": {**c.criteria, "npv": _npv(npv[c.option], reference)}})
            for c in problem.candidates
        )
        before, after = problem.decide(), Problem(problem.points, candidates, npv, reference).decide()
        assert (after.order, after.p_best, after.verdict, after.values) == (
            before.order, before.p_best, before.verdict, before.values,
        )  # fmt: skip


def test_same_seed_same_decision() -> None:
    for problem, _ in problems(20):
        assert problem.decide(7) == problem.decide(7)


def test_the_order_of_the_candidates_changes_nothing() -> None:
    for problem, _ in problems(50):
        turned = replace(problem, candidates=tuple(reversed(problem.candidates)))
        assert (turned.decide().order, turned.decide().p_best) == (problem.decide().order, problem.decide().p_best)


def test_the_probability_of_being_best_hardly_depends_on_the_seed() -> None:
    """Standard deviation over seeds at most 0.01 with 10,000 samples."""
    many = SETTINGS.model_copy(update={"weight_samples": 10_000})
    for problem, _ in problems(5):
        best = [list(problem.decide(seed, many).p_best.values()) for seed in range(10)]
        assert np.std(np.array(best, dtype=float), axis=0).max() <= 0.01
