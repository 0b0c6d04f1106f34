"""The fit against scipy's least squares and against figures it must find again, over stand-ins for predictions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from math import exp, log
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from scipy.optimize import least_squares
from wizard.accuracy.bench import Bench, Job, Observation
from wizard.accuracy.fit import Fit, refit, without_rows
from wizard.accuracy.parameters import Parameter
from wizard.accuracy.problem import SCALE
from wizard.accuracy.spans import fitted_figures
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Confidence, Figure

ALPHA, BETA, DEFAULT = "sizing.rate.alpha", "sizing.rate.beta", "sizing.rate.default"
FIXED = "sizing.start_ms"


def _figure(value: float) -> Figure:
    return Figure(
        value=value, unit="1", basis="derived", source="test", retrieved_on=date(2026, 1, 1), confidence=Confidence.LOW
    )  # fmt: skip


@dataclass(frozen=True)
class Made:
    """A row: the time of ``size`` units of work on one kind of machine."""

    kind: str
    size: float
    measured: float
    group: str


def _seconds(facts: Any, made: Made) -> float:
    return float(facts[FIXED].value + made.size / facts[made.kind].value)


class Stand(SimpleNamespace):
    """What a fit asks of a bench, over rows made up here."""

    def __init__(self, rows: Sequence[Made], facts: dict[str, Figure]) -> None:
        super().__init__(
            rows=rows,
            world=SimpleNamespace(facts=facts),
            table=SimpleNamespace(rows=[SimpleNamespace(group=one.group) for one in rows]),
            observations=tuple(Observation(i, "e2e", one.measured) for i, one in enumerate(rows)),
            asked=set[int](),
        )
        keys = {FIXED: range(len(rows))} | {k: [i for i, r in enumerate(rows) if r.kind == k] for k in (ALPHA, BETA)}
        self.reads = {key: list(found) for key, found in keys.items()}

    def run(self, jobs: Sequence[Job]) -> list[list[float | None]]:
        for _facts, indices in jobs:
            self.asked.update(indices)
        return [
            [log(_seconds(facts, self.rows[i]) / self.rows[i].measured) for i in indices] for facts, indices in jobs
        ]


def _parameters(apart: float, parent: str | None = None) -> tuple[Parameter, ...]:
    return (
        Parameter(ALPHA, 0.01, 1000, apart, parent),
        Parameter(BETA, 0.01, 1000, apart, parent),
        Parameter(FIXED, 0.01, 1000, apart, None),
    )


def _rows(alpha: float = 4.0, beta: float = 9.0, start: float = 2.0, noise: float = 0.0) -> list[Made]:
    random = np.random.default_rng(7)
    facts = {ALPHA: _figure(alpha), BETA: _figure(beta), FIXED: _figure(start)}
    found = []
    for kind in (ALPHA, BETA):
        for number in range(12):
            blank = Made(kind, 2.0**number / 4, 1.0, f"{kind}{number // 4}")
            measured = _seconds(facts, blank) * exp(noise * random.standard_normal())
            found.append(Made(kind, blank.size, measured, blank.group))
    return found


def _start() -> dict[str, Figure]:
    return {ALPHA: _figure(1.0), BETA: _figure(1.0), FIXED: _figure(1.0), DEFAULT: _figure(6.0)}


def _fitted(stand: Stand, parameters: tuple[Parameter, ...]) -> Fit:
    return refit(cast("Bench", stand), stand.run, parameters=parameters)


def test_known_figures_are_found_again() -> None:
    found = _fitted(Stand(_rows(), _start()), _parameters(apart=50)).facts(_start())
    assert [found[key].value for key in (ALPHA, BETA, FIXED)] == pytest.approx([4.0, 9.0, 2.0], rel=0.01)


def test_the_cost_is_the_one_scipy_reaches() -> None:
    """The same residuals given to scipy.optimize.least_squares: groups of four rows, pseudo-Huber as a plain square."""
    stand = Stand(_rows(noise=0.4), _start())

    def residuals(at: Any) -> list[float]:
        facts = {key: _figure(float(np.exp(x))) for key, x in zip((ALPHA, BETA, FIXED), at, strict=True)}
        errors = [log(_seconds(facts, row) / row.measured) for row in stand.rows]
        robust = [(2 * SCALE**2 * ((1 + (e / SCALE) ** 2) ** 0.5 - 1) * 4**-0.7) ** 0.5 for e in errors]
        return [*robust, *(SCALE * float(x) / 2.0 for x in at)]

    outside = least_squares(residuals, [0.0, 0.0, 0.0], xtol=1e-12, ftol=1e-12, gtol=1e-12)
    found = _fitted(stand, _parameters(apart=2.0))
    assert found.cost == pytest.approx(2 * outside.cost, rel=0.005)
    assert list(found.at) == pytest.approx(list(outside.x), abs=0.03)


def test_a_figure_outside_its_bounds_is_not_reached() -> None:
    narrow = (Parameter(ALPHA, 0.5, 2.0, 50, None), *_parameters(apart=50)[1:])
    found = _fitted(Stand(_rows(), _start()), narrow).facts(_start())
    assert found[ALPHA].value == pytest.approx(2.0)


def test_a_fit_without_rows_never_predicts_them() -> None:
    stand = Stand(_rows(noise=0.2), _start())
    fit = _fitted(stand, _parameters(apart=1.0))
    left_out = stand.reads[BETA]
    stand.asked.clear()
    without_rows(fit, cast("Bench", stand), stand.run, left_out)
    assert stand.asked.isdisjoint(left_out)
    assert stand.asked == set(range(len(stand.rows))) - set(left_out)


def test_what_was_measured_in_left_out_rows_changes_nothing() -> None:
    """From the same starting point, ten times the measured values give the same figures."""
    found = []
    for factor in (1.0, 10.0):
        rows = [r if r.kind == ALPHA else Made(r.kind, r.size, r.measured * factor, r.group) for r in _rows(noise=0.2)]
        stand = Stand(rows, _start())
        fit = _fitted(Stand(_rows(noise=0.2), _start()), _parameters(apart=1.0, parent=DEFAULT))
        facts = without_rows(fit, cast("Bench", stand), stand.run, stand.reads[BETA])
        found.append({key: figure.value for key, figure in facts.items()})
    assert found[0] == found[1]


def test_a_figure_only_left_out_rows_inform_is_forgotten() -> None:
    stand = Stand(_rows(), _start())
    fit = _fitted(stand, _parameters(apart=1.0, parent=DEFAULT))
    facts = without_rows(fit, cast("Bench", stand), stand.run, stand.reads[BETA])
    assert (BETA in facts, ALPHA in facts, facts[DEFAULT].value) == (False, True, 6.0)


def test_too_few_rows_are_an_error() -> None:
    with pytest.raises(CodedError, match="V012"):
        _fitted(Stand([_rows()[0], _rows()[-1]], _start()), _parameters(apart=1.0))


def test_spans_hold_the_true_figures() -> None:
    """Over 40 draws of noise a 90 % span must hold the truth in about 90 %; 75 to 100 % is within chance and theory."""
    inside = 0
    for draw in range(40):
        random = np.random.default_rng(draw)
        rows = [
            Made(r.kind, r.size, r.measured * exp(0.1 * random.standard_normal()), f"{r.kind}{r.size}") for r in _rows()
        ]
        figures = {one.key: one for one in fitted_figures(_fitted(Stand(rows, _start()), _parameters(apart=50)))}
        inside += figures[ALPHA].low <= 4.0 <= figures[ALPHA].high
    assert 30 <= inside <= 40


def test_equal_input_gives_equal_figures() -> None:
    run: Callable[[], list[float]] = lambda: list(_fitted(Stand(_rows(noise=0.3), _start()), _parameters(1.0)).at)  # noqa: E731
    assert run() == run()
