"""Fits figures to measurements by the method of Levenberg and Marquardt, each group of rows weighing the same.

Derivatives are expensive (one prediction for each row and figure it reads), so they are kept and corrected from step to
step (Broyden 1965) and computed anew only where that no longer leads downhill. Deterministic.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from wizard.accuracy.bench import Bench, Runner
from wizard.accuracy.parameters import Parameter, with_values, without
from wizard.accuracy.problem import Problem, Vector
from wizard.domain.provenance import Figure
from wizard.sizing.figures import Facts

_ROUNDS = 24
_DERIVED = 3
"""Times derivatives are computed in a whole fit."""
_ENOUGH = 1e-3
"""Share of the cost below which a step is no longer worth taking."""
_LONGEST = 0.7
"""Longest step of a figure's logarithm: at most to half or double."""
_APART_STEPS = 2
"""Steps from a whole fit to one without some rows."""


@dataclass(frozen=True)
class Fit:
    """Fitted figures, with what is needed to fit again without some rows."""

    problem: Problem
    at: Vector
    errors: Vector
    jacobian: Vector
    """Of the errors, by row and figure."""
    cost: float
    rounds: int

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return self.problem.parameters

    def facts(self, base: Facts) -> dict[str, Figure]:
        return with_values(base, self.parameters, list(self.at))


def refit(
    bench: Bench,
    run: Runner,
    *,
    parameters: tuple[Parameter, ...] | None = None,
    progress: Callable[[int, float], None] | None = None,
) -> Fit:
    """Fits to all observations of ``bench``. Figures that no observation reads stay, unless others fall back to them.

    Raises:
        CodedError: V012, fewer observations than figures.
    """
    problem = Problem(bench, run, (), parameters)
    at = problem.start()
    errors = problem.errors(at)
    jacobian, fresh, derived = problem.jacobian(at, errors), True, 1
    cost, damping, rounds = problem.cost(at, errors), 1e-3, 0
    while rounds < _ROUNDS:
        rounds += 1
        better = _better(problem, at, errors, jacobian, cost, damping)
        gained = 0.0 if better is None else cost - better.cost
        if better is not None:
            jacobian = _corrected(jacobian, better.at - at, better.errors - errors)
            at, errors, cost, damping = better.at, better.errors, better.cost, better.damping
        if progress is not None:
            progress(rounds, cost)
        if gained > _ENOUGH * cost:
            fresh = False
        elif fresh or derived == _DERIVED:
            break
        else:
            jacobian, fresh, damping = problem.jacobian(at, errors), True, 1e-3
            derived += 1
    return Fit(problem, at, errors, jacobian, cost, rounds)


def without_rows(fit: Fit, bench: Bench, run: Runner, left_out: Collection[int]) -> dict[str, Figure]:
    """Figures fitted again without some observations, by a few steps from ``fit``.

    A figure that only those observations inform is forgotten, so that its parent holds.

    Raises:
        CodedError: V012.
    """
    problem = Problem(bench, run, left_out, fit.parameters)
    at, errors, jacobian = fit.at, fit.errors, fit.jacobian
    cost = problem.cost(at, errors)
    for _ in range(_APART_STEPS):
        aim = _linear_optimum(problem, at, errors, jacobian)
        better = _on_the_way(problem, at, aim, cost)
        if better is None:
            break
        jacobian = _corrected(jacobian, better.at - at, better.errors - errors, problem.weights > 0)
        gained = cost - better.cost
        at, errors, cost = better.at, better.errors, better.cost
        if gained < _ENOUGH * cost:
            break
    facts = with_values(bench.world.facts, fit.parameters, list(at))
    return without(facts, problem.uninformed())


@dataclass(frozen=True)
class _Better:
    at: Vector
    errors: Vector
    cost: float
    damping: float


def _better(
    problem: Problem, at: Vector, errors: Vector, jacobian: Vector, cost: float, damping: float
) -> _Better | None:
    """The next point with a lower cost, or None when no step lowers it."""
    matrix, right = problem.normal(at, errors, jacobian)
    for _ in range(6):
        step = np.linalg.solve(matrix + damping * np.diag(np.diag(matrix) + 1e-9), -right)
        following = np.clip(at + np.clip(step, -_LONGEST, _LONGEST), problem.low, problem.high)
        found = problem.errors(following)
        reached = problem.cost(following, found)
        if reached < cost:
            return _Better(following, found, reached, max(damping / 10, 1e-6))
        damping *= 10
    return None


def _linear_optimum(problem: Problem, at: Vector, errors: Vector, jacobian: Vector) -> Vector:
    """The best point if errors were straight lines: needs no prediction."""
    reached, line = at, errors
    for _ in range(30):
        matrix, right = problem.normal(reached, line, jacobian)
        step = np.linalg.solve(matrix + 1e-9 * np.eye(len(at)), -right)
        following = np.clip(reached + step, problem.low, problem.high)
        line = errors + jacobian @ (following - at)
        if float(np.max(np.abs(following - reached))) < 1e-4:
            return following
        reached = following
    return reached


def _on_the_way(problem: Problem, at: Vector, aim: Vector, cost: float) -> _Better | None:
    """The aim, or a point nearer, that really lowers the cost."""
    way = np.clip(aim - at, -_LONGEST, _LONGEST)
    for share in (1.0, 0.5, 0.2):
        following = at + share * way
        found = problem.errors(following)
        reached = problem.cost(following, found)
        if reached < cost:
            return _Better(following, found, reached, 0.0)
    return None


def _corrected(jacobian: Vector, step: Vector, change: Vector, rows: npt.NDArray[np.bool_] | None = None) -> Vector:
    """Broyden's smallest correction that explains the change of the last step in these rows."""
    length = float(step @ step)
    if length == 0:
        return jacobian
    missing = change - jacobian @ step
    if rows is not None:
        missing = np.where(rows, missing, 0.0)
    return jacobian + np.outer(missing, step) / length
