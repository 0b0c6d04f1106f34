"""What the person says about a quote; everything left out is read from the file or asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Literal, get_args

from wizard.domain.offers import OperatorLaw
from wizard.quotes.amounts import Notation
from wizard.quotes.columns import Basis, Period

Kind = Literal["server", "rent", "api", "electricity", "colocation", "maintenance", "card"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TERMS = (0, 12, 36)
"""Months of commitment that a rented machine may have."""


@dataclass(frozen=True)
class Order:
    """Options of one import. ``entry`` is an id or alias of the catalogue, of the kind that is priced."""

    kind: Kind | None = None
    entry: str | None = None
    accelerator: str | None = None
    count: int | None = None
    """Accelerators in one machine."""
    machines: int | None = None
    vendor: str | None = None
    number: str | None = None
    day: date | None = None
    valid_until: date | None = None
    currency: str | None = None
    prices: Basis | None = None
    vat: Decimal | None = None
    """Percent."""
    numbers: Notation | None = None
    period: Period | None = None
    term: int | None = None
    country: str | None = None
    law: OperatorLaw | None = None
    attestations: tuple[str, ...] = ()
    """Certificates of a provider that the catalogue does not know, such as ``iso27001``."""
    sheet: str | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    positions: tuple[str, ...] = ()
    """Positions to take, as the file numbers them; empty: all that are no option."""
    internal: bool = False
    replace: bool = False
