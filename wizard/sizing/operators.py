"""Time of the operators a step consists of: matrix products, experts, attention, messages.

Every operator starts, reads and computes; near the ridge neither reading nor computing hides the other fully, so both
are joined as ``(read^p + compute^p)^(1/p)``. The shares of bandwidth and peak that kernels reach, the rows their tiles
always fill and the width at which they reach half their rate are distilled from measured kernels
(``catalogs/kernels.yaml``). Formulas: roofline, Williams et al. 2009 and arXiv 2402.16363; distinct experts
``E·(1 − (1 − k/E)^B)``; ring all-reduce ``2·(t − 1)/t·M/BW``, Thakur et al. 2005.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wizard.domain.hardware import Accelerator
from wizard.sizing.figures import DEFAULT, Facts, pick_for

GIGA = 1e9
TERA = 1e12
MICRO = 1e-6
HALF_BYTES = 2.0
HALF_FORMATS = ("bf16", "fp16")
UNPACKED = "unpacked"
"""Name in the figures for weights that are stored narrower than they are computed with."""
OWN_KERNELS = ("llama_narrow", "llama_half")
"""Kernels whose figures come from whole deployments, so that no pace is left beside them."""
_ACTIVATION_BYTES = {"fp8": 1.0, "int8": 1.0, "fp4": 0.5625}
"""Of one input value by the format computed in; NVFP4 with its scale for 16 values."""
_DISPATCH = 2
"""Tokens travel to their experts and back."""


class Spent(NamedTuple):
    """Seconds: before anything runs, reading beyond what computing hides, computing."""

    start: float
    read: float
    compute: float


NOTHING = Spent(0.0, 0.0, 0.0)


def joined(read: float, compute: float, ridge: float) -> tuple[float, float]:
    """Reading beyond computing, and computing, whose sum is ``(read^p + compute^p)^(1/p)``."""
    longest, shorter = (read, compute) if read > compute else (compute, read)
    if longest <= 0.0:
        return 0.0, 0.0
    whole: float = longest * (1.0 + (shorter / longest) ** ridge) ** (1 / ridge)
    return whole - compute, compute


@dataclass(frozen=True, slots=True)
class MatrixKernel:
    """What one generation reaches in products of one number format; rates per second."""

    start: float
    read_rate: float
    compute_rate: float
    tile: float
    """Rows a product always computes, however few tokens there are."""
    half_width: float
    """Columns at which half the rate is reached."""
    ridge: float
    pace: float
    activation_bytes: float
    few_rows: float = 1.0
    """Up to here rows are taken one by one, by a kernel without matrix units."""
    few_rate: float = float("inf")
    """What that kernel computes a second."""


def matrix_kernel(
    accelerator: Accelerator, facts: Facts, units: str, peak: str, engine: str = DEFAULT
) -> MatrixKernel:  # fmt: skip
    """``units`` is the format in the figures, ``peak`` the one whose rate the matrix units run at."""

    def of(name: str) -> float:
        return pick_for(facts, name, accelerator, units).value

    own = units in OWN_KERNELS
    peak_rate = accelerator.dense_tflops[peak].value * TERA
    return MatrixKernel(
        start=of("matrix_start_us") * MICRO,
        read_rate=accelerator.memory_bandwidth_gb_per_s.value * GIGA * of("matrix_read"),
        compute_rate=peak_rate * of("matrix_compute"),
        tile=of("matrix_tile_tokens"),
        half_width=of("matrix_half_width"),
        ridge=of("matrix_ridge"),
        pace=1.0 if own else pick_for(facts, "matrix_pace", accelerator, units, engine).value,
        activation_bytes=_ACTIVATION_BYTES.get(units, HALF_BYTES),
        few_rows=of("matrix_few_rows") if own else 1.0,
        few_rate=peak_rate * of("matrix_few_compute") if own else float("inf"),
    )


@dataclass(frozen=True, slots=True)
class Matrix:
    """``count`` products with equal shape on one accelerator."""

    count: float
    start: float
    read_fixed: float
    read_per_token: float
    compute_per_token: float
    tile4: float
    ridge: float
    few_rows: float = 1.0
    few_per_row: float = 0.0

    def once(self, tokens: float) -> tuple[float, float]:
        """Reading beyond computing, and computing, of one product with ``tokens`` rows on the matrix units."""
        rows = (tokens**4 + self.tile4) ** 0.25
        return joined(self.read_fixed + self.read_per_token * tokens, self.compute_per_token * rows, self.ridge)

    def one_by_one(self, rows: float) -> tuple[float, float]:
        """As ``once``, where a kernel without matrix units takes the rows."""
        read, compute = self.once(rows)
        return read, compute + (rows - 1) * self.few_per_row


def spent_on(matrices: Sequence[Matrix], tokens: float, before: Spent) -> Spent:
    """Of all of them, with ``tokens`` rows each, after ``before``; kernels alike fill the same tiles."""
    start, read, compute = before
    fourth, tile4, rows = tokens**4, -1.0, 0.0
    for one in matrices:
        if one.tile4 != tile4:
            tile4 = one.tile4
            rows = (fourth + tile4) ** 0.25
        reading, computing = joined(
            one.read_fixed + one.read_per_token * tokens, one.compute_per_token * rows, one.ridge
        )  # fmt: skip
        if one.few_per_row and tokens > 1:
            reading, computing = max(
                (reading, computing), one.one_by_one(min(tokens, one.few_rows)), key=sum
            )  # fmt: skip
        count = one.count
        start, read, compute = start + one.start * count, read + reading * count, compute + computing * count
    return Spent(start, read, compute)


def matrix(kernel: MatrixKernel, count: float, width: float, depth: float, weight_bytes: float) -> Matrix:
    """Products of rows of ``depth`` values with ``depth × width`` weights."""
    share = width / (width + kernel.half_width)
    return Matrix(
        count=count,
        start=kernel.start * kernel.pace,
        read_fixed=width * depth * weight_bytes / kernel.read_rate * kernel.pace,
        read_per_token=(depth * kernel.activation_bytes + width * HALF_BYTES) / kernel.read_rate * kernel.pace,
        compute_per_token=2 * width * depth / (kernel.compute_rate * share) * kernel.pace,
        tile4=kernel.tile**4,
        ridge=kernel.ridge,
        few_rows=kernel.few_rows,
        few_per_row=2 * width * depth / kernel.few_rate,
    )


@dataclass(frozen=True, slots=True)
class Experts:
    """The routed experts of all layers on one accelerator."""

    layers: float
    experts: int
    per_token: int
    ranks: int
    """Over which whole experts are spread; the others share each expert."""
    imbalance: float
    """Tokens of the busiest rank over the mean."""
    start: float
    read_per_expert: float
    compute_per_token_expert: float
    half_tokens: float
    ridge: float
    move_per_token: float

    @property
    def ranks_per_token(self) -> float:
        """Ranks that hold one of a token's experts: each gets the token once."""
        missed: float = (1 - 1 / self.ranks) ** self.per_token
        return self.ranks * (1 - missed)

    def touched(self, tokens: float) -> float:
        """Share of the experts that ``tokens`` independent tokens read."""
        missed: float = (1 - self.per_token / self.experts) ** tokens
        return 1 - missed

    def spent(self, tokens: float) -> Spent:
        """With ``tokens`` of the whole replica."""
        touched = self.touched(tokens)
        routed = tokens * self.per_token / self.ranks
        each = tokens * self.per_token / self.experts / touched
        reading = self.experts / self.ranks * touched * self.read_per_expert
        computing = routed * self.imbalance * self.compute_per_token_expert * (each + self.half_tokens) / each
        read, compute = joined(reading, computing, self.ridge)
        moving = self.move_per_token * tokens
        return Spent(self.start * self.layers, (read + moving) * self.layers, compute * self.layers)


@dataclass(frozen=True, slots=True)
class ExpertShape:
    """Of one expert, as one accelerator holds it."""

    width: float
    hidden: float
    matrices: int
    weight_bytes: float


def expert_layers(
    accelerator: Accelerator, facts: Facts, units: str, peak: str, shape: ExpertShape,
    *, layers: float, experts: int, per_token: int, ranks: int, engine: str = DEFAULT, layer_us: float = 0.0,
) -> Experts:  # fmt: skip
    """The experts of ``layers`` layers; ``ranks`` accelerators hold whole experts of their own.

    ``layer_us`` is what an engine adds to a layer whose experts it has no good kernel for.
    """

    def of(name: str) -> float:
        return pick_for(facts, name, accelerator, units).value

    pace = pick_for(facts, "expert_pace", accelerator, units, engine).value
    bandwidth = accelerator.memory_bandwidth_gb_per_s.value * GIGA
    values = shape.matrices * shape.width * shape.hidden
    rate = accelerator.dense_tflops[peak].value * TERA * of("expert_compute")
    rate *= shape.width / (shape.width + of("expert_half_width"))
    return Experts(
        layers=layers,
        experts=experts,
        per_token=per_token,
        ranks=ranks,
        imbalance=pick_for(facts, "expert_imbalance", accelerator).value if ranks > 1 else 1.0,
        start=of("expert_start_us") * MICRO * pace + layer_us * MICRO,
        read_per_expert=values * shape.weight_bytes / (bandwidth * of("expert_read")) * pace,
        compute_per_token_expert=2 * values / rate * pace,
        half_tokens=of("expert_half_tokens"),
        ridge=of("expert_ridge"),
        move_per_token=of("expert_moves") * shape.hidden * HALF_BYTES / bandwidth * pace,
    )


@dataclass(frozen=True, slots=True)
class Links:
    """Messages between the accelerators of a replica; seconds and bytes a second."""

    tensor: int
    rate: float
    latency: float
    exchange_rate: float
    exchange_latency: float

    def all_reduce(self, message: float) -> float:
        """Sum of ``message`` bytes over all ranks, by a ring."""
        return self.latency + 2 * (self.tensor - 1) / self.tensor * message / self.rate

    def exchange(self, message: float) -> float:
        """``message`` bytes a rank to the ranks of their experts, and the answers back."""
        away = message * (self.tensor - 1) / self.tensor
        return _DISPATCH * (self.exchange_latency + away / self.exchange_rate)
