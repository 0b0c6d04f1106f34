"""Requests in flight from users, by Little's law, against a real trace."""

import pytest
from wizard.domain.errors import CodedError
from wizard.domain.quantities import Range
from wizard.domain.workload import InferenceLoad, ServiceTarget, TokenLengths
from wizard.sizing.demand import demand, mean_tokens


def load(rate=None, in_flight=None, burst=1.5, prompt=(1_000, 1_000), output=(100, 100)) -> InferenceLoad:
    return InferenceLoad(
        requests_per_s=None if rate is None else Range.exact(rate),
        in_flight=None if in_flight is None else Range.exact(in_flight),
        burst_factor=Range.exact(burst),
        input_tokens=TokenLengths(typical=prompt[0], p95=prompt[1]),
        output_tokens=TokenLengths(typical=output[0], p95=output[1]),
        context_max=4_096,
        active_hours_per_month=200,
        mean_to_peak=0.4,
    )


def test_the_azure_chat_trace_is_reproduced():
    """R042: Azure 2023 chat: 5.53 requests/s, 1,155 in and 211 out on average; 36.9 in flight, p99 57 = 1.54 times."""
    found = demand(load(5.53, burst=1.54, prompt=(1_155, 1_155), output=(211, 211)))
    assert found.in_flight_mean == pytest.approx(36.9, rel=0.05)
    assert found.in_flight_p99 == pytest.approx(57, rel=0.05)
    assert found.in_flight_mean < found.in_flight_p95 < found.in_flight_p99


def test_stated_simultaneous_requests_are_the_peak():
    found = demand(load(in_flight=100))
    assert (found.in_flight_mean, found.in_flight_p95, found.in_flight_p99) == (100, 100, 100)


def test_a_faster_target_keeps_fewer_in_flight():
    fast = demand(load(5), ServiceTarget(name="fast", tpot_p95_ms=10))
    assert fast.in_flight_mean < demand(load(5)).in_flight_mean


def test_a_slower_target_does_not_slow_the_service():
    slow = demand(load(5), ServiceTarget(name="slow", tpot_p95_ms=500))
    assert slow == demand(load(5))


def test_no_load_is_an_error():
    with pytest.raises(CodedError, match="E107"):
        demand(load())


def test_many_requests_average_to_the_mean_of_their_distribution():
    """Median 1,000 and 95 % value 3,000: σ = ln 3 / 1.645 = 0.668, mean = 1,250."""
    assert mean_tokens(TokenLengths(typical=1_000, p95=3_000)) == pytest.approx(1_250, rel=0.001)


def test_equal_lengths_have_no_spread():
    assert mean_tokens(TokenLengths(typical=1_000, p95=1_000)) == 1_000
