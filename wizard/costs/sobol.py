"""Scrambled Sobol points: an even cover of the unit cube that thousands of samples share.

Direction numbers: S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections",
SIAM J. Sci. Comput. 30 (2008), file ``new-joe-kuo-6.21201``. Scrambling: random lower triangular matrix and digital
shift (J. Matoušek, J. Complexity 14, 1998).
"""

from functools import cache

import numpy as np
import numpy.typing as npt

BITS = 32
MOST_POINTS = 2**20

_PRIMITIVE: tuple[tuple[int, tuple[int, ...]], ...] = (
    (3, (1,)),
    (7, (1, 3)),
    (11, (1, 3, 1)),
    (13, (1, 1, 1)),
    (19, (1, 1, 3, 3)),
    (25, (1, 3, 5, 13)),
    (37, (1, 1, 5, 5, 17)),
    (41, (1, 1, 5, 5, 5)),
    (47, (1, 1, 7, 11, 19)),
    (55, (1, 1, 5, 1, 1)),
    (59, (1, 1, 1, 3, 11)),
    (61, (1, 3, 5, 5, 31)),
    (67, (1, 3, 3, 9, 7, 49)),
    (91, (1, 1, 1, 15, 21, 21)),
    (97, (1, 3, 1, 13, 27, 49)),
    (103, (1, 1, 1, 15, 7, 5)),
    (109, (1, 3, 1, 15, 13, 25)),
    (115, (1, 1, 5, 5, 19, 61)),
    (131, (1, 3, 7, 11, 23, 15, 103)),
    (137, (1, 3, 7, 13, 13, 15, 69)),
    (143, (1, 1, 3, 13, 7, 35, 63)),
    (145, (1, 3, 5, 9, 1, 25, 53)),
    (157, (1, 3, 1, 13, 9, 35, 107)),
    (167, (1, 3, 1, 5, 27, 61, 31)),
    (171, (1, 1, 5, 11, 19, 41, 61)),
    (185, (1, 3, 5, 3, 3, 13, 69)),
    (191, (1, 1, 7, 13, 1, 19, 1)),
    (193, (1, 3, 7, 5, 13, 19, 59)),
    (203, (1, 1, 3, 9, 25, 29, 41)),
    (211, (1, 3, 5, 13, 23, 1, 55)),
    (213, (1, 3, 7, 3, 13, 59, 17)),
    (229, (1, 3, 1, 3, 5, 53, 69)),
    (239, (1, 1, 5, 5, 23, 33, 13)),
    (241, (1, 1, 7, 7, 1, 61, 123)),
    (247, (1, 1, 7, 9, 13, 61, 49)),
    (253, (1, 3, 3, 5, 3, 55, 33)),
    (285, (1, 3, 1, 15, 31, 13, 49, 245)),
    (299, (1, 3, 5, 15, 31, 59, 63, 97)),
    (301, (1, 3, 1, 11, 11, 11, 77, 249)),
    (333, (1, 3, 1, 11, 27, 43, 71, 9)),
    (351, (1, 1, 7, 15, 21, 11, 81, 45)),
    (355, (1, 3, 7, 3, 25, 31, 65, 79)),
    (357, (1, 3, 1, 1, 19, 11, 3, 205)),
    (361, (1, 1, 5, 9, 19, 21, 29, 157)),
    (369, (1, 3, 7, 11, 1, 33, 89, 185)),
    (391, (1, 3, 3, 3, 15, 9, 79, 71)),
    (397, (1, 3, 7, 11, 15, 39, 119, 27)),
)
"""Primitive polynomial (all coefficients as bits) and first direction numbers of dimensions 2 to 48."""

MOST_DIMENSIONS = len(_PRIMITIVE) + 1

Words = npt.NDArray[np.uint64]


def sobol_points(count: int, dimensions: int, seed: int | None) -> npt.NDArray[np.float64]:
    """``count`` points in (0, 1), one row a point; ``seed`` None leaves the sequence unscrambled.

    Raises:
        ValueError: more points or dimensions than the table holds.
    """
    if not 1 <= count <= MOST_POINTS or not 1 <= dimensions <= MOST_DIMENSIONS:
        raise ValueError(f"{count} points in {dimensions} dimensions; at most {MOST_POINTS} in {MOST_DIMENSIONS}")
    directions = _directions()
    shift: Words = np.zeros(MOST_DIMENSIONS, dtype=np.uint64)
    if seed is not None:
        # All dimensions are scrambled, so that a further one leaves the points of the others alone.
        generator = np.random.default_rng(seed)
        directions = _scrambled(directions, generator)
        shift = generator.integers(0, 2**BITS, size=MOST_DIMENSIONS, dtype=np.uint64)
    directions, shift = directions[:dimensions], shift[:dimensions]
    words = _sequence(count, directions) ^ shift
    half = 0.0 if seed is None else 0.5
    return (words.astype(np.float64) + half) / 2.0**BITS


def _sequence(count: int, directions: Words) -> Words:
    """Point i is the exclusive or of the direction numbers at the set bits of i: built by doubling."""
    points: Words = np.zeros((1, directions.shape[0]), dtype=np.uint64)
    bit = 0
    while len(points) < count:
        points = np.concatenate([points, points ^ directions[:, bit]])
        bit += 1
    return points[:count]


@cache
def _directions() -> Words:
    table = np.zeros((MOST_DIMENSIONS, BITS), dtype=np.uint64)
    table[0] = [1 << (BITS - 1 - bit) for bit in range(BITS)]
    for row, (polynomial, first) in enumerate(_PRIMITIVE, start=1):
        table[row] = _recurrence(polynomial, first)
    table.flags.writeable = False
    return table


def _recurrence(polynomial: int, first: tuple[int, ...]) -> list[int]:
    degree = len(first)
    numbers = [m << (BITS - 1 - i) for i, m in enumerate(first)]
    for i in range(degree, BITS):
        value = numbers[i - degree] ^ (numbers[i - degree] >> degree)
        for k in range(1, degree):
            if polynomial >> (degree - k) & 1:
                value ^= numbers[i - k]
        numbers.append(value)
    return numbers


def _scrambled(directions: Words, generator: np.random.Generator) -> Words:
    """Multiplies every direction number with a random lower triangular bit matrix with ones on its diagonal."""
    dimensions = directions.shape[0]
    places = np.arange(BITS, dtype=np.uint64)
    diagonal = np.uint64(1) << (np.uint64(BITS - 1) - places)
    above = ~(diagonal | (diagonal - np.uint64(1))) & np.uint64(2**BITS - 1)
    random = generator.integers(0, 2**BITS, size=(dimensions, BITS), dtype=np.uint64)
    rows = (random & above) | diagonal
    parity = np.bitwise_count(rows[:, :, None] & directions[:, None, :]).astype(np.uint64) & np.uint64(1)
    result: Words = (parity << (np.uint64(BITS - 1) - places)[None, :, None]).sum(axis=1, dtype=np.uint64)
    return result
