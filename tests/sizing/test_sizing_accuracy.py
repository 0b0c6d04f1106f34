"""A small sample of published measurements: a change of formulas or constants may not lose them.

The constants were fitted to tables these rows belong to, so this guards the fit and says nothing about new hardware.
"""

import csv
from pathlib import Path
from statistics import median

import pytest
from wizard.sizing.predict import predict

DATA = Path(__file__).parents[1] / "data" / "measured_serving.csv"
with DATA.open(encoding="utf-8", newline="") as lines:
    ROWS = list(csv.DictReader(lines))


def _load(words, share):
    """Such as ``rate 5``, ``at once 8`` or ``most``; ``prefix`` marks conversations that repeat what was said."""
    shared = {"shared_prefix": share} if "prefix" in words else {}
    numbers = [float(word) for word in words if word.isdigit()]
    kind = "rate" if words[0] == "rate" else "concurrency"
    return {kind: numbers[0], **shared} if numbers else shared


@pytest.fixture(scope="module")
def ratios(models, catalog, deployment):
    found = {}
    for number, row in enumerate(ROWS):
        load = _load(row["load"].split(), catalog.figures["sizing.shared_prefix"].value)
        prediction = predict(
            models[row["model"]],
            *deployment(
                row["accelerator"], tensor_parallel=int(row["tensor_parallel"]), weights_format=row["weights"],
                kv_format=row["kv"], engine=row["engine"],
            ),
            input_tokens=float(row["input_tokens"]), output_tokens=float(row["output_tokens"]),
            facts=catalog.figures, **load,
        )  # fmt: skip
        low, high = prediction.interval[row["quantity"]]
        measured = float(row["measured"])
        found[number] = (getattr(prediction.performance, row["quantity"]) / measured, low <= measured <= high)
    return found


def test_half_of_the_measurements_are_met_within_fifteen_per_cent(ratios):
    assert median(abs(ratio - 1) for ratio, _ in ratios.values()) <= 0.15


@pytest.mark.parametrize("number", range(len(ROWS)), ids=lambda n: f"{ROWS[n]['model']}-{ROWS[n]['accelerator']}-{n}")
def test_no_measurement_is_missed_by_half(ratios, number):
    assert 1 / 1.5 < ratios[number][0] < 1.5


def test_the_interval_covers_nine_in_ten(ratios):
    assert sum(inside for _, inside in ratios.values()) >= 0.85 * len(ratios)
