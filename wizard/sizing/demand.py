"""How many requests are in flight, before any hardware is chosen.

Little's law (1961): in flight = arrival rate × service time. The service time here is nominal;
the search replaces it by that of each configuration. The burst factor is p99 over mean within the busiest hour.

The nominal times are those with which the Azure LLM traces of 2023 (Azure/AzurePublicDataset@b469a11) give 36.9
requests in flight for chat and 3.3 for code: 0.2 s + input/8,000 s + output · 0.03 s.
"""

from math import exp, log

from wizard.domain.errors import CodedError
from wizard.domain.workload import InferenceLoad, ServiceTarget, TokenLengths
from wizard.domain.workload_result import Demand
from wizard.sizing.errors import SizingError
from wizard.sizing.queueing import SCORE

NOMINAL_START_S = 0.2
NOMINAL_PREFILL_TOKENS_PER_S = 8_000.0
NOMINAL_TOKEN_S = 0.03


def demand(load: InferenceLoad, target: ServiceTarget | None = None) -> Demand:
    """Requests in flight at the busiest hour; a stated number of simultaneous requests is taken as its peak.

    Raises:
        CodedError: E107, neither rate nor simultaneous requests known.
    """
    if load.in_flight is not None:
        peak = load.in_flight.value
        return _demand(load, peak, peak, peak, peak / nominal_service_s(load, target))
    if load.requests_per_s is None:
        raise CodedError(SizingError.NO_LOAD)
    rate = load.requests_per_s.value
    mean = rate * nominal_service_s(load, target)
    latest = mean * load.burst_factor.value
    return _demand(load, mean, percentile_95(mean, latest), latest, rate)


def _demand(load: InferenceLoad, mean: float, late: float, latest: float, rate: float) -> Demand:
    return Demand(
        in_flight_mean=mean,
        in_flight_p95=late,
        in_flight_p99=latest,
        requests_per_s_peak=rate,
        input_tokens=load.input_tokens,
        output_tokens=load.output_tokens,
    )


def percentile_95(mean: float, latest: float) -> float:
    """Between mean and p99 as a normal distribution spaces them: 1.645 of 2.326 standard deviations."""
    return mean + (latest - mean) * SCORE[0.95] / SCORE[0.99]


def nominal_service_s(load: InferenceLoad, target: ServiceTarget | None = None) -> float:
    """Seconds of one request on typical hardware: ``start + input/prefill rate + output · TPOT``.

    A token takes no longer than the target allows.
    """
    token = NOMINAL_TOKEN_S
    if target is not None and target.tpot_p95_ms is not None:
        token = min(token, target.tpot_p95_ms / 1000)
    prefill = mean_tokens(load.input_tokens) / NOMINAL_PREFILL_TOKENS_PER_S
    return NOMINAL_START_S + prefill + mean_tokens(load.output_tokens) * token


def mean_tokens(lengths: TokenLengths) -> float:
    """Mean of the lognormal distribution with this median and 95 % value: many requests average out to it."""
    if lengths.p95 <= lengths.typical or lengths.typical <= 0:
        return max(lengths.typical, 1.0)
    sigma = log(lengths.p95 / lengths.typical) / SCORE[0.95]
    return lengths.typical * exp(sigma * sigma / 2)
