"""What the gates look at, taken from answers, the priced plan and the fleet."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from wizard.costs.engine import PricedPlan
from wizard.costs.inputs import Array
from wizard.costs.summary import percentiles
from wizard.decision.facts import Amount, Fact, GateFacts, OptionFacts, UsedAccelerator
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CostQuestion, HybridPlan, OwnPlan, Plan
from wizard.domain.hardware import Accelerator
from wizard.domain.language import text
from wizard.domain.provenance import Evidence
from wizard.domain.quantities import Range
from wizard.engine.licences import model_licences
from wizard.engine.plan_parts import accelerators_of, contract, own_part, rented_part
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Given, Values
from wizard.sizing.supply import SCHUKO, continuous_kw

WEEKS_PER_MONTH = 52 / 12
_DAYS_PER_WEEK = 7


@dataclass(frozen=True)
class GateReader:
    """Reads facts for the gates from one assessment."""

    values: Values
    catalog: Catalog
    as_of: date
    workloads: tuple[str, ...]
    """Ids of the workloads."""

    def client(self) -> GateFacts:
        return GateFacts(
            country=self._fact("client.country"),
            residency=self._fact("con.residency"),
            us_provider=self._fact("con.us_provider"),
            data_classes=self._list("con.data_classes"),
            capex_budget_eur=self._number("fin.capex_budget"),
            opex_budget_month_eur=self._number("fin.opex_budget_month"),
            site_place=self._fact("site.place"),
            site_power_kw=self._number("site.power_kw"),
            rack_kw=self._number("site.rack_kw"),
            cooling_kw=self._field("site.cooling", "free_kw"),
            cooling_kind=self._text_field("site.cooling", "kind"),
            weeks_until_needed=self._weeks(),
            vendors=self._list("proc.vendor_policy"),
            regimes=self._list("con.regimes"),
            noise_limit=self._fact("site.noise_limit"),
            api_only=self._of_any_workload("w.model_source", lambda value: value == "api_only"),
            sector=self._fact("client.sector"),
            stage=self._fact("project.stage"),
            offline=self._of_any_workload("w.offline_required", bool),
        )

    def _of_any_workload(self, question: str, holds: Callable[[Any], bool]) -> Fact[bool]:
        """True as soon as one workload says so; known when that one, or every one, was answered."""
        given = [self.values.given(question, workload) for workload in self.workloads]
        said = [g for g in given if g.known and holds(g.value)]
        if said:
            return Fact[bool](question=question, value=True, known=True)
        value = any(holds(g.value) for g in given if g.value is not None)
        return Fact[bool](question=question, value=value, known=all(g.known for g in given))

    def _fact(self, question: str) -> Fact[str]:
        given = self.values.given(question)
        return Fact[str](
            question=question, value=_text(given.value), known=given.known, low=_text(given.low), high=_text(given.high)
        )

    def _number(self, question: str) -> Fact[float]:
        given = self.values.given(question)
        return Fact[float](
            question=question, value=_float(given.value), known=given.known, low=_float(given.low),
            high=_float(given.high),
        )  # fmt: skip

    def _list(self, question: str) -> Fact[tuple[str, ...]]:
        given = self.values.given(question)
        value = tuple(str(v) for v in given.value) if isinstance(given.value, list | tuple) else None
        return Fact[tuple[str, ...]](question=question, value=value, known=given.known)

    def _field(self, question: str, field: str) -> Fact[float]:
        given = self.values.given(question)
        value, known = _inside(given, field)
        return Fact[float](question=question, value=_float(value), known=known)

    def _text_field(self, question: str, field: str) -> Fact[str]:
        given = self.values.given(question)
        value, known = _inside(given, field)
        return Fact[str](question=question, value=_text(value), known=known)

    def _weeks(self) -> Fact[float]:
        given = self.values.given("project.needed_by")
        if not isinstance(given.value, str):
            return Fact[float](question="project.needed_by", value=None, known=False)
        weeks = (date.fromisoformat(given.value) - self.as_of).days / _DAYS_PER_WEEK
        return Fact[float](question="project.needed_by", value=weeks, known=given.known)


def as_answered(facts: GateFacts) -> GateFacts:
    """The same facts with every default taken for an answer."""
    changed = {}
    for name in GateFacts.model_fields:
        fact = getattr(facts, name)
        changed[name] = fact.model_copy(update={"known": fact.value is not None})
    return facts.model_copy(update=changed)


def as_computed(facts: OptionFacts) -> OptionFacts:
    """The same option with every computed amount taken as firm, whatever assumed answers it rests on."""
    amounts = {
        name: amount.model_copy(update={"firm": True})
        for name in OptionFacts.model_fields
        if isinstance(amount := getattr(facts, name), Amount)
    }
    return facts.model_copy(update={**amounts, "place_firm": True})


def option_without_price(option: str, catalog: Catalog, sized: Sequence[SizedWorkload]) -> OptionFacts:
    """Facts of an option whose hardware is not sized: only what follows from its kind."""
    runs_models = option not in ("api", "seats")
    models = model_licences(catalog, sized) if runs_models else ()
    return OptionFacts.model_validate({"option": option, "runs_models": runs_models, "models": models})


def option_facts(
    priced: PricedPlan,
    catalog: Catalog,
    sized: Sequence[SizedWorkload],
    assumed: tuple[str, ...],
    question: CostQuestion,
) -> OptionFacts:
    """Facts of a priced option.

    Args:
        assumed: questions that shape the demand and are not answered; amounts resting on them are not firm.
    """
    plan = priced.plan
    own, rented, signed = own_part(plan), rented_part(plan), contract(plan)
    inputs = {key: entry.range for key, entry in question.inputs.items()}
    assumed += _assumed_growth(priced, question)
    firm = not assumed

    def amount(sample: Array) -> Amount:
        span = percentiles(sample)
        asked = (*assumed, *_open_vat(question)) if span.p95 > 0.0 else assumed
        return Amount(low=span.p5, value=span.p50, high=span.p95, firm=firm, questions=asked)

    runs_models = own is not None or rented is not None
    found = OptionFacts(
        option=plan.option,
        provider=signed.provider if signed else "",
        location_country=signed.country if signed else None,
        operator_law=signed.operator_law if signed else None,
        attestations=signed.attestations if signed else (),
        capex_eur=amount(priced.invested),
        opex_month_eur=amount(priced.running_per_month),
        lead_weeks=_lead(plan, catalog, inputs),
        bridge_weeks=_bridge(plan, catalog),
        accelerators=tuple(_used(catalog.accelerators[name]) for name in accelerators_of(plan)),
        models=model_licences(catalog, sized) if runs_models else (),
        runs_models=runs_models,
    )
    if own is None:
        return found
    power = own.server.max_power_kw.value
    heat = _full_load(own, priced, firm=firm, questions=assumed)
    return found.model_copy(
        update={
            "facility_kw": _with_cooling(heat, inputs["pue"]), "heat_kw": heat,
            "server_kw": Amount(low=power, value=power, high=power), "cooling": own.server.cooling,
            "form_factor": own.server.form_factor, "noise_dba": _noise(own),
            "weight_kg": own.server.weight_kg.value if own.server.weight_kg is not None else None,
            "socket_kw": continuous_kw(SCHUKO, catalog.figures), **_missing(priced, assumed),
        }
    )  # fmt: skip


def _open_vat(question: CostQuestion) -> tuple[str, ...]:
    """The question about VAT where silence leaves a span."""
    entry = question.inputs["vat_unrecoverable_share"]
    spread = question.vat_rate > 0.0 and entry.range.low < entry.range.high
    return (entry.question,) if spread and entry.question and entry.evidence is Evidence.ASSUMED else ()


def _noise(own: OwnPlan) -> Amount | None:
    if own.server.noise_dba is None:
        return None
    span = own.server.noise_dba.range()
    return Amount(low=span.low, value=span.value, high=span.high)


def _missing(priced: PricedPlan, assumed: tuple[str, ...]) -> dict[str, Any]:
    """Machines that existing hardware lacks, and from which month on; assumed demand leaves the gate open."""
    lacking = priced.drivers.get("missing_machines")
    if lacking is None or lacking.max() <= 0.0:
        return {}
    month, most, first = int((lacking > 0.0).argmax()) + 1, int(lacking.max()), int(lacking[0])
    said = text(
        f"Machines that are missing: {first} at once, up to {most} with growth.",
        f"Fehlende Maschinen: {first} sofort, bis zu {most} mit dem Wachstum.",
    )
    if first == 0:
        said = text(
            f"Machines that are missing from month {month} on: up to {most}.",
            f"Fehlende Maschinen ab Monat {month}: bis zu {most}.",
        )
    return {"shortfall": said, "shortfall_questions": assumed}


def _lead(plan: Plan, catalog: Catalog, inputs: Mapping[str, Range]) -> Amount:
    """Time until the option carries the load: own hardware as ordered, contracts by their kind."""
    if plan.option == "status_quo":
        return Amount(low=0.0, value=0.0, high=0.0)
    own = own_part(plan)
    span = inputs["lead_months"] if own is not None else catalog.figure(f"finance.lead_months.{plan.option}").range()
    lead = span.scaled(WEEKS_PER_MONTH)
    return Amount(low=lead.low, value=lead.value, high=lead.high)


def _used(accelerator: Accelerator) -> UsedAccelerator:
    return UsedAccelerator(
        name=accelerator.name, vendor=accelerator.vendor, tier=accelerator.tier,
        data_center_licence=accelerator.data_center_licence,
    )  # fmt: skip


def _assumed_growth(priced: PricedPlan, question: CostQuestion) -> tuple[str, ...]:
    """The question about growth where nobody answered it and the plan adds or drops machines because of it."""
    growth, machines = question.inputs["growth_per_year"], priced.drivers.get("machines")
    if growth.evidence is not Evidence.ASSUMED or growth.question is None or machines is None:
        return ()
    return () if machines.min() == machines.max() else (growth.question,)


def _full_load(own: OwnPlan, priced: PricedPlan, *, firm: bool, questions: tuple[str, ...]) -> Amount:
    """Power of all own servers at once: low those of today, else all that the plan buys as demand grows."""
    machines = priced.drivers["owned_machines" if isinstance(priced.plan, HybridPlan) else "machines"]
    span = own.server.max_power_kw.range()
    first, most = float(machines[0]), float(machines.max())
    return Amount(low=first * span.low, value=most * span.value, high=most * span.high, firm=firm, questions=questions)


def _with_cooling(heat: Amount, pue: Range) -> Amount:
    return heat.model_copy(
        update={"low": heat.low * pue.low, "value": heat.value * pue.value, "high": heat.high * pue.high}
    )


def _bridge(plan: Plan, catalog: Catalog) -> Amount | None:
    """Until rented machines carry the load that waits for own hardware; None where nothing is rented meanwhile."""
    own = own_part(plan)
    if own is None or (own.interim is None and not isinstance(plan, HybridPlan)):
        return None
    lead = catalog.figure("finance.lead_months.cloud").range().scaled(WEEKS_PER_MONTH)
    return Amount(low=lead.low, value=lead.value, high=lead.high)


def _inside(given: Given, field: str) -> tuple[Any, bool]:
    if not isinstance(given.value, dict):
        return None, False
    value = given.value.get(field)
    return value, given.known and value is not None


def _float(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
