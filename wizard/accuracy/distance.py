"""How alike two deployments are, and in what they differ.

The weights are house rules: each difference counts by about what it does to the speed beyond what the formulas know.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log

from wizard.accuracy.case import Case
from wizard.accuracy.labels import engine_name, engine_title
from wizard.domain.language import Text, text
from wizard.domain.model import ModelArchitecture
from wizard.sizing.architecture import count_parameters

FARTHEST = 3.0
"""Measurements farther away say nothing about the asked deployment."""
_OTHER_MODEL, _OTHER_CARD, _OTHER_GENERATION = 0.1, 0.3, 1.5
_OTHER_ENGINE, _OTHER_FORMAT, _OTHER_CACHE = 0.5, 0.5, 0.1
_OTHER_KIND_OF_LOAD, _UNKNOWN_PROMPT = 0.7, 0.3
_BY_SPLIT, _BY_REPLICAS, _BY_TOKENS, _BY_LOAD = 0.5, 0.1, 0.3, 0.3
_SAME_LENGTH = 0.1
"""Lengths and loads closer than this, as a logarithm, are called equal."""

Part = tuple[float, Text | None]


@dataclass(frozen=True)
class Distance:
    value: float
    differs: tuple[Text, ...]


def mixture(arch: ModelArchitecture) -> bool:
    """Whether some layers choose among experts."""
    return any(group.feed_forward is not None and group.feed_forward.experts for group in arch.layers)


def distance(asked: Case, other: Case, *, prompt_known: bool = True) -> Distance:
    """From what is asked to a measured deployment of the same class of models.

    Args:
        prompt_known: whether the source states the length of the prompts.
    """
    lengths = _lengths(asked, other) if prompt_known else _outputs(asked, other)
    parts = [*_model(asked, other), *_placement(asked, other), lengths, *_load(asked, other)]
    return Distance(sum(value for value, _ in parts), tuple(said for _, said in parts if said is not None))


def _model(asked: Case, other: Case) -> Iterator[Part]:
    if asked.arch.model_ref == other.arch.model_ref:
        return
    sizes = [count_parameters(case.arch).active for case in (asked, other)]
    name = other.arch.ref.rpartition("/")[2]
    yield _OTHER_MODEL + abs(log(sizes[1] / sizes[0])), text(f"model {name}", f"Modell {name}")


def _placement(asked: Case, other: Case) -> Iterator[Part]:
    mine, theirs = asked.deployment, other.deployment
    if asked.accelerator.id != other.accelerator.id:
        same = asked.accelerator.architecture == other.accelerator.architecture
        widths = [case.accelerator.memory_bandwidth_gb_per_s.value for case in (asked, other)]
        name = other.accelerator.name
        yield (_OTHER_CARD if same else _OTHER_GENERATION) + abs(log(widths[1] / widths[0])), text(name, name)
    if engine_name(mine.engine) != engine_name(theirs.engine):
        name = engine_title(theirs.engine)
        yield _OTHER_ENGINE, text(f"engine {name}", f"Serving-Software {name}")
    if mine.weights_format != theirs.weights_format:
        name = theirs.weights_format.upper()
        yield _OTHER_FORMAT, text(f"weights {name}", f"Gewichte {name}")
    if mine.kv_format != theirs.kv_format:
        name = theirs.kv_format.upper()
        yield _OTHER_CACHE, text(f"cache {name}", f"Cache {name}")
    if mine.gpus_per_replica != theirs.gpus_per_replica:
        gpus = theirs.gpus_per_replica
        yield (
            _BY_SPLIT * abs(log(gpus / mine.gpus_per_replica)),
            text(f"{gpus} GPUs a replica", f"{gpus} GPUs je Replik"),
        )
    if asked.replicas != other.replicas:
        yield _BY_REPLICAS * abs(log(other.replicas / asked.replicas)), None


def _lengths(asked: Case, other: Case) -> Part:
    apart = abs(log(other.input_tokens / asked.input_tokens)) + abs(log(other.output_tokens / asked.output_tokens))
    said = f"{other.input_tokens:.0f} + {other.output_tokens:.0f}"
    return _BY_TOKENS * apart, text(f"{said} tokens", f"{said} Token") if apart > _SAME_LENGTH else None


def _outputs(asked: Case, other: Case) -> Part:
    apart = abs(log(other.output_tokens / asked.output_tokens))
    said = f"{other.output_tokens:.0f}"
    return (
        _UNKNOWN_PROMPT + _BY_TOKENS * apart,
        text(
            f"{said} output tokens, prompt length not published", f"{said} Ausgabe-Token, Promptlänge unveröffentlicht"
        ),
    )


def _load(asked: Case, other: Case) -> Iterator[Part]:
    mine, theirs = _asked_load(asked), _asked_load(other)
    if mine[0] != theirs[0]:
        yield _OTHER_KIND_OF_LOAD, _load_text(*theirs)
    elif mine[1] and theirs[1]:
        apart = abs(log(theirs[1] / mine[1]))
        yield _BY_LOAD * apart, _load_text(*theirs) if apart > _SAME_LENGTH else None


def _asked_load(case: Case) -> tuple[str, float | None]:
    """Its kind, and its size for one replica."""
    if case.rate is not None:
        return "rate", case.rate / case.replicas
    if case.concurrency is not None:
        return "concurrency", case.concurrency / case.replicas
    return "most", None


def _load_text(kind: str, size: float | None) -> Text:
    if size is None:
        return text("at full load", "unter Volllast")
    if kind == "rate":
        return text(f"{size:.3g} requests/s a replica", f"{size:.3g} Anfragen/s je Replik".replace(".", ","))
    if round(size) == 1:
        return text("one request at a time a replica", "eine Anfrage zur Zeit je Replik")
    return text(f"{size:.0f} requests at once a replica", f"{size:.0f} Anfragen zugleich je Replik")
