"""What moves the options, in a whole result."""

import numpy as np
import pytest
from scipy.stats import spearmanr
from wizard.engine import Evaluation


def test_the_lead_is_that_of_the_two_best(s03: Evaluation) -> None:
    """R131: at the ends of an input the lead is the difference of two present values."""
    result = s03.result
    assert result.lead is not None
    assert (result.lead.option, result.lead.against) == (result.recommendation.option, result.recommendation.runner_up)
    sizes = [abs(entry.high_eur - entry.low_eur) for entry in result.lead.influences]
    assert sizes == sorted(sizes, reverse=True)


def test_every_priced_option_says_what_moves_it(s03: Evaluation) -> None:
    """R131"""
    assert all(option.influences for option in s03.result.options if option.cost is not None)


def test_draws_of_a_result_carry_the_correlations_of_the_catalogue(s03: Evaluation) -> None:
    """R131: rank correlation of a Gaussian copula, 6/π · asin(ρ/2)."""
    assert s03.priced is not None
    table = s03.priced.table
    assert len(table.question.correlations) == 4
    for entry in table.question.correlations:
        leader, follower = table.draws[entry.leader], table.draws[entry.follower]
        if np.ptp(leader) > 0.0 and np.ptp(follower) > 0.0:
            expected = 6.0 / np.pi * np.arcsin(entry.coefficient / 2.0)
            assert spearmanr(leader, follower).statistic == pytest.approx(expected, abs=0.03)
