"""Finds mistakes that travel from table to table: figures of a sibling, formats a generation lacks, stand-ins.

They are plausible in themselves, so each is held against what does not come from the same table: a second source
(``check.second_source.ID.FIELD``), the generation, or the other fields of the entry. A main memory that really equals
that of the accelerators is listed as ``check.ram_of_accelerators.ID`` with its source.
"""

from collections.abc import Iterator
from typing import Any

from wizard.catalogs.errors import CatalogError
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator, Offer
from wizard.domain.provenance import Figure

WITHOUT = {
    "volta": frozenset({"bf16", "int8", "fp8", "fp4"}),
    "turing": frozenset({"bf16", "fp8", "fp4"}),
    "ampere": frozenset({"fp8", "fp4"}),
    "ada": frozenset({"fp4"}),
    "hopper": frozenset({"fp4"}),
    "cdna2": frozenset({"fp8", "fp4"}),
    "cdna3": frozenset({"fp4"}),
}
"""Formats the matrix units of a generation do not compute, as its maker documents."""
NO_LICENCE = frozenset({"other", "unknown", "n/a", "none", "tbd", "todo", "see model card", "?", ""})
"""Words hubs and tables write where nobody looked the licence up."""

_PREFIX = "check.second_source."
_ROUNDING = 0.01
_MOST_PER_WATT = 3.0
"""Dense 16-bit TFLOPS a watt: 2.3 for the best of this catalogue (MI350X, B200); an assumption with room above."""
_HALF = ("bf16", "fp16")


def check_copied(catalog: Catalog) -> Iterator[CodedError]:
    """Everything in the catalogue that looks copied from a table known to be wrong."""
    yield from _second_sources(catalog)
    for card in catalog.accelerators.values():
        yield from _formats(card)
        yield from _power(card)
    for offer in catalog.offers.values():
        yield from _main_memory(catalog, offer)
    yield from _licences(catalog)


def _second_sources(catalog: Catalog) -> Iterator[CodedError]:
    for name, second in catalog.figures.items():
        if not name.startswith(_PREFIX):
            continue
        identity, _dot, field = name.removeprefix(_PREFIX).partition(".")
        card = catalog.accelerators.get(identity)
        value = _number(card, field) if card else None
        span = second.range()
        if value is not None and not span.low * (1 - _ROUNDING) <= value <= span.high * (1 + _ROUNDING):
            said = {"value": value, "other": f"{second.value:g} {second.unit}", "source": second.source}
            yield _error(CatalogError.SECOND_SOURCE, f"accelerators.{identity}.{field}", **said)


def _power(card: Accelerator) -> Iterator[CodedError]:
    half = next((card.dense_tflops[name] for name in _HALF if name in card.dense_tflops), None)
    if half is None or card.tdp_w is None:
        return
    rate = half.range().value / card.tdp_w.range().value
    if rate > _MOST_PER_WATT:
        said = {"value": f"{card.tdp_w.value:g}", "rate": f"{rate:.1f}", "most": _MOST_PER_WATT}
        yield _error(CatalogError.PER_WATT, f"accelerators.{card.id}.tdp_w", **said)


def _number(card: Accelerator, field: str) -> float | None:
    found: Any = card
    for name in field.split("."):
        found = found.get(name) if isinstance(found, dict) else getattr(found, name, None)
    return found.value if isinstance(found, Figure) else None if found is None else float(found)


def _formats(card: Accelerator) -> Iterator[CodedError]:
    for name in sorted(WITHOUT.get(card.architecture, frozenset()) & card.dense_tflops.keys()):
        field = f"accelerators.{card.id}.dense_tflops.{name}"
        yield _error(CatalogError.FORMAT, field, generation=card.architecture, format=name.upper())


def _main_memory(catalog: Catalog, offer: Offer) -> Iterator[CodedError]:
    """Machines come with 16, 24, 32, 48 … GB; any other number that is also that of the cards was read off them."""
    card = catalog.accelerators.get(offer.accelerator)
    listed = catalog.figures.get(f"check.ram_of_accelerators.{offer.id}")
    if card is None or offer.ram_gb is None or (listed is not None and listed.value == offer.ram_gb):
        return
    if offer.ram_gb == card.memory_gb.value * offer.accelerators and not _usual(offer.ram_gb):
        yield _error(CatalogError.RAM, f"offers.{offer.id}.ram_gb", value=offer.ram_gb, id=offer.id)


def _usual(size: int) -> bool:
    while size and size % 2 == 0:
        size //= 2
    return size in (1, 3)


def _licences(catalog: Catalog) -> Iterator[CodedError]:
    for section in ("models", "model_licences"):
        for model in getattr(catalog, section).values():
            if model.licence.strip().casefold() in NO_LICENCE:
                yield _error(CatalogError.LICENCE, f"{section}.{model.id}.licence", value=model.licence)


def _error(error: CatalogError, field: str, **details: object) -> CodedError:
    return CodedError(error, place=field, field=field, **details)
