"""From the steady state of one replica to the figures of a whole deployment, percentiles included.

Percentiles: service times spread lognormally around their mean (shape from ``sizing.ttft_sigma`` and
``sizing.tpot_sigma``); waiting for a free slot follows Allen–Cunneen with an exponential tail; percentiles of sums are
added, which is an upper bound. TPOT is (e2e − TTFT)/(output tokens − 1).
"""

from dataclasses import dataclass

import numpy as np

from wizard.domain.configuration import Performance
from wizard.sizing.figures import Facts, pick
from wizard.sizing.queueing import lognormal_quantile, mean_wait, wait_quantile
from wizard.sizing.replay import Replayed, Vector
from wizard.sizing.steady import Load, State

MS = 1000.0
SECONDS_PER_HOUR = 3600
SHARES = (0.5, 0.95, 0.99)
MOST_SERVERS = 2_000
"""Larger systems wait less still; beyond this number the queue is computed on a scaled one, on the safe side."""


@dataclass(frozen=True)
class Traffic:
    """Load of the whole deployment; neither concurrency nor rate asks for the most throughput."""

    concurrency: float | None
    rate: float | None
    replicas: int
    burst: float | None = None
    """Requests that arrive at once, instead of a steady load."""
    spread: float = 0.0
    """Lognormal spread of the lengths within a burst."""


@dataclass(frozen=True)
class Waiting:
    """Seconds before service begins: mean, and the three percentiles."""

    mean: float
    quantiles: tuple[float, float, float]


def performance_of(
    state: State, load: Load, traffic: Traffic, slots: int, most: float, facts: Facts, *, overload: float
) -> Performance:
    """``overload`` is the part of the arrival rate a replica cannot carry."""
    waiting = _waiting(state, load, traffic, slots, facts, overload)
    ttft = _spread(state.ttft, pick(facts, "ttft_sigma").value, waiting)
    tpot = _spread(state.tpot, pick(facts, "tpot_sigma").value, Waiting(0.0, (0.0, 0.0, 0.0)))
    e2e = [first + load.steps * each for first, each in zip(ttft, tpot, strict=True)]
    rate = state.rate * traffic.replicas
    running = state.requests(load) * traffic.replicas
    return Performance(
        ttft_ms_mean=ttft[0] * MS, ttft_ms_p50=ttft[1] * MS, ttft_ms_p95=ttft[2] * MS, ttft_ms_p99=ttft[3] * MS,
        tpot_ms_mean=tpot[0] * MS, tpot_ms_p50=tpot[1] * MS, tpot_ms_p95=tpot[2] * MS, tpot_ms_p99=tpot[3] * MS,
        e2e_s_mean=e2e[0], e2e_s_p50=e2e[1], e2e_s_p95=e2e[2], e2e_s_p99=e2e[3],
        output_tokens_per_s=rate * load.output,
        requests_per_s=rate,
        concurrency=traffic.concurrency if traffic.concurrency is not None else running,
        max_concurrency=most,
        utilisation=_utilisation(running, most, overload),
    )  # fmt: skip


def performance_of_burst(replayed: Replayed, load: Load, traffic: Traffic, most: float) -> Performance:
    """Of a burst: means and percentiles over its requests; rates over its whole time."""

    def of(values: Vector) -> tuple[float, ...]:
        return (float(values.mean()), *(float(v) for v in np.quantile(values, SHARES)))

    ttft, tpot, e2e = of(replayed.ttft), of(replayed.tpot), of(replayed.e2e)
    rate = len(replayed.ttft) / replayed.seconds * traffic.replicas
    return Performance(
        ttft_ms_mean=ttft[0] * MS, ttft_ms_p50=ttft[1] * MS, ttft_ms_p95=ttft[2] * MS, ttft_ms_p99=ttft[3] * MS,
        tpot_ms_mean=tpot[0] * MS, tpot_ms_p50=tpot[1] * MS, tpot_ms_p95=tpot[2] * MS, tpot_ms_p99=tpot[3] * MS,
        e2e_s_mean=e2e[0], e2e_s_p50=e2e[1], e2e_s_p95=e2e[2], e2e_s_p99=e2e[3],
        output_tokens_per_s=rate * load.output,
        requests_per_s=rate,
        concurrency=traffic.burst or 0.0,
        max_concurrency=most,
        utilisation=1.0,
    )  # fmt: skip


def _spread(mean: float, sigma: float, waiting: Waiting) -> list[float]:
    quantiles = [
        lognormal_quantile(mean, sigma, share) + wait
        for share, wait in zip(SHARES, waiting.quantiles, strict=True)
    ]  # fmt: skip
    return [mean + waiting.mean, *quantiles]


def _waiting(state: State, load: Load, traffic: Traffic, slots: int, facts: Facts, overload: float) -> Waiting:
    if traffic.rate is None:
        excess = 0.0 if traffic.concurrency is None else max(0.0, traffic.concurrency / traffic.replicas - slots)
        wait = excess / state.rate
        return Waiting(wait, (wait, wait, wait))
    if overload > 0:  # a queue that grows through the busiest hour and is judged over that hour
        longest = pick(facts, "overload_hours").value * SECONDS_PER_HOUR * overload / state.rate
        return Waiting(longest / 2, (longest * SHARES[0], longest * SHARES[1], longest * SHARES[2]))
    return _open_wait(state, load, slots * traffic.replicas, traffic.replicas, facts)


def _open_wait(state: State, load: Load, servers: int, replicas: int, facts: Facts) -> Waiting:
    """One queue in front of all slots of all replicas, as a least-loaded router makes it."""
    variation = (pick(facts, "arrival_cv2").value + pick(facts, "service_cv2").value) / 2
    scale = min(1.0, MOST_SERVERS / servers)
    counted = max(1, round(servers * scale))
    offered = min(state.requests(load) * replicas * scale, counted * (1 - 1e-9))
    waiting, conditional = mean_wait(counted, offered, state.e2e(load), variation)
    half, late, latest = (wait_quantile(share, waiting, conditional) for share in SHARES)
    return Waiting(waiting * conditional, (half, late, latest))


def _utilisation(running: float, most: float, overload: float) -> float:
    """Running requests over what meets memory and target; 1 means no reserve."""
    if overload > 0 or most <= 0:
        return 1.0
    return min(1.0, running / most)
