"""Tornado and total effects: against a known function, against SALib, and on plans whose answer is arithmetic."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from SALib.analyze import sobol as salib_sobol
from wizard.costs.engine import CostTable, price_plans
from wizard.costs.influence import FEWEST_SAMPLES, influences, tornado, total_effects
from wizard.costs.sobol import sobol_points
from wizard.domain.quantities import Range

from .cases import cloud, own, question

Array = npt.NDArray[np.float64]
ISHIGAMI = (0.5576, 0.4424, 0.2437)
"""Total effects at a = 7, b = 0.1: T. Homma and A. Saltelli, Reliab. Eng. Syst. Saf. 52 (1996), in closed form."""


def ishigami(u: Array) -> Array:
    x = (2.0 * u - 1.0) * np.pi
    value: Array = np.sin(x[:, 0]) + 7.0 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])
    return value


def design(rows: int, columns: int) -> tuple[Array, Array]:
    points = sobol_points(rows, 2 * columns, 3)
    return points[:, :columns], points[:, columns:]


def test_total_effects_of_a_function_with_a_closed_form() -> None:
    """R131"""
    assert total_effects(*design(4096, 3), ishigami) == pytest.approx(ISHIGAMI, abs=0.01)


def test_total_effects_like_salib() -> None:
    """R131: SALib's own estimator on the same points, within 0.02; its rows go A, AB of each column, B."""
    a, b = design(1024, 3)
    rows = [np.tile(a, (5, 1)).reshape(5, 1024, 3)]
    cases = rows[0]
    for column in range(3):
        cases[column + 1, :, column] = b[:, column]
    cases[4] = b
    values = ishigami(cases.transpose(1, 0, 2).reshape(-1, 3))
    problem = {"num_vars": 3, "names": ["x1", "x2", "x3"], "bounds": [[0.0, 1.0]] * 3}
    theirs = salib_sobol.analyze(problem, values, calc_second_order=False, seed=1)["ST"]
    assert total_effects(a, b, ishigami) == pytest.approx(theirs, abs=0.02)


def test_a_constant_has_no_effects() -> None:
    assert (total_effects(*design(64, 2), lambda u: np.ones(len(u))) == 0.0).all()


def priced(samples: int = 64, **values: Any) -> CostTable:
    """Own server against the cloud, 12 months, no interest: the arithmetic fits on a page."""
    asked = question(months=12, samples=samples, discount_rate=0.0, **values)
    return price_plans([own(), cloud()], asked)


def test_the_tornado_goes_from_p10_to_p90() -> None:
    """Staff of 0.5 to 1.5 positions at 90,000 EUR: the triangle's 10 % point is 0.5 + √0.05 (scipy's triang)."""
    [swing] = tornado(priced(staff_fte_own=(0.5, 1.0, 1.5)), 0)
    assert (swing.key, swing.at_low, swing.at_high) == (
        "staff_fte_own", pytest.approx(0.723607, abs=1e-6), pytest.approx(1.276393, abs=1e-6),
    )  # fmt: skip
    assert swing.npv_high - swing.npv_low == pytest.approx(90_000.0 * 0.552786, abs=0.1)


def test_other_inputs_stay_at_their_medians() -> None:
    """Salary at the median of (80, 80, 120) thousand: 120 - √(0.5 · 40 · 40) = 91.716 thousand."""
    table = priced(staff_fte_own=(0.5, 1.0, 1.5), fte_eur_per_year=(80_000.0, 80_000.0, 120_000.0))
    staff = next(s for s in tornado(table, 0) if s.key == "staff_fte_own")
    assert staff.npv_high - staff.npv_low == pytest.approx(91_715.73 * 0.552786, rel=1e-5)


def test_largest_first_and_nothing_that_does_not_move() -> None:
    table = priced(staff_fte_own=(0.9, 1.0, 1.1), hardware_price_factor=(0.5, 1.0, 1.5), cloud_price_factor=(0.5, 1, 2))
    assert [s.key for s in tornado(table, 0)] == ["hardware_price_factor", "staff_fte_own"]


def test_a_lead_moves_by_what_either_plan_moves() -> None:
    """The cloud costs 175,200 EUR a year; a dearer one raises the lead of the own server, staff lowers it."""
    table = priced(cloud_price_factor=(0.8, 1.0, 1.2), staff_fte_own=(0.5, 1.0, 1.5))
    staff, rent = tornado(table, 0, 1)
    assert (rent.key, staff.key) == ("cloud_price_factor", "staff_fte_own")
    assert rent.npv_high - rent.npv_low == pytest.approx(175_200.0 * 0.4 * 0.552786, rel=1e-5)
    assert staff.npv_high - staff.npv_low == pytest.approx(-90_000.0 * 0.552786, abs=0.1)


def test_effects_of_a_sum_are_its_shares_of_variance() -> None:
    """R131: a triangle's variance is (l² + v² + h² - lv - lh - vh) / 18; price 100,000, salary 90,000."""
    spans = {"staff_fte_own": (0.5, 1.0, 1.5), "hardware_price_factor": (0.6, 1.0, 1.6)}
    found = {s.key: s.total_effect for s in influences(priced(FEWEST_SAMPLES, **spans), 0)}
    variance = {
        "staff_fte_own": 90_000.0**2 * (0.25 + 1 + 2.25 - 0.5 - 0.75 - 1.5) / 18,
        "hardware_price_factor": 100_000.0**2 * (0.36 + 1 + 2.56 - 0.6 - 0.96 - 1.6) / 18,
    }
    total = sum(variance.values())
    assert found == {key: pytest.approx(part / total, abs=0.02) for key, part in variance.items()}


def test_few_samples_say_no_effects() -> None:
    assert all(s.total_effect is None for s in influences(priced(512, staff_fte_own=(0.5, 1.0, 1.5)), 0))


def test_the_tornado_knows_the_span_of_a_plans_own_servers() -> None:
    wide = question(hardware_price_factor=(0.5, 1.0, 1.5)).inputs["hardware_price_factor"]
    asked = question(months=12, hardware_price_factor=(0.9, 1.0, 1.1), discount_rate=0.0)
    plans = [own(), own().model_copy(update={"inputs": (wide,)})]
    narrow_swing, wide_swing = (tornado(price_plans(plans, asked), index)[0] for index in (0, 1))
    assert wide_swing.size == pytest.approx(5.0 * narrow_swing.size)
    assert wide.range == Range(low=0.5, value=1.0, high=1.5)
