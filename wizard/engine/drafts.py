"""Options before the decision ranks them: gates, criteria and notes, priced or not."""

from dataclasses import dataclass
from datetime import date

from wizard.decision.criteria import criteria
from wizard.decision.decide import Candidate
from wizard.decision.facts import GateFacts
from wizard.decision.gates import evaluate_gates, feasibility
from wizard.domain.catalog import Catalog
from wizard.domain.language import Text, text
from wizard.domain.provenance import weakest
from wizard.domain.result import Option, OptionId
from wizard.engine.criteria_facts import criteria_facts
from wizard.engine.gate_facts import option_without_price
from wizard.engine.options import Priced, PricedOption
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values


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

    def draft(self, option: OptionId, priced: Priced | None) -> Draft:
        """The option with its price, or with the reason why it has none."""
        found = next((o for o in priced.options if o.option == option), None) if priced else None
        return self._bare(option) if priced is None or found is None else self._priced(found, priced)

    def _bare(self, option: OptionId) -> Draft:
        """Gates are complete; the hardware is open or not to be had."""
        facts = option_without_price(option, self.workloads)
        gates = evaluate_gates(self.client, facts, self.catalog.rules)
        state = feasibility(gates)
        sized = any(w.sized for w in self.workloads)
        bare = Option(
            id=option, feasible="open" if state == "yes" else state, gates=gates, chosen={}, fleet=None, items=(),
            cost=None, criteria={}, value=None, p_best=None, notes=(_NO_MACHINE if sized else _NOT_SIZED,),
        )  # fmt: skip
        return Draft(bare, Candidate(option=option, feasible=bare.feasible, criteria={}))

    def _priced(self, found: PricedOption, priced: Priced) -> Draft:
        country = self.values.given("client.country")
        facts = criteria_facts(
            found, priced.table.question, self.catalog, tuple(w for w in self.workloads if w.sized),
            country=country.value if country.known else None, as_of=self.as_of,
            demand_evidence=weakest(*(w.evidence for w in self.workloads if w.sized)),
        )  # fmt: skip
        scored = criteria(facts, self.catalog.decision, self.references)
        open_part = [w for w in self.workloads if w.result.open is not None]
        option = Option(
            id=found.option, feasible=feasibility(found.gates), gates=found.gates,
            chosen={need.workload_id: need.configuration_id for need in found.priced.plan.needs},
            fleet=found.fleet, items=found.priced.items, cost=found.priced.cost, criteria=scored, value=None,
            p_best=None, notes=(_partly(open_part),) if open_part else (),
        )  # fmt: skip
        return Draft(option, Candidate(option=found.option, feasible=option.feasible, criteria=scored))


def _partly(open_part: list[SizedWorkload]) -> Text:
    names = ", ".join(w.result.label or w.result.id for w in open_part)
    return text(
        f"Hardware and cost cover the sized workloads only; not included: {names}.",
        f"Hardware und Kosten umfassen nur die dimensionierten Workloads; nicht enthalten: {names}.",
    )


_NOT_SIZED = text(
    "Hardware and cost are open, because no workload could be sized.",
    "Hardware und Kosten sind offen, weil kein Workload dimensioniert werden konnte.",
)
_NO_MACHINE = text(
    "No machine of the catalogue carries all workloads within their targets; the configurations say why.",
    "Keine Maschine des Katalogs trägt alle Workloads innerhalb ihrer Ziele; die Konfigurationen nennen die Gründe.",
)
