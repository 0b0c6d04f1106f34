"""A vendor's quote among list and street prices: it stands in for the assumed price of the class, and hardly moves."""

from collections.abc import Iterable

from wizard.domain.catalog import Catalog
from wizard.domain.economics import PriceKind, RentPlan, UncertainInput
from wizard.domain.hardware import Server
from wizard.domain.language import text
from wizard.domain.offers import ApiOffer, Colocation
from wizard.domain.provenance import Figure
from wizard.engine.figure_inputs import from_figure

_SPAN = "quote.price_factor"
_MAINTENANCE = "finance.maintenance_share_per_year"
_PRICE = text("quoted price against the bill", "angebotener Preis gegenüber der Rechnung")
_SHARE = text("maintenance per year as quoted, share of the price", "Wartung je Jahr laut Angebot, Anteil am Kaufpreis")
_FIELDS: dict[PriceKind, str] = {
    "on_demand": "on_demand_per_hour",
    "committed_1y": "committed_1y_per_hour",
    "committed_3y": "committed_3y_per_hour",
}


def is_quoted(figure: Figure | None) -> bool:
    """A price that a vendor offered to this client, as opposed to one that was published."""
    return figure is not None and figure.basis == "quote" and figure.layer != "shipped"


def in_place_of_classes(servers: Iterable[Server]) -> list[Server]:
    """The servers to consider: a class gives way where a quote names the same accelerator in the same number."""
    candidates = list(servers)
    offered = {_kind(server) for server in candidates if is_quoted(server.price)}
    return [server for server in candidates if is_quoted(server.price) or _kind(server) not in offered]


def server_spans(server: Server, catalog: Catalog) -> list[UncertainInput]:
    """What a quoted server brings along: its price without the span or discount of its class, and its support."""
    found = [_factor("hardware_price_factor", catalog)] if is_quoted(server.price) else []
    support = catalog.figures.get(f"{_MAINTENANCE}.{server.id}")
    return found + ([from_figure("maintenance_share_per_year", support, "1/a", _SHARE)] if support else [])


def site_spans(site: Colocation | None, catalog: Catalog) -> list[UncertainInput]:
    """A quoted rack ends the span of colocation prices."""
    return [_factor("colo_price_factor", catalog)] if site is not None and is_quoted(site.per_kw_month) else []


def rented(plan: RentPlan, catalog: Catalog) -> RentPlan:
    """The plan with the span of a quote where the price it pays is one."""
    quoted = is_quoted(getattr(plan.offer, _FIELDS[plan.commitment]))
    return plan.model_copy(update={"inputs": (_factor("cloud_price_factor", catalog),) if quoted else ()})


def api_spans(offers: Iterable[ApiOffer], catalog: Catalog) -> tuple[UncertainInput, ...]:
    """The span of a quote where every model of the plan is quoted."""
    every = all(is_quoted(offer.input_per_million) and is_quoted(offer.output_per_million) for offer in offers)
    return (_factor("api_price_factor", catalog),) if every else ()


def on_demand(plan: RentPlan, catalog: Catalog) -> RentPlan:
    """The same offer by the hour, priced as that price was found."""
    return rented(plan.model_copy(update={"commitment": "on_demand"}), catalog)


def _kind(server: Server) -> tuple[str, int]:
    return server.accelerator, server.accelerators


def _factor(key: str, catalog: Catalog) -> UncertainInput:
    return from_figure(key, catalog.figure(_SPAN), "×", _PRICE)
