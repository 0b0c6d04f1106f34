"""Explains each component of the breakdown as a product of its factors, at the middle values."""

from collections.abc import Sequence

from wizard.costs.engine import CostTable, PricedPlan, vat_factor
from wizard.costs.explain_capacity import driver, weighted_level
from wizard.costs.flows import WITHOUT_VAT
from wizard.costs.leaves import constant, figure_leaf, input_leaf, step, vat_leaf
from wizard.costs.owning import mean_power_kw
from wizard.costs.renting import RentTerms, price_of
from wizard.domain.economics import OwnPlan, RentPlan
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Figure
from wizard.domain.quantities import HOURS_PER_MONTH, HOURS_PER_YEAR, MONTHS_PER_YEAR

LABELS: dict[str, Text] = {
    "hardware": text("Hardware", "Hardware"),
    "installation": text("Installation", "Installation"),
    "network_storage": text("Network and storage", "Netz und Speicher"),
    "electricity": text("Electricity", "Strom"),
    "maintenance": text("Maintenance", "Wartung"),
    "insurance": text("Insurance", "Versicherung"),
    "licences": text("Software licences", "Softwarelizenzen"),
    "staff": text("Staff", "Personal"),
    "interim_cloud": text("Rented until delivery", "Miete bis zur Lieferung"),
    "residual_value": text("Residual value", "Restwert"),
    "rent_on_demand": text("Rent on demand", "Miete nach Bedarf"),
    "rent_committed": text("Committed rent", "Miete mit Mindestabnahme"),
    "rent_dedicated": text("Dedicated rent", "Dedizierte Miete"),
    "minimum_term": text("Rest of the minimum term", "Rest der Mindestlaufzeit"),
    "setup_fee": text("Setup fee", "Einrichtungsgebühr"),
    "egress": text("Data egress", "Datenausgang"),
}
_PER_MONTH = constant(text("Hours a month", "Stunden je Monat"), float(HOURS_PER_MONTH), "h", "8,760 h / 12")
_YEAR = constant(text("Year per month", "Jahr je Monat"), 1.0 / MONTHS_PER_YEAR, "a", "1/12")


def component(table: CostTable, priced: PricedPlan, name: str) -> Derivation:
    """The nominal amount of one component."""
    value = float(priced.flows[name].sum())
    if name == "rent_committed":
        return step(
            LABELS[name],
            value,
            "EUR",
            "Σ_terms machines · months · 730 · price · level",
            committed_terms(table, priced),
        )
    factors = _factors(table, priced, name)
    if name not in WITHOUT_VAT:
        factors = [*factors, *vat_leaf(table.question)]
    sign = "−" if name == "residual_value" else ""
    formula = sign + " · ".join(factor.label.en for factor in factors)
    return step(LABELS[name], value, "EUR", formula, factors)


def _factors(table: CostTable, priced: PricedPlan, name: str) -> Sequence[Derivation]:
    if name == "staff":
        return _staff(table, priced)
    plan = priced.plan
    return _own(table, priced, plan, name) if isinstance(plan, OwnPlan) else _rented(table, priced, plan, name)


def _staff(table: CostTable, priced: PricedPlan) -> list[Derivation]:
    key = "staff_fte_own" if isinstance(priced.plan, OwnPlan) else "staff_fte_rented"
    months = constant(text("Months", "Monate"), float(table.question.horizon_months), "months", "planning horizon")
    return [months, input_leaf(table.question, key), input_leaf(table.question, "fte_eur_per_year"), _YEAR]


def _own(table: CostTable, priced: PricedPlan, plan: OwnPlan, name: str) -> list[Derivation]:
    question = table.question
    server = plan.server
    if name == "interim_cloud":
        assert plan.interim is not None  # noqa: S101 - the component exists only with an interim plan
        hours = driver(table, priced, "interim_hours")
        price = price_of(plan.interim.offer, "on_demand")
        level = weighted_level(table, priced.drivers["interim_hours"])
        return [hours, in_euro_step(table, price, plan.interim.offer.currency), level]
    if name == "electricity":
        keys = ("pue", "electricity_eur_per_kwh")
        return [
            driver(table, priced, "running"),
            _power(table, plan),
            _PER_MONTH,
            *(input_leaf(question, k) for k in keys),
        ]
    if name == "licences":
        gpus = constant(
            text("GPUs per server", "GPUs je Server"), float(server.accelerators), "GPU", f"catalogue {server.id}"
        )
        return [driver(table, priced, "running"), gpus, input_leaf(question, "licence_eur_per_gpu_year"), _YEAR]
    unit_price = [
        in_euro_step(table, server.price, server.price_currency),
        input_leaf(question, "hardware_price_factor"),
    ]
    if name == "residual_value":
        return [_resale(table, priced), *unit_price]
    if name in ("maintenance", "insurance"):
        share = input_leaf(question, f"{name}_share_per_year")
        return [driver(table, priced, "running"), *unit_price, share, _YEAR]
    shares = {"installation": "install_share", "network_storage": "network_storage_share"}
    share_leaf = [input_leaf(question, shares[name])] if name in shares else []
    return [driver(table, priced, "bought"), *unit_price, *share_leaf]


def _power(table: CostTable, plan: OwnPlan) -> Derivation:
    server = plan.server
    use = input_leaf(table.question, "power_utilisation")
    middle = table.middle_world().values["power_utilisation"]
    return step(
        text("Mean power of a server", "Mittlere Leistung eines Servers"),
        float(mean_power_kw(server, middle)[0]),
        "kW",
        "kW_max · (idle + (1 − idle) · utilisation)",
        [
            figure_leaf(text("kW_max: highest power", "kW_max: höchste Leistung"), server.max_power_kw),
            figure_leaf(text("idle: share of it at rest", "idle: Anteil davon im Leerlauf"), server.idle_power_share),
            use,
        ],
    )


def _resale(table: CostTable, priced: PricedPlan) -> Derivation:
    world = table.middle_world()
    left = world.values["residual_share"] ** ((world.months - world.month) / world.months)
    value = float((priced.drivers["bought"] * left[:, 0]).sum())
    inputs = [driver(table, priced, "bought"), input_leaf(table.question, "residual_share")]
    label = text("Servers weighted with their resale share", "Server, gewichtet mit ihrem Restwertanteil")
    return step(label, value, "server", "Σ_m bought_m · residual^((T − m)/T)", inputs)


def _rented(table: CostTable, priced: PricedPlan, plan: RentPlan, name: str) -> list[Derivation]:
    question = table.question
    if name == "licences":
        year = constant(text("Year per hour", "Jahr je Stunde"), 1.0 / HOURS_PER_YEAR, "a", "1/8,760")
        return [driver(table, priced, "gpu_hours"), input_leaf(question, "licence_eur_per_gpu_year"), year]
    if name == "egress":
        months = step(
            text("Months weighted with growth", "Monate, gewichtet mit dem Wachstum"),
            float(table.middle_world().growth.sum()),
            "months",
            "Σ_m (1 + growth)^(m/12)",
            [input_leaf(question, "growth_per_year")],
        )
        return [months, input_leaf(question, "egress_tb_per_month"), input_leaf(question, "egress_eur_per_tb")]
    if name == "setup_fee":
        assert plan.offer.setup_fee is not None  # noqa: S101 - the component exists only with a fee
        fee = in_euro_step(table, plan.offer.setup_fee, plan.offer.currency)
        return [driver(table, priced, "started"), fee]
    hours = {"rent_on_demand": "on_demand_hours", "rent_dedicated": "rented_hours", "minimum_term": "tail_hours"}[name]
    price = price_of(plan.offer, plan.commitment if plan.option == "dedicated" else "on_demand")
    level = weighted_level(table, priced.drivers[hours])
    return [driver(table, priced, hours), in_euro_step(table, price, plan.offer.currency), level]


def committed_terms(table: CostTable, priced: PricedPlan) -> list[Derivation]:
    """One derivation for each committed term of a cloud plan."""
    assert isinstance(priced.plan, RentPlan)  # noqa: S101 - only rented plans commit
    assert isinstance(priced.terms, RentTerms)  # noqa: S101 - same
    plan, world = priced.plan, table.middle_world()
    found: list[Derivation] = []
    for term in priced.terms.commitments:
        level = float(world.cloud_price[term.start, 0])
        why = "lowest discounted cost at the middle values, chosen once before sampling"
        inputs = [
            constant(text("Committed machines", "Fest zugesagte Maschinen"), float(term.machines), "machine", why),
            constant(text("Months", "Monate"), float(term.months), "months", f"{term.kind} from month {term.start}"),
            _PER_MONTH,
            in_euro_step(table, price_of(plan.offer, term.kind), plan.offer.currency),
            constant(
                text("Price level at the start", "Preisniveau zu Beginn"),
                level,
                "×",
                "factor · (1 + change)^(start/12)",
            ),
            *vat_leaf(table.question),
        ]
        hours = float(term.machines * term.months * HOURS_PER_MONTH)
        value = hours * term.price_per_hour * level * vat_factor(table.question)
        label = text(f"Term from month {term.start}", f"Laufzeit ab Monat {term.start}")
        found.append(step(label, value, "EUR", " · ".join(entry.label.en for entry in inputs), inputs))
    return found


def in_euro_step(table: CostTable, price: Figure, currency: str) -> Derivation:
    """A catalogue price in euro, with the exchange rate where one is needed."""
    label = text("Unit price", "Einzelpreis")
    listed = figure_leaf(label, price, f"{currency}/{price.unit.split('/')[-1]}" if "/" in price.unit else currency)
    if currency == "EUR":
        return listed
    rate = table.question.eur_per_unit[currency]
    exchange = constant(text("Euro per unit", "Euro je Einheit"), rate, f"EUR/{currency}", f"exchange rate {currency}")
    return step(label, price.value * rate, "EUR", "price · exchange rate", [listed, exchange])
