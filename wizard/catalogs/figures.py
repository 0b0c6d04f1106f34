"""Completes the figures of a record: a bare number takes unit and provenance from its surroundings.

A figure is written as a number or as a block. What it does not say itself comes from the record's ``provenance``,
then from the file's. Sources may be keys of the file's ``sources`` table, given as a list.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from pydantic import BaseModel

from wizard.catalogs.errors import CatalogError
from wizard.catalogs.origins import Origin, kind_of
from wizard.catalogs.plausible import DIVISORS, MOST, check_number, check_share, validated
from wizard.domain.model import NumberFormat
from wizard.domain.provenance import Figure

PROVENANCE = ("basis", "source", "retrieved_on", "confidence")
_ENDS = frozenset({"value", "low", "high"})
SHARED = {"source": "source", "retrieved_on": "retrieved_on", "confidence": "confidence", "checked_on": "retrieved_on"}
"""Fields of a record that may stand once for all of a file, by the name of the provenance that gives them."""

UNITS = {
    "memory_gb": "GB",
    "usable_gib": "GiB",
    "memory_bandwidth_gb_per_s": "GB/s",
    "dense_tflops": "TFLOPS",
    "tdp_w": "W",
    "interconnect_gb_per_s": "GB/s",
    "card_price": "{card_price_currency}",
    "rack_units": "U",
    "price": "{price_currency}",
    "max_power_kw": "kW",
    "idle_power_share": "share",
    "host_memory_gb_s": "GB/s",
    "frontend_gbit_s": "Gbit/s",
    "fabric_gbit_s": "Gbit/s",
    "noise_dba": "dB(A)",
    "depth_mm": "mm",
    "weight_kg": "kg",
    "inlet_max_c": "°C",
    "on_demand_per_hour": "{currency}/h",
    "committed_1y_per_hour": "{currency}/h",
    "committed_3y_per_hour": "{currency}/h",
    "spot_per_hour": "{currency}/h",
    "setup_fee": "{currency}",
    "egress_per_tb": "{currency}/TB",
    "input_per_million": "{currency}/1e6",
    "cached_input_per_million": "{currency}/1e6",
    "output_per_million": "{currency}/1e6",
    "per_seat_month": "{currency}/month",
    "per_kw_month": "{currency}/kW/month",
    "setup_per_rack": "{currency}",
    "remote_hands_per_hour": "{currency}/h",
    "rack_kw": "kW",
    "cores": "cores",
    "base_ghz": "GHz",
    "boost_ghz": "GHz",
    "memory_gb_s": "GB/s",
    "pcie_lanes": "lanes",
    "max_ram_gb": "GB",
    "typical_power_kw": "kW",
    "inlet_min_c": "°C",
    "per_tb_month": "{currency}/TB/month",
    "storage_egress_per_tb": "{currency}/TB",
    "read_gb_s": "GB/s",
    "read_iops": "1/s",
    "minimum_driver": "driver branch",
    "electricity": "EUR/kWh",
    "vat_rates": "share",
    "eur_per_unit": "EUR",
}
"""Unit of each figure field; ``figures`` name their unit themselves."""
PART_UNITS = {
    "ports": "ports",
    "uplink_ports": "ports",
    "port_gbit_s": "Gbit/s",
    "uplink_gbit_s": "Gbit/s",
    "capacity_tb": "TB",
    "read_gb_s": "GB/s",
    "write_gb_s": "GB/s",
    "read_iops": "1/s",
    "power_w": "W",
    "rack_units": "U",
    "weight_kg": "kg",
    "length_m": "m",
    "kw": "kW",
}
"""Unit of each fact of a part."""


def complete_figure(raw: Any, unit: str | None, origin: Origin) -> Figure:
    """The figure with unit, basis, source, date and confidence.

    Raises:
        CodedError: C003 to C007.
    """
    own = {"value": raw} if isinstance(raw, int | float) and not isinstance(raw, bool) else raw
    if not isinstance(own, Mapping):
        problem = f"{raw!r} is neither a number nor a block with 'value'"
        raise origin.error(CatalogError.FIELD, problem=problem)
    if "layer" in own and origin.layer == "shipped":
        raise origin.error(CatalogError.UNKNOWN_FIELD, "layer")  # where a figure lies is not for the file to say
    figure = {**{key: origin.provenance[key] for key in PROVENANCE if key in origin.provenance}, **own}
    _check_unit(figure, unit, origin)
    figure["source"] = _source(figure.get("source"), origin)
    missing = [name for name in ("value", "unit", *PROVENANCE) if figure.get(name) is None]
    if missing:
        raise origin.error(CatalogError.PROVENANCE, missing=", ".join(missing))
    for name in _ENDS & figure.keys():
        check_number(figure[name], origin.at(name))
    figure["layer"] = origin.layer
    return _with_true_span(validated(Figure, figure, origin), origin)


def complete_record(model: type[BaseModel], raw: Any, origin: Origin, context: Mapping[str, Any]) -> dict[str, Any]:
    """A record with all figure fields of ``model`` completed; ``context`` holds currencies given elsewhere.

    Raises:
        CodedError: C001, C003 to C007.
    """
    if not isinstance(raw, Mapping):
        raise origin.error(CatalogError.SHAPE, found=kind_of(raw))
    record = dict(raw)
    own = provenance_block(record.pop("provenance", {}), origin.at("provenance"))
    inner = replace(origin, provenance={**origin.provenance, **own})
    known = {**context, **record}
    for name in figure_fields(model) & record.keys():
        if record[name] is not None:
            record[name] = _complete_field(record[name], name, known, inner.at(name))
    for name, shared in SHARED.items():
        if name in model.model_fields and name not in record and shared in inner.provenance:
            record[name] = inner.provenance[shared]
    if "source" in record:
        record["source"] = _source(record["source"], inner.at("source"))
    return record


def provenance_block(raw: Any, origin: Origin) -> Mapping[str, Any]:
    """What a file or record says about all its figures.

    Raises:
        CodedError: C001, C015.
    """
    if not isinstance(raw, Mapping):
        raise origin.error(CatalogError.SHAPE, found=kind_of(raw))
    for name in raw.keys() - set(PROVENANCE):
        raise origin.error(CatalogError.UNKNOWN_FIELD, str(name))
    return raw


@cache
def figure_fields(model: type[BaseModel]) -> frozenset[str]:
    """Names of the fields that hold a figure, or several by name."""
    return frozenset(name for name, info in model.model_fields.items() if "Figure" in str(info.annotation))


def _complete_field(raw: Any, name: str, known: Mapping[str, Any], origin: Origin) -> Figure | dict[str, Figure]:
    if name == "facts":
        return _part_facts(raw, origin)
    unit = _unit(name, known)
    if name != "dense_tflops":
        return complete_figure(raw, unit, origin)
    if not isinstance(raw, Mapping):
        raise origin.error(CatalogError.SHAPE, found=kind_of(raw))
    for key in raw.keys() - set(NumberFormat):
        raise origin.error(CatalogError.UNKNOWN_FIELD, str(key))
    return {key: complete_figure(_dense(value), unit, origin.at(key)) for key, value in raw.items()}


def _part_facts(raw: Any, origin: Origin) -> dict[str, Figure]:
    """A fact under a name the table of units does not hold names its unit itself."""
    if not isinstance(raw, Mapping):
        raise origin.error(CatalogError.SHAPE, found=kind_of(raw))
    return {str(key): complete_figure(value, PART_UNITS.get(key), origin.at(str(key))) for key, value in raw.items()}


def _unit(name: str, known: Mapping[str, Any]) -> str:
    """Servers and cards call their currency after the price, everything else has one currency."""
    pattern = "{currency}" if name == "price" and "price_currency" not in known else UNITS[name]
    return pattern.format_map(_Blank(known))


def _dense(raw: Any) -> Any:
    """Rates are dense by the meaning of their field, whatever the record's basis is."""
    return {"basis": "dense", **raw} if isinstance(raw, Mapping) else {"value": raw, "basis": "dense"}


class _Blank(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return f"<{key}>"


def _check_unit(figure: dict[str, Any], unit: str | None, origin: Origin) -> None:
    if unit is None:
        return
    if figure.setdefault("unit", unit) != unit:
        raise origin.error(CatalogError.UNIT, unit=figure["unit"], expected=unit)


def _with_true_span(figure: Figure, origin: Origin) -> Figure:
    low = figure.value if figure.low is None else figure.low
    high = figure.value if figure.high is None else figure.high
    if not low <= figure.value <= high:
        raise origin.error(CatalogError.SPAN, low=low, value=figure.value, high=high)
    name, section = (origin.keys[-1], origin.keys[0]) if origin.keys else ("", "")
    least = 0.0 if name in UNITS or name in PART_UNITS or section in UNITS else -MOST
    if low < least or high > MOST or (name in DIVISORS and low <= 0.0):
        raise origin.error(CatalogError.BEYOND, value=figure.value)
    if figure.unit == "share":
        check_share(low, origin)
        check_share(high, origin)
    return figure


def _source(raw: Any, origin: Origin) -> Any:
    if not isinstance(raw, list):
        return raw
    unknown = [str(key) for key in raw if key not in origin.sources]
    if unknown:
        raise origin.error(CatalogError.SOURCE_KEY, key=unknown[0])
    return "; ".join(origin.sources[key] for key in raw)
