"""What the cost engine is asked: plans to own or rent, and the inputs whose true value is not known."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.hardware import Offer, Server
from wizard.domain.language import Text
from wizard.domain.provenance import Evidence
from wizard.domain.quantities import Range

PriceKind = Literal["on_demand", "committed_1y", "committed_3y"]


class UncertainInput(Frozen):
    """An input of the cost model with its span; sampled as a triangular distribution (low, value, high).

    ``low == value == high`` means certain: it is not sampled and has no swing.
    """

    key: str
    """Name in the cost model, e.g. ``electricity_eur_per_kwh``."""
    label: Text
    range: Range
    unit: str
    evidence: Evidence
    basis: Text
    """Where value and span come from."""
    source: str = ""
    question: str | None = None
    workload: str | None = None
    in_logarithms: bool = False
    """The span is a factor both ways (half or double): the logarithm is triangular, so that a wide span does not
    pull the median above the likely value. Needs a low end above 0."""


class CapacityNeed(Frozen):
    """What one workload needs in one option, at today's middle demand."""

    workload_id: str
    configuration_id: str
    accelerator: str
    gpus_per_replica: int
    slots_per_replica: float
    """Simultaneous requests one replica serves within the target."""
    in_flight_peak: float
    """Simultaneous requests to plan for on this accelerator (p99 of the busiest hour)."""
    in_flight_mean: float
    """Mean over the active hours."""
    spare_replicas: int
    active_hours_per_month: float
    output_tokens_per_month: float


class OwnPlan(Frozen):
    """Buy servers of one class."""

    option: Literal["on_premises"]
    server: Server
    needs: tuple[CapacityNeed, ...]
    interim: "RentPlan | None" = None
    """Rented on demand until the hardware arrives; None: the service starts with the delivery."""


class RentPlan(Frozen):
    """Rent instances of one offer: a committed base where that is cheaper, the rest on demand while the hours last."""

    option: Literal["cloud", "dedicated"]
    offer: Offer
    needs: tuple[CapacityNeed, ...]
    commitment: PriceKind


class CostQuestion(Frozen):
    """Everything the cost engine needs beside the plans. Money of the plans is converted with ``eur_per_unit``."""

    horizon_months: int
    inputs: dict[str, UncertainInput]
    eur_per_unit: dict[str, float]
    """Euro per unit of each currency, e.g. ``{"EUR": 1.0, "USD": 0.895}``."""
    vat: Literal["net", "gross"] = "net"
    vat_rate: float = 0.0
    samples: int = 4_096
    seed: int = 1
