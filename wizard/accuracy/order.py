"""Whether predictions put accelerators into the measured order: what a buyer asks first."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from wizard.accuracy.score import Pair

APART = 1.1
"""Measurements closer than this are a tie."""
_SAME = (
    "use", "model", "engine", "weights_precision", "kv_precision", "input_tokens", "output_tokens", "n_gpus",
    "scenario", "concurrency", "request_rate_rps",
)  # fmt: skip
"""Columns two rows must share to be a pair."""
QUANTITIES = ("throughput", "throughput_total")


@dataclass(frozen=True)
class Order:
    """Pairs of accelerators with the same work, and how many of them are predicted the right way round."""

    pairs: int
    right: int

    @property
    def share(self) -> float | None:
        return self.right / self.pairs if self.pairs else None


def order_of(pairs: Sequence[Pair]) -> Order:
    """Over answered throughput rows: same model, engine, formats, lengths, number of GPUs and load."""
    alike: dict[tuple[str, ...], list[Pair]] = defaultdict(list)
    for pair in pairs:
        if pair.quantity in QUANTITIES and pair.predicted is not None:
            alike[pair.quantity, *(pair.row.text(column) for column in _SAME)].append(pair)
    found = [_right(a, b) for group in alike.values() for a, b in combinations(group, 2) if _comparable(a, b)]
    return Order(len(found), sum(found))


def _comparable(a: Pair, b: Pair) -> bool:
    larger, smaller = max(a.measured, b.measured), min(a.measured, b.measured)
    return a.row.text("gpu") != b.row.text("gpu") and larger > APART * smaller


def _right(a: Pair, b: Pair) -> bool:
    return (a.measured > b.measured) == (_value(a) > _value(b))


def _value(pair: Pair) -> float:
    return pair.predicted.value if pair.predicted is not None else 0.0
