"""What the value of a criterion stands on: cost figures, inputs of the cost model, and figures of the catalogue."""

from wizard.costs.explain import explain_cost
from wizard.costs.leaves import constant, egress_price_leaf, figure_leaf, input_leaf
from wizard.domain.economics import Plan, RentPlan
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.engine.criteria_facts import availability_figure, place_of
from wizard.engine.evaluation import Evaluation
from wizard.engine.options import PricedOption
from wizard.engine.plan_parts import own_part, rented_part

_COSTS = {
    "npv": ("cost.npv_eur.p50",),
    "cost_risk": ("cost.npv_eur.p95", "cost.npv_eur.p50"),
    "capital": ("cost.peak_cash_eur",),
    "elasticity": ("cost.nominal_eur",),
}
_INPUTS_OWN = {
    "time_to_capacity": ("lead_months",),
    "operations_load": ("staff_fte_own",),
    "exit_cost": ("residual_share", "hardware_price_factor"),
    "energy_and_carbon": ("power_utilisation", "pue"),
}
_INPUTS_RENTED = {
    "operations_load": ("staff_fte_rented",),
    "exit_cost": ("cloud_price_factor", "cloud_price_change_per_year", "egress_eur_per_tb"),
    "energy_and_carbon": ("power_utilisation",),
}


def criterion_inputs(evaluation: Evaluation, option: PricedOption, name: str) -> tuple[Derivation, ...]:
    """Empty for criteria that follow from the kind of the option alone."""
    assert evaluation.priced is not None  # noqa: S101 - a priced option belongs to a cost table
    table, plan = evaluation.priced.table.of_plan(option.index), option.priced.plan
    found = [explain_cost(table, option.index, path) for path in _COSTS.get(name, ())]
    keys = _input_keys(plan, name)
    rented = rented_part(plan)
    found += [
        egress_price_leaf(table.question, rented.offer)
        if key == "egress_eur_per_tb" and rented is not None
        else input_leaf(table.question, key)
        for key in keys
    ]
    found += [
        figure_leaf(Text(de=figure, en=figure), evaluation.catalog.figures[figure])
        for figure in _figures(evaluation, name, plan)
    ]
    if name == "availability":
        found += _replicas(plan)
    if name in ("energy_and_carbon", "exit_cost", "obsolescence"):
        horizon = text("horizon", "Zeitraum")
        found.append(constant(horizon, table.question.horizon_months, "months", "project.horizon_months"))
    return tuple(found)


def _input_keys(plan: Plan, name: str) -> tuple[str, ...]:
    if own_part(plan) is not None:
        return _INPUTS_OWN.get(name, ())
    if rented_part(plan) is None:
        return ("staff_fte_hosted",) if name == "operations_load" else ()
    return _INPUTS_RENTED.get(name, ())


def _figures(evaluation: Evaluation, name: str, plan: Plan) -> tuple[str, ...]:
    """Names of catalogue figures; where the country has none, that of the EU."""
    country = evaluation.values.given("client.country")
    place = place_of(plan) or (str(country.value) if country.known else "EU")
    rented = isinstance(plan, RentPlan)
    if name == "availability":
        return (availability_figure(plan),)
    if name == "time_to_capacity" and (own_part(plan) is None or plan.option == "hybrid"):
        return (f"finance.lead_months.{'cloud' if plan.option == 'hybrid' else plan.option}",)
    if name == "latency":
        return (_nearest(evaluation, "load.network_round_trip_ms", place if rented else "own"),)
    if name == "energy_and_carbon":
        used = ("carbon.embodied_kg_per_gpu", _nearest(evaluation, "carbon.grid_g_per_kwh", place))
        return (*used, "finance.pue.hosted") if rented else used
    return ()


def _nearest(evaluation: Evaluation, name: str, place: str) -> str:
    wanted = f"{name}.{place.lower()}"
    return wanted if wanted in evaluation.catalog.figures else f"{name}.eu"


def _replicas(plan: Plan) -> list[Derivation]:
    return [
        constant(
            text(
                f"replicas the peak of {n.workload_id} keeps full", f"Kopien, die die Spitze von {n.workload_id} füllt"
            ),
            n.in_flight_peak / n.slots_per_replica,
            "",
            f"workloads.{n.workload_id}.configurations.{n.configuration_id}.replicas_at_peak; "
            f"{n.spare_replicas} in reserve",
        )
        for n in plan.needs
    ]
