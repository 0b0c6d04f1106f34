"""The price of electricity by country and by how much a site takes in a year.

Bands are those of Eurostat for customers other than households. A country's figure stands for band IC; another band has
the country's own published value, else the factor of the band, and what the country's span holds on that side stays in
it. Where no official value was found the wide span of the country stays as it is: a factor on a guess would only look
exact.
"""

from collections.abc import Mapping

from wizard.costs.owning import pue_key
from wizard.domain.catalog import Catalog
from wizard.domain.economics import OwnPlan, UncertainInput
from wizard.domain.provenance import Evidence, Figure
from wizard.domain.quantities import HOURS_PER_YEAR
from wizard.domain.result import Fleet
from wizard.engine.figure_inputs import from_figure

KEY = "electricity_eur_per_kwh"
MIDDLE = "IC"
_FROM_MWH = ((150_000.0, "IG"), (70_000.0, "IF"), (20_000.0, "IE"), (2_000.0, "ID"), (500.0, "IC"), (20.0, "IB"))
_LARGEST_WITH_FACTOR = "IE"
_ABROAD = "EU"
_KWH_PER_MWH = 1_000.0


def band_of(mwh_per_year: float) -> str:
    """Eurostat's consumption band, ``IA`` to ``IG``."""
    return next((band for least, band in _FROM_MWH if mwh_per_year >= least), "IA")


def price_figure(catalog: Catalog, country: str, mwh_per_year: float | None = None) -> Figure:
    """EUR per kWh without VAT; ``mwh_per_year`` None: nobody knows what the site takes, the country's figure stands."""
    usual = catalog.electricity.get(country) or catalog.electricity[_ABROAD]
    if mwh_per_year is None or usual.layer != "shipped" or usual.basis == "assumption":
        return usual
    band = band_of(mwh_per_year)
    published = catalog.electricity.get(f"{country}.{band}")
    return published or (usual if band == MIDDLE else _scaled(catalog, usual, band))


def _scaled(catalog: Catalog, usual: Figure, band: str) -> Figure:
    factor = catalog.figure(f"site.electricity_band_factor.{min(band, _LARGEST_WITH_FACTOR)}")
    span, around = factor.range().scaled(usual.value), usual.range()
    low = min(span.low, around.low) if band > MIDDLE else span.low
    high = max(span.high, around.high) if band < MIDDLE else span.high
    return usual.model_copy(
        update={
            "value": span.value, "low": low, "high": high, "basis": "derived",
            "source": f"{usual.source}; band {band}: {factor.source}", "confidence": factor.confidence,
            "note": f"{usual.value} EUR/kWh x {factor.value} for band {band}",
        }
    )  # fmt: skip


def yearly_mwh(fleet: Fleet, pue: float) -> float:
    """Energy of own machines and their cooling in a year."""
    return fleet.power_kw * pue * HOURS_PER_YEAR / _KWH_PER_MWH


def with_fleet_band(
    plan: OwnPlan, fleet: Fleet, inputs: Mapping[str, UncertainInput], catalog: Catalog, country: str,
    site_mwh: float | None,
) -> OwnPlan:  # fmt: skip
    """The plan with the price its own consumption leads to, where that differs from the usual one.

    What the rest of the site takes is rarely known, and it only adds: a fleet that alone reaches a band above the
    middle one proves that band, a small one proves nothing.
    """
    standing, metered = inputs[KEY], pue_key(plan)
    if plan.option != "on_premises" or standing.evidence is Evidence.STATED or metered is None:
        return plan
    total = yearly_mwh(fleet, inputs[metered].range.value) + (site_mwh or 0.0)
    if site_mwh is None and band_of(total) <= MIDDLE:
        return plan
    figure = price_figure(catalog, country, total)
    if figure.range() == standing.range:
        return plan
    own = from_figure(KEY, figure, standing.unit, standing.label)
    return plan.model_copy(update={"inputs": (*plan.inputs, own)})
