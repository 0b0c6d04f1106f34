"""The status quo: hardware that stands there already, as a plan of its own."""

from dataclasses import dataclass

from wizard.domain.catalog import Catalog
from wizard.domain.economics import CapacityNeed, OwnPlan
from wizard.domain.hardware import Accelerator, Server
from wizard.domain.language import Text, text
from wizard.domain.provenance import Confidence, Figure
from wizard.engine.machines import client_hardware
from wizard.engine.plans import need
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values
from wizard.sizing.search import ClientHardware


@dataclass(frozen=True)
class Standing:
    """What the client has; without a plan it does not carry the load."""

    plan: OwnPlan | None
    shortfall: Text | None


def standing(values: Values, catalog: Catalog, sized: tuple[SizedWorkload, ...]) -> Standing | None:
    """The client's own machines against the load; None where none were named."""
    rows = client_hardware(values, catalog)
    if not rows or values.given("hw.has_gpu").value == "cloud":
        return None
    for row in sorted(rows, key=lambda row: row.count * row.accelerator.usable_gib.value):
        needs = _needs(row, sized)
        if needs:
            plan = OwnPlan(option="status_quo", server=_server(row, catalog), needs=needs, owned_machines=1)
            return Standing(plan, None)
    names = ", ".join(f"{row.count} × {row.accelerator.name}" for row in rows)
    return Standing(
        None,
        text(
            f"{names}: no single machine of them carries all workloads within their targets; the configurations of "
            "the client's hardware say why.",
            f"{names}: Keine dieser Maschinen trägt alle Workloads innerhalb ihrer Ziele; die Gründe stehen bei den "
            "Konfigurationen der vorhandenen Hardware.",
        ),
    )


def _needs(row: ClientHardware, sized: tuple[SizedWorkload, ...]) -> tuple[CapacityNeed, ...]:
    """Empty where one workload cannot run there; accelerators nobody sells any more count as the client has them."""
    needs = []
    for workload in sized:
        found = workload.best_on(row.accelerator.id, row.count) or workload.of_client(row.accelerator.id, row.count)
        if found is None:
            return ()
        needs.append(need(workload, found))
    return tuple(needs)


def _server(row: ClientHardware, catalog: Catalog) -> Server:
    """The server class with the same accelerator, scaled to the client's count; else that of a similar accelerator.

    The price only serves maintenance and insurance, which are shares of it.
    """
    same = [s for s in catalog.servers.values() if s.accelerator == row.accelerator.id]
    candidates = same or list(catalog.servers.values())
    nearest = min(
        candidates, key=lambda s: (_distance(row, catalog.accelerators[s.accelerator]), abs(s.accelerators - row.count))
    )
    share = row.count / nearest.accelerators
    known = share == 1.0 and bool(same)
    own, other = row.accelerator.tdp_w, catalog.accelerators[nearest.accelerator].tdp_w
    power = own.value / other.value if own is not None and other is not None else 1.0
    return nearest.model_copy(
        update={
            "id": "client", "name": f"{row.count} × {row.accelerator.name}", "vendor": "",
            "accelerator": row.accelerator.id, "accelerators": row.count,
            "price": nearest.price if known else _scaled(nearest.price, share),
            "max_power_kw": nearest.max_power_kw if known else _scaled(nearest.max_power_kw, share * power),
        }
    )  # fmt: skip


def _distance(row: ClientHardware, other: Accelerator) -> tuple[bool, bool, bool, float]:
    """Same accelerator, generation and class first, then the nearest memory."""
    own = row.accelerator
    return (
        own.id != other.id, own.architecture != other.architecture, own.tier != other.tier,
        abs(own.memory_gb.value - other.memory_gb.value),
    )  # fmt: skip


def _scaled(figure: Figure, share: float) -> Figure:
    return figure.model_copy(
        update={
            "value": figure.value * share,
            "low": None if figure.low is None else figure.low * share,
            "high": None if figure.high is None else figure.high * share,
            "basis": "derived",
            "confidence": Confidence.LOW,
        }
    )
