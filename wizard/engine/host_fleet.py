"""The fleet of one priced plan: its machines with everything around them."""

from collections.abc import Sequence
from dataclasses import dataclass

from wizard.costs.engine import PricedPlan
from wizard.domain.catalog import Catalog
from wizard.domain.economics import OwnPlan, RentPlan, UncertainInput
from wizard.domain.quantities import MONTHS_PER_YEAR
from wizard.domain.result import Fleet
from wizard.engine.host_facts import HostReader
from wizard.engine.sized import SizedWorkload
from wizard.sizing.hosts import fleet_for, rented_fleet


@dataclass(frozen=True)
class FleetBuilder:
    """Builds the fleets of one evaluation."""

    catalog: Catalog
    reader: HostReader
    sized: tuple[SizedWorkload, ...]

    def of(self, priced: PricedPlan, inputs: dict[str, UncertainInput]) -> Fleet:
        """The machines of the first year; ``inputs`` give the middle utilisation and the PUE."""
        plan = priced.plan
        machine = plan.server if isinstance(plan, OwnPlan) else plan.offer
        by_year = [nodes * machine.accelerators for nodes in priced.nodes_by_year]
        first_year = int(priced.drivers["machines"][:MONTHS_PER_YEAR].max()) * machine.accelerators
        return self.fleet(plan, first_year, by_year, inputs)

    def fleet(
        self, plan: OwnPlan | RentPlan, gpus: int, gpus_by_year: Sequence[int], inputs: dict[str, UncertainInput]
    ) -> Fleet:
        """``gpus`` accelerators on the plan's machines, as whole machines."""
        demand = self.reader.demand(self.sized, plan.needs)
        if isinstance(plan, OwnPlan):
            return fleet_for(
                plan.server, self.catalog.accelerators[plan.server.accelerator], gpus, gpus_by_year, demand=demand,
                utilisation=inputs["power_utilisation"].range.value, pue=inputs["pue"].range.value,
                parts=self.catalog.parts, facts=self.catalog.figures,
            )  # fmt: skip
        return rented_fleet(
            plan.offer, self.catalog.accelerators[plan.offer.accelerator], gpus, gpus_by_year, demand=demand,
            facts=self.catalog.figures,
        )  # fmt: skip
