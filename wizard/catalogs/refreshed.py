"""The layer of prices a person refreshed online: where it lies, when it counts, and what it changes.

It lies between the shipped figures and a client's own. A refreshed figure older than the shipped one loses, so that an
update of the program is never undone by an old refresh. Nothing here goes online.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from wizard.catalogs.errors import CatalogError
from wizard.catalogs.load import shipped_catalog, with_layer
from wizard.catalogs.origins import kind_of
from wizard.datafiles.strict_yaml import read_yaml
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError, ErrorCode
from wizard.domain.hardware import Offer
from wizard.domain.language import text
from wizard.domain.provenance import Figure

PRICES: Mapping[str, tuple[str, ...]] = {
    "offers": ("on_demand_per_hour", "committed_1y_per_hour", "committed_3y_per_hour", "spot_per_hour"),
    "apis": ("input_per_million", "cached_input_per_million", "output_per_million"),
    "eur_per_unit": (),
}
"""Sections with the fields a refresh may bring; entries of the last are figures themselves."""
COMMITTED = ("committed_1y_per_hour", "committed_3y_per_hour")


class RefreshedError(ErrorCode):
    DAMAGED = (
        "C046",
        text(
            "the refreshed prices cannot be used: {cause}. The shipped ones are used instead; "
            "'rechenwerk catalog refresh' reads them anew, with --undo or --forget they go",
            "die aufgefrischten Preise sind nicht verwendbar: {cause}. Stattdessen gelten die mitgelieferten; "
            "„rechenwerk catalog refresh“ liest sie neu, mit --undo oder --forget verschwinden sie",
        ),
    )


_in_use: ContextVar[bool] = ContextVar("refreshed prices in use", default=True)


def refreshed_file() -> Path:
    """``$XDG_DATA_HOME/rechenwerk/catalog/refreshed.yaml``; it may be missing."""
    base = os.environ.get("XDG_DATA_HOME", "")
    home = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "share"
    return home / "rechenwerk" / "catalog" / "refreshed.yaml"


def standing_catalog() -> Catalog:
    """The shipped catalogue with the refreshed prices of this user; one reading for the life of the process."""
    return _standing(refreshed_file())[0] if _in_use.get() else shipped_catalog()


def refreshed_fault() -> CodedError | None:
    """Why the refreshed prices were left out, where they were."""
    return _standing(refreshed_file())[1] if _in_use.get() else None


@contextmanager
def shipped_only() -> Iterator[None]:
    """Inside, no refreshed price counts."""
    token = _in_use.set(False)
    try:
        yield
    finally:
        _in_use.reset(token)


def forget_reading() -> None:
    """After the file has changed: the next catalogue reads it again."""
    _standing.cache_clear()


def read_refreshed(path: Path) -> dict[str, Any]:
    """The sections of a refreshed file; none where there is no file.

    Raises:
        CodedError: C001, C002, and those of unreadable YAML.
    """
    if not path.exists():
        return {}
    content = read_yaml(path)
    if not isinstance(content, dict):
        raise CodedError(CatalogError.SHAPE, place=path.name, field=path.stem, found=kind_of(content))
    unknown = content.keys() - {"sources", *PRICES}
    if unknown:
        known = ", ".join(("sources", *PRICES))
        raise CodedError(CatalogError.SECTION, place=path.name, section=min(map(str, unknown)), known=known)
    return content


def with_refreshed(shipped: Catalog, sections: Mapping[str, Any], digest: str) -> Catalog:
    """The shipped catalogue with the refreshed figures that are not older, named in its version by ``digest``.

    Raises:
        CodedError: C001 to C018, for the place in the layer.
    """
    known = _known(shipped, sections)
    laid = with_layer(shipped, known, "refreshed")
    changed = {section: _newest(shipped, laid, section, known[section]) for section in PRICES}
    days = [figure.retrieved_on for figure in _refreshed(changed)]
    if not days:
        return shipped
    version = f"{shipped.version}+refreshed.{digest[:10]}"
    return laid.model_copy(update={**changed, "version": version, "as_of": max(shipped.as_of, *days)})


@cache
def _standing(path: Path) -> tuple[Catalog, CodedError | None]:
    shipped = shipped_catalog()
    try:
        sections = read_refreshed(path)
        return (with_refreshed(shipped, sections, content_digest(path)) if sections else shipped), None
    except CodedError as cause:
        return shipped, CodedError(RefreshedError.DAMAGED, place=str(path), cause=cause)
    except OSError as cause:
        return shipped, CodedError(RefreshedError.DAMAGED, place=str(path), cause=cause.strerror or str(cause))


def content_digest(path: Path) -> str:
    """What makes two refreshed files the same: their bytes."""
    return sha256(path.read_bytes()).hexdigest()


def _known(shipped: Catalog, sections: Mapping[str, Any]) -> dict[str, Any]:
    """Only prices of entries that exist in the same unit: an update of the program may have dropped or changed some."""
    known: dict[str, Any] = {"sources": sections.get("sources", {})}
    for section, fields in PRICES.items():
        entries = sections.get(section, {})
        if not isinstance(entries, Mapping):
            raise CodedError(CatalogError.SHAPE, place="refreshed", field=section, found=kind_of(entries))
        standing = getattr(shipped, section)
        known[section] = {
            identity: _same_unit(standing[identity], raw, fields)
            for identity, raw in entries.items()
            if identity in standing
        }
    return known


def _same_unit(standing: Any, raw: Any, fields: tuple[str, ...]) -> Any:
    if not fields or not isinstance(raw, Mapping):
        return raw
    unknown = raw.keys() - set(fields)
    if unknown:
        name = min(map(str, unknown))
        raise CodedError(CatalogError.UNKNOWN_FIELD, place="refreshed", field=name)
    return {field: figure for field, figure in raw.items() if _unit(figure).startswith(standing.currency + "/")}


def _unit(figure: Any) -> str:
    return str(figure.get("unit", "")) if isinstance(figure, Mapping) else ""


def _newest(shipped: Catalog, laid: Catalog, section: str, touched: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a section; each touched figure is the refreshed one unless the shipped one is younger."""
    before, after = getattr(shipped, section), dict(getattr(laid, section))
    for key in touched:
        if PRICES[section]:
            after[key] = _entry(before[key], after[key], PRICES[section])
        elif not _counts(before[key], after[key]):
            after[key] = before[key]
    return after


def _entry(before: Any, after: Any, fields: tuple[str, ...]) -> Any:
    figures = {name: _newer(getattr(before, name), getattr(after, name)) for name in fields}
    entry = after.model_copy(update=figures)
    return _with_discounts(before, entry) if isinstance(entry, Offer) else entry


def _newer(before: Figure | None, after: Figure | None) -> Figure | None:
    if not _counts(before, after):
        return before
    return _with_span(before, after) if before is not None and after is not None else after


def _with_span(before: Figure, after: Figure) -> Figure:
    """The span of a list price stands for ways of paying, such as by the month or by the hour; they move along."""
    spans = before.low is not None or before.high is not None
    if not spans or after.layer != "refreshed" or {before.basis, after.basis} != {"list"} or not before.value:
        return after
    ratio, span = after.value / before.value, before.range()
    ends = {"low": round(span.low * ratio, 6), "high": round(span.high * ratio, 6)}
    return after.model_copy(update={**ends, "note": "span in proportion to that of the shipped price"})


def _counts(before: Figure | None, after: Figure | None) -> bool:
    return before is None or after is None or after.retrieved_on >= before.retrieved_on


def _with_discounts(before: Offer, after: Offer) -> Offer:
    """A commitment that was derived as a discount on the list price follows the list price."""
    old, new = before.on_demand_per_hour, after.on_demand_per_hour
    if old is None or new is None or new.layer != "refreshed" or new.value == old.value:
        return after
    follows = {}
    for name in COMMITTED:
        term: Figure | None = getattr(after, name)
        if term is not None and term.layer == "shipped" and term.basis == "derived" and "discount" in (term.note or ""):
            follows[name] = _scaled(term, new.value / old.value)
    return after.model_copy(update=follows)


def _scaled(term: Figure, ratio: float) -> Figure:
    def scaled(value: float | None) -> float | None:
        return None if value is None else round(value * ratio, 4)

    numbers = {name: scaled(getattr(term, name)) for name in ("value", "low", "high")}
    note = f"{term.note}; carried over to the refreshed list price, x {ratio:.4f}"
    source = f"{term.source}, as a discount on the list price (refreshed)"
    return term.model_copy(update={**numbers, "note": note, "source": source, "layer": "refreshed"})


def _refreshed(changed: Mapping[str, Any]) -> Iterator[Figure]:
    for section, fields in PRICES.items():
        for entry in changed[section].values():
            for figure in [getattr(entry, name) for name in fields] if fields else [entry]:
                if figure is not None and figure.layer == "refreshed":
                    yield figure
