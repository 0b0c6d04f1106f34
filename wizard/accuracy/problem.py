"""Observations, weights and figures of one fit, and its cost.

``Σ w·2s²(√(1 + (e/s)²) − 1) + s² Σ ((x − parent)/a)²`` over the logarithms x of the figures, with the pseudo-Huber
loss (Charbonnier 1994) of ``e = ln predicted/measured`` and weights by the size of the group. The second sum keeps a
figure with little data near the more general one, and pulls the general one to the middle of those it stands for.
"""

from collections import Counter
from collections.abc import Collection
from math import log

import numpy as np
import numpy.typing as npt

from wizard.accuracy.bench import Bench, Job, Runner
from wizard.accuracy.errors import AccuracyError
from wizard.accuracy.parameters import Parameter, fitted_parameters, logs, with_parents, with_values
from wizard.domain.errors import CodedError

Vector = npt.NDArray[np.float64]
SCALE = 0.15
"""Error from which on a row pulls no longer with its square, and the usual error of a group."""
_STEP = 0.01
_ALIKE = 0.7
"""1 if the rows of a group said the same, 0 if they were independent."""
_PARTS = 8
_UNANSWERED = 1.0
"""Error of a row that the figures of a trial no longer answer."""


class Problem:
    """Raises:
    CodedError: V012, fewer observations than figures they inform.
    """

    def __init__(
        self, bench: Bench, run: Runner, left_out: Collection[int] = (), parameters: tuple[Parameter, ...] | None = None
    ) -> None:  # fmt: skip
        self._bench, self._run, self._facts = bench, run, bench.world.facts
        candidates = parameters or fitted_parameters(self._facts)
        self.reads = {p.key: bench.reads.get(p.key, []) for p in candidates}
        self.parameters = with_parents([key for key, rows in self.reads.items() if rows], candidates)
        self.observations = bench.observations
        self.left_out = frozenset(left_out)
        self.groups = [(bench.table.rows[one.row].group, one.quantity) for one in bench.observations]
        self.weights = self._weights()
        informed = sum(bool(self.reads[p.key]) for p in self.parameters)
        found = int(np.count_nonzero(self.weights))
        if found < max(informed, 1) or not self.parameters:
            raise CodedError(AccuracyError.TOO_FEW, found=found, figures=informed)
        self.low = np.array([log(p.low) for p in self.parameters])
        self.high = np.array([log(p.high) for p in self.parameters])
        self._slope, self._fixed = self._priors()

    def _weights(self) -> Vector:
        """Size of its group and quantity to the power of −0.7: rows of one resemble each other, yet not fully.

        Zero for what is left out.
        """
        sizes = Counter(name for i, name in enumerate(self.groups) if i not in self.left_out)
        return np.array([0.0 if i in self.left_out else sizes[name] ** -_ALIKE for i, name in enumerate(self.groups)])

    def _priors(self) -> tuple[Vector, Vector]:
        """Rows ``(x − parent)/apart`` as a matrix on the figures and a constant."""
        index = {p.key: i for i, p in enumerate(self.parameters)}
        slope = np.eye(len(index))
        fixed = np.zeros(len(index))
        for number, one in enumerate(self.parameters):
            if one.parent in index:
                slope[number, index[one.parent]] = -1.0
            else:
                fixed[number] = log(self._facts[one.parent or one.key].value)
        apart = np.array([one.apart for one in self.parameters])
        return slope / apart[:, None], fixed / apart

    def start(self) -> Vector:
        return np.array(logs(self.parameters, self._facts))

    def errors(self, at: Vector) -> Vector:
        """Of all observations but the left-out ones, whose errors read zero: they weigh nothing."""
        facts = with_values(self._facts, self.parameters, list(at))
        kept = [i for i in range(len(self.groups)) if i not in self.left_out]
        jobs: list[Job] = [(facts, kept[i::_PARTS]) for i in range(_PARTS)]
        found = np.zeros(len(self.groups))
        for (_, indices), values in zip(jobs, self._run(jobs), strict=True):
            found[list(indices)] = [_UNANSWERED if value is None else value for value in values]
        return found

    def jacobian(self, at: Vector, errors: Vector) -> Vector:
        """Forward differences, over the rows that read the figure only."""
        jobs: list[Job] = []
        for number, parameter in enumerate(self.parameters):
            moved = at.copy()
            moved[number] += _STEP
            facts = with_values(self._facts, self.parameters, list(moved))
            jobs.append((facts, [i for i in self.reads[parameter.key] if i not in self.left_out]))
        found = np.zeros((len(errors), len(self.parameters)))
        for number, ((_, indices), values) in enumerate(zip(jobs, self._run(jobs), strict=True)):
            for i, value in zip(indices, values, strict=True):
                found[i, number] = 0.0 if value is None else (value - errors[i]) / _STEP
        return found

    def cost(self, at: Vector, errors: Vector) -> float:
        size = 2 * SCALE**2 * (np.sqrt(1 + (errors / SCALE) ** 2) - 1)
        difference = self._slope @ at - self._fixed
        return float(self.weights @ size + SCALE**2 * difference @ difference)

    def normal(self, at: Vector, errors: Vector, jacobian: Vector) -> tuple[Vector, Vector]:
        """Matrix and right side of the equations for the next step."""
        weighted = jacobian * self.pull(errors)[:, None]
        difference = self._slope @ at - self._fixed
        matrix = jacobian.T @ weighted + self.prior_matrix
        return matrix, weighted.T @ errors + SCALE**2 * self._slope.T @ difference

    @property
    def prior_matrix(self) -> Vector:
        """What the prior alone adds to the matrix of the normal equations."""
        return SCALE**2 * self._slope.T @ self._slope

    def pull(self, errors: Vector) -> Vector:
        """Weight of each row at its present error."""
        return self.weights / np.sqrt(1 + (errors / SCALE) ** 2)

    def uninformed(self) -> set[str]:
        """Figures with a parent that no weighing observation looks at."""
        used = {p.key: self.weights[self.reads[p.key]].sum() if self.reads[p.key] else 0.0 for p in self.parameters}
        return {p.key for p in self.parameters if used[p.key] == 0.0 and p.parent is not None}
