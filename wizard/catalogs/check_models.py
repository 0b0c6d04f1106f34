"""Checks of models: the size their shape gives, heads and contexts a second source knows, lengths nobody builds.

A published size with three digits and more is that close; where a source rounds otherwise, ``check.size_deviation.ID``
holds the share with its source. ``check.second_source.ID.kv_heads`` and ``.context`` are what another source says.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from wizard.catalogs.copy_errors import CopyError
from wizard.catalogs.errors import CatalogError
from wizard.domain.catalog import Catalog, ModelEntry
from wizard.domain.errors import CodedError, ErrorCode
from wizard.domain.model import ModelArchitecture

ParameterCount = Callable[[ModelArchitecture], float]

_PREFIX = "check.second_source."
_ROUGH = 0.03
_CLOSE = 0.007
"""Shares by which a computed size may differ from a rounded one, and from one of three digits with a decimal."""
_CLOSE_FROM_B = 1.0
"""Small models are counted with or without embeddings and heads, which are much of them."""
_SIBLINGS = 2
_VARIANT = re.compile(r"-(?:Instruct|it|chat|hf|FP8)\b.*$", re.IGNORECASE)
_SIZE = re.compile(r"[-_]?\d+(?:[._]\d+)?[bm]\b", re.IGNORECASE)
"""Parts of an id that tell the members of a family apart."""
_POSITIONS = 64
"""All contexts of this catalogue are multiples of it, those of thousands too."""


def check_models(catalog: Catalog, parameters: ParameterCount | None) -> Iterator[CodedError]:
    """Args:
    catalog: to check.
    parameters: counts the parameters of an architecture; without it sizes are not compared with their labels.
    """
    for model in catalog.models.values():
        context = model.architecture.context
        if context is not None and context % _POSITIONS:
            yield _error(CopyError.CONTEXT, _field(model, "max_position_embeddings"), value=context)
        if parameters is not None:
            yield from _size(catalog, model, parameters)
    yield from _families(catalog)
    yield from _licences(catalog)
    yield from _second_sources(catalog)


def _families(catalog: Catalog) -> Iterator[CodedError]:
    """Sizes of one model share their contexts; where two siblings know another one, a second source has to say so."""
    families: dict[str, list[ModelEntry]] = defaultdict(list)
    for model in catalog.models.values():
        families[_SIZE.sub("", _VARIANT.sub("", model.id))].append(model)
    for models in families.values():
        for model in models:
            siblings = {one.id: one.architecture.context for one in models if one is not model}
            context, known = model.architecture.context, f"{_PREFIX}{model.id}.context" in catalog.figures
            if len(siblings) >= _SIBLINGS and not known and context is not None and context not in siblings.values():
                other, theirs = next(iter(siblings.items()))
                field = _field(model, "max_position_embeddings")
                yield _error(CopyError.SIBLING, field, value=context, other=other, theirs=theirs)


def _licences(catalog: Catalog) -> Iterator[CodedError]:
    """One licence allows the same everywhere; ``unknown`` contradicts nothing."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for section in ("models", "model_licences"):
        for model in getattr(catalog, section).values():
            if model.commercial_use != "unknown":
                found[model.licence].append((f"{section}.{model.id}", model.commercial_use))
    for uses in found.values():
        usual, _often = Counter(use for _place, use in uses).most_common(1)[0]
        other = next(place for place, use in uses if use == usual)
        for place, use in uses:
            if use != usual:
                yield _error(CopyError.SIBLING, f"{place}.commercial_use", value=use, other=other, theirs=usual)


def _size(catalog: Catalog, model: ModelEntry, parameters: ParameterCount) -> Iterator[CodedError]:
    label = model.label_params_b
    if label is None:
        return
    computed = parameters(model.architecture) / 1e9
    known = catalog.figures.get(f"check.size_deviation.{model.id}")
    allowed = known.value if known is not None else _CLOSE if _is_close(label) else _ROUGH
    if abs(computed / label - 1.0) > allowed:
        yield _error(CatalogError.SIZE, f"models.{model.id}", computed=f"{computed:.2f}", label=label)


def _is_close(label: float) -> bool:
    whole, _point, decimals = f"{label:g}".partition(".")
    return label >= _CLOSE_FROM_B and bool(decimals) and len(whole + decimals) >= 3


def _second_sources(catalog: Catalog) -> Iterator[CodedError]:
    for name, second in catalog.figures.items():
        if not name.startswith(_PREFIX):
            continue
        identity, _dot, field = name.removeprefix(_PREFIX).rpartition(".")
        model = catalog.models.get(identity)
        if model is None or field not in _FACTS:
            continue
        key, found = _FACTS[field]
        value = found(model.architecture)
        if value is not None and value != second.value:
            said = {"value": value, "other": f"{second.value:g}", "source": second.source}
            yield _error(CopyError.MODEL_SOURCE, _field(model, key), **said)


def _kv_heads(architecture: ModelArchitecture) -> int | None:
    return max((group.attention.kv_heads for group in architecture.layers), default=None)


_FACTS: dict[str, tuple[str, Callable[[ModelArchitecture], int | None]]] = {
    "kv_heads": ("num_key_value_heads", _kv_heads),
    "context": ("max_position_embeddings", lambda architecture: architecture.context),
}


def _field(model: ModelEntry, key: str) -> str:
    return f"models.{model.id}.architecture.{key}"


def _error(error: ErrorCode, field: str, **details: object) -> CodedError:
    return CodedError(error, place=field, field=field, **details)
