"""The change of rents that commitments for one and three years imply."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wizard.costs.forward import implied_ratio


def test_equal_prices_imply_no_change() -> None:
    assert implied_ratio(2.0, 2.0) == pytest.approx(1.0)


def test_the_list_of_aws_for_eight_h100_implies_a_fall_of_a_third_a_year() -> None:
    """R132: Lenovo Press LP2225, p5.48xlarge: 77.43 for one year, 53.95 for three; r² + r + 1 = 2.0903."""
    assert implied_ratio(77.43, 53.95) == pytest.approx(0.6577, abs=1e-4)


@pytest.mark.parametrize(("one", "three"), [(3.0, 1.0), (3.0, 0.5), (0.0, 1.0), (1.0, 0.0)])
def test_three_years_for_less_than_one_imply_nothing(one: float, three: float) -> None:
    assert implied_ratio(one, three) is None


@given(st.floats(0.01, 100.0), st.floats(0.05, 1.5))
def test_the_ratio_gives_the_price_back(one: float, ratio: float) -> None:
    three = one * (1 + ratio + ratio**2) / 3
    assert implied_ratio(one, three) == pytest.approx(ratio, rel=1e-6)
