"""Compares the prices of offers with each other: by size, and by region.

An exception that is real is listed as a figure of the catalogue with its source: ``check.per_gpu_price_ratio.ID`` and
``check.region_price_ratio.ID`` hold the ratio that was found; a price beyond it is a fault again.
"""

from collections import defaultdict
from collections.abc import Iterator

from wizard.catalogs.errors import CatalogError
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Offer
from wizard.domain.places import EEA

_PRICED = ("offers", "apis", "seats", "colocation")
"""Sections whose entries name a currency; that of parts, servers and storage is asked where own machines are judged."""
ROUNDING = 0.01
"""Share by which a price per accelerator may rise with the size: list prices are rounded."""
LEAST_REGION_RATIO, MOST_REGION_RATIO = 0.9, 1.5
"""Span of European prices as multiples of the American ones, same machine and provider."""


def check_prices(catalog: Catalog) -> Iterator[CodedError]:
    """Larger machines that cost more per accelerator, European prices far from the American ones, odd currencies."""
    yield from _currencies(catalog)
    yield from _by_size(catalog)
    yield from _by_region(catalog)


def _currencies(catalog: Catalog) -> Iterator[CodedError]:
    for section in _PRICED:
        for identity, entry in getattr(catalog, section).items():
            if entry.currency not in catalog.eur_per_unit:
                field = f"{section}.{identity}.currency"
                yield CodedError(CatalogError.NO_CURRENCY, place=field, field=field, named=entry.currency or "–")


def _by_size(catalog: Catalog) -> Iterator[CodedError]:
    groups: dict[tuple[str, ...], list[Offer]] = defaultdict(list)
    for offer in catalog.offers.values():
        if _price(offer) > 0.0 and offer.currency in catalog.eur_per_unit:
            groups[offer.provider, offer.accelerator, offer.region, offer.kind].append(offer)
    for offers in groups.values():
        for offer in offers:
            smaller = [other for other in offers if other.accelerators < offer.accelerators and _as_large(other, offer)]
            if smaller:
                yield from _dearer(catalog, offer, min(smaller, key=lambda other: _euro_each(catalog, other)))


def _as_large(smaller: Offer, offer: Offer) -> bool:
    """Whether each accelerator has at least the processors it has in the larger machine, where both are stated."""
    if smaller.vcpus is None or offer.vcpus is None:
        return True
    return smaller.vcpus * offer.accelerators >= offer.vcpus * smaller.accelerators


def _dearer(catalog: Catalog, offer: Offer, smaller: Offer) -> Iterator[CodedError]:
    ratio = _euro_each(catalog, offer) / _euro_each(catalog, smaller)
    if ratio > _allowed(catalog, "per_gpu_price_ratio", offer, 1.0) * (1.0 + ROUNDING):
        yield _error(
            CatalogError.PER_ACCELERATOR, offer, value=round(_each(offer), 4), ratio=f"{ratio:.2f}", other=smaller.id
        )


def _by_region(catalog: Catalog) -> Iterator[CodedError]:
    groups: dict[tuple[object, ...], list[Offer]] = defaultdict(list)
    for offer in catalog.offers.values():
        if _price(offer) > 0.0 and offer.currency in catalog.eur_per_unit:
            groups[offer.provider, offer.name, offer.accelerator, offer.accelerators, offer.kind].append(offer)
    for offers in groups.values():
        american = [offer for offer in offers if offer.country == "US"]
        for offer in offers:
            if american and offer.country in EEA:
                yield from _far(catalog, offer, american)


def _far(catalog: Catalog, offer: Offer, american: list[Offer]) -> Iterator[CodedError]:
    """American regions differ too: the one nearest in price is compared."""
    ratios = {_euro(catalog, offer) / _euro(catalog, other): other.id for other in american}
    ratio = min(ratios, key=lambda value: abs(value - 1.0))
    most = _allowed(catalog, "region_price_ratio", offer, MOST_REGION_RATIO)
    if not LEAST_REGION_RATIO <= ratio <= most:
        span = {"least": LEAST_REGION_RATIO, "most": MOST_REGION_RATIO}
        yield _error(CatalogError.REGION, offer, ratio=f"{ratio:.2f}", other=ratios[ratio], **span)


def _allowed(catalog: Catalog, name: str, offer: Offer, usual: float) -> float:
    exception = catalog.figures.get(f"check.{name}.{offer.id}")
    return usual if exception is None else max(usual, exception.value)


def _price(offer: Offer) -> float:
    """On demand, in the offer's currency an hour; 0 where there is none."""
    return offer.on_demand_per_hour.value if offer.on_demand_per_hour is not None else 0.0


def _each(offer: Offer) -> float:
    return _price(offer) / offer.accelerators


def _euro_each(catalog: Catalog, offer: Offer) -> float:
    return _euro(catalog, offer) / offer.accelerators


def _euro(catalog: Catalog, offer: Offer) -> float:
    return _price(offer) * catalog.eur_per_unit[offer.currency].value


def _error(error: CatalogError, offer: Offer, **details: object) -> CodedError:
    field = f"offers.{offer.id}.on_demand_per_hour"
    return CodedError(error, place=field, field=field, id=offer.id, **details)
