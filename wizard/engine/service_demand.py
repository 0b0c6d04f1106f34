"""From answers to the load of a service of items: how many at the peak, how large, how fast.

A rate at the peak outranks a total per day, which is spread over the hours of use; live streams of speech are seconds
of audio a second. A measured number of parallel requests is used where nobody stated a rate.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wizard.domain.catalog import Catalog
from wizard.domain.provenance import weakest
from wizard.domain.quantities import Range
from wizard.domain.workload import ServiceLoad
from wizard.engine.loads import SECONDS_PER_HOUR, LoadFactor, factor, load_figure, number
from wizard.engine.sized import ServiceRun
from wizard.questionnaire.resolve import Given, Values

_SECONDS = {"s": 1, "min": 60, "h": SECONDS_PER_HOUR}
_SECONDS_PER_MINUTE = 60
_AUDIO = "audio_s"

Ask = Callable[[str], Given]


@dataclass(frozen=True)
class _Rate:
    """Items a second at the peak, and the streams they come from."""

    per_s: float
    streams: float | None = None


def service_run(values: Values, catalog: Catalog, workload_id: str, unit: str) -> ServiceRun:
    """The load of a service whose items are counted in ``unit``."""

    def given(question: str) -> Given:
        return values.given(question, workload_id)

    rate = given("w.items_rate")
    parallel = given("w.inflight_peak")
    latency = _latency(given, unit)
    if not rate.known and parallel.known and parallel.value is not None and (unit == _AUDIO or latency):
        factors, load = _of_parallel(parallel, unit, latency)
    else:
        factors, load = _of_rate(rate, given, catalog, unit)
    profile = str(given("w.usage_profile").value)
    return ServiceRun(
        load=ServiceLoad(
            unit=unit,
            per_s_peak=load[0],
            streams=load[1],
            size=_size(rate.value, unit),
            latency_p95_s=latency,
            active_hours_per_month=load_figure(catalog, "active_hours_per_month", profile).value,
            mean_to_peak=1 / number(given("w.peak_to_mean"), fallback=1.0),
            evidence=weakest(*(f.given.evidence for f in factors)),
        ),
        factors=factors,
    )


def _of_parallel(
    parallel: Given, unit: str, latency: float | None
) -> tuple[tuple[LoadFactor, ...], tuple[Range, Range | None]]:
    """Streams of audio as they are; other items by Little's law with the latency they must keep."""
    count = factor(parallel)
    span = Range(low=count.low, value=count.value, high=count.high)
    if unit == _AUDIO:
        return (count,), (span, span)
    assert latency is not None  # noqa: S101 - asked by the caller
    return (count,), (span.scaled(1 / latency), None)


def _of_rate(
    rate: Given, ask: Ask, catalog: Catalog, unit: str
) -> tuple[tuple[LoadFactor, ...], tuple[Range, Range | None]]:
    middle = _rate(rate.value, ask, catalog, unit)
    low, high = (
        _rate({**_fields(rate.value), **_fields(end)}, ask, catalog, unit).per_s for end in (rate.low, rate.high)
    )
    span = Range(low=min(low, middle.per_s), value=middle.per_s, high=max(high, middle.per_s))
    streams = None if middle.streams is None else Range.exact(middle.streams)
    return (LoadFactor(rate, span.low, span.value, span.high),), (span, streams)


def _rate(value: Any, ask: Ask, catalog: Catalog, unit: str) -> _Rate:
    fields = _fields(value)
    streams = _number(fields.get("streams"))
    peak = _peak(fields, ask, catalog) * _in_unit(fields, catalog, unit)
    if not streams:
        return _Rate(peak)
    if unit == _AUDIO:
        return _Rate(max(peak, streams), streams)
    return _Rate(peak or streams * catalog.figure("service.camera_fps").value, streams)


def _peak(fields: dict[str, Any], ask: Ask, catalog: Catalog) -> float:
    """Items a second in the busiest hour, in the unit of the answer."""
    stated = _number(fields.get("peak_rate"))
    if stated is not None:
        return stated / _SECONDS.get(str(fields.get("peak_per") or "s"), 1)
    total = _number(fields.get("per_day_total"))
    if total is None:
        return 0.0
    profile = str(ask("w.usage_profile").value)
    hours = catalog.figures.get(f"service.hours_per_day.{profile}") or catalog.figure("service.hours_per_day.office")
    return total / (hours.value * SECONDS_PER_HOUR) * number(ask("w.peak_to_mean"), fallback=1.0)


def _in_unit(fields: dict[str, Any], catalog: Catalog, unit: str) -> float:
    """Items of the profile in one item of the answer: speech is counted in seconds."""
    if unit != _AUDIO:
        return 1.0
    if fields.get("unit") == "audio_min":
        return _SECONDS_PER_MINUTE
    return _number(fields.get("size")) or catalog.figure("service.item_seconds.audio").value


def _size(value: Any, unit: str) -> float | None:
    return None if unit == _AUDIO else _number(_fields(value).get("size")) or None


def _latency(ask: Ask, unit: str) -> float | None:
    """Seconds until an item is ready; batch has no limit but its window.

    A clip takes minutes on every card, so the usual minute of background work limits it only where somebody said so.
    """
    limit, service = ask("w.e2e_p95_s"), ask("w.slo_class")
    free = ("batch", "background") if unit == "videos" else ("batch",)
    if service.value in free and not limit.known:
        return None
    return number(limit, fallback=0.0) or None


def _fields(value: Any) -> dict[str, Any]:
    return {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else {}


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
