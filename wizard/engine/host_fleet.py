"""The fleet of one priced plan: its machines with everything around them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from wizard.costs.engine import PricedPlan
from wizard.costs.owning import pue_key
from wizard.domain.catalog import Catalog
from wizard.domain.economics import OwnPlan, RentPlan, UncertainInput
from wizard.domain.fleet import PlaceFit
from wizard.domain.quantities import MONTHS_PER_YEAR
from wizard.domain.result import Fleet
from wizard.engine.class_products import shown
from wizard.engine.electricity import with_fleet_band
from wizard.engine.host_facts import HostReader
from wizard.engine.plan_parts import own_part, rented_part
from wizard.engine.sized import SizedWorkload
from wizard.sizing.host_demand import HostDemand, SiteDemand
from wizard.sizing.hosts import fleet_for, joined, rented_fleet
from wizard.sizing.parts import parts_for
from wizard.sizing.places import place_fits

_INCLUDED = "pue_hosted"
"""Where the rent of the rack covers energy."""


@dataclass(frozen=True)
class FleetBuilder:
    """Builds the fleets of one evaluation."""

    catalog: Catalog
    reader: HostReader
    sized: tuple[SizedWorkload, ...]

    def of(self, priced: PricedPlan, inputs: dict[str, UncertainInput]) -> Fleet | None:
        """The machines of the first year, own and rented; None for services by the token or seat.

        ``inputs`` give the middle utilisation and the PUE.
        """
        own, rented = own_part(priced.plan), rented_part(priced.plan)
        if own is not None and rented is not None:
            return self._mixed(own, rented, priced, inputs)
        if own is not None:
            return self.own(own, *_gpus(priced, own.server.accelerators), inputs)
        return self.rented(rented, *_gpus(priced, rented.offer.accelerators)) if rented is not None else None

    def _mixed(
        self, own: OwnPlan, rented: RentPlan, priced: PricedPlan, inputs: dict[str, UncertainInput]
    ) -> Fleet | None:
        if priced.split is None:
            return None
        owned = self.own(own, *_gpus(priced, own.server.accelerators), inputs)
        return joined(owned, self.rented(rented, *_gpus(priced, rented.offer.accelerators, "burst_machines")))

    def own(
        self, plan: OwnPlan, gpus: int, gpus_by_year: Sequence[int], inputs: dict[str, UncertainInput],
        *, ranges: bool = True,
    ) -> Fleet:  # fmt: skip
        """``gpus`` accelerators in the plan's servers, as whole servers; what stands there already needs no parts."""
        standing = plan.option == "status_quo"
        fleet = fleet_for(
            plan.server, self.catalog.accelerators[plan.server.accelerator], gpus, gpus_by_year,
            demand=self._housed(plan), utilisation=inputs["power_utilisation"].range.value,
            pue=inputs[pue_key(plan) or _INCLUDED].range.value,
            parts={} if standing else self.catalog.parts, facts=self.catalog.figures,
            processors={} if standing else self.catalog.processors, ranges=ranges,
        )  # fmt: skip
        return fleet if standing else fleet.model_copy(update={"products": shown(self.catalog, plan.server)})

    def equipped(self, plan: OwnPlan, priced: PricedPlan, inputs: dict[str, UncertainInput]) -> OwnPlan:
        """The plan with network and storage by the piece where all they need has a price, else by the cost share.

        And with the price of electricity that its consumption leads to.
        """
        fleet = self.own(plan, *_gpus(priced, plan.server.accelerators), inputs, ranges=False)
        metered = with_fleet_band(plan, fleet, inputs, self.catalog, self.reader.country(), self.reader.site_mwh())
        return metered.model_copy(update={"parts": parts_for(fleet.parts, self.catalog.parts)})

    def _housed(self, plan: OwnPlan) -> HostDemand:
        """In a rented rack the provider's limits count, and circuits are its business."""
        demand = self.reader.demand(self.sized, plan.needs)
        if plan.colocation is None:
            return demand
        limit = plan.colocation.rack_kw
        return demand.model_copy(update={"site": SiteDemand(rack_kw=limit.value if limit is not None else None)})

    def place_fit(self, priced: PricedPlan, nodes: int | None = None) -> PlaceFit | None:
        """Whether the first year's machines, or ``nodes`` of them, may stand in the place the client named."""
        own = own_part(priced.plan)
        if own is None or own.colocation is not None or own.option == "status_quo":
            return None
        site, card = self.reader.site(), self.catalog.accelerators[own.server.accelerator]
        counted = _gpus(priced, 1, _owned(priced))[0] if nodes is None else nodes
        fits = place_fits(own.server, card, counted, site, self.catalog.figures)
        return next((fit for fit in fits if fit.place == site.place), None)

    def rented(self, plan: RentPlan, gpus: int, gpus_by_year: Sequence[int]) -> Fleet:
        """``gpus`` accelerators in the plan's instances, as whole instances."""
        return rented_fleet(
            plan.offer, self.catalog.accelerators[plan.offer.accelerator], gpus, gpus_by_year,
            demand=self.reader.demand(self.sized, plan.needs), facts=self.catalog.figures, ranges=True,
        )  # fmt: skip


def _owned(priced: PricedPlan) -> str:
    return "owned_machines" if "owned_machines" in priced.drivers else "machines"


def _gpus(priced: PricedPlan, accelerators: int, driver: str = "machines") -> tuple[int, list[int]]:
    """GPUs at the peak of the first year, and at the end of each year."""
    machines = [ceil(count) for count in priced.drivers[driver].tolist()]
    years = [machines[start : start + MONTHS_PER_YEAR] for start in range(0, len(machines), MONTHS_PER_YEAR)]
    return max(years[0]) * accelerators, [year[-1] * accelerators for year in years]
