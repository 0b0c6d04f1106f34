"""Advice on the years of orders: beside own premises, where the load grows by an answer."""

import subprocess
import sys

from wizard.domain.ownership import PhasedPurchase
from wizard.engine import explain
from wizard.engine.evaluation import Evaluation
from wizard.engine.paths import numbers

from .conftest import Evaluate, assessment
from .test_fleet import OFFICE

DOUBLE = {"low": 80, "value": 100, "high": 120}
SAMPLES = 513
"""The fewest that are no live evaluation."""


def grown(run: Evaluate, samples: int = SAMPLES, seed: int = 1, **answers: object) -> Evaluation:
    case = assessment({**OFFICE, "users_active_peak": 20_000}, **{"road__growth_pct": DOUBLE, **answers})
    return run(case, samples=samples, seed=seed)


def advice(evaluation: Evaluation) -> PhasedPurchase | None:
    option = evaluation.result.option("on_premises")
    assert option is not None
    return option.purchase


def test_growth_brings_advice_by_year(run: Evaluate) -> None:
    """R030: a year each of the horizon; the orders add up to the machines."""
    found = advice(grown(run))
    assert found is not None
    assert [year.year for year in found.years] == list(range(1, len(found.years) + 1))
    assert sum(year.ordered for year in found.years) == found.years[-1].machines
    assert found.npv_eur is not None
    assert found.owned_for_the_peak_eur is not None
    assert found.npv_eur <= found.owned_for_the_peak_eur * (1 + 1e-9)


def test_live_evaluations_do_without_it(run: Evaluate) -> None:
    assert advice(grown(run, samples=512)) is None


def test_assumed_growth_orders_nothing(run: Evaluate) -> None:
    case = assessment({**OFFICE, "users_active_peak": 20_000})
    assert advice(run(case, samples=SAMPLES)) is None


def test_a_budget_holds_over_the_years(run: Evaluate) -> None:
    found = advice(grown(run, fin__capex_budget=150_000))
    assert found is not None
    assert sum(year.spend_eur for year in found.years) <= 150_000


def test_where_nothing_leaves_the_house_a_budget_that_is_too_small_says_the_year(run: Evaluate) -> None:
    """R030: no cloud is allowed, and 50,000 euro carry no peak: the year, and what would help, in words."""
    found = advice(grown(run, fin__capex_budget=50_000, con__residency="onprem"))
    assert found is not None
    assert found.years == ()
    assert "Year 1 needs" in found.notes[0].en
    assert "€" in found.notes[0].de


def test_every_number_of_it_is_explained(run: Evaluate) -> None:
    evaluation = grown(run)
    for path in numbers(evaluation.result):
        if ".purchase." in path:
            assert explain(evaluation, path).formula


def test_the_same_answers_give_the_same_orders(run: Evaluate) -> None:
    assert advice(grown(run)) == advice(grown(run, seed=7))


def test_the_solver_is_loaded_only_when_something_is_solved() -> None:
    """Live evaluations and the start of the program do without scipy."""
    code = (
        "import sys, wizard.engine.evaluation, wizard.costs.purchase, wizard.cli.cost; sys.exit('scipy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
