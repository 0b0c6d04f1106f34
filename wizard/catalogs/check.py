"""Arithmetic and provenance checks of a loaded catalogue: what a schema cannot see.

Nearly all errors of published accelerator and price tables (sparse for dense rates, one die for two, a zero price,
commitments dearer than the list) break one of these rules.
"""

from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from wizard.catalogs.check_cards import check_cards
from wizard.catalogs.check_copied import check_copied
from wizard.catalogs.check_models import ParameterCount, check_models
from wizard.catalogs.check_onprem import check_onprem
from wizard.catalogs.check_prices import check_prices
from wizard.catalogs.check_rents import check_rents
from wizard.catalogs.errors import CatalogError
from wizard.catalogs.find import check_names
from wizard.catalogs.plausible import PRICES
from wizard.catalogs.walk import figures_of
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator, Offer
from wizard.domain.quantities import GB, GIB

TOLERANCE = 0.03
"""Share by which computed and stated figures may differ."""
SPARSE_FROM = 1.25
"""Multiple of the densest known rate from which a rate is taken for one with sparsity."""
LEAST_USABLE = 0.98
"""Usable share of the label, read as 10^9 bytes, below which one of the two is wrong: labels count in binary units, and
error correction in line takes a sixteenth."""
LEAST_USABLE_UNIFIED = 0.5
"""The same where the processor shares the memory and keeps its part."""
FP8_AT_16_BIT_RATE = frozenset({"gaudi3", "tpu-v6e"})
"""Generations that compute FP8 no faster than BF16."""

FASTER_FROM = 1.25
"""Multiple of the fastest known memory from which a bandwidth is taken for a sum of chips or the rate of a cache."""
BINARY_FACTORS = (1.024**3, 1.024**4)
SLIP_ROUNDING = 0.006
"""A converted figure is written with two decimals at least."""

_PLACEHOLDERS = frozenset({"tbd", "todo", "n/a", "none", "unknown", "internet", "source", "???", "xxx"})


def check_catalog(
    catalog: Catalog, parameters: ParameterCount | None = None, as_of: date | None = None
) -> list[CodedError]:
    """Everything that looks wrong, in the order of the sections; an empty list is a sound catalogue.

    Args:
        catalog: shipped or with a client's overrides.
        parameters: counts the parameters of an architecture; without it sizes are not compared with their labels.
        as_of: day after which no date may lie; the catalogue's own day by default.
    """
    return [
        *_names(catalog),
        *_provenance(catalog, as_of or catalog.as_of),
        *_prices(catalog),
        *(error for entry in catalog.accelerators.values() for error in _accelerator(catalog, entry)),
        *(error for offer in catalog.offers.values() for error in _commitments(offer)),
        *check_prices(catalog),
        *check_onprem(catalog),
        *check_copied(catalog),
        *check_cards(catalog),
        *check_rents(catalog),
        *check_models(catalog, parameters),
        *_shares(catalog),
    ]


def _names(catalog: Catalog) -> Iterator[CodedError]:
    try:
        check_names(catalog)
    except CodedError as error:
        yield error


def _provenance(catalog: Catalog, as_of: date) -> Iterator[CodedError]:
    dated = [(".".join(path), figure.source, figure.retrieved_on) for path, figure in figures_of(catalog)]
    dated += [(f"models.{m.id}", m.source, m.retrieved_on) for m in catalog.models.values()]
    dated += [
        (f"models.{m.id}.checkpoints.{ref}", copy.source, copy.retrieved_on)
        for m in catalog.models.values()
        for ref, copy in m.checkpoints.items()
    ]
    rules = [(rule, rule.as_of, rule.checked_on) for rule in catalog.rules.values()]
    dated += [(f"rules.{rule.id}", rule.source, max(known, read)) for rule, known, read in rules if known and read]
    dated += [(f"law.{entry.id}", entry.source, entry.checked_on) for entry in catalog.law.values()]
    dated += [(f"software.{entry.id}", entry.source, entry.retrieved_on) for entry in catalog.software.values()]
    dated += [(f"model_licences.{m.id}", m.source, m.retrieved_on) for m in catalog.model_licences.values()]
    dated += [(f"model_classes.{n}", s.source, s.retrieved_on) for n, s in catalog.model_classes.items()]
    for field, source, day in dated:
        if source.strip().casefold() in _PLACEHOLDERS:
            yield _error(CatalogError.SOURCE, field, source=source)
        if day > as_of:
            yield _error(CatalogError.FUTURE, field, date=day, as_of=as_of)


def _prices(catalog: Catalog) -> Iterator[CodedError]:
    for path, figure in figures_of(catalog):
        least = figure.value if figure.low is None else figure.low
        if (path[-1] in PRICES or path[0] in PRICES) and not least > 0.0:
            yield _error(CatalogError.PRICE, ".".join(path), value=least)


def _accelerator(catalog: Catalog, entry: Accelerator) -> Iterator[CodedError]:
    field = f"accelerators.{entry.id}"
    rates = {name: figure.value for name, figure in entry.dense_tflops.items()}
    if {"bf16", "fp8"} <= rates.keys():
        expected = 1.0 if entry.architecture in FP8_AT_16_BIT_RATE else 2.0
        ratio = rates["fp8"] / rates["bf16"]
        if abs(ratio / expected - 1.0) > TOLERANCE:
            yield _error(CatalogError.FP8_RATIO, f"{field}.dense_tflops", ratio=f"{ratio:.2f}", expected=expected)
    densest = catalog.figures.get(f"check.densest_16_bit_tflops.{entry.architecture}")
    sixteen = max((rates[name] for name in ("bf16", "fp16") if name in rates), default=0.0)
    if densest is not None and sixteen > SPARSE_FROM * densest.value:
        ratio = sixteen / densest.value
        yield _error(CatalogError.SPARSE, f"{field}.dense_tflops", value=sixteen, ratio=f"{ratio:.1f}")
    yield from _bandwidth(catalog, entry)
    yield from _slips(entry)
    usable, label = entry.usable_gib.value, entry.memory_gb.value
    least = LEAST_USABLE_UNIFIED if entry.unified_memory else LEAST_USABLE
    if not least * label * GB / GIB <= usable <= label:
        yield _error(CatalogError.MEMORY, f"{field}.usable_gib", usable=usable, label=label)


def _bandwidth(catalog: Catalog, entry: Accelerator) -> Iterator[CodedError]:
    fastest = catalog.figures.get(f"check.fastest_memory_gb_per_s.{entry.architecture}")
    rate = entry.memory_bandwidth_gb_per_s.value
    if fastest is not None and rate > FASTER_FROM * fastest.value:
        field = f"accelerators.{entry.id}.memory_bandwidth_gb_per_s"
        yield _error(CatalogError.BANDWIDTH, field, value=rate, ratio=f"{rate / fastest.value:.1f}")


def _slips(entry: Accelerator) -> Iterator[CodedError]:
    """Labels and bandwidths are whole decimal numbers; a broken one that a power of 1.024 makes whole was converted."""
    for name in ("memory_gb", "memory_bandwidth_gb_per_s"):
        value = getattr(entry, name).value
        if value == round(value):
            continue
        for factor in BINARY_FACTORS:
            whole = round(value / factor)
            if abs(value - whole * factor) < SLIP_ROUNDING and whole % 2 == 0:
                field = f"accelerators.{entry.id}.{name}"
                yield _error(CatalogError.SLIP, field, value=value, whole=whole, factor=f"{factor:.4f}")


def _commitments(offer: Offer) -> Iterator[CodedError]:
    falling = ("on_demand_per_hour", "committed_1y_per_hour", "committed_3y_per_hour")
    pairs = [*pairwise(falling), (falling[0], falling[2]), (falling[0], "spot_per_hour")]
    for dear, cheap in pairs:
        limit, figure = getattr(offer, dear), getattr(offer, cheap)
        if limit is not None and figure is not None and figure.value > limit.value:
            yield _error(
                CatalogError.COMMITMENT, f"offers.{offer.id}.{cheap}", value=figure.value, other=dear, limit=limit.value
            )


def _shares(catalog: Catalog) -> Iterator[CodedError]:
    totals: dict[str, float] = {}
    for anchor in catalog.decision.anchors:
        totals[anchor.group] = totals.get(anchor.group, 0.0) + anchor.share
    for group, total in totals.items():
        if abs(total - 1.0) > 1e-9:
            yield _error(CatalogError.SHARES, f"decision.{group}", total=round(total, 6))


def _error(error: CatalogError, field: str, **details: object) -> CodedError:
    return CodedError(error, place=field, field=field, **details)
