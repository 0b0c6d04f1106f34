"""The quasi-random sequence against scipy, and the even cover that scrambling must keep."""

import numpy as np
import pytest
from scipy.stats import qmc
from wizard.costs.sobol import sobol_points


def test_same_points_as_scipy_before_scrambling() -> None:
    """The first 256 points in 48 dimensions are the same set; scipy lists them in Gray code order."""
    theirs = qmc.Sobol(48, scramble=False).random(256)
    ours = sobol_points(256, 48, None)
    assert np.array_equal(np.sort(ours, axis=0), np.sort(theirs, axis=0))
    assert {row.tobytes() for row in ours} == {row.tobytes() for row in theirs}


@pytest.mark.parametrize("seed", [1, 2, 99])
def test_scrambled_points_fill_every_stratum_once(seed: int) -> None:
    points = sobol_points(1024, 21, seed)
    strata = np.sort(np.floor(points * 1024).astype(int), axis=0)
    assert (strata == np.arange(1024)[:, None]).all()


def test_scrambled_points_fill_every_box_of_the_first_two_dimensions() -> None:
    points = sobol_points(1024, 2, 5)
    boxes = {(int(x * 32), int(y * 32)) for x, y in points}
    assert len(boxes) == 1024


def test_same_seed_same_bytes() -> None:
    assert sobol_points(512, 21, 7).tobytes() == sobol_points(512, 21, 7).tobytes()


def test_another_seed_gives_other_points() -> None:
    assert not np.array_equal(sobol_points(512, 21, 7), sobol_points(512, 21, 8))


def test_any_number_of_points_may_be_drawn() -> None:
    points = sobol_points(1_000, 3, 1)
    assert points.shape == (1_000, 3)
    assert ((points > 0.0) & (points < 1.0)).all()


@pytest.mark.parametrize(("count", "dimensions"), [(0, 1), (1, 0), (1, 49), (2**21, 1)])
def test_more_than_the_table_holds_is_refused(count: int, dimensions: int) -> None:
    with pytest.raises(ValueError, match="at most"):
        sobol_points(count, dimensions, 1)


def test_a_further_dimension_leaves_the_others_alone() -> None:
    assert np.array_equal(sobol_points(64, 8, 1)[:, :5], sobol_points(64, 5, 1))
