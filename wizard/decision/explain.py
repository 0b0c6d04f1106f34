"""Explains every number of the decision: criteria, scores, values, probabilities and turning points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wizard.decision.decide import Candidate, Decision
from wizard.decision.errors import DecisionError
from wizard.decision.reasons import OPTION_NAMES
from wizard.decision.value import References, anchor_scale
from wizard.domain.catalog import Anchor, DecisionSettings
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence, weakest
from wizard.domain.result import Criterion, OptionId


@dataclass(frozen=True)
class DecisionCase:
    """A decision with what it was made from."""

    decision: Decision
    candidates: Sequence[Candidate]
    priorities: Mapping[str, float]
    settings: DecisionSettings
    references: References
    below: Mapping[tuple[OptionId, str], tuple[Derivation, ...]] = field(default_factory=dict)
    """Derivations of criterion values by option and criterion, where another engine can give them."""

    def candidate(self, option: OptionId) -> Candidate:
        return next(entry for entry in self.candidates if entry.option == option)

    def anchor(self, criterion: str) -> Anchor:
        return next(entry for entry in self.settings.anchors if entry.criterion == criterion)


def explain_option(case: DecisionCase, option: OptionId, path: str) -> Derivation:
    """``criteria.NAME.value``, ``criteria.NAME.score``, ``value.p50``, ``p_best`` or ``rank_probabilities.N``.

    Raises:
        CodedError: ``E307`` for a path that names no number.
    """
    try:
        match path.split("."):
            case ["criteria", name, "value"]:
                return _value(case, option, name)
            case ["criteria", name, "score"]:
                return _score(case, option, name)
            case ["value", level]:
                return _total(case, option, level)
            case ["p_best"]:
                return _rank(case, option, 0, case.decision.p_best[option])
            case ["rank_probabilities", rank]:
                return _rank(case, option, int(rank), case.decision.rank_probabilities[option][int(rank)])
            case _:
                raise KeyError(path)
    except (KeyError, IndexError, ValueError, AttributeError, StopIteration):
        raise CodedError(DecisionError.NOT_EXPLAINED, path=path) from None


def explain_flip(case: DecisionCase, number: int, end: str) -> Derivation:
    """``from`` or ``to`` of one turning point, in points of 100.

    Raises:
        CodedError: ``E307``.
    """
    if not 0 <= number < len(case.decision.flips) or end not in ("from", "to"):
        raise CodedError(DecisionError.NOT_EXPLAINED, path=f"flips.{number}.{end}")
    flip = case.decision.flips[number]
    group = flip.input.rsplit(".", 1)[-1]
    label = text(f"Points for {group}", f"Punkte für {group}")
    stated = Derivation(label=label, value=flip.from_, unit="points", source="answer project.priorities")
    if end == "from":
        return stated
    options = [o for o in case.decision.order if o in (case.decision.winner, flip.becomes)]
    return Derivation(
        label=label,
        value=flip.to,
        unit="points",
        formula="D = (d − W·Δ)/(1 − W), weight D/(D − Δ), as points with the others in proportion",
        inputs=(stated, *(_middle(case, option) for option in options)),
    )


def _criterion(case: DecisionCase, option: OptionId, name: str) -> Criterion:
    return case.candidate(option).criteria[name]


def _value(case: DecisionCase, option: OptionId, name: str) -> Derivation:
    found = _criterion(case, option, name)
    below = case.below.get((option, name))
    return Derivation(
        label=case.anchor(name).title,
        value=found.value,
        unit=found.unit,
        formula=found.formula,
        source=None if below else "facts of the option: plan, offer and gates",
        evidence=found.evidence,
        inputs=below or (),
    )


def _score(case: DecisionCase, option: OptionId, name: str) -> Derivation:
    anchor = case.anchor(name)
    found = _criterion(case, option, name)
    ends = (
        _end(case, anchor, text("Worst acceptable", "Schlechtester akzeptabler Wert"), anchor.worst),
        _end(case, anchor, text("Target", "Ziel"), anchor.target),
    )
    label = text(f"Score: {anchor.title.en}", f"Wertung: {anchor.title.de}")
    formula = "(value − worst) / (target − worst), limited to 0 and 1"
    value = _value(case, option, name)
    return Derivation(label=label, value=found.score, formula=formula, evidence=found.evidence, inputs=(value, *ends))


def _end(case: DecisionCase, anchor: Anchor, label: Text, value: float) -> Derivation:
    evidence = Evidence.ASSUMED if anchor.basis == "assumption" else Evidence.DOCUMENTED
    scale = anchor_scale(anchor, case.references)
    if anchor.relative_to == "absolute" or scale is None:
        return Derivation(label=label, value=value, unit=anchor.unit, source=anchor.source, evidence=evidence)
    parts = (
        Derivation(label=label, value=value, unit=anchor.unit, source=anchor.source, evidence=evidence),
        Derivation(
            label=text("Reference", "Bezugsgröße"),
            value=scale,
            source=f"{anchor.relative_to}, fixed before the options are compared",
        ),
    )
    return Derivation(label=label, value=value * scale, formula="anchor · reference", evidence=evidence, inputs=parts)


def _middle(case: DecisionCase, option: OptionId) -> Derivation:
    """Σ w · u at the middle values."""
    parts = [_contribution(case, option, name) for name in case.decision.weights]
    name = OPTION_NAMES[option]
    return Derivation(
        label=text(f"Value of {name.en} at the middle values", f"Wert von „{name.de}“ bei den mittleren Werten"),
        value=sum(part.value for part in parts if isinstance(part.value, float)),
        formula="Σ weight · score",
        evidence=weakest(*(part.evidence for part in parts)),
        inputs=tuple(parts),
    )


def _contribution(case: DecisionCase, option: OptionId, name: str) -> Derivation:
    anchor = case.anchor(name)
    weight = case.decision.weights[name]
    score = case.decision.utilities[option][name]
    known = name in case.candidate(option).criteria and _criterion(case, option, name).score is not None
    unknown = text("Score not known: the middle", "Wertung nicht bekannt: die Mitte")
    scored = (
        _score(case, option, name)
        if known
        else Derivation(label=unknown, value=score, source="neutral score", evidence=Evidence.ASSUMED)
    )
    return Derivation(
        label=anchor.title,
        value=weight * score,
        formula="weight · score",
        evidence=scored.evidence,
        inputs=(_weight(case, anchor, weight), scored),
    )


def _weight(case: DecisionCase, anchor: Anchor, weight: float) -> Derivation:
    points = case.priorities.get(anchor.group, 0.0)
    return Derivation(
        label=text("Weight", "Gewicht"),
        value=weight,
        formula="points of the group · share in the group, over all known criteria",
        inputs=(
            Derivation(label=text("Points", "Punkte"), value=points, unit="points", source="answer project.priorities"),
            Derivation(
                label=text("Share", "Anteil"), value=anchor.share, source=f"decision catalogue, {anchor.source}"
            ),
        ),
    )


def _total(case: DecisionCase, option: OptionId, level: str) -> Derivation:
    found: float = getattr(case.decision.values[option], level)
    middle = _middle(case, option)
    return Derivation(
        label=text("Value of the option", "Wert der Option"),
        value=found,
        formula=f"{level.upper()} over {case.decision.samples} joint samples of weights and costs of Σ weight · score",
        evidence=middle.evidence,
        inputs=(middle,),
    )


def _rank(case: DecisionCase, option: OptionId, rank: int, share: float | None) -> Derivation:
    competing = [o for o in case.decision.order if case.decision.rank_probabilities[o]]
    inputs = tuple(_total(case, other, "p50") for other in competing)
    if option not in competing:
        reason = "excluded by a gate" if share == 0.0 else "not priced"
        return Derivation(label=_RANK_LABEL, value=share, source=reason)
    return Derivation(
        label=_RANK_LABEL,
        value=share,
        formula=f"samples of {case.decision.samples} in which the option takes rank {rank + 1} / samples",
        evidence=weakest(*(entry.evidence for entry in inputs)),
        inputs=inputs,
    )


_RANK_LABEL = text("Probability of the rank", "Wahrscheinlichkeit des Rangs")
