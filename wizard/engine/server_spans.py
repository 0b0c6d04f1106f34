"""What a server class brings into the cost model: the span of its published prices, and its own delivery time.

They belong to the plan that buys it and to no other: a workstation does not wait for the rack server that the same
table compares it with.
"""

from collections.abc import Mapping

from wizard.domain.catalog import Catalog
from wizard.domain.economics import OwnPlan, UncertainInput
from wizard.domain.hardware import Server
from wizard.domain.language import text
from wizard.engine.figure_inputs import from_figure
from wizard.engine.inputs import LEAD
from wizard.engine.quoted import is_quoted, server_spans, site_spans
from wizard.i18n.sources import source_in


def with_spans(plan: OwnPlan, inputs: Mapping[str, UncertainInput], catalog: Catalog) -> OwnPlan:
    """The plan with the spans of its server class; what no figure names stays as the question has it."""
    server = plan.server
    own = [*server_spans(server, catalog), *site_spans(plan.colocation, catalog)]
    if not is_quoted(server.price) and server.price.range().low < server.price.range().high:
        own.append(_price(server, inputs["hardware_price_factor"]))
    lead = catalog.figures.get(f"finance.lead_months.{server.form_factor}")
    if lead is not None:
        own.append(from_figure("lead_months", lead, "months", LEAD))
    return plan.model_copy(update={"inputs": tuple(own)})


def _price(server: Server, factor: UncertainInput) -> UncertainInput:
    """The span around the middle price, after what the client is granted."""
    price, source = server.price, server.price.source
    scaled = price.range().scaled(factor.range.value / price.value)
    return factor.model_copy(
        update={
            "range": scaled,
            "basis": text(
                f"span of published prices of {server.name}: {source}",
                f"Spanne veröffentlichter Preise von {server.name}: {source_in('de', source)}",
            ),
            "source": source,
        }
    )
