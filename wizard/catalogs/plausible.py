"""Refuses numbers nothing can have, and dates that are none, before anything is computed with them."""

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from wizard.catalogs.errors import CatalogError
from wizard.catalogs.origins import Origin

Model = TypeVar("Model", bound=BaseModel)

MOST = 1e15
"""Prices and sizes up to which every sum of them is a number."""
DIVISORS = frozenset(
    {"rack_kw", "max_power_kw", "memory_gb", "usable_gib", "memory_bandwidth_gb_per_s", "interconnect_gb_per_s",
     "accelerators", "label_params_b", "weight_samples", "concentration"}
)  # fmt: skip
"""What is divided by: nothing of it is no hardware."""
PRICES = frozenset(
    {"card_price", "price", "setup_fee", "on_demand_per_hour", "committed_1y_per_hour", "committed_3y_per_hour",
     "spot_per_hour", "input_per_million", "cached_input_per_million", "output_per_million", "per_seat_month",
     "per_kw_month", "per_tb_month", "setup_per_rack", "remote_hands_per_hour", "electricity", "eur_per_unit"}
)  # fmt: skip
"""Fields, and sections of figures, in which nothing is a mistake; free traffic is none."""
SHARES = frozenset({"share", "clear_from", "leaning_from"})
"""Plain numbers between 0 and 1."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def validated(model: type[Model], record: Mapping[str, Any], origin: Origin) -> Model:
    """The record as a domain object.

    Raises:
        CodedError: C003, C014 to C018, C029, C053 or C054, naming the field.
    """
    for name in _dates(model) & record.keys():
        check_day(record[name], origin.at(name))
    for name in _numbers(model) & record.keys():
        check_number(record[name], origin.at(name))
    try:
        found = model.model_validate(record)
    except ValidationError as error:
        raise origin.fault(error) from None
    for name in _numbers(model):
        _check_number(name, getattr(found, name), origin)
    return found


def check_day(raw: Any, origin: Origin) -> None:
    """A day is written out; a bare number would be taken for seconds since 1970.

    Raises:
        CodedError: C018.
    """
    if not (raw is None or type(raw) is date or (isinstance(raw, str) and _DAY.fullmatch(raw))):
        raise origin.error(CatalogError.DATE, found=f"{raw!r:.60}")


def check_number(raw: Any, origin: Origin) -> None:
    """A number in quotes would pass for one here and for a text in every other tool.

    Raises:
        CodedError: C017.
    """
    if isinstance(raw, str | bool):
        raise origin.error(CatalogError.NUMBER, found=f"{raw!r:.60}")


def check_share(value: float, origin: Origin) -> None:
    """Raises:
    CodedError: C053; 19 instead of 0.19.
    """
    if not 0.0 <= value <= 1.0:
        raise origin.error(CatalogError.RANGE, value=value, allowed="0 … 1 (19 % = 0.19)")


def _check_number(name: str, value: Any, origin: Origin) -> None:
    if value is None:
        return
    if name in SHARES:
        check_share(value, origin.at(name))
    elif not 0 <= value <= MOST or (name in DIVISORS and value == 0):
        raise origin.error(CatalogError.BEYOND, name, value=f"{value!r:.40}")


@cache
def _dates(model: type[BaseModel]) -> frozenset[str]:
    return frozenset(name for name, info in model.model_fields.items() if info.annotation is date)


@cache
def _numbers(model: type[BaseModel]) -> frozenset[str]:
    """Plain numbers, such as a count of cores; figures are held to their span and unit instead."""
    plain = (int, float, int | None, float | None)
    return frozenset(
        name for name, info in model.model_fields.items() if info.annotation in plain and model.__name__ != "Figure"
    )
