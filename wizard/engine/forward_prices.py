"""What the commitments on the market say about rents to come, for the accelerators of a result."""

from collections.abc import Iterable, Iterator

from wizard.costs.forward import implied_ratio
from wizard.domain.catalog import Catalog
from wizard.domain.language import text
from wizard.domain.provenance import Derivation, Figure
from wizard.domain.result import ForwardPrice
from wizard.engine.sized import SizedWorkload

FORMULA = "r − 1, where p1 · (1 + r + r²) = 3 · p3"


def forward_prices(catalog: Catalog, workloads: Iterable[SizedWorkload]) -> tuple[ForwardPrice, ...]:
    """One entry for each offer of an accelerator that can carry a workload, with prices for one and three years."""
    fitting = {c.accelerator for workload in workloads for c in workload.result.configurations if c.feasible}
    return tuple(_entries(catalog, fitting))


def _entries(catalog: Catalog, fitting: set[str]) -> Iterator[ForwardPrice]:
    for offer in catalog.offers.values():
        one, three = offer.committed_1y_per_hour, offer.committed_3y_per_hour
        if offer.accelerator not in fitting or one is None or three is None:
            continue
        ratio = implied_ratio(one.value, three.value)
        if ratio is not None:
            yield ForwardPrice(
                id=offer.id, provider=offer.provider, accelerator=offer.accelerator, currency=offer.currency,
                committed_1y_per_hour=one.value, committed_3y_per_hour=three.value, change_per_year=ratio - 1.0,
                retrieved_on=min(one.retrieved_on, three.retrieved_on),
            )  # fmt: skip


def explain_forward(catalog: Catalog, entry: ForwardPrice, field: str) -> Derivation:
    """A price with its source, or the change that follows from both."""
    offer = catalog.offers[entry.id]
    prices = {
        "committed_1y_per_hour": (text("p1: an hour, one year", "p1: Stunde, ein Jahr"), offer.committed_1y_per_hour),
        "committed_3y_per_hour": (
            text("p3: an hour, three years", "p3: Stunde, drei Jahre"),
            offer.committed_3y_per_hour,
        ),
    }
    leaves = {
        name: Derivation(label=label, value=figure.value, unit=f"{offer.currency}/h", source=_source(figure),
                         evidence=figure.evidence)
        for name, (label, figure) in prices.items() if figure is not None
    }  # fmt: skip
    if field in leaves:
        return leaves[field]
    return Derivation(
        label=text("change of rents a year that commitments imply", "Mietpreisänderung je Jahr laut Bindung"),
        value=entry.change_per_year, unit="1/a", formula=FORMULA, inputs=tuple(leaves.values()),
    )  # fmt: skip


def _source(figure: Figure) -> str:
    return f"{figure.source} ({figure.retrieved_on})"
