"""Steady state of continuous batching on one replica.

Work is conserved: every request costs one prefill, whoever waits for it. In an open loop with rate λ,
``TPOT = t_dec(D, I + O/2) + D·t_pre/(O − 1)`` with ``D = λ·(O − 1)·TPOT`` requests decoding (Orca, OSDI 2022; Little
1961). In a closed loop of N requests a cycle lasts ``t_first + (N − 1)·t_pre + (O − 1)·t_dec(D)``: the prefills of the
others are waited for before the first token where requests begin together, and between tokens where they do not.
"""

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple, cast

from wizard.sizing.queueing import single_server_wait
from wizard.sizing.steps import StepModel, StepTime

_ROUNDS = 40
_CLOSE = 1e-9


@dataclass(frozen=True)
class Load:
    """Tokens of a request."""

    prompt: float
    output: float
    cached: float = 0.0
    """Of the prompt, kept from earlier requests that begin alike."""
    beginnings: float = 0.0
    """How many different ones of them stay in memory, for all requests together; 0: each request holds its own."""

    @property
    def steps(self) -> float:
        """Decode steps after the first token."""
        return self.output - 1

    @property
    def context(self) -> float:
        """Mean context while decoding."""
        return self.prompt + self.output / 2


class State(NamedTuple):
    """One replica in steady state; seconds and requests per second."""

    decoding: float
    rate: float
    tpot: float
    ttft: float
    """From the start of service: prefill, its queue and the running step."""
    step: StepTime
    prefill: float
    """Of one request, shared with the others."""
    others: float
    """Prefills of other requests within the time of one token."""

    def e2e(self, load: Load) -> float:
        return self.ttft + load.steps * self.tpot

    def requests(self, load: Load) -> float:
        """Requests in the replica, by Little's law."""
        return self.rate * self.e2e(load)


def open_state(model: StepModel, load: Load, decoding: float) -> State:
    """The state of independent arrivals in which ``decoding`` requests are past their first token."""
    shared, alone = model.prefill_shared(load.prompt, load.cached), model.prefill_alone(load.prompt, load.cached)
    step = model.decode(max(decoding, 1.0), load.context)
    if load.steps < 1:
        return _prompts_only(model, load, decoding, step)
    others = decoding * shared / load.steps
    tpot = step.total + others
    rate = decoding / (load.steps * tpot)
    wait = min(single_server_wait(min(rate * shared, 0.99), shared), decoding * shared / 2)
    return State(decoding, rate, tpot, alone + wait + _running(model, step, decoding), step, shared, others)


def closed_state(model: StepModel, load: Load, decoding: float) -> State:
    """The state of a closed loop in which ``decoding`` requests are past their first token.

    With D given, ``D = N·(S + c·(N − 1)·t_pre) / (t_first + S + (N − 1)·t_pre)`` is quadratic in the number N of
    requests; S are the decode steps of a request and c the share of prefills that fall between tokens.
    """
    shared, alone = model.prefill_shared(load.prompt, load.cached), model.prefill_alone(load.prompt, load.cached)
    step = model.decode(max(decoding, 1.0), load.context)
    if load.steps < 1:
        return _prompts_only(model, load, decoding, step)
    first, steps = alone + _running(model, step, decoding), load.steps * step.total
    square = (1 - _before(model)) * shared
    linear = steps - square - decoding * shared
    least = max(0.0, first + steps - shared)
    requests = (-linear + sqrt(linear * linear + 4 * square * decoding * least)) / (2 * square)
    return _cycle(model, load, requests, decoding)


def _before(model: StepModel) -> float:
    """Share of the prefills of others that a request waits for before its first token."""
    return min(model.synchrony, 1.0) / 2


def _cycle(model: StepModel, load: Load, requests: float, decoding: float) -> State:
    """One cycle of a closed loop of ``requests``, with steps of ``decoding`` requests."""
    shared, alone = model.prefill_shared(load.prompt, load.cached), model.prefill_alone(load.prompt, load.cached)
    step = model.decode(max(decoding, 1.0), load.context)
    first = alone + _running(model, step, decoding)
    ahead, before = max(0.0, requests - 1) * shared, _before(model)
    others = (1 - before) * ahead / load.steps
    rate = requests / (first + ahead + load.steps * step.total)
    return State(decoding, rate, step.total + others, first + before * ahead, step, shared, others)


def _running(model: StepModel, step: StepTime, decoding: float) -> float:
    """Half of the step that runs while a request arrives."""
    return step.total * model.step_tokens / 2 if decoding > 1 else 0.0


def _prompts_only(model: StepModel, load: Load, decoding: float, step: StepTime) -> State:
    """Requests of one output token: the replica only prefills, one after the other."""
    alone, shared = model.prefill_alone(load.prompt, load.cached), model.prefill_shared(load.prompt, load.cached)
    seconds = alone + max(0.0, decoding - 1) * shared
    return State(decoding, decoding / seconds, 0.0, seconds, step, shared, 0.0)


def closed_loop(model: StepModel, load: Load, requests: float) -> State:
    """The state with ``requests`` in the replica at all times."""
    asked = ("closed", load, requests)
    if asked not in model.answered:
        model.answered[asked] = _closed_loop(model, load, requests)
    return cast("State", model.answered[asked])


def _closed_loop(model: StepModel, load: Load, requests: float) -> State:
    if load.steps < 1:
        return _prompts_only(model, load, requests, model.decode(max(requests, 1.0), load.context))
    shared, alone = model.prefill_shared(load.prompt, load.cached), model.prefill_alone(load.prompt, load.cached)
    context, steps, ahead = load.context, load.steps, max(0.0, requests - 1) * shared
    between = (1 - _before(model)) * ahead / steps
    decoding = requests
    for _ in range(_ROUNDS):
        step = model.decode(max(decoding, 1.0), context)
        each = step.total
        rate = requests / (alone + _running(model, step, decoding) + ahead + steps * each)
        following = rate * steps * (each + between)
        if abs(following - decoding) <= _CLOSE * requests:
            break
        decoding = following
    return closed_state(model, load, decoding)


def open_loop(model: StepModel, load: Load, rate: float) -> State:
    """The state at an arrival rate the replica can carry."""
    if load.steps < 1:
        return open_state(model, load, max(rate * model.prefill_alone(load.prompt, load.cached), _CLOSE))
    shared = model.prefill_shared(load.prompt, load.cached)
    decoding = 0.0
    for _ in range(_ROUNDS):
        step = model.decode(max(decoding, 1.0), load.context).total
        following = rate * load.steps * step / (1 - rate * shared)
        if abs(following - decoding) <= _CLOSE * following:
            break
        decoding = following
    return open_state(model, load, max(decoding, _CLOSE))


def most_within(
    model: StepModel, load: Load, slots: int, tpot_limit: float | None, ttft_limit: float | None, *, closed: bool
) -> float:
    """Most requests in the replica, at most ``slots``, whose mean TPOT and TTFT stay within the limits in seconds."""
    asked = ("most", load, slots, tpot_limit, ttft_limit, closed)
    if asked not in model.answered:
        model.answered[asked] = _most_within(model, load, slots, tpot_limit, ttft_limit, closed=closed)
    return cast("float", model.answered[asked])


def _most_within(
    model: StepModel, load: Load, slots: int, tpot_limit: float | None, ttft_limit: float | None, *, closed: bool
) -> float:
    at = closed_state if closed else open_state

    def holds(state: State) -> bool:
        return (tpot_limit is None or state.tpot <= tpot_limit) and (ttft_limit is None or state.ttft <= ttft_limit)

    if slots < 1 or not holds(at(model, load, 1.0)):
        return 0.0
    top = closed_loop(model, load, float(slots)).decoding
    if top <= 1.0 or holds(at(model, load, top)):
        return float(slots)
    low, high = 1.0, top
    while high - low > max(0.5, 0.01 * low):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(at(model, load, middle)) else (low, middle)
    return min(float(slots), max(1.0, at(model, load, low).requests(load)))
