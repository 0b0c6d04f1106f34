"""Prints timings: lowest, median and highest of a few runs. Nothing is judged; machines differ."""

import sys
import time
from collections.abc import Callable, Sequence
from statistics import median


def timed(action: Callable[[], object], runs: int) -> list[float]:
    """Wall-clock milliseconds of each run."""
    samples = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        samples.append((time.perf_counter() - start) * 1000)
    return samples


def show(name: str, samples: Sequence[float], unit: str = "ms") -> None:
    """One line of the list."""
    low, middle, high = min(samples), median(samples), max(samples)
    sys.stdout.write(f"{name:<44} min {low:9.1f}  median {middle:9.1f}  max {high:9.1f} {unit}  n={len(samples)}\n")
    sys.stdout.flush()
