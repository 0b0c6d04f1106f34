"""What one can take out a contract for besides machines: model APIs, seats of a finished product, colocation space."""

from typing import Literal

from pydantic import Field

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.provenance import Figure

OperatorLaw = Literal["EU", "US", "CH", "UK", "OTHER"]
"""Law the operator is subject to, which decides about third-country access."""


NO_PLACE = ("not stated", "place not named")
"""What stands for the region where a provider names none."""


class ApiOffer(Frozen):
    """A model behind an API, paid by the token."""

    id: str
    provider: str
    name: str
    """Of the model, as the provider calls it."""
    model: str | None = None
    """Catalogue id where it is the same open model; None: a model of the provider's own."""
    stands_for: tuple[str, ...] = ()
    """Size classes of the questionnaire this model may stand in for (judgement, marked as such)."""
    country: str | None = None
    """ISO code of the place of processing; None: not published."""
    operator_law: OperatorLaw
    price_class: Literal["hyperscaler", "small_provider"] = "small_provider"
    currency: str
    input_per_million: Figure
    """Per 10^6 input tokens."""
    cached_input_per_million: Figure | None = None
    output_per_million: Figure
    batch_discount: float | None = Field(default=None, ge=0.0, le=1.0)
    """Share taken off for batch work."""
    attestations: tuple[str, ...] = ()
    notes: Text | None = None


class SeatOffer(Frozen):
    """A finished assistant, paid by the named user."""

    id: str
    provider: str
    name: str
    kinds: tuple[str, ...]
    """Kinds of workload it can replace."""
    country: str | None = None
    operator_law: OperatorLaw
    price_class: Literal["hyperscaler", "small_provider"] = "hyperscaler"
    currency: str
    per_seat_month: Figure
    minimum_seats: int = Field(default=1, ge=0, le=1_000_000)
    minimum_months: int = Field(default=12, ge=0, le=120)
    attestations: tuple[str, ...] = ()
    notes: Text | None = None


class Colocation(Frozen):
    """Rented space with power and cooling for own servers."""

    id: str
    provider: str
    region: str
    country: str
    operator_law: OperatorLaw
    currency: str
    per_kw_month: Figure
    """Per kW of committed IT power, cooling included."""
    power_included: bool
    """False: energy is metered and paid on top, cooling included in the factor ``pue.hosted``."""
    setup_per_rack: Figure | None = None
    remote_hands_per_hour: Figure | None = None
    rack_kw: Figure | None = None
    """Most a rack may draw."""
    liquid_cooling: bool | None = None
    attestations: tuple[str, ...] = ()
    notes: Text | None = None
