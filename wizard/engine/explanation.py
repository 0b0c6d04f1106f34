"""Derives any number of a result, down to answers, catalogue figures and papers."""

from collections.abc import Callable

from wizard.costs.explain import explain_cost
from wizard.costs.explain_breakeven import explain_break_even
from wizard.decision.explain import DecisionCase, explain_flip, explain_option
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence
from wizard.domain.result import OptionId
from wizard.engine.evaluation import Evaluation
from wizard.engine.explain_criteria import criterion_inputs
from wizard.engine.explain_facts import explain_assumption, explain_given, explain_model
from wizard.engine.explain_services import explain_cpu, explain_service, explain_service_card
from wizard.engine.explain_trainings import (
    explain_stated_compute,
    explain_training_card,
    explain_training_states,
    explain_training_task,
)
from wizard.engine.forward_prices import explain_forward
from wizard.engine.host_explain import explain_fleet
from wizard.engine.influences import explain_influence
from wizard.engine.options import PricedOption
from wizard.engine.paths import Place, find
from wizard.engine.phased import explain_purchase
from wizard.engine.plans_explain import explain_layout
from wizard.engine.sized import SizedWorkload
from wizard.sizing.explain import explain_configuration, explain_demand

Rule = tuple[tuple[str, ...], Callable[[Evaluation, Place, str], Derivation]]


def explain(evaluation: Evaluation, key: str) -> Derivation:
    """The tree behind one number of the result.

    Args:
        key: dotted path, list members by id: ``options.cloud.cost.npv_eur.p50``,
            ``workloads.w1.configurations.c1.memory.kv_cache_gb``.

    Raises:
        CodedError: ``E404``, the result has no such number.
    """
    place = find(evaluation.result, key)
    for prefix, rule in _RULES:
        rest = place.after(*prefix)
        if rest is not None:
            return rule(evaluation, place, rest)
    return _statement(place)


def _workload(evaluation: Evaluation, place: Place) -> SizedWorkload:
    return evaluation.sized[int(place.steps[1])]


def _configuration(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    workload = _workload(evaluation, place)
    if workload.service is not None:
        return explain_service_card(evaluation, workload, int(place.steps[3]), rest)
    if workload.run is not None:
        return explain_training_card(evaluation, workload, int(place.steps[3]), rest)
    configuration = workload.result.configurations[int(place.steps[3])]
    assert workload.load is not None  # noqa: S101 - a workload with configurations has a load
    return explain_configuration(
        rest, workload.arch, evaluation.catalog.accelerators[configuration.accelerator], configuration,
        load=workload.load.load, facts=evaluation.catalog.figures,
    )  # fmt: skip


def _demand(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    workload = _workload(evaluation, place)
    assert workload.load is not None  # noqa: S101 - a workload with a demand has a load
    derivation = explain_demand(rest, workload.load.load, workload.load.target)
    factors = tuple(explain_given(evaluation, f.given) for f in workload.load.factors)
    return derivation.model_copy(update={"inputs": (*derivation.inputs, *factors)})


def _service(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    return explain_service(evaluation, _workload(evaluation, place), rest)


def _training(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    return explain_training_task(evaluation, _workload(evaluation, place), rest)


def _states(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    return explain_training_states(evaluation, _workload(evaluation, place), rest)


def _stated(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    return explain_stated_compute(evaluation, _workload(evaluation, place), rest)


def _cpu(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    return explain_cpu(evaluation, _workload(evaluation, place), rest)


def _model(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    workload = _workload(evaluation, place)
    if workload.model is None and workload.architecture is None:
        reference = evaluation.values.given("w.model_ref", workload.result.id)
        return explain_given(evaluation, reference).model_copy(update={"value": place.value, "unit": "10^9"})
    return explain_model(workload, rest, place.value)


def _table(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    workload = _workload(evaluation, place)
    asked = workload.result.demand
    peak = Derivation(
        label=text("simultaneous requests (p99)", "gleichzeitige Anfragen (p99)"),
        value=asked.in_flight_p99 if asked else None, unit="requests",
        source=f"workloads.{workload.result.id}.demand.in_flight_p99",
    )  # fmt: skip
    formulas = {
        "requests_per_replica": "min(floor(cache pool of the replica / cache of one request), limit of the engine)",
        "gpus": "ceil(simultaneous requests / requests a replica) · GPUs a replica",
        "gpus_with_spare": "GPUs + one spare replica",
    }
    return Derivation(
        label=text(
            "cards by memory and engine limit alone, against cached tokens a request",
            "Karten nur nach Speicher und Grenze der Engine, je Token im Cache und Anfrage",
        ),
        value=place.value, formula=formulas.get(rest, "row of the table"), inputs=(peak,),
    )  # fmt: skip


def _priced(evaluation: Evaluation, place: Place) -> PricedOption | None:
    option = evaluation.result.options[int(place.steps[1])].id
    return next((o for o in evaluation.priced.options if o.option == option), None) if evaluation.priced else None


def _cost(evaluation: Evaluation, place: Place, _rest: str) -> Derivation:
    found = _priced(evaluation, place)
    assert found is not None and evaluation.priced is not None  # noqa: S101, PT018 - only priced options have costs
    return explain_cost(evaluation.priced.table, found.index, ".".join(place.steps[2:]))


def _fleet(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    found = _priced(evaluation, place)
    assert found is not None  # noqa: S101 - only priced options have a fleet
    return explain_fleet(evaluation, found, rest, place.value)


def _layout(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    found = _priced(evaluation, place)
    assert found is not None  # noqa: S101 - only priced options have a layout
    return explain_layout(evaluation, found, rest, place.value)


def _purchase(_evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    return explain_purchase(place.value, rest)


def _option(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    option = evaluation.result.options[int(place.steps[1])].id
    return explain_option(_case(evaluation, option, rest), option, rest)


def _case(evaluation: Evaluation, option: OptionId, rest: str) -> DecisionCase:
    """The decision, with the costs behind the criteria that stand on them."""
    below: dict[tuple[OptionId, str], tuple[Derivation, ...]] = {}
    found = next((o for o in evaluation.priced.options if o.option == option), None) if evaluation.priced else None
    if found is not None and rest.startswith("criteria."):
        name = rest.split(".")[1]
        below[option, name] = criterion_inputs(evaluation, found, name)
    return DecisionCase(
        evaluation.decision, evaluation.candidates, evaluation.priorities, evaluation.catalog.decision,
        evaluation.references, below,
    )  # fmt: skip


def _influence(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    option = evaluation.result.options[int(place.steps[1])]
    assert evaluation.priced is not None  # noqa: S101 - only priced options have influences
    return explain_influence(evaluation.priced, option.influences[int(place.steps[3])], (option.id,), rest)


def _lead(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    ahead = evaluation.result.lead
    assert evaluation.priced is not None and ahead is not None  # noqa: S101, PT018 - the place names one
    found = ahead.influences[int(place.steps[2])]
    return explain_influence(evaluation.priced, found, (ahead.option, ahead.against), rest)


def _break_even(evaluation: Evaluation, _place: Place, rest: str) -> Derivation:
    point = evaluation.result.break_even
    assert evaluation.priced is not None and point is not None  # noqa: S101, PT018 - the place names a break-even
    index: dict[str, int] = {o.option: o.index for o in evaluation.priced.options}
    return explain_break_even(evaluation.priced.table, index["on_premises"], index[point.against], rest)


def _flip(evaluation: Evaluation, place: Place, _rest: str) -> Derivation:
    winner = evaluation.decision.winner
    assert winner is not None  # noqa: S101 - without a winner there is nothing to flip
    return explain_flip(_case(evaluation, winner, ""), int(place.steps[2]), place.steps[3])


def _assumption(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    return explain_assumption(evaluation, int(place.steps[1]), rest, place.value)


def _price_age(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    price = evaluation.result.price_ages[int(place.steps[1])]
    formula = "as-of date − date of retrieval" if rest == "age_days" else "days of its class in the catalogue"
    dates = (
        _leaf(text("as-of date", "Stichtag"), evaluation.result.provenance.as_of.isoformat(), "--as-of"),
        _leaf(text("date of retrieval", "Abrufdatum"), price.retrieved_on.isoformat(), price.source),
    )
    return Derivation(
        label=Text(de=price.ref, en=price.ref), value=place.value, unit="d", formula=formula, inputs=dates
    )


def _forward(evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    return explain_forward(evaluation.catalog, evaluation.result.forward_prices[int(place.steps[1])], rest)


def _currency(evaluation: Evaluation, place: Place, _rest: str) -> Derivation:
    currency = evaluation.result.currency
    assert currency is not None  # noqa: S101 - the place names it
    label = text(f"euro for one {currency.code}", f"Euro je {currency.code}")
    return Derivation(label=label, value=place.value, source=f"{currency.source} ({currency.rate_on})")


def _completeness(_evaluation: Evaluation, place: Place, rest: str) -> Derivation:
    return Derivation(
        label=text(f"questions {rest}", f"Fragen: {rest}"), value=place.value,
        formula="count over the questions this path asks", source="answers of the assessment",
        evidence=Evidence.DOCUMENTED,
    )  # fmt: skip


def _leaf(label: Text, value: str, source: str) -> Derivation:
    return Derivation(label=label, value=value, source=source)


def _statement(place: Place) -> Derivation:
    """Revision, seed, samples: set by the call itself."""
    name = ".".join(place.steps)
    return Derivation(label=Text(de=name, en=name), value=place.value, source="set by the command or the wizard")


_RULES: tuple[Rule, ...] = (
    (("workloads", "*", "configurations", "*"), _configuration),
    (("workloads", "*", "demand"), _demand),
    (("workloads", "*", "service"), _service),
    (("workloads", "*", "training"), _training),
    (("workloads", "*", "training_memory"), _states),
    (("workloads", "*", "stated_compute"), _stated),
    (("workloads", "*", "cpu"), _cpu),
    (("workloads", "*", "model"), _model),
    (("workloads", "*", "token_table", "*"), _table),
    (("options", "*", "cost"), _cost),
    (("options", "*", "items"), _cost),
    (("options", "*", "fleet", "layout"), _layout),
    (("options", "*", "fleet"), _fleet),
    (("options", "*", "split"), _cost),
    (("options", "*", "purchase"), _purchase),
    (("options", "*", "influences", "*"), _influence),
    (("options", "*"), _option),
    (("break_even",), _break_even),
    (("lead", "influences", "*"), _lead),
    (("recommendation", "flips"), _flip),
    (("assumptions", "*"), _assumption),
    (("price_ages", "*"), _price_age),
    (("forward_prices", "*"), _forward),
    (("currency",), _currency),
    (("completeness",), _completeness),
)
