"""Values of the rules about measurements: what limits, and how far prediction and measurement lie apart."""

from collections.abc import Iterator, Mapping
from typing import Any

from wizard.domain.language import Text
from wizard.engine.finding_seen import Seen
from wizard.questionnaire.logic import lookup

PERCENT = 100.0
BUSY_PCT = 60.0
IDLE_PCT = 30.0
WAITING_PCT = 10.0
"""Thresholds of the rules on bottlenecks (proposals of the catalogue)."""


def measured_values(seen: Seen) -> Mapping[str, Any]:
    """A name that is left out is unknown."""
    return dict(_values(seen))


def _values(seen: Seen) -> Iterator[tuple[str, Any]]:
    limit = bottleneck(seen.values.answers())
    if limit is not None:
        options = seen.questionnaire.question("base.bottleneck_view").options
        yield "calc.bottleneck_measured", limit
        yield "calc.bottleneck_name", next(Text(de=o.de, en=o.en) for o in options if o.value == limit)
    yield from _probed(seen)
    yield from _calibration(seen)


def bottleneck(answers: Mapping[str, Any]) -> str | None:
    """What the measured activity points to, in the words of the question; None: it points nowhere."""
    waiting = _number(answers, "base.host.data_wait_pct")
    tensor = _number(answers, "base.utilisation.tensor_active")
    memory = _number(answers, "base.utilisation.dram_active")
    if waiting is not None and waiting > WAITING_PCT:
        return "data"
    if tensor is not None and tensor >= BUSY_PCT:
        return "compute"
    if tensor is not None and memory is not None and memory >= BUSY_PCT and tensor < IDLE_PCT:
        return "bandwidth"
    return None


def _number(answers: Mapping[str, Any], name: str) -> float | None:
    value = lookup(answers, name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _probed(seen: Seen) -> Iterator[tuple[str, Any]]:
    """Errors the driver counted on probed cards; cards that do not tell are left out."""
    documents = [entry.get("document", {}) for entry in seen.assessment.measurements if entry.get("kind") == "probe"]
    cards = [card for document in documents for card in document.get("nvidia", {}).get("gpus", [])]
    counted = [card.get("ecc_uncorrected", {}).get("value") for card in cards]
    known = [value for value in counted if isinstance(value, int)]
    if known:
        yield "probe.ecc_uncorrected", sum(known)


def _calibration(seen: Seen) -> Iterator[tuple[str, Any]]:
    """Measured throughput of the only service on the client's only kind of machine, against its prediction."""
    from wizard.sizing.predict import predict

    given = seen.values.given("base.serving_perf")
    rows = given.value if given.known and isinstance(given.value, list) else []
    rows = [row for row in rows if row.get("concurrency") and row.get("tokens_per_s")]
    serving = [w for w in seen.workloads if w.load is not None]
    if not rows or len(serving) != 1:
        return
    (workload,) = serving
    client = [c for c in workload.result.configurations if c.origin == "client" and c.serving is not None]
    if len(client) != 1 or workload.result.demand is None:
        return
    (c,), row, asked = client, rows[-1], workload.result.demand
    deployment = c.deployment()
    predicted = predict(
        workload.arch, seen.catalog.accelerators[c.accelerator], deployment, input_tokens=asked.input_tokens.typical,
        output_tokens=asked.output_tokens.typical, facts=seen.catalog.figures, concurrency=float(row["concurrency"]),
        replicas=c.replicas,
    ).performance  # fmt: skip
    if predicted is not None:
        measured = float(row["tokens_per_s"])
        yield "calc.predicted", predicted.output_tokens_per_s
        yield "calc.measured", measured
        yield "calc.calibration_error_pct", (predicted.output_tokens_per_s - measured) / measured * PERCENT
