"""Cards against cached tokens a request, of the hardware that is shown with a workload."""

from collections.abc import Sequence
from dataclasses import replace

from wizard.domain.catalog import Catalog
from wizard.domain.configuration import Configuration
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload_result import CardsByTokens, Demand
from wizard.engine.sized import SizedWorkload
from wizard.sizing.cards import cards_by_tokens


def with_cards_of(workload: SizedWorkload, configuration_id: str | None, catalog: Catalog) -> SizedWorkload:
    """With cards against token length of this configuration, unless the client's hardware already stands there."""
    asked = workload.result.demand
    configurations = workload.result.configurations
    chosen = [c for c in configurations if c.id == configuration_id]
    if asked is None or not chosen or any(c.origin == "client" for c in configurations):
        return workload
    adapters = workload.load.load.adapters if workload.load is not None else 0
    table = token_table(catalog, workload.arch, chosen, asked, adapters)
    return replace(workload, result=workload.result.model_copy(update={"token_table": table}))


def token_table(
    catalog: Catalog, arch: ModelArchitecture, configurations: Sequence[Configuration], asked: Demand, adapters: int
) -> tuple[CardsByTokens, ...]:
    """Cards against cached tokens for the client's hardware, else for the best configuration."""
    own = [c for c in configurations if c.origin == "client"]
    shown = own or [c for c in configurations if c.feasible][:1]
    rows: list[CardsByTokens] = []
    for c in shown:
        deployment = c.deployment(adapters)
        accelerator = catalog.accelerators[c.accelerator]
        rows += cards_by_tokens(arch, accelerator, deployment, asked.in_flight_p99, catalog.figures)
    return tuple(rows)
