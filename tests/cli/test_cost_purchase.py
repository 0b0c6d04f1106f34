"""``cost purchase``: orders over years within budget and power, and plans that are refused."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.cli.conftest import Outcome, Rechenwerk

CODE_WEEK = Path(__file__).parent.parent / "data" / "profiles" / "azure_code_week_2024.csv"
NODE = {"units": 8, "price": 250_000, "running_per_year": 30_000, "power_kw": 10.2, "life_years": 5, "residual": 0.15}
PLAN: dict[str, Any] = {
    "years": 5, "mean_demand": 32, "growth_per_year": 0.2, "profile": str(CODE_WEEK), "node": NODE,
    "cloud": {"per_hour": 5.5, "committed_per_hour": 3.6}, "discount_rate": 0.08,
}  # fmt: skip


def purchase(rechenwerk: Rechenwerk, tmp_path: Path, plan: object, *options: str) -> Outcome:
    path = tmp_path / "plan.yaml"
    path.write_text(plan if isinstance(plan, str) else yaml.safe_dump(plan), encoding="utf-8")
    return rechenwerk("cost", "purchase", "--plan", path, *options)


def document(rechenwerk: Rechenwerk, tmp_path: Path, **changes: Any) -> dict[str, Any]:
    outcome = purchase(rechenwerk, tmp_path, PLAN | changes, "--json")
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = outcome.document
    return found


def with_node(**changes: Any) -> dict[str, Any]:
    return {"node": NODE | changes}


def test_one_year_owns_what_the_split_owns(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """R030: a year of 8,760 hours at 1.90 fixed and 0.15 variable against 5.50: 30 units by exhaustive search."""
    node = {"units": 1, "price": 1.9 * 8760, "own_variable_per_hour": 0.15, "life_years": 1}
    one = {"years": 1, "mean_demand": 32, "profile": str(CODE_WEEK), "node": node, "cloud": {"per_hour": 5.5}}
    outcome = purchase(rechenwerk, tmp_path, one | {"discount_rate": 0}, "--json")
    assert abs(outcome.document["nodes"][0] - 30) <= 1


def test_years_add_up_to_the_present_value(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """Purchases at the start of a year, resale at its end, the rest in its middle."""
    found = document(
        rechenwerk, tmp_path, **with_node(lead_months=3, own_variable_per_hour=0.2, life_years=3, fixed_per_year=9_000)
    )
    total = 0.0
    for year in found["years"]:
        y, paid = year["year"] - 1, year["running"] + year["committed"] + year["rented"]
        total += year["purchase"] / 1.08**y + paid / 1.08 ** (y + 0.5) - year["resale"] / 1.08 ** (y + 1)
    assert found["npv"] == pytest.approx(total)


def test_no_way_it_is_compared_with_is_cheaper(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    found = document(rechenwerk, tmp_path)
    assert found["npv"] <= min(found["nothing_bought_npv"], found["owned_for_the_peak_npv"])


def test_a_budget_spreads_the_orders_and_costs_more(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """R030: at most two nodes of 250,000 a year from 700,000."""
    found = document(rechenwerk, tmp_path, budget=700_000)
    assert max(found["nodes_ordered"]) == 2
    assert found["npv"] > found["without_limits_npv"]
    assert found["without_limits_npv"] == pytest.approx(document(rechenwerk, tmp_path)["npv"])


def test_a_power_cap_holds_in_every_year(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    found = document(rechenwerk, tmp_path, power_kw=[25, 25, 45, 45, 45])
    assert found["nodes"][0] <= 2
    assert max(year["power_kw"] for year in found["years"]) <= 45


def test_a_total_budget_holds_over_all_years(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    assert sum(document(rechenwerk, tmp_path, total_budget=800_000)["nodes_ordered"]) <= 3


def test_a_smallest_order_is_met_or_nothing_is_ordered(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    found = document(rechenwerk, tmp_path, budget=1_100_000, **with_node(minimum_order=4))
    assert {n for n in found["nodes_ordered"] if n} == {4}


def test_fast_falling_rents_speak_for_buying_nothing(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """The price path decides: with rents that halve each year nothing is bought."""
    cloud = {"per_hour": 3.0, "committed_per_hour": 1.9, "price_change_per_year": -0.5}
    found = document(rechenwerk, tmp_path, cloud=cloud)
    assert sum(found["nodes_ordered"]) == 0
    assert found["units_committed"][0] > 0


def test_owning_that_does_not_pay_for_its_staff_is_left(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """R131: a fixed cost of owning above what owning saves leaves the pure option."""
    saved = document(rechenwerk, tmp_path)
    yearly = (saved["nothing_bought_npv"] - saved["npv"]) / 5 * 1.4
    found = document(rechenwerk, tmp_path, **with_node(fixed_per_year=yearly))
    assert found["nodes"] == [0] * 5
    assert found["npv"] == pytest.approx(saved["nothing_bought_npv"])


def test_cheaper_nodes_next_year_are_waited_for(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    steady = document(rechenwerk, tmp_path)["nodes_ordered"][0]
    falling = document(rechenwerk, tmp_path, **with_node(price=[900_000, 200_000, 200_000, 200_000, 200_000]))
    assert falling["nodes_ordered"][0] == 0 < steady


def test_nodes_that_stand_there_are_not_bought_again(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    without = document(rechenwerk, tmp_path)
    standing = document(rechenwerk, tmp_path, **with_node(standing=2))
    assert standing["nodes_ordered"][0] == without["nodes_ordered"][0] - 2


def test_the_table_is_german_too(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    out = purchase(rechenwerk, tmp_path, PLAN | {"currency": "EUR"}, "--lang", "de").out
    assert "Kosten dieses Plans, Kapitalwert" in out
    assert "EUR" in out


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"budget": 500_000}, "Year 1 needs 13 nodes, the budget is enough for 2: a budget of 3,250,000"),
     ({"total_budget": 3_000_000}, "Year 1 needs 13 nodes, the total budget is enough for 12: 250,000 more"),
     ({"power_kw": 110, "growth_per_year": 0}, "Year 1 needs 13 nodes, the power is enough for 10")],
)  # fmt: skip
def test_limits_that_cannot_carry_the_load_say_the_year_and_what_would_help(
    rechenwerk: Rechenwerk, tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    """R030: nothing can be rented, and 13 nodes of 8 carry a peak of 96.3 units."""
    owned = {key: value for key, value in PLAN.items() if key != "cloud"} | changes
    outcome = purchase(rechenwerk, tmp_path, owned)
    assert (outcome.code, "P051" in outcome.err) == (3, True)
    assert said in outcome.err
    assert "cloud.per_hour" in outcome.err


@pytest.mark.parametrize(
    ("line", "code"),
    [("years: 0", "P050"), ("years: 2.5", "P050"), ("mean_demand: -1", "P050"), ("mean_demand: [1, 2]", "P050"),
     ("mean_demand: .nan", "P050"), ("mean_demand: many", "P050"), ("mean_demand: 1e9", "P050"),
     ("budget: -5", "P050"), ("discount_rate: 10", "P050"), ("colour: red", "P048"), ("cloud: {per_hour: 0}", "P050"),
     ("cloud: {per_hours: 1}", "P048"), ("node: {units: 8}", "P050"), ("node: {units: 0, price: 1}", "P050")],
)  # fmt: skip
def test_a_wrong_value_names_file_and_line(rechenwerk: Rechenwerk, tmp_path: Path, line: str, code: str) -> None:
    lines = {"years": "years: 3", "mean_demand": "mean_demand: 32", "node": "node: {units: 8, price: 1000}"}
    lines[line.partition(":")[0]] = line
    outcome = purchase(rechenwerk, tmp_path, "\n".join(lines.values()))
    number = list(lines.values()).index(line) + 1
    assert (outcome.code, f"plan.yaml:{number}: [{code}]" in outcome.err) == (3, True), outcome.err


def test_a_plan_that_is_missing_is_named(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("cost", "purchase", "--plan", tmp_path / "none.yaml")
    assert (outcome.code, "P047" in outcome.err) == (3, True)


def test_nodes_beyond_the_power_are_refused(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = purchase(rechenwerk, tmp_path, PLAN | {"power_kw": 15} | with_node(standing=2))
    assert (outcome.code, "E230" in outcome.err) == (3, True)
