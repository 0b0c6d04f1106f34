"""Three options of one result recomputed line by line with a pocket calculator's arithmetic.

Quantities and unit prices come from the bill in the JSON of the result; every other number is written here, with the
figure of the catalogue or the answer it stands for.
"""

import json
from datetime import date
from typing import Any

import pytest
from wizard.engine import Evaluation, explain

from .conftest import AS_OF, Evaluate, assessment

MONTHS, HOURS = 36, 730
USD = 0.8951  # European Central Bank, 2026-10-30
SALARY = 95_000.0  # finance.fte_eur_per_year.de
DAY = SALARY / 220
MIGRATION, EXIT = 10 * DAY, 5 * DAY  # finance.migration_days, finance.exit_days
STORED = 0.5 * 20.0 * MONTHS  # 0.5 TB at 20 EUR a TB and month
RENT_CHANGE = 0.88  # finance.cloud_price_change_per_year: -12 %
KWH = 0.2264  # Eurostat, Germany, band IC


@pytest.fixture(scope="module")
def evaluation(run: Evaluate) -> Evaluation:
    """Eight billion parameters, 20 requests at once, no growth, own room with a PUE of 1.5."""
    chat = {"kind": "llm_chat", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "inflight_peak": 20}
    flat = {"low": 0, "value": 0, "high": 0}
    return run(assessment(chat, site__place="own_dc", project__horizon_months=MONTHS, road__growth_pct=flat))


def option(evaluation: Evaluation, name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    document = json.loads(evaluation.result.model_dump_json(by_alias=True))
    found = next(entry for entry in document["options"] if entry["id"] == name)
    return found["cost"], found["items"]


def level(evaluation: Evaluation, name: str) -> float:
    """What an expired list price is taken as today; 1 where it has not expired."""
    assert evaluation.priced is not None
    plan: Any = next(o.priced.plan for o in evaluation.priced.options if o.option == name)
    rented = plan.interim if name == "on_premises" else plan
    return float(next((i.range.value for i in rented.inputs if i.key == "cloud_price_factor"), 1.0))


def path(first: int = 0, last: int = MONTHS) -> list[float]:
    return [RENT_CHANGE ** (month / 12) for month in range(first, last)]


def euro(item: dict[str, Any]) -> float:
    return float(item["unit_price"]) * (USD if item["currency"] == "USD" else 1.0)


def test_dedicated_servers_by_hand(evaluation: Evaluation) -> None:
    """R025"""
    cost, (hours, fee) = option(evaluation, "dedicated")
    machines = hours["quantity"] / (MONTHS * HOURS)
    rent = machines * HOURS * euro(hours) * level(evaluation, "dedicated") * sum(path())
    lines = {
        "rent_dedicated": rent, "setup_fee": fee["quantity"] * euro(fee), "staff": 0.2 * SALARY * 3,
        "migration": MIGRATION, "exit": EXIT, "rented_storage": STORED,
    }  # fmt: skip
    assert cost["breakdown"] == pytest.approx(lines, rel=1e-4)
    assert cost["nominal_eur"] == pytest.approx(sum(lines.values()), rel=1e-4)


def test_the_cloud_by_hand(evaluation: Evaluation) -> None:
    """R025: 5 % idle hours and 3 % support on the rent; OVHcloud, the cheapest offer, bills no traffic."""
    cost, (busy, idle) = option(evaluation, "cloud")
    rent = busy["quantity"] / MONTHS * euro(busy) * level(evaluation, "cloud") * sum(path())
    lines = {
        "rent_on_demand": rent, "idle_time": 0.05 * rent, "support": 0.03 * 1.05 * rent, "staff": 0.2 * SALARY * 3,
        "migration": MIGRATION, "exit": EXIT, "rented_storage": STORED,
    }  # fmt: skip
    assert idle["quantity"] == pytest.approx(0.05 * busy["quantity"])
    assert cost["breakdown"] == pytest.approx(lines, rel=1e-4)


def test_own_premises_by_hand(evaluation: Evaluation) -> None:
    """R025, R026, R027: a workstation that arrives after 1.5 months; 0.7 kW at most, a fifth of it at rest."""
    cost, (server, disks, interim) = option(evaluation, "on_premises")
    price, running = server["quantity"] * euro(server), MONTHS - 1.5
    kw = 0.7 * (0.21 + 0.79 * 0.55)  # finance.power_utilisation
    power = server["quantity"] * kw * HOURS * running * KWH
    month = interim["quantity"] / 1.5  # one whole month and half of the next
    rent = month * euro(interim) * level(evaluation, "on_premises") * (1.0 + 0.5 * RENT_CHANGE ** (1 / 12))
    lines = {
        "hardware": price, "installation": 0.08 * price, "spares": 0.04 * price,
        "storage": disks["quantity"] * euro(disks), "electricity": power, "cooling": 0.5 * power,
        "maintenance": 0.07 / 12 * running * price, "insurance": 0.01 / 12 * running * price,
        "residual_value": -0.27 * price, "staff": 0.5 * SALARY * 3, "interim_cloud": rent, "migration": MIGRATION,
        "exit": EXIT,
    }  # fmt: skip
    assert cost["breakdown"] == pytest.approx(lines, rel=1e-4)
    assert cost["capex_eur"] == pytest.approx(1.12 * price + lines["storage"], rel=1e-4)


@pytest.mark.parametrize("name", ["cloud", "dedicated", "on_premises", "colocation"])
def test_components_years_and_course_add_up_to_the_total(evaluation: Evaluation, name: str) -> None:
    """R025"""
    cost, _items = option(evaluation, name)
    assert sum(cost["breakdown"].values()) == pytest.approx(cost["nominal_eur"])
    assert sum(cost["by_year_eur"]) == pytest.approx(cost["nominal_eur"])


def test_each_line_of_the_bill_says_kind_source_day_and_age_of_its_price(evaluation: Evaluation) -> None:
    """R025: the age counts from the day of the price to the as-of date, and is explained."""
    _cost, items = option(evaluation, "cloud")
    assert all(item["price_kind"] and item["source"] for item in items)
    day = date.fromisoformat(items[0]["retrieved_on"])
    assert items[0]["age_days"] == (AS_OF - day).days
    said = explain(evaluation, f"options.cloud.items.{items[0]['ref']}.age_days")
    assert said.value == items[0]["age_days"]
