"""Checks of what one buys and plugs in: servers, products, processors, parts, and the price of their electricity.

Most slips of published tables break arithmetic that needs no second source: cards that draw more than their server,
watts for kilowatts, terabytes for gigabytes, a bandwidth that the memory channels cannot give, cents for euro.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wizard.catalogs.errors import CatalogError
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Server
from wizard.domain.products import Processor, ServerProduct
from wizard.domain.provenance import Figure

_WATTS_PER_KW = 1_000.0
_BYTES_PER_TRANSFER = 8
_TOLERANCE = 0.03
_TRANSFERS = re.compile(r"\bDDR5-(\d{4,5})")
"""Only memory whose rate stands in its name; stacked and soldered memory has no such rule."""


@dataclass(frozen=True)
class _Usual:
    """Span in which every real value lies, in the unit of the field, and what an outlier was probably written in."""

    least: float
    most: float
    unit: str
    other: str
    """The unit beside it, a thousand or a hundred times smaller or larger."""


_USUAL = {
    "max_power_kw": _Usual(0.02, 200.0, "kW", "W"),
    "typical_power_kw": _Usual(0.02, 200.0, "kW", "W"),
    "max_ram_gb": _Usual(16.0, 65_536.0, "GB", "TB"),
    "ram_gb": _Usual(16.0, 65_536.0, "GB", "TB"),
    "nvme_tb": _Usual(0.2, 2_000.0, "TB", "GB"),
    "depth_mm": _Usual(50.0, 2_000.0, "mm", "cm"),
    "weight_kg": _Usual(0.3, 4_000.0, "kg", "lb"),
    "tdp_w": _Usual(5.0, 3_000.0, "W", "kW"),
    "base_ghz": _Usual(0.5, 8.0, "GHz", "MHz"),
    "boost_ghz": _Usual(0.5, 8.0, "GHz", "MHz"),
    "capacity_tb": _Usual(0.1, 1_000.0, "TB", "GB"),
    "port_gbit_s": _Usual(1.0, 3_200.0, "Gbit/s", "Mbit/s"),
    "power_w": _Usual(1.0, 30_000.0, "W", "kW"),
    "per_tb_month": _Usual(1.0, 1_000.0, "TB", "GB"),
    "electricity": _Usual(0.01, 1.0, "EUR/kWh", "ct/kWh"),
}
_PRICED = ("server_products", "processors", "parts")


def check_onprem(catalog: Catalog) -> Iterator[CodedError]:
    """Everything that arithmetic refutes, in the order of the sections."""
    for server in catalog.servers.values():
        yield from _server(catalog, server)
    for product in catalog.server_products.values():
        yield from _product(catalog, product)
    for processor in catalog.processors.values():
        yield from _memory(processor)
    yield from _units(catalog)
    yield from _currencies(catalog)


def _server(catalog: Catalog, server: Server) -> Iterator[CodedError]:
    """A card that the catalogue does not hold is an error of the loader."""
    card = catalog.accelerators.get(server.accelerator)
    if card is not None and card.tdp_w is not None:
        drawn = server.accelerators * card.tdp_w.range().low / _WATTS_PER_KW
        most = server.max_power_kw.range().high
        if drawn > most:
            yield _power(f"servers.{server.id}.max_power_kw", server.accelerators, card.name, drawn, most)


def _product(catalog: Catalog, product: ServerProduct) -> Iterator[CodedError]:
    for name in product.accelerators:
        field = f"server_products.{product.id}.accelerators"
        card = catalog.accelerators.get(name)
        if card is None:
            yield _error(CatalogError.PRODUCT_CARD, field, name=name)
        elif product.max_power_kw is not None and product.max_accelerators and card.tdp_w is not None:
            drawn = product.max_accelerators * card.tdp_w.range().low / _WATTS_PER_KW
            most = product.max_power_kw.range().high
            if drawn > most:
                where = f"server_products.{product.id}.max_power_kw"
                yield _power(where, product.max_accelerators, card.name, drawn, most)


def _memory(processor: Processor) -> Iterator[CodedError]:
    rate = _TRANSFERS.search(processor.memory_type or "")
    figure, channels = processor.memory_gb_s, processor.memory_channels
    if rate is None or figure is None or channels is None:
        return
    given = channels * _BYTES_PER_TRANSFER * int(rate.group(1)) / 1_000.0
    if abs(figure.value / given - 1.0) > _TOLERANCE:
        yield _error(
            CatalogError.CHANNELS, f"processors.{processor.id}.memory_gb_s", value=figure.value, channels=channels,
            memory=rate.group(), given=round(given, 1),
        )  # fmt: skip


def _units(catalog: Catalog) -> Iterator[CodedError]:
    for section in ("servers", "server_products", "processors", "storage_offers"):
        for identity, entry in getattr(catalog, section).items():
            for name in _USUAL.keys() & type(entry).model_fields.keys():
                yield from _unit(f"{section}.{identity}.{name}", name, getattr(entry, name))
    for part in catalog.parts.values():
        for name in _USUAL.keys() & part.facts.keys():
            yield from _unit(f"parts.{part.id}.facts.{name}", name, part.facts[name])
    for identity, figure in catalog.electricity.items():
        yield from _unit(f"electricity.{identity}", "electricity", figure)


def _unit(field: str, name: str, value: Figure | float | None) -> Iterator[CodedError]:
    usual, number = _USUAL[name], value.value if isinstance(value, Figure) else value
    if number is not None and number > 0.0 and not usual.least <= number <= usual.most:
        yield _error(
            CatalogError.UNIT_SLIP, field, value=number, unit=usual.unit, other=usual.other, least=usual.least,
            most=usual.most,
        )  # fmt: skip


def _currencies(catalog: Catalog) -> Iterator[CodedError]:
    for section in _PRICED:
        for identity, entry in getattr(catalog, section).items():
            named = entry.price_currency if isinstance(entry, ServerProduct) else entry.currency
            if entry.price is not None and named not in catalog.eur_per_unit:
                field = f"{section}.{identity}.price"
                yield _error(CatalogError.NO_CURRENCY, field, named=named or "–")


def _power(field: str, count: int, card: str, drawn: float, most: float) -> CodedError:
    return _error(CatalogError.POWER, field, count=count, card=card, drawn=round(drawn, 2), most=most)


def _error(error: CatalogError, field: str, **details: object) -> CodedError:
    return CodedError(error, place=field, field=field, **details)
