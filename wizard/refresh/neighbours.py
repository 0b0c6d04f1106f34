"""Holds new prices against those beside them: commitments against the list, sizes and regions against each other."""

from collections.abc import Iterator, Mapping, Sequence

from wizard.catalogs.check_prices import check_prices
from wizard.catalogs.load import shipped_catalog
from wizard.catalogs.refreshed import COMMITTED, with_refreshed
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Offer
from wizard.domain.language import Text, text
from wizard.domain.provenance import Figure
from wizard.refresh.errors import RefreshError
from wizard.refresh.layer import laid_over, last_good, section_of
from wizard.refresh.source import Key, Price, Source

_LIST = "on_demand_per_hour"
_UNDERCUTS = (*COMMITTED, "spot_per_hour")
_ABOVE = text("{value} is above the list price {list_price}", "{value} liegt über dem Listenpreis {list_price}")
_DEEP = text(
    "{value} is less than {share} of the list price {list_price}",
    "{value} ist weniger als das {share}-Fache des Listenpreises {list_price}",
)


def misfits(catalog: Catalog, source: Source, prices: Sequence[Price]) -> Iterator[tuple[Key, CodedError]]:
    """Prices that do not fit once all of them were taken, each with its reason.

    A neighbour that no source refreshed may be the stale one; only a new price that is itself out of line is named.
    """
    tried = with_refreshed(shipped_catalog(), laid_over(last_good(), [section_of(source, prices)]), "trial")
    taken = {price.key for price in prices}
    yield from _commitments(catalog, tried, taken)
    before = {fault.place for fault in check_prices(catalog)}
    for fault in check_prices(tried):
        section, _dot, rest = fault.place.partition(".")
        key = Key(section, rest.removesuffix(f".{_LIST}"), _LIST)
        if key in taken and fault.place not in before:
            yield key, CodedError(RefreshError.RELATION, place=str(key), detail=fault)


def _commitments(catalog: Catalog, tried: Catalog, taken: set[Key]) -> Iterator[tuple[Key, CodedError]]:
    for identity in {key.id: None for key in taken if key.section == "offers"}:
        before, offer = catalog.offers[identity], tried.offers[identity]
        for name in _UNDERCUTS:
            figure: Figure | None = getattr(offer, name)
            reason = _out_of_line(offer, name, figure) if figure is not None else None
            if reason is None or _out_of_line(before, name, getattr(before, name)) is not None:
                continue
            blamed = Key("offers", identity, name)
            blamed = blamed if blamed in taken else Key("offers", identity, _LIST)
            yield blamed, CodedError(RefreshError.RELATION, place=str(blamed), detail=reason)


def _out_of_line(offer: Offer, name: str, figure: Figure | None) -> Text | None:
    price = offer.on_demand_per_hour
    if price is None or figure is None:
        return None
    share = shipped_catalog().figure("refresh.least_commitment_share").value
    numbers: Mapping[str, str] = {
        "value": f"{figure.value:g}",
        "list_price": f"{price.value:g}",
        "share": f"{share:g}",
    }
    if figure.value > price.value:
        return _filled(_ABOVE, numbers)
    return _filled(_DEEP, numbers) if name in COMMITTED and figure.value < share * price.value else None


def _filled(message: Text, numbers: Mapping[str, str]) -> Text:
    return Text(de=message.de.format(**numbers), en=message.en.format(**numbers))
