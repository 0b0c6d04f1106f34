"""Waiting formulas against tables, limits and an independent implementation."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from wizard.sizing.queueing import erlang_c, lognormal_quantile, mean_wait, single_server_wait, wait_quantile


@pytest.mark.parametrize(("servers", "offered", "waits"), [(1, 0.5, 0.5), (2, 1.0, 1 / 3), (10, 8.0, 0.4092)])
def test_erlang_c_as_tabulated(servers, offered, waits):
    assert erlang_c(servers, offered) == pytest.approx(waits, abs=1e-4)


@given(servers=st.integers(1, 1_500), share=st.floats(0.01, 0.999))
def test_erlang_c_is_the_poisson_ratio(servers, share):
    """C = p / (p + (1 − ρ)·P(N < c)) with Poisson probabilities, computed by scipy."""
    offered = servers * share
    full, below = stats.poisson.pmf(servers, offered), stats.poisson.cdf(servers - 1, offered)
    assert erlang_c(servers, offered) == pytest.approx(full / (full + (1 - share) * below), rel=1e-6, abs=1e-12)


def test_nobody_waits_without_load_and_all_wait_beyond_it():
    assert (erlang_c(5, 0), erlang_c(5, 5)) == (0, 1)


def test_one_server_reduces_to_the_known_formula():
    """M/M/1: mean wait of all = ρ/(1 − ρ) · s."""
    waiting, conditional = mean_wait(1, 0.8, 2.0, 1.0)
    assert waiting * conditional == pytest.approx(0.8 / 0.2 * 2.0)


def test_constant_service_waits_half():
    """M/D/1 at ρ = 0.5: a quarter... of a service time is ρ/(2·(1 − ρ))."""
    assert single_server_wait(0.5, 1.0) == pytest.approx(0.5)


def test_quantiles_of_a_wait_with_an_atom_at_zero():
    assert wait_quantile(0.5, 0.4, 10) == 0
    assert wait_quantile(0.95, 0.4, 10) == pytest.approx(10 * math.log(8))


@given(mean=st.floats(0.001, 1e4), sigma=st.floats(0.01, 1.5))
def test_lognormal_quantiles_agree_with_scipy(mean, sigma):
    scale = mean * math.exp(-sigma * sigma / 2)
    for share in (0.5, 0.95, 0.99):
        assert lognormal_quantile(mean, sigma, share) == pytest.approx(stats.lognorm.ppf(share, sigma, scale=scale))
