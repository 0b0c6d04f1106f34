"""Compares rented machines with others of the same accelerator: a digit too many, a wrong currency, a wrong number.

All prices are compared in euro for one accelerator, whatever currency they are in.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import log
from statistics import median

from wizard.catalogs.copy_errors import CopyError
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Offer
from wizard.domain.places import COUNTRIES

_WITHIN_PROVIDER = 3.0
"""Ratio within which one provider's prices for one accelerator lie, over sizes and regions: 2.1 at most here."""
_LEAST, _MOST = 0.15, 5.0
"""Multiples of the median over all providers: 0.18 to 3.9 here."""
_LEAST_HOURS, _MOST_HOURS = 1_000.0, 25_000.0
"""Hours of rent that buy the card, where too few offers exist for a median."""
_FEW = 3
_COUNT = re.compile(r"^(\d+)\s*[xX]\s|-(\d+)g$")
"""``8x H100``, ``a3-highgpu-8g``."""
_IN_A_MACHINE, _IN_A_RACK = 16, 72
_RACK = "nvl72"
_PLACED = ("offers", "apis", "seats", "colocation", "storage_offers")
_Priced = tuple[Offer, float]


def check_rents(catalog: Catalog) -> Iterator[CodedError]:
    """Offers whose price, currency, number or country no other offer and no list bears out."""
    yield from _countries(catalog)
    yield from _numbers(catalog)
    yield from _alike(catalog)
    yield from _prices(catalog)


def _countries(catalog: Catalog) -> Iterator[CodedError]:
    for section in _PLACED:
        for identity, entry in getattr(catalog, section).items():
            if entry.country is not None and entry.country not in COUNTRIES:
                yield _error(CopyError.COUNTRY, f"{section}.{identity}.country", value=entry.country)


def _numbers(catalog: Catalog) -> Iterator[CodedError]:
    for offer in catalog.offers.values():
        field = f"offers.{offer.id}.accelerators"
        named = _COUNT.search(offer.name)
        if named is not None and int(named[1] or named[2]) != offer.accelerators:
            yield _error(CopyError.NUMBER_IN_NAME, field, value=offer.accelerators, name=offer.name)
        most = _IN_A_RACK if offer.accelerator.endswith(_RACK) else _IN_A_MACHINE
        if offer.accelerators > most:
            yield _error(CopyError.MANY, field, value=offer.accelerators, most=most)


def _alike(catalog: Catalog) -> Iterator[CodedError]:
    """A provider writes one price list for a country, and is subject to one law everywhere."""
    by_place: dict[tuple[str, str | None], list[Offer]] = defaultdict(list)
    by_provider: dict[str, list[Offer]] = defaultdict(list)
    for offer in catalog.offers.values():
        by_place[offer.provider, offer.country].append(offer)
        by_provider[offer.provider].append(offer)
    for offers in by_place.values():
        yield from _unlike("currency", offers)
    for offers in by_provider.values():
        yield from _unlike("operator_law", offers)


def _unlike(name: str, offers: Sequence[Offer]) -> Iterator[CodedError]:
    usual, _often = Counter(getattr(offer, name) for offer in offers).most_common(1)[0]
    for offer in offers:
        value = getattr(offer, name)
        if value != usual:
            other = next(one.id for one in offers if getattr(one, name) == usual)
            yield _error(CopyError.SIBLING, f"offers.{offer.id}.{name}", value=value, other=other, theirs=usual)


def _prices(catalog: Catalog) -> Iterator[CodedError]:
    classes: dict[str, list[_Priced]] = defaultdict(list)
    for offer in catalog.offers.values():
        price, rate = offer.on_demand_per_hour, catalog.eur_per_unit.get(offer.currency)
        if price is not None and price.value > 0.0 and rate is not None and offer.accelerators > 0:
            classes[offer.accelerator].append((offer, price.value * rate.value / offer.accelerators))
    for accelerator, priced in classes.items():
        for offer, each in priced:
            yield from _against_offers(offer, each, priced) or _against_card(catalog, accelerator, offer, each, priced)


def _against_offers(offer: Offer, each: float, priced: Sequence[_Priced]) -> list[CodedError]:
    others = [(one, price) for one, price in priced if one.id != offer.id]
    mine = [(one, price) for one, price in others if one.provider == offer.provider]
    middle = median(price for _one, price in priced)
    if mine:
        own = median(price for _one, price in mine)
        far = _distance(each, own) > log(_WITHIN_PROVIDER)
        if far and _distance(each, middle) >= _distance(own, middle):
            return [_odd(offer, each, own, mine[0][0].id)]
    if len(others) >= _FEW:
        usual = median(price for _one, price in others)
        if not _LEAST <= each / usual <= _MOST:
            nearest = min(others, key=lambda one: _distance(one[1], usual))
            return [_odd(offer, each, usual, nearest[0].id)]
    if len(others) == 1 and not mine and not 1.0 / _MOST <= each / others[0][1] <= _MOST:
        return [_odd(offer, each, others[0][1], others[0][0].id)]
    return []


def _against_card(
    catalog: Catalog, accelerator: str, offer: Offer, each: float, priced: Sequence[_Priced]
) -> Iterator[CodedError]:
    card = catalog.accelerators.get(accelerator)
    if len(priced) > _FEW or card is None or card.card_price is None:
        return
    rate = catalog.eur_per_unit.get(card.card_price_currency or "")
    if rate is None:
        return
    hours = card.card_price.value * rate.value / each
    if not _LEAST_HOURS <= hours <= _MOST_HOURS:
        field = f"offers.{offer.id}.on_demand_per_hour"
        span = {"least": f"{_LEAST_HOURS:g}", "most": f"{_MOST_HOURS:g}"}
        yield _error(CopyError.RENT_CARD, field, each=f"{each:.3g}", hours=f"{hours:.0f}", card=card.id, **span)


def _odd(offer: Offer, each: float, usual: float, other: str) -> CodedError:
    field = f"offers.{offer.id}.on_demand_per_hour"
    said = {"each": f"{each:.3g}", "usual": f"{usual:.3g}", "ratio": f"{each / usual:.2g}"}
    return _error(CopyError.RENT, field, other=other, **said)


def _distance(one: float, other: float) -> float:
    return abs(log(one / other))


def _error(error: CopyError, field: str, **details: object) -> CodedError:
    return CodedError(error, place=field, field=field, **details)
