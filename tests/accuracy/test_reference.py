"""Agreement with the scoring rules, to the digit, on the full reference. Expectations are computed here, on their own.

Retyped from the rules of the reference's scorer: which cells count, groups, medians, percentile, misses.
"""

import csv
import os
import statistics
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.accuracy.rows import read_table
from wizard.accuracy.spellings import check_words, remarks

REFERENCE = os.environ.get("RECHENWERK_REFERENCE")
pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCE, reason="RECHENWERK_REFERENCE names no folder"),
]
TABLES = ["inference_throughput", "inference_memory", "training_throughput", "training_memory", "mlperf_power"]


def _float(cell: str | None) -> float | None:
    try:
        return float(cell or "")
    except ValueError:
        return None


def _scoreable(row: Mapping[str, str]) -> dict[str, float]:
    def get(name: str) -> float | None:
        return _float(row.get(name))

    found: dict[str, float | None] = {}
    if "system_power_w" in row:
        found["system_power_w"] = get("system_power_w")
    elif "scenario" in row:
        scenario = row["scenario"]
        offered = scenario.endswith("-rate") and "infinite" not in scenario
        whole = get("output_tokens_per_s") is None
        name = "throughput_offered" if offered else "throughput_total" if whole else "throughput"
        found[name] = get("total_tokens_per_s") if whole else get("output_tokens_per_s")
        found["tpot"] = get("tpot_ms_mean") or get("tpot_ms_p50")
        first = get("ttft_ms_mean") or get("ttft_ms_p50")
        fair = scenario in ("single-request-ttft", "single-stream", "fixed-concurrency")
        if scenario.startswith("server") and offered:
            reached, asked = get("requests_per_s"), get("request_rate_rps")
            fair = bool(reached and asked and reached >= 0.9 * asked) and not (first and first > 1000)
        found["ttft"] = first if fair and row["use"] != "decode_only" else None
        found["prefill"], found["e2e"] = get("prefill_tokens_per_s"), get("e2e_latency_s")
    elif "kv_cache_tokens" in row:
        found["weights_gib"], found["kv_cache_gib"] = get("weights_gib_per_gpu"), get("kv_cache_gib_per_gpu")
        found["kv_cache_tokens"], found["peak_gib"] = get("kv_cache_tokens"), get("peak_used_gib_per_gpu")
    elif "tokens_per_s_per_gpu" in row:
        step, batch, length = get("step_time_s"), get("micro_batch"), get("seq_len")
        derived = batch * length / step if step and batch and length else None
        found["train_tokens_per_s_per_gpu"] = get("tokens_per_s_per_gpu") or derived
    else:
        found["train_peak_gib"] = get("peak_gib_per_gpu")
    return {name: value for name, value in found.items() if value and value > 0}


@pytest.mark.parametrize("name", TABLES)
def test_validate_agrees_with_the_scoring_rules(rechenwerk: Rechenwerk, tmp_path: Path, name: str) -> None:
    """R014"""
    measured, rows = Path(str(REFERENCE)) / "measured" / f"{name}.csv", tmp_path / "rows.csv"
    outcome = rechenwerk("validate", measured, "--by", "use", "--rows", rows, "--json")
    assert outcome.code == 0, outcome.err
    with rows.open(encoding="utf-8", newline="") as lines:
        said = {(r["id"], r["quantity"]): float(r["predicted"]) for r in csv.DictReader(lines)}
    slices = defaultdict(list)
    with measured.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            for quantity, value in _scoreable(row).items():
                slices[quantity, row["use"]].append((row["group"], value, said.get((row["id"], quantity))))
    found = {(s["quantity"], s["slice"]): s for s in outcome.document["statistics"] if s["by"] == "use"}
    assert {key: _expected(one) for key, one in slices.items()} == {
        key: {n: pytest.approx(v, rel=1e-6) for n, v in one.items() if n not in ("quantity", "by", "slice")}
        for key, one in found.items()
    }


def _expected(cells: list[tuple[str, float, float | None]]) -> dict[str, float]:
    answered = [(group, value, said) for group, value, said in cells if said is not None]
    if not answered:
        return {"of": len(cells), "rows": 0}
    errors = [said / value - 1 for _, value, said in answered]
    groups = defaultdict(list)
    for (group, _, _), error in zip(answered, errors, strict=True):
        groups[group].append(abs(error))
    return {
        "of": len(cells),
        "rows": len(answered),
        "groups": len(groups),
        "median": statistics.median(map(abs, errors)),
        "group_median": statistics.median(statistics.median(one) for one in groups.values()),
        "p90": sorted(map(abs, errors))[min(len(errors) - 1, int(0.9 * len(errors)))],
        "bias": statistics.median(errors),
        "within_25_percent": sum(abs(e) <= 0.25 for e in errors) / len(cells),
        "fold": statistics.median(max(s / v, v / s) for _, v, s in answered),
    }


@pytest.mark.parametrize("name", TABLES)
def test_every_word_of_the_reference_is_understood(name: str) -> None:
    table = read_table(Path(str(REFERENCE)) / "measured" / f"{name}.csv")
    for row in table.rows:
        check_words(table.kind, row)
    assert remarks(table) == ()
