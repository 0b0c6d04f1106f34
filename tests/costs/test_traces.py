"""Shipped bins of public traces against what was published and computed over the whole files."""

import csv
import os
from collections import Counter
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from wizard.cli.cost_profile import read_profile
from wizard.costs.calculators import ProfileSplit, UnitPrices, split_profile
from wizard.costs.inputs import Array

PROFILES = Path(__file__).parent.parent / "data" / "profiles"
TRACES = {
    "chat": ("azure_llm_2023_conv.csv", 19_366, 3501.7, 1.52),
    "code": ("azure_llm_2023_code.csv", 8_819, 3435.9, 4.18),
}
"""File, requests, seconds, and the busiest 60 seconds against the mean, wherever its bins begin."""
TYPICAL = {("chat", "input"): 1020, ("chat", "output"): 129, ("code", "input"): 1469, ("code", "output"): 13}
"""Medians of the whole files."""


def bins(trace: str) -> Array:
    return np.array(read_profile(PROFILES / f"azure_{trace}_hour_2023.csv", "requests"))


@pytest.mark.parametrize("trace", TRACES)
def test_bins_hold_every_request_and_the_published_peak(trace: str) -> None:
    _file, requests, seconds, peak = TRACES[trace]
    counted = bins(trace)
    assert counted.sum() == requests
    assert counted.max() / 60 / (requests / seconds) == pytest.approx(peak, rel=0.02)


@pytest.mark.parametrize("kind", TYPICAL)
def test_histograms_hold_the_medians(kind: tuple[str, str]) -> None:
    rows = list(csv.DictReader((PROFILES / "azure_lengths_2023.csv").open(encoding="utf-8")))
    edges, counts = zip(
        *((int(r["from"]), int(r["count"])) for r in rows if (r["trace"], r["tokens"]) == kind), strict=True
    )
    middle = edges[int(np.searchsorted(np.cumsum(counts), sum(counts) / 2))]
    assert middle <= TYPICAL[kind] < middle + (64 if kind[1] == "input" else 8)


def test_a_steady_chat_owns_more_of_its_mean_than_bursty_code() -> None:
    """R131: the same prices; the load of the chat service hardly leaves its mean within the hour."""
    steady, bursty = (split_of(trace) for trace in ("chat", "code"))
    assert steady.owned_units > bursty.owned_units
    assert steady.saving_share > 0.0


def split_of(trace: str) -> ProfileSplit:
    load = bins(trace)[:-1]
    return split_profile(load * (32 / load.mean()), UnitPrices(own_fixed=1.9, own_variable=0.15, cloud=3.0))


@pytest.mark.reference
@pytest.mark.parametrize("trace", TRACES)
def test_the_shipped_bins_are_those_of_the_whole_file(trace: str) -> None:
    folder = os.environ.get("RECHENWERK_REFERENCE")
    if not folder:
        pytest.skip("RECHENWERK_REFERENCE names no folder")
    with (Path(folder) / "traces" / TRACES[trace][0]).open(encoding="utf-8") as file:
        times = [datetime.fromisoformat(row["TIMESTAMP"][:26]) for row in csv.DictReader(file)]
    counted = Counter(int((time - times[0]).total_seconds() // 60) for time in times)
    assert [counted[minute] for minute in range(max(counted) + 1)] == list(bins(trace))
