"""A burst replayed step by step: all requests arrive at once, with spread lengths, on one replica.

A burst has no steady state: while the queue empties prompts keep the replica busy, and when the last long answers
run the batch is small. So the engine's schedule is followed: admit what the cache and the engine's limit allow, spend
the token budget of a step on prompts, give every running request one token (Orca, OSDI 2022; chunked prefill as in
Sarathi-Serve, arXiv 2403.02310). Runs of equal steps are taken together.
"""

from dataclasses import dataclass
from math import ceil
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from wizard.sizing.steady import Load
from wizard.sizing.steps import StepModel

Vector = npt.NDArray[np.float64]
_LONGEST_RUN = 16
"""Steps of a batch that are taken at once; contexts grow by so few tokens meanwhile that the mean serves."""
_LAST_TOKEN_RESERVE = 0.5
"""Share of the answer for which room is taken on admission: on average half of it is written."""
_NORMAL = NormalDist()
_CUTS = 30
"""Rounds until what is cut off is spread over the others."""


@dataclass(frozen=True)
class Limits:
    """What one replica admits."""

    running: float
    """Requests at once."""
    cache_tokens: float


@dataclass(frozen=True)
class Replayed:
    """Seconds of each request, and of the whole burst."""

    ttft: Vector
    tpot: Vector
    e2e: Vector
    decoding: float
    """Mean number of requests decoding in a step that decodes."""
    seconds: float


@dataclass(frozen=True)
class Spread:
    """How the lengths of requests differ: lognormally, up to a multiple of their mean."""

    sigma: float
    longest: float
    """Times the mean."""


def spread_lengths(mean: float, spread: Spread, count: int) -> Vector:
    """Lengths at the middle of ``count`` equal shares of a cut lognormal distribution, in an order without pattern."""
    if spread.sigma <= 0 or count == 1:
        return np.full(count, max(1.0, round(mean)))
    shares = [(i + 0.5) / count for i in range(count)]
    lengths = np.array([np.exp(spread.sigma * _NORMAL.inv_cdf(share)) for share in shares])
    for _ in range(_CUTS):
        lengths = np.minimum(lengths * mean / lengths.mean(), spread.longest * mean)
    order = np.random.default_rng(1).permutation(count)
    return np.maximum(1.0, np.round(lengths[order]))


def replay_burst(model: StepModel, load: Load, requests: int, limits: Limits, spread: Spread) -> Replayed:
    """``requests`` that arrive together, with both lengths spread."""
    prompts = spread_lengths(load.prompt, spread, requests)
    outputs = spread_lengths(load.output, spread, requests)[::-1].copy()
    return _Run(model, prompts, outputs, limits).finish()


class _Run:
    """State of the replica between two steps."""

    def __init__(self, model: StepModel, prompts: Vector, outputs: Vector, limits: Limits) -> None:
        self._model, self._prompts, self._outputs, self._limits = model, prompts, outputs, limits
        self._reserve = prompts + _LAST_TOKEN_RESERVE * outputs
        count = len(prompts)
        self._first, self._end = np.zeros(count), np.zeros(count)
        self._next = 0
        self._reading: list[int] = []
        self._left_to_read = prompts.copy()
        self._running = np.zeros(0, dtype=np.int64)
        self._context = np.zeros(0)
        self._left = np.zeros(0)
        self._used = 0.0
        self._clock = 0.0
        self._decoded = self._steps = 0.0

    def finish(self) -> Replayed:
        while self._next < len(self._prompts) or self._reading or len(self._running):
            self._admit()
            self._step()
        steps = np.maximum(self._outputs - 1, 1.0)
        tpot = np.where(self._outputs > 1, (self._end - self._first) / steps, 0.0)
        return Replayed(self._first, tpot, self._end, self._decoded / max(self._steps, 1.0), self._clock)

    def _admit(self) -> None:
        while self._next < len(self._prompts):
            held = len(self._reading) + len(self._running)
            needed = self._reserve[self._next]
            if held and (held >= self._limits.running or self._used + needed > self._limits.cache_tokens):
                return
            self._reading.append(self._next)
            self._used += needed
            self._next += 1

    def _step(self) -> None:
        model, decoding = self._model, len(self._running)
        alone = model.prefill_first and bool(self._reading)
        tokens, attention, finished = self._read(model.chunk - (0 if alone else decoding))
        advancing = 0 if alone else decoding
        context = float(self._context.mean()) if advancing else 0.0
        repeat = 1
        if not tokens:
            repeat = max(1, int(min(self._left.min(), _LONGEST_RUN)))
            context += repeat / 2
        self._clock += repeat * model.mixed_step(advancing, context, tokens, attention, len(finished))
        if advancing:
            self._decoded += repeat * advancing
            self._steps += repeat
            self._advance(repeat)
        for one in finished:
            self._begin(one)

    def _read(self, budget: float) -> tuple[float, float, list[int]]:
        """Prompt tokens of this step, seconds of their attention, and the requests whose prompts are complete."""
        tokens = attention = 0.0
        finished: list[int] = []
        for one in self._reading:
            room = budget - tokens
            if room <= 0:
                break
            taken = min(float(self._left_to_read[one]), room)
            before = self._prompts[one] - self._left_to_read[one]
            attention += self._model.prompt_attention(before + taken) - self._model.prompt_attention(before)
            tokens += taken
            self._left_to_read[one] -= taken
            if self._left_to_read[one] <= 0:
                finished.append(one)
        self._reading = self._reading[len(finished) :]
        return tokens, attention, finished

    def _advance(self, steps: int) -> None:
        self._context += steps
        self._left -= steps
        done = self._left <= 0
        if done.any():
            for one in self._running[done]:
                self._leave(int(one))
            self._running, self._context, self._left = self._running[~done], self._context[~done], self._left[~done]

    def _begin(self, one: int) -> None:
        self._first[one] = self._clock
        if self._outputs[one] <= 1:
            self._leave(one)
            return
        self._running = np.append(self._running, one)
        self._context = np.append(self._context, self._prompts[one] + 1)
        self._left = np.append(self._left, self._outputs[one] - 1)

    def _leave(self, one: int) -> None:
        self._end[one] = self._clock
        self._used -= self._reserve[one]


def requests_per_replica(requests: float, replicas: int) -> int:
    """The largest share of a burst that one replica gets."""
    return max(1, ceil(requests / replicas))
