"""Options before the decision ranks them: gates, criteria and notes, priced or not."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from wizard.decision.criteria import criteria
from wizard.decision.decide import Candidate
from wizard.decision.facts import NOTHING, GateFacts
from wizard.decision.gates import evaluate_gates, feasibility
from wizard.domain.catalog import Catalog
from wizard.domain.language import Text, text
from wizard.domain.offers import Colocation
from wizard.domain.provenance import weakest
from wizard.domain.result import Item, Option, OptionId
from wizard.engine.contract_plans import stand_ins
from wizard.engine.criteria_facts import criteria_facts
from wizard.engine.gate_facts import option_without_price
from wizard.engine.options import ALWAYS, OPTIONS, Priced, PricedOption
from wizard.engine.phased import phased_purchase
from wizard.engine.plan_parts import own_part, parties
from wizard.engine.plans import RACKED
from wizard.engine.sized import SizedWorkload
from wizard.engine.standing import Standing
from wizard.questionnaire.resolve import Values
from wizard.sizing.network_wording import too_narrow


@dataclass(frozen=True)
class Draft:
    """An option without rank, and what the decision sees of it."""

    option: Option
    candidate: Candidate


@dataclass(frozen=True)
class Drafter:
    """Drafts the options of one evaluation."""

    catalog: Catalog
    values: Values
    as_of: date
    workloads: tuple[SizedWorkload, ...]
    client: GateFacts
    references: dict[str, float]

    def drafts(self, priced: Priced | None, standing: Standing | None) -> tuple[Draft, ...]:
        """Every option that applies.

        Bought, hosted and rented machines always stand in the table. Mixed ones and services by the token stand there
        when they can be priced, or when a gate strikes them out, which the client wants to see; seats and existing
        hardware only where they apply.
        """
        drafts = [self._draft(option, priced, standing) for option in OPTIONS]
        return tuple(draft for draft in drafts if draft is not None)

    def without_gpu(self) -> Draft:
        """The only option where no workload needs a GPU: ordinary servers."""
        free = {"lead_weeks": NOTHING, "capex_eur": NOTHING, "opex_month_eur": NOTHING}
        facts = option_without_price("status_quo", self.catalog, ()).model_copy(update=free)
        gates = evaluate_gates(self.client, facts, self.catalog.rules)
        needs = [w.result.cpu for w in self.workloads if w.result.cpu is not None]
        notes = (_NO_GPU, *(need.basis for need in needs))
        bare = Option(
            id="status_quo", feasible=feasibility(gates), gates=gates, chosen={}, fleet=None, items=(), cost=None,
            criteria={}, value=None, p_best=None, notes=notes,
        )  # fmt: skip
        return Draft(bare, Candidate(option="status_quo", feasible=bare.feasible, criteria={}))

    def _draft(self, option: OptionId, priced: Priced | None, standing: Standing | None) -> Draft | None:
        found = next((o for o in priced.options if o.option == option), None) if priced else None
        if priced is not None and found is not None:
            return self._priced(found, priced)
        if option == "status_quo":
            return self._without_price(priced, standing)
        bare = self._bare(option)
        if option in ALWAYS or (option in _STRUCK_OUT and bare.option.feasible == "no"):
            return bare
        return None

    def _without_price(self, priced: Priced | None, standing: Standing | None) -> Draft | None:
        """Existing hardware that does not carry the load: shown with what is missing, never with a price."""
        if priced is not None and priced.short is not None:
            short = priced.short
            return self._bare("status_quo", short.shortfall, short.shortfall_questions)
        return self._bare("status_quo", standing.shortfall) if standing is not None and standing.shortfall else None

    def _bare(self, option: OptionId, shortfall: Text | None = None, questions: tuple[str, ...] = ()) -> Draft:
        """Gates are complete; the hardware is open or not to be had."""
        facts = option_without_price(option, self.catalog, self.workloads)
        if option == "status_quo":
            there = {
                "shortfall": shortfall,
                "shortfall_questions": questions,
                "lead_weeks": NOTHING,
                "capex_eur": NOTHING,
            }
            facts = facts.model_copy(update=there)
        gates = evaluate_gates(self.client, facts, self.catalog.rules)
        state = feasibility(gates)
        sized = any(w.sized for w in self.workloads)
        bare = Option(
            id=option, feasible="open" if state == "yes" else state, gates=gates, chosen={}, fleet=None, items=(),
            cost=None, criteria={}, value=None, p_best=None, notes=_why_bare(option, sized=sized),
        )  # fmt: skip
        return Draft(bare, Candidate(option=option, feasible=bare.feasible, criteria={}))

    def _priced(self, found: PricedOption, priced: Priced) -> Draft:
        country = self.values.given("client.country")
        question = priced.table.of_plan(found.index).question
        facts = criteria_facts(
            found, question, self.catalog, tuple(w for w in self.workloads if w.sized),
            country=country.value if country.known else None, as_of=self.as_of,
            demand_evidence=weakest(*(w.evidence for w in self.workloads if w.sized)),
        )  # fmt: skip
        scored = criteria(facts, self.catalog.decision, self.references)
        open_part = [w for w in self.workloads if w.result.open is not None]
        state = feasibility(found.gates)
        option = Option(
            id=found.option, feasible="open" if state == "yes" and open_part else state, gates=found.gates,
            chosen={need.workload_id: need.configuration_id for need in found.priced.plan.needs},
            fleet=found.fleet, items=self._aged(found.priced.items), cost=found.priced.cost, criteria=scored,
            value=None, p_best=None, notes=tuple(self._notes(found, priced, open_part)), split=found.priced.split,
            purchase=phased_purchase(found, priced, self.client),
        )  # fmt: skip
        return Draft(option, Candidate(option=found.option, feasible=option.feasible, criteria=scored))

    def _aged(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """The bill with the age of each price."""
        return tuple(item.model_copy(update={"age_days": (self.as_of - item.retrieved_on).days}) for item in items)

    def _notes(self, found: PricedOption, priced: Priced, open_part: list[SizedWorkload]) -> Iterator[Text]:
        if open_part:
            yield _partly(open_part)
        if found.option == "on_premises" and priced.hybrid_in_a_corner:
            yield _NO_SPLIT
        own = own_part(found.priced.plan)
        if found.option in ("on_premises", "hybrid") and own is not None and own.server.form_factor in RACKED:
            yield _ROOM
        if found.fleet is not None and found.fleet.network is not None:
            yield from (too_narrow(link) for link in found.fleet.network.links if link.enough == "fail")
        if found.option == "hybrid":
            yield _NO_LAYOUT
        if found.option == "api":
            yield _BY_TOKEN
            yield from (_stand_in(*names) for names in stand_ins(found.priced.plan, self.workloads))
        if found.option == "seats":
            yield _SEATS
        yield from (p.notes for p in parties(found.priced.plan) if isinstance(p, Colocation) and p.notes)
        if found.priced.unpriced:
            names = ", ".join(found.priced.unpriced)
            yield text(f"Without a published price, not in the sum: {names}.",
                       f"Ohne veröffentlichten Preis, nicht in der Summe: {names}.")  # fmt: skip


def _stand_in(sized: str, used: str) -> Text:
    return text(
        f"Another model: {used} stands in for {sized}, with which the other options are sized; quality has to be "
        "compared.",
        f"Ein anderes Modell: {used} steht für {sized}, mit dem die anderen Optionen dimensioniert sind; die Qualität "
        "ist zu vergleichen.",
    )


def _why_bare(option: OptionId, *, sized: bool) -> tuple[Text, ...]:
    """Why an option has no price; where only a gate strikes it out, the gate says it."""
    if not sized:
        return (_NOT_SIZED,)
    if option == "status_quo":
        return (_SHORT,)
    return () if option in _STRUCK_OUT else (_NO_MACHINE,)


def _partly(open_part: list[SizedWorkload]) -> Text:
    names = ", ".join(w.result.label or w.result.id for w in open_part)
    return text(
        f"Hardware and cost cover the sized workloads only; not included: {names}.",
        f"Hardware und Kosten umfassen nur die dimensionierten Workloads; nicht enthalten: {names}.",
    )


_STRUCK_OUT = ("hybrid", "api")
_NO_GPU = text(
    "No workload needs a GPU: ordinary servers carry them, and nothing is to be bought or rented for AI.",
    "Kein Workload braucht eine GPU: Gewöhnliche Server tragen sie, für KI ist nichts zu kaufen oder zu mieten.",
)
_NO_SPLIT = text(
    "A mix of own and rented machines (hybrid) costs no less than one of the two alone.",
    "Eine Mischung aus eigenen und gemieteten Maschinen (Hybrid) kostet nicht weniger als eines von beiden allein.",
)
_NO_LAYOUT = text(
    "The own machines carry the base of all workloads together; which workload runs on which of them follows the load "
    "from hour to hour, so that no fixed layout is drawn. Where an own machine fails, rented ones stand in.",
    "Die eigenen Maschinen tragen die Grundlast aller Workloads zusammen; welcher auf welcher läuft, folgt der Last "
    "von Stunde zu Stunde, daher gibt es keine feste Belegung. Fällt eine eigene Maschine aus, springen gemietete ein.",
)
_ROOM = text(
    "Not in the sum: what the room needs beside servers, network and storage, such as racks, power distribution, "
    "batteries and cooling plant.",
    "Nicht in der Summe: was der Raum neben Servern, Netz und Datenspeicher braucht, etwa Racks, Stromverteilung, USV "
    "und Kälteanlage.",
)
_BY_TOKEN = text(
    "Paid by the token; capacity and latency are the provider's and not promised.",
    "Bezahlt wird je Token; Kapazität und Latenz liegen beim Anbieter und sind nicht zugesagt.",
)
_SEATS = text(
    "A finished product for every user, not the same model: functions and data handling have to be compared.",
    "Ein fertiges Produkt je Nutzer, nicht dasselbe Modell: Funktionsumfang und Datenverarbeitung sind zu vergleichen.",
)
_NOT_SIZED = text(
    "Hardware and cost are open, because no workload could be sized.",
    "Hardware und Kosten sind offen, weil kein Workload dimensioniert werden konnte.",
)
_SHORT = text(
    "Without a price: hardware that does not carry the load at once compares with nothing.",
    "Ohne Preis: Hardware, die die Last nicht sofort trägt, ist mit nichts vergleichbar.",
)
_NO_MACHINE = text(
    "No machine of the catalogue carries all workloads within their targets; the configurations say why.",
    "Keine Maschine des Katalogs trägt alle Workloads innerhalb ihrer Ziele; die Konfigurationen nennen die Gründe.",
)
