"""Compares accelerators with their siblings, their links and their prices: copies that are plausible in themselves.

A card on the same board as another computes as fast; a link has the rate of its generation, one way; a card costs what
months of renting it cost. Spans are figures of the catalogue (``check.fastest_link_gb_per_s.GENERATION``,
``check.card_price_per_gb.TIER``).
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from statistics import median

from wizard.catalogs.copy_errors import CopyError
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator

_AS_FAST = 0.03
_AS_LARGE = 0.05
"""Shares by which siblings may differ: rounding; driver versions and reserved memory."""
_LINK_ROUNDING = 1.1
_LANE_GB_PER_S = {3: 1.0, 4: 2.0, 5: 4.0, 6: 8.0}
"""One direction of one lane, by generation of PCI Express, as commonly rounded."""
_PCIE = re.compile(r"(\d)\.0 x(\d+)")
_MOST_INT8 = 2.0
"""Multiple of the dense 16-bit rate; consumer chips, whose 16-bit rate is halved with 32-bit sums, reach twice that."""
_HALF = ("bf16", "fp16")
_LEAST_HOURS, _MOST_HOURS = 1_500.0, 20_000.0
"""Hours of usual rent that buy a card: 2,300 to 11,600 in this catalogue."""
_FEW = 3


def check_cards(catalog: Catalog) -> Iterator[CodedError]:
    """Accelerators that contradict their siblings, their own link or every usual price."""
    yield from _same_board(catalog)
    yield from _same_memory(catalog)
    rents = _rents(catalog)
    for card in catalog.accelerators.values():
        yield from _int8(card)
        yield from _link(catalog, card)
        yield from _price(catalog, card, rents.get(card.id, []))


def _same_board(catalog: Catalog) -> Iterator[CodedError]:
    groups: dict[tuple[object, ...], list[Accelerator]] = defaultdict(list)
    for card in catalog.accelerators.values():
        if card.tier == "datacenter" and card.tdp_w is not None:
            board = (card.vendor, card.architecture, card.compute_capability, card.form_factor, card.tdp_w.value)
            groups[board].append(card)
    for cards in groups.values():
        for card in cards:
            for name, figure in card.dense_tflops.items():
                others = {
                    one.id: one.dense_tflops[name].value
                    for one in cards
                    if one is not card and name in one.dense_tflops
                }
                yield from _unlike(f"accelerators.{card.id}.dense_tflops.{name}", figure.value, others, _AS_FAST)


def _same_memory(catalog: Catalog) -> Iterator[CodedError]:
    groups: dict[tuple[object, ...], list[Accelerator]] = defaultdict(list)
    for card in catalog.accelerators.values():
        if not card.unified_memory:
            memory = (card.vendor, card.architecture, card.tier, card.memory_type, card.memory_gb.value)
            groups[memory].append(card)
    for cards in groups.values():
        for card in cards:
            others = {one.id: one.usable_gib.value for one in cards if one is not card}
            yield from _unlike(f"accelerators.{card.id}.usable_gib", card.usable_gib.value, others, _AS_LARGE)


def _unlike(field: str, value: float, others: dict[str, float], share: float) -> Iterator[CodedError]:
    """Only who contradicts all siblings; of two that contradict each other either may be wrong."""
    if others and all(abs(value / one - 1.0) > share for one in others.values()):
        name, theirs = next(iter(others.items()))
        yield _error(CopyError.SIBLING, field, value=f"{value:g}", other=name, theirs=f"{theirs:g}")


def _int8(card: Accelerator) -> Iterator[CodedError]:
    half = max((card.dense_tflops[name].value for name in _HALF if name in card.dense_tflops), default=0.0)
    if "int8" not in card.dense_tflops or not half:
        return
    most = _MOST_INT8 * (2.0 if card.tier == "consumer" or card.unified_memory else 1.0)
    ratio = card.dense_tflops["int8"].value / half
    if ratio > most * (1.0 + _AS_FAST):
        yield _error(
            CopyError.INT8, f"accelerators.{card.id}.dense_tflops.int8", ratio=f"{ratio:.1f}", most=f"{most:g}"
        )


def _link(catalog: Catalog, card: Accelerator) -> Iterator[CodedError]:
    if card.interconnect_gb_per_s is None:
        return
    lanes = _PCIE.fullmatch(card.pcie or "")
    fastest = catalog.figures.get(f"check.fastest_link_gb_per_s.{card.architecture}")
    most = None if fastest is None else fastest.value
    if card.interconnect == "pcie":
        most = _LANE_GB_PER_S.get(int(lanes[1]), 0.0) * int(lanes[2]) if lanes else None
    value = card.interconnect_gb_per_s.value
    if most and value > most * _LINK_ROUNDING:
        field, name = f"accelerators.{card.id}.interconnect_gb_per_s", card.interconnect_name or card.interconnect
        yield _error(CopyError.LINK, field, value=f"{value:g}", link=name, most=f"{most:g}")


def _rents(catalog: Catalog) -> dict[str, list[float]]:
    """Euro an hour for one accelerator, of all offers on demand."""
    found: dict[str, list[float]] = defaultdict(list)
    for offer in catalog.offers.values():
        if offer.on_demand_per_hour is not None and offer.currency in catalog.eur_per_unit and offer.accelerators:
            rate = catalog.eur_per_unit[offer.currency].value
            found[offer.accelerator].append(offer.on_demand_per_hour.value * rate / offer.accelerators)
    return found


def _price(catalog: Catalog, card: Accelerator, rents: list[float]) -> Iterator[CodedError]:
    currency = card.card_price_currency
    if card.card_price is None or currency not in catalog.eur_per_unit or not card.memory_gb.value > 0.0:
        return
    field, euro = f"accelerators.{card.id}.card_price", card.card_price.value * catalog.eur_per_unit[currency].value
    said = {"value": f"{card.card_price.value:g} {currency}"}
    if len(rents) >= _FEW and median(rents) > 0.0:
        hours = euro / median(rents)
        if not _LEAST_HOURS <= hours <= _MOST_HOURS:
            span = {"least": f"{_LEAST_HOURS:g}", "most": f"{_MOST_HOURS:g}"}
            yield _error(CopyError.CARD_RENT, field, hours=f"{hours:.0f}", **said, **span)
            return
    usual = catalog.figures.get(f"check.card_price_per_gb.{'unified' if card.unified_memory else card.tier}")
    each = euro / card.memory_gb.value
    if usual is not None and not usual.range().low <= each <= usual.range().high:
        span = {"least": f"{usual.range().low:g}", "most": f"{usual.range().high:g}"}
        yield _error(CopyError.CARD_PRICE, field, each=f"{each:.3g}", tier=card.tier, **said, **span)


def _error(error: CopyError, field: str, **details: object) -> CodedError:
    return CodedError(error, place=field, field=field, **details)
