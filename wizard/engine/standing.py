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

WATTS_PER_KW = 1_000.0


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
            server = _server(row, catalog)
            if server is not None:
                plan = OwnPlan(option="status_quo", server=server, needs=needs, owned_machines=1)
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


def _server(row: ClientHardware, catalog: Catalog) -> Server | None:
    """The server class with the same accelerator, scaled to the client's count; None where no price is known at all.

    The price only serves maintenance and insurance, which are shares of it.
    """
    name = f"{row.count} × {row.accelerator.name}"
    same = [s for s in catalog.servers.values() if s.accelerator == row.accelerator.id]
    exact = next((s for s in same if s.accelerators == row.count), None)
    if exact is not None:
        return exact.model_copy(update={"id": "client", "name": name})
    nearest = min(same, key=lambda s: abs(s.accelerators - row.count), default=None)
    if nearest is None:
        return _from_card(row.accelerator, row.count, name, catalog)
    share = row.count / nearest.accelerators
    return nearest.model_copy(
        update={
            "id": "client", "name": name, "accelerators": row.count, "price": _scaled(nearest.price, share),
            "max_power_kw": _scaled(nearest.max_power_kw, share),
        }
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


def _from_card(accelerator: Accelerator, count: int, name: str, catalog: Catalog) -> Server | None:
    if accelerator.card_price is None or accelerator.card_price_currency is None:
        return None
    over = catalog.figure("site.server_power_over_gpu_power")
    power = _scaled(over, accelerator.tdp_w.value * count / WATTS_PER_KW).model_copy(update={"unit": "kW"})
    template = next(s for s in catalog.servers.values() if s.form_factor != "sxm")
    return template.model_copy(
        update={
            "id": "client", "name": name, "vendor": "", "accelerator": accelerator.id, "accelerators": count,
            "price": _scaled(accelerator.card_price, float(count)), "price_currency": accelerator.card_price_currency,
            "max_power_kw": power,
        }
    )  # fmt: skip
