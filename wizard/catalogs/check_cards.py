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
_AS_WIDE = 0.07
_AS_HOT = 0.6
"""Shares by which siblings may differ: rounding; driver versions; clocks of stacked memory; boards of less power."""
_STACKED = "HBM"
_LINK_ROUNDING = 1.1
_LANE_GB_PER_S = {3: 1.0, 4: 2.0, 5: 4.0, 6: 8.0}
"""One direction of one lane, by generation of PCI Express, as commonly rounded."""
_PCIE = re.compile(r"(\d)\.0 x(\d+)")
_MOST = {"int8": 2.0, "fp4": 4.0}
"""Multiples of the dense 16-bit rate; GeForce chips, whose 16-bit rate is halved with 32-bit sums, reach twice that."""
_INT8_AS_16_BIT = frozenset({"cdna2", "rdna3", "rdna3.5"})
_FP4_OF = {"10.3": 6.5}
"""Blackwell Ultra by its compute capability: FP4 half as fast again."""
_HALF = ("bf16", "fp16")
_LEAST_HOURS, _MOST_HOURS = 1_500.0, 20_000.0
"""Hours of usual rent that buy a card: 2,300 to 11,600 in this catalogue."""
_FEW = 3


def check_cards(catalog: Catalog) -> Iterator[CodedError]:
    """Accelerators that contradict their siblings, their own link or every usual price."""
    yield from _same_board(catalog)
    yield from _same_chip(catalog)
    yield from _same_memory(catalog)
    rents = _rents(catalog)
    for card in catalog.accelerators.values():
        yield from _narrow(card)
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


def _same_chip(catalog: Catalog) -> Iterator[CodedError]:
    """In one form and at one rate, a chip draws about as much on every board."""
    groups: dict[tuple[object, ...], list[Accelerator]] = defaultdict(list)
    for card in catalog.accelerators.values():
        half = max((card.dense_tflops[name].value for name in _HALF if name in card.dense_tflops), default=0.0)
        if card.tier == "datacenter" and card.tdp_w is not None:
            groups[card.vendor, card.architecture, card.compute_capability, card.form_factor, half].append(card)
    for cards in groups.values():
        drawn = {card.id: card.tdp_w.value for card in cards if card.tdp_w is not None}
        for name, value in drawn.items():
            others = {one: watts for one, watts in drawn.items() if one != name}
            yield from _unlike(f"accelerators.{name}.tdp_w", value, others, _AS_HOT)


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
            if (card.memory_type or "").startswith(_STACKED):
                rates = {one.id: one.memory_bandwidth_gb_per_s.value for one in cards if one is not card}
                field, rate = f"accelerators.{card.id}.memory_bandwidth_gb_per_s", card.memory_bandwidth_gb_per_s.value
                yield from _unlike(field, rate, rates, _AS_WIDE)


def _unlike(field: str, value: float, others: dict[str, float], share: float) -> Iterator[CodedError]:
    """Only who contradicts all siblings; of two that contradict each other either may be wrong."""
    others = {name: one for name, one in others.items() if one > 0.0}
    if value > 0.0 and others and all(max(value / one, one / value) - 1.0 > share for one in others.values()):
        name, theirs = next(iter(others.items()))
        yield _error(CopyError.SIBLING, field, value=f"{value:g}", other=name, theirs=f"{theirs:g}")


def _narrow(card: Accelerator) -> Iterator[CodedError]:
    """Narrow formats that are faster than their generation computes them: rates with sparsity."""
    half = max((card.dense_tflops[name].value for name in _HALF if name in card.dense_tflops), default=0.0)
    for name in _MOST.keys() & card.dense_tflops.keys() if half > 0.0 else ():
        most, ratio = _most(card, name), card.dense_tflops[name].value / half
        if ratio > most * (1.0 + _AS_FAST):
            field = f"accelerators.{card.id}.dense_tflops.{name}"
            yield _error(CopyError.NARROW, field, ratio=f"{ratio:.1f}", most=f"{most:g}")


def _most(card: Accelerator, name: str) -> float:
    if name == "int8" and card.architecture in _INT8_AS_16_BIT:
        return 1.0
    if name == "fp4" and card.compute_capability in _FP4_OF:
        return _FP4_OF[card.compute_capability]
    halved = card.vendor == "nvidia" and (card.tier == "consumer" or card.unified_memory)
    return _MOST[name] * (2.0 if halved else 1.0)


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
