"""Steady state of continuous batching on one replica.

Every request costs one prefill, so with B requests decoding ``TPOT = t_dec(B, I + O/2) + B·t_pre/(O − 1)`` and the
rate is ``B / ((O − 1)·TPOT)`` (Orca, OSDI 2022; Little 1961). A closed loop keeps N requests in the replica, an open
loop brings a given rate.
"""

from dataclasses import dataclass

from wizard.sizing.queueing import single_server_wait
from wizard.sizing.steps import StepModel, StepTime

_ROUNDS = 40
_CLOSE = 1e-6


@dataclass(frozen=True)
class Load:
    """Tokens of a request."""

    prompt: float
    output: float

    @property
    def steps(self) -> float:
        """Decode steps after the first token."""
        return self.output - 1

    @property
    def context(self) -> float:
        """Mean context while decoding."""
        return self.prompt + self.output / 2


@dataclass(frozen=True)
class State:
    """One replica in steady state; seconds and requests per second."""

    decoding: float
    rate: float
    tpot: float
    ttft: float
    """From the start of service: prefill, its queue and the running step."""
    step: StepTime
    prefill: float
    """Of one request, shared with the others."""

    def e2e(self, load: Load) -> float:
        return self.ttft + load.steps * self.tpot

    def requests(self, load: Load) -> float:
        """Requests in the replica, by Little's law."""
        return self.rate * self.e2e(load)


def state_at(model: StepModel, load: Load, decoding: float, *, closed: bool) -> State:
    """The state in which ``decoding`` requests are past their first token."""
    shared = model.prefill_shared(load.prompt)
    alone = model.prefill_alone(load.prompt)
    step = model.decode(max(decoding, 1.0), load.context)
    if load.steps < 1:
        return _prompts_only(model, load, decoding, step)
    tpot = step.total + decoding * shared / load.steps
    rate = decoding / (load.steps * tpot)
    wait = _prefill_wait(model, decoding, rate * shared, shared, closed=closed)
    inside = step.total / 2 if decoding > 1 else 0.0
    return State(decoding, rate, tpot, alone + wait + inside, step, shared)


def _prefill_wait(model: StepModel, decoding: float, busy: float, shared: float, *, closed: bool) -> float:
    """Wait behind other prefills.

    Independent arrivals queue as before one server. A closed loop of equal requests ends and begins in cohorts: half
    of the others are in front, times the synchrony that prefilling in between wears off.
    """
    busy = min(busy, 0.99)
    wait = min(single_server_wait(busy, shared), decoding * shared / 2)
    if not closed:
        return wait
    return max(wait, model.synchrony * (1 - busy) ** 2 * max(0.0, decoding - 1) * shared / 2)


def _prompts_only(model: StepModel, load: Load, decoding: float, step: StepTime) -> State:
    """Requests of one output token: the replica only prefills, one after the other."""
    alone, shared = model.prefill_alone(load.prompt), model.prefill_shared(load.prompt)
    seconds = alone + max(0.0, decoding - 1) * shared
    return State(decoding, decoding / seconds, 0.0, seconds, step, shared)


def closed_loop(model: StepModel, load: Load, requests: float) -> State:
    """The state with ``requests`` in the replica at all times."""
    if load.steps < 1:
        return state_at(model, load, requests, closed=True)
    decoding = requests
    state = state_at(model, load, decoding, closed=True)
    for _ in range(_ROUNDS):
        following = requests * load.steps * state.tpot / state.e2e(load)
        if abs(following - decoding) <= _CLOSE * requests:
            break
        decoding = following
        state = state_at(model, load, decoding, closed=True)
    return state


def open_loop(model: StepModel, load: Load, rate: float) -> State:
    """The state at an arrival rate the replica can carry."""
    if load.steps < 1:
        return state_at(model, load, max(rate * model.prefill_alone(load.prompt), _CLOSE), closed=False)
    shared = model.prefill_shared(load.prompt)
    decoding = 0.0
    for _ in range(_ROUNDS):
        step = model.decode(max(decoding, 1.0), load.context).total
        following = rate * load.steps * step / (1 - rate * shared)
        if abs(following - decoding) <= _CLOSE * following:
            break
        decoding = following
    return state_at(model, load, max(decoding, _CLOSE), closed=False)


def most_within(
    model: StepModel, load: Load, slots: int, tpot_limit: float | None, ttft_limit: float | None, *, closed: bool
) -> float:
    """Most requests in the replica, at most ``slots``, whose mean TPOT and TTFT stay within the limits in seconds."""

    def at(decoding: float) -> State:
        return state_at(model, load, decoding, closed=closed)

    def holds(decoding: float) -> bool:
        state = at(decoding)
        return (tpot_limit is None or state.tpot <= tpot_limit) and (ttft_limit is None or state.ttft <= ttft_limit)

    if slots < 1 or not holds(1.0):
        return 0.0
    top = closed_loop(model, load, float(slots)).decoding
    if top <= 1.0 or holds(top):
        return float(slots)
    low, high = 1.0, top
    while high - low > max(0.5, 0.01 * low):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return min(float(slots), max(1.0, at(low).requests(load)))
