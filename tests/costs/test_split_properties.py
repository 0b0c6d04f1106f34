"""The split of an hourly load: never dearer than the better pure way, and the best of all whole numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wizard.costs.calculators import UnitPrices, split_profile

loads = st.lists(st.floats(0.0, 12.0), min_size=1, max_size=60).filter(lambda hours: max(hours) > 0.0)
prices = st.builds(
    UnitPrices, own_fixed=st.floats(0.0, 5.0), own_variable=st.floats(0.0, 3.0), cloud=st.floats(0.01, 6.0),
    committed=st.none() | st.floats(0.0, 5.0),
)  # fmt: skip


def by_hand(load: np.ndarray, at: UnitPrices, owned: int, committed: int) -> float:
    """Mean cost an hour: committed units are used first, owned ones next, the rest is rented."""
    above = np.maximum(load - committed, 0.0)
    own = np.minimum(above, owned)
    used = own * min(at.own_variable, at.cloud)
    paid = committed * (at.committed or 0.0) + owned * at.own_fixed
    return paid + float(np.mean(used + (above - own) * at.cloud))


@given(loads, prices)
@settings(max_examples=200, deadline=None)
def test_the_split_costs_no_more_than_the_better_pure_way(hours: list[float], at: UnitPrices) -> None:
    """R131: expected over the load, without what only a hybrid costs."""
    found = split_profile(np.array(hours), at)
    assert found.cost_per_hour <= min(found.pure_own_per_hour, found.pure_cloud_per_hour) + 1e-9


@given(loads, prices)
@settings(max_examples=100, deadline=None)
def test_no_other_whole_numbers_cost_less(hours: list[float], at: UnitPrices) -> None:
    """R131: exhaustive over owned and committed units; a unit may be carried by the cheapest of three ways."""
    load = np.array(hours)
    peak = int(np.ceil(load.max()))
    committable = peak if at.committed is not None else 0
    least = min(
        by_hand(load, at, owned, committed) for owned in range(peak + 1) for committed in range(committable + 1)
    )
    assert split_profile(load, at).cost_per_hour <= least + 1e-9


@given(loads, prices, st.floats(1.0, 3.0))
@settings(max_examples=100, deadline=None)
def test_a_dearer_cloud_never_owns_less(hours: list[float], at: UnitPrices, factor: float) -> None:
    dearer = UnitPrices(at.own_fixed, at.own_variable, at.cloud * factor, at.committed)
    load = np.array(hours)
    assert split_profile(load, dearer).owned_units >= split_profile(load, at).owned_units


@given(loads, prices, st.floats(0.1, 10.0))
@settings(max_examples=50, deadline=None)
def test_money_in_another_currency_splits_alike(hours: list[float], at: UnitPrices, rate: float) -> None:
    other = UnitPrices(at.own_fixed * rate, at.own_variable * rate, at.cloud * rate,
                       None if at.committed is None else at.committed * rate)  # fmt: skip
    load = np.array(hours)
    cost, scaled = split_profile(load, at).cost_per_hour, split_profile(load, other).cost_per_hour
    assert scaled == pytest.approx(cost * rate, abs=1e-9)
