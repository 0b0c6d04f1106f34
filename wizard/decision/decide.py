"""Which option leads, how surely, and what would change that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from wizard.decision.errors import DecisionError
from wizard.decision.flips import flips
from wizard.decision.reasons import reasons
from wizard.decision.value import (
    Array,
    References,
    anchor_scale,
    ordered,
    over_known,
    sampled_weights,
    stated_weights,
    utility,
)
from wizard.domain.base import Frozen
from wizard.domain.catalog import Anchor, DecisionSettings
from wizard.domain.errors import CodedError
from wizard.domain.language import Text
from wizard.domain.result import Criterion, Flip, OptionId, Percentiles

Verdict = Literal["clear", "leaning", "open"]
UNKNOWN_SCORE = 0.5
"""Of a criterion known for other options only: the middle, which neither favours nor punishes."""
_TIE = 1e-12
_OPTIONS: tuple[OptionId, ...] = get_args(OptionId)


class Candidate(Frozen):
    """One option as the value model sees it."""

    option: OptionId
    feasible: Literal["yes", "no", "open"]
    criteria: dict[str, Criterion]
    """By name; missing or without score: not known."""


@dataclass(frozen=True)
class Decision:
    """The comparison of all candidates."""

    order: tuple[OptionId, ...]
    """Feasible first, then open, then not priced, then excluded; within each by value."""
    winner: OptionId | None
    runner_up: OptionId | None
    verdict: Verdict
    values: dict[OptionId, Percentiles]
    """Over joint samples of costs and weights."""
    p_best: dict[OptionId, float | None]
    """0 for excluded options, None for those that cannot be ranked."""
    rank_probabilities: dict[OptionId, tuple[float, ...]]
    """First rank first; empty for options that do not compete."""
    weights: dict[str, float]
    """Used weight by criterion, over the known criteria."""
    utilities: dict[OptionId, dict[str, float]]
    """Score by option and known criterion, at the middle values."""
    flips: tuple[Flip, ...]
    because: tuple[Text, ...]
    samples: int


def decide(
    candidates: Sequence[Candidate],
    priorities: Mapping[str, float],
    settings: DecisionSettings,
    npv: Mapping[OptionId, Array],
    seed: int,
    *,
    references: References,
) -> Decision:
    """Values, ranks and verdict; ``npv`` holds euro by sample, drawn together for all options.

    Only priced options that no gate excludes compete. Excluded ones keep their place at the end.

    Raises:
        CodedError: ``E301`` to ``E305``.
    """
    table = _Table.of(candidates, priorities, settings, npv, references)
    samples = table.sample_values(settings, seed)
    values = {option: _percentiles(sample) for option, sample in samples.items()}
    order = table.order(values)
    competing = [option for option in order if option in table.competing]
    p_rank = _rank_probabilities({option: samples[option] for option in competing}, seed)
    leaders = sorted(competing, key=lambda option: (-values[option].p50, _OPTIONS.index(option)))
    winner, runner_up = (*leaders, None, None)[:2]
    best = p_rank[winner][0] if winner else 0.0
    return Decision(
        order=order,
        winner=winner,
        runner_up=runner_up,
        verdict=_verdict(best, settings),
        values=values,
        p_best={option: table.p_best(option, p_rank) for option in order},
        rank_probabilities={option: p_rank.get(option, ()) for option in order},
        weights=table.used_weights(),
        utilities={option: table.utilities_of(option) for option in order},
        flips=flips(table.anchors, table.known, priorities, table.central, winner, leaders),
        because=reasons(table.anchors, table.weights, table.central, candidates, winner, runner_up),
        samples=settings.weight_samples,
    )


def _verdict(best: float, settings: DecisionSettings) -> Verdict:
    if best >= settings.clear_from:
        return "clear"
    return "leaning" if best >= settings.leaning_from else "open"


@dataclass(frozen=True)
class _Table:
    """Scores of all candidates on all anchors."""

    anchors: tuple[Anchor, ...]
    stated: Array
    known: np.ndarray[tuple[int], np.dtype[np.bool_]]
    weights: Array
    candidates: dict[OptionId, Candidate]
    competing: frozenset[OptionId]
    central: dict[OptionId, Array]
    sampled: dict[OptionId, dict[int, Array]]
    """Option → column of the criterion → utilities by cost sample."""

    @classmethod
    def of(
        cls,
        candidates: Sequence[Candidate],
        priorities: Mapping[str, float],
        settings: DecisionSettings,
        npv: Mapping[OptionId, Array],
        references: References,
    ) -> "_Table":
        by_option = {candidate.option: candidate for candidate in candidates}
        if len(by_option) < len(candidates):
            names = [candidate.option for candidate in candidates]
            raise CodedError(DecisionError.TWICE, option=next(n for n in names if names.count(n) > 1))
        if len({len(sample) for sample in npv.values()}) > 1:
            raise CodedError(DecisionError.SAMPLES)
        anchors = ordered(settings)
        competing = frozenset(o for o, c in by_option.items() if c.feasible != "no" and o in npv)
        raw = {option: _scores(candidate, anchors) for option, candidate in by_option.items()}
        rows = [raw[option] for option in sorted(competing)] or list(raw.values())
        known = np.any([~np.isnan(row) for row in rows], axis=0) if rows else np.ones(len(anchors), dtype=bool)
        if not known.any():  # nothing could be priced: the weights then decide nothing
            known = np.ones(len(anchors), dtype=bool)
        stated = stated_weights(anchors, priorities)
        return cls(
            anchors=anchors,
            stated=stated,
            known=known,
            weights=over_known(stated, known),
            candidates=by_option,
            competing=competing,
            central={option: np.where(np.isnan(row), UNKNOWN_SCORE, row) for option, row in raw.items()},
            sampled={option: _sampled(npv.get(option), anchors, references) for option in by_option},
        )

    def sample_values(self, settings: DecisionSettings, seed: int) -> dict[OptionId, Array]:
        """V by joint sample: the k-th weights meet the k-th costs, the same k for all options."""
        weights = sampled_weights(self.stated, self.known, settings, seed)
        return {option: self._values(option, weights) for option in self.candidates}

    def _values(self, option: OptionId, weights: Array) -> Array:
        fixed = self.central[option].copy()
        moving = {column: u for column, u in self.sampled[option].items() if self.known[column]}
        fixed[list(moving)] = 0.0
        value: Array = weights @ fixed
        for column, u in moving.items():
            value = value + weights[:, column] * u[np.arange(len(weights)) % len(u)]
        return value

    def order(self, values: Mapping[OptionId, Percentiles]) -> tuple[OptionId, ...]:
        def place(option: OptionId) -> tuple[int, float, int]:
            state = self.candidates[option].feasible
            unpriced = option not in self.competing
            tier = 3 if state == "no" else 2 if unpriced else 1 if state == "open" else 0
            return tier, -values[option].p50, _OPTIONS.index(option)

        return tuple(sorted(self.candidates, key=place))

    def p_best(self, option: OptionId, ranks: Mapping[OptionId, tuple[float, ...]]) -> float | None:
        if option in ranks:
            return ranks[option][0]
        return 0.0 if self.candidates[option].feasible == "no" else None

    def used_weights(self) -> dict[str, float]:
        pairs = zip(self.anchors, self.weights, self.known, strict=True)
        return {anchor.criterion: float(weight) for anchor, weight, known in pairs if known}

    def utilities_of(self, option: OptionId) -> dict[str, float]:
        pairs = zip(self.anchors, self.central[option], self.known, strict=True)
        return {anchor.criterion: float(u) for anchor, u, known in pairs if known}


def _scores(candidate: Candidate, anchors: Sequence[Anchor]) -> Array:
    found = (candidate.criteria.get(anchor.criterion) for anchor in anchors)
    return np.array([np.nan if c is None or c.score is None else c.score for c in found])


def _sampled(npv: Array | None, anchors: Sequence[Anchor], references: References) -> dict[int, Array]:
    columns: dict[int, Array] = {}
    for column, anchor in enumerate(anchors):
        scale = anchor_scale(anchor, references)
        if anchor.criterion == "npv" and npv is not None and scale is not None:
            columns[column] = utility(npv, anchor, scale)
    return columns


def _percentiles(sample: Array) -> Percentiles:
    p5, p50, p95 = (float(v) for v in np.percentile(sample, (5.0, 50.0, 95.0)))
    return Percentiles(p5=p5, p50=p50, p95=p95)


def _rank_probabilities(samples: Mapping[OptionId, Array], seed: int) -> dict[OptionId, tuple[float, ...]]:
    """Share of samples in which an option takes each rank; exact ties are broken by lot."""
    if not samples:
        return {}
    options = sorted(samples, key=_OPTIONS.index)
    columns = [samples[o] + _TIE * _lots(o, len(samples[o]), seed) for o in options]
    best_first = np.argsort(-np.column_stack(columns), axis=1)
    ranks = np.argsort(best_first, axis=1)
    shares = (ranks[:, :, None] == np.arange(len(options))).mean(axis=0)
    return {option: tuple(row.tolist()) for option, row in zip(options, shares, strict=True)}


def _lots(option: OptionId, count: int, seed: int) -> Array:
    """Drawn for each option on its own, so that other options change nothing."""
    return np.random.default_rng([seed, 2, _OPTIONS.index(option)]).random(count)
