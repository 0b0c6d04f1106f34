"""Which cells of a row may be compared, and under which quantity.

Throughput at saturation is no throughput under a latency target, and the time to the first token of a queue says
nothing: such cells are left out.
"""

from wizard.accuracy.kinds import MEMORY, POWER, THROUGHPUT, TRAINING
from wizard.accuracy.rows import Row

_ALONE = ("single-request-ttft", "single-stream", "fixed-concurrency")
_QUEUE_MS = 1000
"""A longer time to the first token at an offered rate is waiting."""
_CARRIED = 0.9
"""Share of the offered rate below which a system is saturated."""
_MEMORY = {
    "weights_gib": "weights_gib_per_gpu", "kv_cache_gib": "kv_cache_gib_per_gpu", "kv_cache_tokens": "kv_cache_tokens",
    "peak_gib": "peak_used_gib_per_gpu",
}  # fmt: skip


def measured_values(kind: str, row: Row) -> dict[str, float]:
    """Quantity and measured value of everything in the row that may be scored; never zero or negative."""
    if kind == THROUGHPUT:
        found = _serving(row)
    elif kind == MEMORY:
        found = {name: row.number(column) for name, column in _MEMORY.items()}
    elif kind == TRAINING:
        found = {"train_tokens_per_s_per_gpu": row.number("tokens_per_s_per_gpu") or _from_steps(row)}
    elif kind == POWER:
        found = {"system_power_w": row.number("system_power_w")}
    else:
        found = {"train_peak_gib": row.number("peak_gib_per_gpu")}
    return {name: value for name, value in found.items() if value is not None and value > 0}


def open_rate(scenario: str) -> bool:
    """Requests arrive at a rate somebody chose."""
    return scenario.endswith("-rate") and "infinite" not in scenario


def _serving(row: Row) -> dict[str, float | None]:
    scenario = row.text("scenario")
    rate = row.number("output_tokens_per_s")
    name = "throughput"
    if rate is None:
        rate, name = row.number("total_tokens_per_s"), "throughput_total"
    if open_rate(scenario):
        name = "throughput_offered"
    return {
        name: rate,
        "tpot": row.number("tpot_ms_mean") or row.number("tpot_ms_p50"),
        "ttft": _first_token(row, scenario),
        "prefill": row.number("prefill_tokens_per_s"),
        "e2e": row.number("e2e_latency_s"),
    }


def _first_token(row: Row, scenario: str) -> float | None:
    measured = row.number("ttft_ms_mean") or row.number("ttft_ms_p50")
    fair = scenario in _ALONE
    if scenario.startswith("server") and open_rate(scenario):
        reached, offered = row.number("requests_per_s"), row.number("request_rate_rps")
        fair = bool(reached and offered and reached >= _CARRIED * offered)
        fair = fair and not (measured and measured > _QUEUE_MS)
    return measured if fair and row.text("use") != "decode_only" else None


def _from_steps(row: Row) -> float | None:
    seconds, batch, length = row.number("step_time_s"), row.number("micro_batch"), row.number("seq_len")
    return batch * length / seconds if seconds and batch and length else None
