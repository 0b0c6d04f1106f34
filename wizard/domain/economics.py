"""What the cost engine is asked: plans to own or rent, and the inputs whose true value is not known."""

from datetime import date
from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.fleet import Hours
from wizard.domain.hardware import Offer, Server
from wizard.domain.language import Text
from wizard.domain.offers import ApiOffer, Colocation, SeatOffer
from wizard.domain.parts import Part
from wizard.domain.provenance import Evidence
from wizard.domain.quantities import HOURS_PER_MONTH, Range

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


class Correlation(Frozen):
    """Two inputs that move together: the follower's rank leans on the leader's (Gaussian copula)."""

    leader: str
    follower: str
    coefficient: float
    """Of the normal scores, within -1 and 1."""
    basis: Text
    source: str = ""


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
    """The same for an average active hour, its bursts included."""
    spare_replicas: int
    active_hours_per_month: float
    output_tokens_per_month: float
    stretches: bool = False
    """Runs that follow one another: more of them fill the month before they take a second set of GPUs."""
    part_of_gpu: float = 1.0
    """Below 1: a replica takes a part of one GPU, such as half of it or a seventh."""
    pool: str = ""
    """Workloads of different pools share no machine."""
    hours: Hours = "always"
    """``day`` and ``night`` use the same GPUs one after the other."""
    window_hours: float = float(HOURS_PER_MONTH)
    """Hours a month in which runs that follow one another may compute."""
    interruptible: bool = False
    """May be stopped at any time and resumed: it can run on capacity the provider takes back."""
    users: float = 0.0
    """People served today; 0: not known, or nobody waits for it."""
    runs_per_month: float = 0.0
    """Training runs at today's middle demand."""
    survives: bool = False
    """One machine may fail, and the others still carry its peak; spare replicas may stand in for that machine."""


class PlannedPart(Frozen):
    """A part bought beside the servers."""

    part: Part
    quantity: float
    per: Literal["site", "node"]
    """``node``: for every server, as servers are bought; ``site``: once, with the first server."""


class OwnPlan(Frozen):
    """Own servers of one class: bought for own rooms or a rented rack, or those that stand there already."""

    option: Literal["on_premises", "colocation", "status_quo"]
    server: Server
    needs: tuple[CapacityNeed, ...]
    interim: "RentPlan | None" = None
    """Rented on demand until the hardware arrives; None: the service starts with the delivery."""
    parts: tuple[PlannedPart, ...] = ()
    """Network and storage by the piece; empty: by the share ``network_storage_share``."""
    colocation: Colocation | None = None
    """Where the servers stand in a rented rack."""
    inputs: tuple[UncertainInput, ...] = ()
    """Spans of this server class that stand in for those of the question: its price and its delivery time."""
    owned_machines: int = 0
    """Machines that are there already and cost no purchase; the status quo has no others."""


class RentPlan(Frozen):
    """Rent instances of one offer: a committed base where that is cheaper, the rest on demand while the hours last."""

    option: Literal["cloud", "dedicated"]
    offer: Offer
    needs: tuple[CapacityNeed, ...]
    commitment: PriceKind
    spot: bool = False
    """What may be interrupted runs at the spot price of the offer."""
    inputs: tuple[UncertainInput, ...] = ()
    """Spans of this offer that stand in for those of the question: a quoted price hardly moves, an expired one more."""


class HybridPlan(Frozen):
    """Own machines for the base load, rented ones for what exceeds it."""

    option: Literal["hybrid"]
    own: OwnPlan
    burst: RentPlan
    """On demand."""

    @property
    def needs(self) -> tuple[CapacityNeed, ...]:
        """On the owned accelerators."""
        return self.own.needs


class ApiUse(Frozen):
    """Tokens of one workload a month at today's middle demand."""

    workload_id: str
    offer: ApiOffer
    input_tokens_per_month: float
    cached_share: float
    output_tokens_per_month: float
    users: float = 0.0
    """People served today; 0: not known, or nobody waits for it."""


class ApiPlan(Frozen):
    """Every workload through a model API."""

    option: Literal["api"]
    uses: tuple[ApiUse, ...]
    inputs: tuple[UncertainInput, ...] = ()
    """As of a rented machine."""

    @property
    def needs(self) -> tuple[CapacityNeed, ...]:
        """None: the provider sizes the machines."""
        return ()


class SeatPlan(Frozen):
    """A finished product by the seat."""

    option: Literal["seats"]
    offer: SeatOffer
    users: float
    most_users: float | None = None
    """People there are: load may grow beyond them, seats do not. None: not known."""

    @property
    def needs(self) -> tuple[CapacityNeed, ...]:
        """None: the provider sizes the machines."""
        return ()


Plan = OwnPlan | RentPlan | HybridPlan | ApiPlan | SeatPlan


class Financing(Frozen):
    """How purchases are paid for: all of the investment, from the month of each purchase on."""

    kind: Literal["loan", "lease"]
    rate: float
    """Interest a year, effective."""
    months: int
    balloon_share: float = 0.0
    """Of the amount, due with the last instalment: the final payment of a loan, the agreed residual value of a
    lease, for which the client then owns the machines."""


class TaxRule(Frozen):
    """How purchases are written off for tax, and what a deducted euro saves. A calculation, not tax advice."""

    rate: float
    """Tax on profit; the client is taken to have profits to deduct from."""
    method: Literal["linear", "declining", "one_year"]
    years: float
    """Useful life for tax."""
    basis: Text
    """The rule with its date, and that the tax adviser decides."""


class CostQuestion(Frozen):
    """Everything the cost engine needs beside the plans. Money of the plans is converted with ``eur_per_unit``."""

    horizon_months: int
    inputs: dict[str, UncertainInput]
    eur_per_unit: dict[str, float]
    """Euro per unit of each currency, e.g. ``{"EUR": 1.0, "USD": 0.895}``."""
    vat: Literal["net", "partly", "gross"] = "net"
    """Whether costs hold VAT: none, the part that cannot be reclaimed, or all of it."""
    vat_rate: float = 0.0
    starts_on: date | None = None
    """First day of the first month; None: no dated rule applies."""
    data_act: bool = False
    """The client is protected by the EU Data Act: moving data out costs nothing from 12 January 2027."""
    financing: Financing | None = None
    """None: purchases are paid at once."""
    tax: TaxRule | None = None
    """None: before tax on profit."""
    grant_eur: float = 0.0
    """Paid towards purchases, never more than they cost."""
    depreciation_years: float = 5.0
    """Accounting life of what is bought."""
    correlations: tuple[Correlation, ...] = ()
    """Empty: inputs are independent."""
    samples: int = 4_096
    seed: int = 1

    def of_plan(self, plan: Plan) -> "CostQuestion":
        """The same question with the spans that belong to the servers and offers of one plan."""
        own = _inputs_of(plan)
        return self.model_copy(update={"inputs": self.inputs | {entry.key: entry for entry in own}}) if own else self


def _inputs_of(plan: Plan) -> tuple[UncertainInput, ...]:
    match plan:
        case HybridPlan():
            return _inputs_of(plan.burst) + _inputs_of(plan.own.model_copy(update={"interim": None}))
        case OwnPlan():
            return (_inputs_of(plan.interim) if plan.interim is not None else ()) + plan.inputs
        case RentPlan() | ApiPlan():
            return plan.inputs
        case SeatPlan():
            return ()
