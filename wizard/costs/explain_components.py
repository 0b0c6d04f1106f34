"""Explains each component of the breakdown as a product of its factors, or a sum of such products."""

from collections.abc import Sequence

from wizard.costs.engine import CostTable, PricedPlan
from wizard.costs.explain_afterwards import AFTERWARDS, MOVING, afterwards, moving_factors
from wizard.costs.explain_hybrid import hybrid_factors
from wizard.costs.explain_own import own_factors, part_terms
from wizard.costs.explain_rent import committed_terms, rent_factors
from wizard.costs.explain_services import seat_factors, token_terms
from wizard.costs.flows import WITHOUT_VAT
from wizard.costs.hybrid import HybridTerms
from wizard.costs.leaves import YEAR_PER_MONTH, input_leaf, months_leaf, product, step, vat_leaf
from wizard.domain.economics import ApiPlan, HybridPlan, OwnPlan, RentPlan, SeatPlan
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation

LABELS: dict[str, Text] = {
    "hardware": text("Hardware", "Hardware"),
    "installation": text("Installation", "Installation"),
    "network_storage": text("Network and storage", "Netz und Speicher"),
    "network": text("Network", "Netz"),
    "storage": text("Storage", "Speicher"),
    "facility": text("Power and racks", "Stromversorgung und Schränke"),
    "colocation": text("Colocation", "Colocation"),
    "colocation_setup": text("Set-up of racks", "Einrichtung der Racks"),
    "remote_hands": text("Work on site by the provider", "Arbeiten vor Ort durch den Anbieter"),
    "electricity": text("Electricity", "Strom"),
    "maintenance": text("Maintenance", "Wartung"),
    "insurance": text("Insurance", "Versicherung"),
    "licences": text("Software licences", "Softwarelizenzen"),
    "burst_licences": text("Software licences of rented GPUs", "Softwarelizenzen der gemieteten GPUs"),
    "staff": text("Staff", "Personal"),
    "second_platform": text("Running a second platform", "Betrieb einer zweiten Plattform"),
    "interim_cloud": text("Rented until delivery", "Miete bis zur Lieferung"),
    "residual_value": text("Residual value", "Restwert"),
    "rent_on_demand": text("Rent on demand", "Miete nach Bedarf"),
    "rent_committed": text("Committed rent", "Miete mit Mindestabnahme"),
    "rent_dedicated": text("Dedicated rent", "Dedizierte Miete"),
    "minimum_term": text("Rest of the minimum term", "Rest der Mindestlaufzeit"),
    "setup_fee": text("Setup fee", "Einrichtungsgebühr"),
    "egress": text("Data egress", "Datenausgang"),
    "api_tokens": text("Tokens", "Token"),
    "seats": text("Seats", "Nutzerlizenzen"),
    "spares": text("Spare parts", "Ersatzteile"),
    "cooling": text("Cooling and losses", "Kühlung und Verluste"),
    "support": text("Support by the provider", "Support des Anbieters"),
    "idle_time": text("Rented hours without load", "Gemietete Stunden ohne Last"),
    "rent_spot": text("Spot rent", "Spot-Miete"),
    "rented_storage": text("Storage at the provider", "Speicher beim Anbieter"),
    "migration": text("Moving in", "Umzug zum Start"),
    "exit": text("Moving out", "Ausstieg am Ende"),
    "exit_transfer": text("Moving the data out", "Datenumzug beim Ausstieg"),
    "loan": text("Loan paid out", "Auszahlung des Kredits"),
    "leased": text("Paid by the lessor", "Vom Leasinggeber bezahlt"),
    "instalments": text("Instalments", "Raten"),
    "grant": text("Grant", "Förderung"),
    "tax_relief": text("Tax saved", "Ersparte Steuern"),
}
SUMS = frozenset({"rent_committed", "api_tokens", "network", "storage", "facility"})
"""Components that are sums of products."""


def component(table: CostTable, priced: PricedPlan, name: str) -> Derivation:
    """The nominal amount of one component."""
    value = float(priced.flows[name].sum())
    if name in AFTERWARDS:
        return afterwards(table, priced, name, value)
    if name in SUMS:
        terms = _terms(table, priced, name)
        return step(LABELS[name], value, "EUR", " + ".join(term.label.en for term in terms), terms)
    factors = [*_factors(table, priced, name)]
    if name not in WITHOUT_VAT:
        factors += vat_leaf(table.question)
    found = product(LABELS[name], value, "EUR", factors)
    if name == "residual_value":
        return found.model_copy(update={"formula": f"−{found.formula}"})
    return found


def _terms(table: CostTable, priced: PricedPlan, name: str) -> Sequence[Derivation]:
    if name == "rent_committed":
        return committed_terms(table, priced)
    return token_terms(table, priced) if name == "api_tokens" else part_terms(table, priced, name)


def _factors(table: CostTable, priced: PricedPlan, name: str) -> Sequence[Derivation]:
    if name == "staff":
        keys = (_staff_key(priced), "fte_eur_per_year")
        inputs = (input_leaf(table.question, key) for key in keys)
        return [months_leaf(table.question), *inputs, YEAR_PER_MONTH]
    if name in MOVING:
        return moving_factors(table, priced, name)
    match priced.plan:
        case OwnPlan():
            return own_factors(table, priced, priced.plan, name)
        case HybridPlan():
            return hybrid_factors(table, priced, priced.plan, name)
        case RentPlan():
            return rent_factors(table, priced, priced.plan, name)
        case SeatPlan():
            return seat_factors(table, priced, priced.plan, name)
        case _:
            raise KeyError(name)


def _staff_key(priced: PricedPlan) -> str:
    if isinstance(priced.plan, ApiPlan | SeatPlan):
        return "staff_fte_hosted"
    nothing_owned = isinstance(priced.terms, HybridTerms) and priced.terms.limit == 0
    return "staff_fte_rented" if isinstance(priced.plan, RentPlan) or nothing_owned else "staff_fte_own"
