"""Cash flows against sums done by hand."""

import pytest
from wizard.costs.engine import price_plans

from .cases import cloud, need, own, question


def test_owning_adds_up_by_hand() -> None:
    """R025: 100,000 EUR of hardware, 10 % installation, 2 kW idle at 0.20 EUR and PUE 1.5, for 36 months."""
    plan = own()
    cost = price_plans([plan], question(install_share=0.1)).plans[0].cost
    assert cost.capex_eur == pytest.approx(110_000.0)
    assert cost.breakdown["electricity"] == pytest.approx(8.0 * 0.25 * 1.5 * 730 * 36 * 0.2)


def test_cloud_on_demand_is_hours_times_price() -> None:
    """R026: one instance of 20 EUR an hour, up 200 hours a month."""
    plan = cloud(need(active_hours_per_month=200.0))
    cost = price_plans([plan], question(months=12)).plans[0].cost
    assert cost.nominal_eur == pytest.approx(20.0 * 200 * 12)


def test_mid_month_discounting() -> None:
    """Twelve payments of 14,600 EUR at 7 %: value from the closed form of the annuity, moved to mid-month."""
    cost = price_plans([cloud()], question(months=12)).plans[0].cost
    monthly = 1.07 ** (1 / 12) - 1
    annuity = (1 - 1.07**-1.0) / monthly
    assert cost.npv_eur.p50 == pytest.approx(14_600.0 * annuity * (1 + monthly) ** 0.5)
