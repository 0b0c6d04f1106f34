"""What the gates look at: facts about the client, and facts about one option."""

from typing import Generic, Literal, TypeVar

from wizard.domain.base import Frozen
from wizard.domain.fleet import PlaceFit
from wizard.domain.hardware import Tier
from wizard.domain.language import Text
from wizard.domain.offers import OperatorLaw
from wizard.domain.packs import CommercialUse, LicenceLimits
from wizard.domain.result import OptionId

T = TypeVar("T")


class Fact(Frozen, Generic[T]):
    """An answer or its stand-in. A default is not known; its span says how far the truth may lie from it."""

    question: str
    value: T | None = None
    """None: nothing is known, not even a default."""
    known: bool = False
    low: T | None = None
    high: T | None = None


class Amount(Frozen):
    """A computed quantity with its span."""

    low: float
    value: float
    high: float
    firm: bool = True
    """False: it rests on assumed answers, so exceeding a limit excludes nothing."""
    questions: tuple[str, ...] = ()
    """The answers it rests on that are only assumed."""


NOTHING = Amount(low=0.0, value=0.0, high=0.0)
"""Hardware that is there already costs and takes nothing to get."""


class GateFacts(Frozen):
    """What the client said about rules, money, site and time."""

    country: Fact[str]
    """``DE AT CH EU UK US OTHER``; ``EU`` is another state of the Union."""
    residency: Fact[str]
    """``any eu country onprem airgap``."""
    us_provider: Fact[str]
    """``yes eu_region no legal_review``."""
    data_classes: Fact[tuple[str, ...]]
    capex_budget_eur: Fact[float]
    opex_budget_month_eur: Fact[float]
    site_place: Fact[str]
    """``none office server_room edge own_dc colo``."""
    site_power_kw: Fact[float]
    rack_kw: Fact[float]
    cooling_kw: Fact[float]
    cooling_kind: Fact[str]
    """``none split crac inrow rdhx dlc``."""
    weeks_until_needed: Fact[float]
    vendors: Fact[tuple[str, ...]]
    """Allowed makers ``nvidia amd intel cloud_asic``, beside purchasing rules that name no maker."""
    regimes: Fact[tuple[str, ...]] = Fact(question="con.regimes")
    """``gdpr nis2 dora kritis ai_act c5 aic4 iso27001 iso42001 b3s mdr tender none``."""
    noise_limit: Fact[str] = Fact(question="site.noise_limit")
    """``no cat1 cat2 production``."""
    api_only: Fact[bool] = Fact(question="w.model_source")
    """A workload rests on a model that exists only behind its maker's API."""
    offline: Fact[bool] = Fact(question="w.offline_required")
    """A workload must run without any connection."""
    sector: Fact[str] = Fact(question="client.sector")
    """``research`` is the one that licences treat differently."""
    stage: Fact[str] = Fact(question="project.stage")
    """``explore poc pilot production scale``."""


class ModelLicence(Frozen):
    """The licence of one model the option runs."""

    workload: str
    model: str
    licence: str
    commercial_use: CommercialUse
    note: Text | None = None
    limits: LicenceLimits | None = None


class UsedAccelerator(Frozen):
    name: str
    vendor: str
    tier: Tier
    data_center_licence: bool


class OptionFacts(Frozen):
    """What one option would mean for the client. None: not computed or not known."""

    option: OptionId
    provider: str = ""
    location_country: str | None = None
    """ISO code of a rented location; own premises stand in the client's country."""
    operator_law: OperatorLaw | None = None
    attestations: tuple[str, ...] = ()
    """Known ones; an empty list says nothing about what the provider holds."""
    capex_eur: Amount | None = None
    """Median with the 5 and 95 % of the cases, like every amount of money."""
    opex_month_eur: Amount | None = None
    facility_kw: Amount | None = None
    """IT power at full load times PUE: a feed has to carry the peak, not the mean."""
    heat_kw: Amount | None = None
    """Heat of the IT equipment at full load, equal to its electrical power."""
    server_kw: Amount | None = None
    """The largest single server."""
    noise_dba: Amount | None = None
    """One server under load."""
    weight_kg: float | None = None
    socket_kw: float | None = None
    """What an ordinary socket carries for days."""
    place_fit: PlaceFit | None = None
    """Of the machines in the place the client named; None: a place without rules of its own."""
    place_firm: bool = True
    """False: one machine might stand there, and how many it takes rests on assumed answers."""
    cooling: Literal["air", "liquid"] | None = None
    form_factor: Literal["workstation", "tower", "rack", "sxm"] | None = None
    """Of own servers."""
    runs_models: bool = True
    """False: a service by the token or seat runs its own models."""
    shortfall: Text | None = None
    """Where hardware that is there already does not carry the load: what is missing."""
    shortfall_questions: tuple[str, ...] = ()
    """Assumed answers without which nothing would be missing: then the gate is open."""
    lead_weeks: Amount | None = None
    bridge_weeks: Amount | None = None
    """Until rented capacity can cover the time before the hardware arrives; None: nothing is rented meanwhile."""
    accelerators: tuple[UsedAccelerator, ...] = ()
    models: tuple[ModelLicence, ...] = ()

    @property
    def own_room(self) -> bool:
        """Whether hardware stands in a room of the client."""
        return self.option in ("on_premises", "hybrid", "status_quo")

    @property
    def own_hardware(self) -> bool:
        return self.option in ("on_premises", "colocation", "hybrid", "status_quo")

    @property
    def has_provider(self) -> bool:
        """Whether somebody else runs machines or a service for it."""
        return self.option in ("colocation", "dedicated", "cloud", "hybrid", "api", "seats")
