"""A hybrid that is no corner, against sums done by hand: a chat of 100,000 users around the clock, at list prices."""

from math import ceil
from typing import Any

import pytest
from tests.engine.conftest import AS_OF, assessment
from wizard.domain.catalog import Catalog
from wizard.engine import Evaluation, evaluate, explain
from wizard.engine.options import PricedOption
from wizard.questionnaire.loader import load_questionnaire

CHAT = {
    "kind": "llm_chat", "model_ref": "meta-llama/Llama-3.3-70B-Instruct", "users_total": 100_000,
    "usage_profile": "24x7",
}  # fmt: skip


@pytest.fixture(scope="module")
def mixed(catalog: Catalog) -> Evaluation:
    """Rented in machines of eight H200, at the price of one provider, whatever else is on offer."""
    case = assessment(CHAT, road__growth_pct={"low": 0, "value": 0, "high": 0}, con__us_provider="yes")
    only = {name: offer for name, offer in catalog.offers.items() if name == "nebius-h200-8x-eu-north1"}
    catalog = catalog.model_copy(update={"offers": only})
    return evaluate(case, catalog, load_questionnaire(), as_of=AS_OF, samples=64)


def _priced(evaluation: Evaluation, option: str) -> PricedOption:
    assert evaluation.priced is not None
    return next(o for o in evaluation.priced.options if o.option == option)


def _middle_npv(evaluation: Evaluation, option: str) -> float:
    assert evaluation.priced is not None
    discount = evaluation.priced.table.middle_world().discount[:, 0]
    return float(sum((flow * discount).sum() for flow in _priced(evaluation, option).priced.flows.values()))


def test_the_split_beats_both_pure_options(mixed: Evaluation) -> None:
    """R044: without the fixed cost of a second platform the hybrid never costs more than the better pure option."""
    assert mixed.priced is not None
    discount = mixed.priced.table.middle_world().discount[:, 0]
    second = float((_priced(mixed, "hybrid").priced.flows["second_platform"] * discount).sum())
    pure = min(_middle_npv(mixed, "on_premises"), _middle_npv(mixed, "cloud"))
    assert _middle_npv(mixed, "hybrid") - second <= pure


def test_the_fleet_of_a_hybrid_counts_accelerators(mixed: Evaluation) -> None:
    """R130: the end of a year names GPUs as every other option does, own and rented ones together."""
    found = _priced(mixed, "hybrid")
    assert found.fleet is not None
    owned = int(found.priced.drivers["owned_machines"][-1]) * 8  # servers of eight cards
    rented = ceil(found.priced.drivers["burst_machines"][-1]) * 8  # instances of eight cards
    assert found.fleet.by_year == (owned + rented,) * 3
    assert sum(found.fleet.gpus.values()) == owned + rented


def test_a_hybrid_backs_its_data_up_once(mixed: Evaluation) -> None:
    """R112: archive and backup hold the data once, whoever computes on it; the explanation names the same number."""
    fleet, alone = _priced(mixed, "hybrid").fleet, _priced(mixed, "on_premises").fleet
    assert fleet is not None and alone is not None  # noqa: PT018
    assert fleet.capacity_tb == pytest.approx(alone.capacity_tb)
    number = explain(mixed, "options.hybrid.fleet.capacity_tb")
    (below,) = number.inputs
    assert number.value == below.value


def test_rented_machines_follow_the_hours_not_single_requests(mixed: Evaluation) -> None:
    """R015: in the average of the active hours half the replicas run (peak hour twice the average), each of them
    with the same room for bursts: two of four machines through all 730 hours."""
    drivers: dict[str, Any] = _priced(mixed, "cloud").priced.drivers
    assert drivers["machines"][0] == 4
    assert drivers["on_demand_hours"][0] == pytest.approx(4 / 2 * 730)


def test_an_assumed_rack_limit_does_not_fill_a_room_with_workstations(mixed: Evaluation) -> None:
    """R044: 23 workstations exceed the assumed power of the room as two servers exceed its assumed racks: servers are
    shown, even where the workstations would cost some percent less, and both limits are asked for."""
    own = mixed.result.option("on_premises")
    assert own is not None and own.fleet is not None  # noqa: PT018
    assert own.items[0].ref.startswith("sxm-")
    assert own.fleet.nodes == 2
    assert {"SITE-01", "SITE-02"} <= {gate.rule for gate in own.gates if gate.verdict == "open"}
