"""The plan an option shows is the cheapest one by the figure it shows, and budgets are held against the same cases."""

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.costs.engine import price_plans
from wizard.domain.catalog import Catalog
from wizard.domain.economics import RentPlan
from wizard.engine import Evaluation
from wizard.engine.offer_age import FACTOR, aged
from wizard.engine.options import PricedOption
from wizard.engine.plans import rent_plans
from wizard.engine.plans_arrangement import Arrangement

EXAMPLE = {"kind": "llm_rag", "model_ref": "Qwen/Qwen3-32B", "users_active_peak": 120}


@pytest.fixture(scope="module")
def chat(run: Evaluate) -> Evaluation:
    return run(assessment({"kind": "llm_chat"}, client__name="B"), samples=512)


def _kept(evaluation: Evaluation, option: str) -> PricedOption:
    assert evaluation.priced is not None
    return next(o for o in evaluation.priced.options if o.option == option)


@pytest.mark.parametrize("option", ["dedicated", "cloud"])
def test_no_like_contract_costs_less_by_the_median_shown(chat: Evaluation, catalog: Catalog, option: str) -> None:
    """Contracts that rules cannot tell apart: same kind, country, law, attestations and maker."""
    kept = _kept(chat, option)
    assert isinstance(kept.priced.plan, RentPlan)
    offer = kept.priced.plan.offer

    def like(other: RentPlan) -> bool:
        names = ("kind", "country", "operator_law", "attestations")
        vendor = {catalog.accelerators[o.accelerator].vendor for o in (offer, other.offer)}
        return len(vendor) == 1 and all(getattr(offer, n) == getattr(other.offer, n) for n in names)

    assert chat.priced is not None
    question = chat.priced.table.question
    arrangement = Arrangement.of(chat.values, catalog)
    offers = catalog.offers.values()
    plans = [
        aged(plan, question.inputs[FACTOR], catalog, question.starts_on)
        for plan in rent_plans(catalog, offers, chat.sized, question.horizon_months, arrangement)
        if like(plan)
    ]
    medians = [p.cost.npv_eur.p50 for p in price_plans(plans, question, bills=False).plans]
    assert len(medians) > 1
    assert kept.priced.cost.npv_eur.p50 == pytest.approx(min(medians), rel=1e-9)


def test_more_samples_keep_the_hardware(run: Evaluate) -> None:
    """What the live display names and what the report names is the same machine."""
    case = assessment({"kind": "llm_chat"}, client__name="B")
    few, many = ({o.id: o.chosen for o in run(case, samples=n).result.options} for n in (64, 2_048))
    assert few == many


def test_the_monthly_budget_is_no_lower_than_the_median_over_the_horizon(run: Evaluate) -> None:
    """A cloud whose discounted median comes to more a month than the budget does not keep to it."""
    cloud = run(assessment(EXAMPLE, client__name="Acme"), samples=512).result.option("cloud")
    assert cloud is not None
    assert cloud.cost is not None
    least = cloud.cost.npv_eur.p50 / 36  # discounting only lowers it
    tight = run(assessment(EXAMPLE, client__name="Acme", fin__opex_budget_month=least * 0.98), samples=512)
    gates = {g.rule: g for g in _kept(tight, "cloud").gates}
    assert gates["FIN-OPEX"].verdict != "pass"
    assert "median" in gates["FIN-OPEX"].text.en
