"""Prints how long one workload's search over all accelerators takes, and the memory of a process that predicts.

A configuration counts when its replica was looked at; layouts that the best one found rules out are not counted.
"""

import json
import resource
import subprocess
import sys
from pathlib import Path

from _measure import show, timed
from wizard.catalogs.find import find_model
from wizard.catalogs.load import load_catalog
from wizard.domain.quantities import Range
from wizard.domain.workload import InferenceLoad, ServiceTarget, TokenLengths
from wizard.sizing import search

_FORMATS = ("native", "fp8", "int8", "int4", "fp4")
_SMALL = ("native", "fp8")


def _load(rate: float) -> InferenceLoad:
    return InferenceLoad(
        requests_per_s=Range.exact(rate), in_flight=None, burst_factor=Range.exact(1.5),
        input_tokens=TokenLengths(typical=1_500, p95=4_000), output_tokens=TokenLengths(typical=300, p95=700),
        context_max=8_192, active_hours_per_month=220, mean_to_peak=0.4,
    )  # fmt: skip


def main() -> None:
    catalog = load_catalog()
    arch = find_model(catalog, "Llama-3.3-70B-Instruct").architecture
    target = ServiceTarget(name="chat", ttft_p95_ms=3_000, tpot_p95_ms=100)
    tried = _count()

    def run(formats: tuple[str, ...]) -> None:
        search.size_workload(
            arch, _load(3.0), target, list(catalog.accelerators.values()), facts=catalog.figures, formats=formats,
            kv_format="auto", engine="vllm", spare_replicas=1,
        )  # fmt: skip

    run(_FORMATS)
    count = tried[0]
    whole = timed(lambda: run(_FORMATS), 5)
    show(f"search of {count} configurations", whole)
    show("  that is for 5,000 (goal: 2,000 ms)", [one / count * 5_000 for one in whole])
    show("search of a workload, two formats (150 ms)", timed(lambda: run(_SMALL), 5))
    show("memory of predict (goal: 120 MB)", [_memory_mb() for _ in range(3)], "MB")


def _count() -> list[int]:
    """Counts the replicas the search looks at."""
    tried, inner = [0], search.replica_of

    def counting(*given, **named):  # type: ignore[no-untyped-def]
        tried[0] += 1
        return inner(*given, **named)

    search.replica_of = counting  # type: ignore[assignment]
    return tried


def _memory_mb() -> float:
    command = [
        sys.executable, "-m", "wizard", "predict", "--model", "Llama-3.1-8B", "--gpu", "H100-SXM", "--gpus", "1",
        "--input-tokens", "1000", "--output-tokens", "200", "--concurrency", "16", "--json",
    ]  # fmt: skip
    outcome = subprocess.run(command, check=True, capture_output=True, cwd=Path(__file__).parents[2])
    json.loads(outcome.stdout)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


if __name__ == "__main__":
    main()
