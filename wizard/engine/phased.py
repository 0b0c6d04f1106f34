"""When to order own machines as the load grows: advice beside the plan of own premises.

Live evaluations while answers are typed do without it: it moves no other number of the result.
"""

import math
from collections.abc import Iterator

from wizard.costs.engine import PricedPlan, vat_factor
from wizard.costs.hybrid import HybridTerms
from wizard.costs.phased import Limits, Phased, phased
from wizard.costs.purchase_model import Shortage
from wizard.decision.facts import GateFacts
from wizard.decision.wording import amount, filled, number
from wizard.domain.economics import HybridPlan
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.ownership import PhasedPurchase, PurchaseYear
from wizard.domain.provenance import Derivation, Evidence
from wizard.engine.options import Priced, PricedOption

LIVE_SAMPLES = 512
"""Up to here an evaluation is one while answers are typed."""


def phased_purchase(found: PricedOption, priced: Priced, client: GateFacts) -> PhasedPurchase | None:
    """Advice for own premises whose load grows by an answered rate; None where there is nothing to phase.

    Cloud capacity carries the rest where the gates allow it.
    """
    table = priced.table
    mixed = next((n for n, p in enumerate(table.plans) if isinstance(p.plan, HybridPlan)), None)
    if found.option != "on_premises" or mixed is None or table.question.samples <= LIVE_SAMPLES:
        return None
    if not _grows(found.priced, table.question.inputs["growth_per_year"].evidence):
        return None
    asked, hybrid = table.of_plan(mixed), table.plans[mixed]
    assert isinstance(hybrid.plan, HybridPlan) and isinstance(hybrid.terms, HybridTerms)  # noqa: S101, PT018 - found above
    limits = limits_of(hybrid.plan, priced, client, asked.question.inputs["pue"].range.value)
    try:
        result = phased(hybrid.plan, hybrid.terms, asked.middle_world(), vat_factor(asked.question), limits)
    except CodedError as refused:
        return _advice(hybrid.plan, (), (Text(en=refused.message("en"), de=refused.message("de")),))
    return _advice(hybrid.plan, result, () if isinstance(result, Phased) else tuple(_missing(result)))


def _grows(own: PricedPlan, evidence: Evidence) -> bool:
    machines = own.drivers["machines"]
    return evidence is not Evidence.ASSUMED and bool(machines.max() > machines[0])


def limits_of(plan: HybridPlan, priced: Priced, client: GateFacts, pue: float) -> Limits:
    """Budget and power where they were answered; rent where no gate forbids it."""
    states = {o.option: o.feasible for o in priced.options}
    budget, power = client.capex_budget_eur, client.site_power_kw
    each = plan.own.server.max_power_kw.value * pue
    return Limits(
        rentable=states.get("hybrid", states.get("cloud", "no")) != "no",
        budget=budget.value if budget.known and budget.value is not None else math.inf,
        most_machines=power.value / each if power.known and power.value is not None and each > 0.0 else math.inf,
    )


def _advice(plan: HybridPlan, found: Phased | tuple[Shortage, ...], notes: tuple[Text, ...]) -> PhasedPurchase:
    gpus = plan.own.server.accelerators
    if not isinstance(found, Phased):
        return PhasedPurchase(
            gpus_per_machine=gpus, years=(), npv_eur=None, owned_for_the_peak_eur=None, nothing_bought_eur=None,
            notes=notes,
        )  # fmt: skip
    years = (
        PurchaseYear(
            year=n, machines_needed=y.needed, mean_in_use=y.mean, ordered=y.ordered, machines=y.machines,
            rented_mean=y.rented_mean, rented_peak=y.rented_peak, spend_eur=y.spend,
        )
        for n, y in enumerate(found.years, start=1)
    )  # fmt: skip
    return PhasedPurchase(
        gpus_per_machine=gpus, years=tuple(years), npv_eur=found.npv, owned_for_the_peak_eur=found.owned_for_the_peak,
        nothing_bought_eur=found.nothing_bought, notes=notes,
    )  # fmt: skip


def _missing(short: tuple[Shortage, ...]) -> Iterator[Text]:
    for entry in short:
        said = {"year": number(entry.year + 1, 0), "needed": number(entry.needed, 0),
                "possible": number(entry.possible, 0), "budget": amount(entry.more, "EUR")}  # fmt: skip
        yield filled(_POWER if entry.cause == "power" else _BUDGET, **said)


def explain_purchase(value: float | int | None, path: str) -> Derivation:
    """One number of the advice."""
    name = path.rpartition(".")[2]
    label, formula = _LABELS[name], _FORMULAS.get(name, _PROGRAM)
    inputs = tuple(
        Derivation(label=text(said, german), value=None, source=source)
        for said, german, source in (
            ("cost of a machine, rent and load of each year", "Kosten einer Maschine, Miete und Last jedes Jahres",
             "options.hybrid.split or options.on_premises.cost, at the middle values"),
            ("budget and power", "Budget und Leistung", "answers fin.capex_budget, site.power_kw"),
        )
    )  # fmt: skip
    return Derivation(label=label, value=value, unit=_UNITS.get(name, "machine"), formula=formula, inputs=inputs)


_PROGRAM = (
    "orders with min Σ_y cost of machines ordered + rent · machines above own ones, whole machines, within budget and "
    "power (mixed-integer program)"
)
_FORMULAS = {
    "machines_needed": "machines at the peak of the year",
    "mean_in_use": "Σ machines in use / hours of the year",
    "machines": "machines there + Σ ordered until this year",
    "rented_mean": "machines in use above the own ones, mean over the hours",
    "rented_peak": "machines at the peak − own ones",
    "spend_eur": "ordered · (price + installation + parts) of a machine",
    "owned_for_the_peak_eur": "cost of the orders that own the peak of every year",
    "nothing_bought_eur": "cost of renting what the machines there do not carry",
    "year": "position", "gpus_per_machine": "server class of the plan",
}  # fmt: skip
_UNITS = {"npv_eur": "EUR", "owned_for_the_peak_eur": "EUR", "nothing_bought_eur": "EUR", "spend_eur": "EUR",
          "gpus_per_machine": "GPU", "year": ""}  # fmt: skip
_LABELS = {
    "year": text("Year", "Jahr"),
    "machines_needed": text("Machines needed at the peak", "In der Spitze benötigte Maschinen"),
    "mean_in_use": text("Machines in use on average", "Im Mittel genutzte Maschinen"),
    "ordered": text("Machines to order", "Zu bestellende Maschinen"),
    "machines": text("Own machines at the end of the year", "Eigene Maschinen am Jahresende"),
    "rented_mean": text("Rented machines on average", "Im Mittel gemietete Maschinen"),
    "rented_peak": text("Rented machines at the peak", "In der Spitze gemietete Maschinen"),
    "spend_eur": text("Paid for the order", "Für die Bestellung gezahlt"),
    "gpus_per_machine": text("GPUs a machine", "GPUs je Maschine"),
    "npv_eur": text("Cost of the phased purchase, present value", "Kosten des gestuften Kaufs, Kapitalwert"),
    "owned_for_the_peak_eur": text("Everything owned, present value", "Alles eigen, Kapitalwert"),
    "nothing_bought_eur": text("Nothing bought, present value", "Nichts gekauft, Kapitalwert"),
}
_BUDGET = text(
    "Year {year} needs {needed} own machines, the budget is enough for {possible}: another {budget} would do, or "
    "permission to rent the rest.",
    "Jahr {year} braucht {needed} eigene Maschinen, das Budget reicht für {possible}: Weitere {budget} würden genügen, "
    "oder die Erlaubnis, den Rest zu mieten.",
)
_POWER = text(
    "Year {year} needs {needed} own machines, the power of the site is enough for {possible}: more power, colocation, "
    "or permission to rent the rest would help.",
    "Jahr {year} braucht {needed} eigene Maschinen, die Leistung am Standort reicht für {possible}: Mehr Leistung, "
    "Colocation oder die Erlaubnis, den Rest zu mieten, würde helfen.",
)
