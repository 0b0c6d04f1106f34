"""Fits figures to measurements: robust least squares on logarithmic errors, each group weighing the same.

Minimises ``Σ w·ρ(ln predicted/measured) + Σ ((x − parent)/s)²`` over the logarithms x of the figures, with the
pseudo-Huber loss ρ (Charbonnier 1994) and weights 1 / size of the group, by the method of Levenberg and Marquardt. The
second sum keeps a figure with little data near the more general one. Deterministic: equal input gives equal figures.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

from wizard.accuracy.bench import Bench, Job, Runner
from wizard.accuracy.errors import AccuracyError
from wizard.accuracy.parameters import Parameter, fitted_parameters, logs, with_values, without
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Figure
from wizard.sizing.figures import Facts

Vector = npt.NDArray[np.float64]
SCALE = 0.15
"""Error from which on a row pulls no longer with its square."""
_SHRINK = 1.0
"""Standard deviation of a figure's logarithm around its parent."""
_NEAR = 0.02
_STEP = 0.01
_ROUNDS = 12
_ENOUGH = 1e-4
_UNANSWERED = 1.0
"""Error of a row that the figures of a trial no longer answer."""


@dataclass(frozen=True)
class Fit:
    """Fitted figures, with what is needed to fit again without some rows."""

    parameters: tuple[Parameter, ...]
    at: Vector
    errors: Vector
    jacobian: Vector
    """Of the errors, by row and figure."""
    cost: float
    rounds: int

    def facts(self, base: Facts) -> dict[str, Figure]:
        return with_values(base, self.parameters, list(self.at))


def refit(
    bench: Bench,
    run: Runner,
    *,
    left_out: Collection[int] = (),
    parameters: tuple[Parameter, ...] | None = None,
    progress: Callable[[int, float], None] | None = None,
) -> Fit:
    """Fits to the observations of ``bench`` except those with the indices ``left_out``.

    Figures that no remaining observation reads stay as they are.

    Raises:
        CodedError: V012, fewer observations than figures.
    """
    problem = Problem(bench, run, parameters or fitted_parameters(bench.world.facts), left_out)
    at = problem.start()
    errors = problem.errors(at)
    damping, rounds = 1e-3, 0
    jacobian = problem.jacobian(at, errors)
    cost = problem.cost(at, errors)
    while rounds < _ROUNDS:
        rounds += 1
        better = _better(problem, at, errors, jacobian, cost, damping)
        if better is None:
            break
        gained = cost - better.cost
        at, errors, cost, damping = better.at, better.errors, better.cost, better.damping
        jacobian = problem.jacobian(at, errors)
        if progress is not None:
            progress(rounds, cost)
        if gained < _ENOUGH * cost:
            break
    return Fit(problem.parameters, at, errors, jacobian, cost, rounds)


def without_rows(fit: Fit, bench: Bench, run: Runner, left_out: Collection[int], rounds: int = 4) -> dict[str, Figure]:
    """Figures fitted again without some observations, starting from ``fit`` and keeping its derivatives.

    A figure that only those observations inform is forgotten, so that its parent holds.
    """
    problem = Problem(bench, run, fit.parameters, left_out)
    at, errors, cost = fit.at, fit.errors, problem.cost(fit.at, fit.errors)
    damping = 1e-3
    for _ in range(rounds):
        better = _better(problem, at, errors, fit.jacobian, cost, damping)
        if better is None:
            break
        gained = cost - better.cost
        at, errors, cost, damping = better.at, better.errors, better.cost, better.damping
        if gained < 10 * _ENOUGH * cost:
            break
    facts = with_values(bench.world.facts, fit.parameters, list(at))
    return without(facts, problem.uninformed())


@dataclass(frozen=True)
class _Better:
    at: Vector
    errors: Vector
    cost: float
    damping: float


class Problem:
    """Observations, weights and figures of one fit."""

    def __init__(
        self, bench: Bench, run: Runner, parameters: tuple[Parameter, ...], left_out: Collection[int]
    ) -> None:  # fmt: skip
        self._bench, self._run, self._facts = bench, run, bench.world.facts
        self._reads = bench.reads([p.key for p in parameters])
        self.parameters = tuple(p for p in parameters if self._reads[p.key])
        self.weights = self._weights(frozenset(left_out))
        if np.count_nonzero(self.weights) < len(self.parameters):
            found = int(np.count_nonzero(self.weights))
            raise CodedError(AccuracyError.TOO_FEW, found=found, figures=len(self.parameters))
        self.low = np.array([log(p.low) for p in self.parameters])
        self.high = np.array([log(p.high) for p in self.parameters])
        index = {p.key: i for i, p in enumerate(self.parameters)}
        self._parents = [index.get(p.parent or "", -1) for p in self.parameters]
        self._prior = [
            log(self._facts[p.parent].value) if p.parent else log(self._facts[p.key].value) for p in self.parameters
        ]

    def _weights(self, left_out: frozenset[int]) -> Vector:
        """One over the size of its group and quantity; zero for what is left out."""
        rows = self._bench.table.rows
        names = [(rows[one.row].group, one.quantity) for one in self._bench.observations]
        sizes = Counter(name for i, name in enumerate(names) if i not in left_out)
        return np.array([0.0 if i in left_out else 1.0 / sizes[name] for i, name in enumerate(names)])

    def start(self) -> Vector:
        return np.array(logs(self.parameters, self._facts))

    def errors(self, at: Vector) -> Vector:
        facts = with_values(self._facts, self.parameters, list(at))
        whole = range(len(self._bench.observations))
        jobs: list[Job] = [(facts, list(whole[i::8])) for i in range(8)]
        found = np.empty(len(whole))
        for (_, indices), values in zip(jobs, self._run(jobs), strict=True):
            found[list(indices)] = [_UNANSWERED if value is None else value for value in values]
        return found

    def jacobian(self, at: Vector, errors: Vector) -> Vector:
        """Forward differences, over the rows that read the figure only."""
        jobs: list[Job] = []
        for number, parameter in enumerate(self.parameters):
            moved = at.copy()
            moved[number] += _STEP
            jobs.append((with_values(self._facts, self.parameters, list(moved)), self._reads[parameter.key]))
        found = np.zeros((len(errors), len(self.parameters)))
        for number, ((_, indices), values) in enumerate(zip(jobs, self._run(jobs), strict=True)):
            for i, value in zip(indices, values, strict=True):
                found[i, number] = 0.0 if value is None else (value - errors[i]) / _STEP
        return found

    def prior(self, at: Vector) -> tuple[Vector, Vector]:
        """Difference of each figure to its parent, and the derivative of that by figure."""
        count = len(self.parameters)
        rows = np.eye(count)
        for number, parent in enumerate(self._parents):
            if parent >= 0:
                rows[number, parent] = -1.0
        fixed = np.array([0.0 if parent >= 0 else p for parent, p in zip(self._parents, self._prior, strict=True)])
        return (rows @ at - fixed) / _SHRINK, rows / _SHRINK

    def cost(self, at: Vector, errors: Vector) -> float:
        size = 2 * SCALE**2 * (np.sqrt(1 + (errors / SCALE) ** 2) - 1)
        difference, _ = self.prior(at)
        return float(self.weights @ size + _NEAR * difference @ difference)

    def normal(self, at: Vector, errors: Vector, jacobian: Vector) -> tuple[Vector, Vector]:
        """Matrix and right side of the equations for the next step."""
        weights = self.weights / np.sqrt(1 + (errors / SCALE) ** 2)
        difference, slope = self.prior(at)
        weighted = jacobian * weights[:, None]
        matrix = jacobian.T @ weighted + _NEAR * slope.T @ slope
        return matrix, weighted.T @ errors + _NEAR * slope.T @ difference

    def uninformed(self) -> set[str]:
        """Figures with a parent that only left-out observations look at."""
        used = np.array(
            [self.weights[self._reads[p.key]].sum() if self._reads[p.key] else 0.0 for p in self.parameters]
        )
        return {p.key for p, use in zip(self.parameters, used, strict=True) if use == 0.0 and p.parent is not None}


def _better(
    problem: Problem, at: Vector, errors: Vector, jacobian: Vector, cost: float, damping: float
) -> _Better | None:
    """The next point with a lower cost, or None when no step lowers it."""
    matrix, right = problem.normal(at, errors, jacobian)
    for _ in range(6):
        step = np.linalg.solve(matrix + damping * np.diag(np.diag(matrix) + 1e-9), -right)
        following = np.clip(at + np.clip(step, -0.7, 0.7), problem.low, problem.high)
        found = problem.errors(following)
        reached = problem.cost(following, found)
        if reached < cost:
            return _Better(following, found, reached, max(damping / 10, 1e-6))
        damping *= 10
    return None
