"""What the preselection of offers leaves out can never have been the plan that is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
import wizard.engine.options
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.engine.conftest import AS_OF, assessment
from wizard.catalogs.load import load_catalog
from wizard.costs.engine import CostTable
from wizard.domain.assessment import Assessment
from wizard.domain.catalog import Catalog
from wizard.domain.economics import RentPlan
from wizard.domain.hardware import Offer
from wizard.domain.provenance import Figure
from wizard.engine import evaluate
from wizard.questionnaire.loader import load_questionnaire

CHAT = {"kind": "llm_chat", "model_ref": "mistralai/Mistral-7B-Instruct-v0.3", "users_total": 400}
MACHINES = ("l40s-48", 1), ("l40s-48", 4)
PLACES = ("DE", "FI", "US", None)
DISCOUNT = {"hardware_pct": 0, "cloud_commit_pct": 20, "grant_amount": 0}


def offer(number: int, drawn: "Drawn") -> Offer:
    """A made-up offer: prices of any age, with or without commitments, listed or quoted to the client."""
    accelerator, count = drawn.machine
    return Offer(
        id=f"o{number}", provider="P", name=f"n{number}", kind=drawn.kind, accelerator=accelerator, accelerators=count,
        region="", country=drawn.country, operator_law=drawn.law, price_class=drawn.price_class, currency="EUR",
        on_demand_per_hour=price(drawn, 0), committed_1y_per_hour=price(drawn, 1),
        committed_3y_per_hour=price(drawn, 2),
        setup_fee=None, egress_per_tb=None, minimum_months=drawn.minimum,
        attestations=("ISO27001",) if drawn.attested else (),
    )  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    machine: tuple[str, int]
    kind: Any
    country: str | None
    law: Any
    price_class: Any
    prices: tuple[float | None, ...]
    ages: tuple[int, ...]
    quoted: bool
    minimum: int
    attested: bool


def price(drawn: Drawn, place: int) -> Figure | None:
    value, age = drawn.prices[place], drawn.ages[place]
    if value is None:
        return None
    found = {
        "value": value,
        "unit": "EUR/h",
        "source": "made up",
        "confidence": "low",
        "retrieved_on": AS_OF - timedelta(days=age),
    }
    quote = {"basis": "quote", "layer": "client"} if drawn.quoted else {"basis": "list"}
    return Figure.model_validate({**found, **quote})


def _price(least: float, most: float) -> st.SearchStrategy[float]:
    return st.floats(least, most).map(lambda value: round(value, 2))


DRAWN = st.builds(
    Drawn,
    machine=st.sampled_from(MACHINES),
    kind=st.sampled_from(("cloud", "cloud", "dedicated")),
    country=st.sampled_from(PLACES),
    law=st.sampled_from(("EU", "US")),
    price_class=st.sampled_from(("hyperscaler", "small_provider")),
    prices=st.tuples(
        _price(0.9, 1.3), st.none() | _price(0.5, 0.9), st.none() | _price(0.3, 0.6)
    ),
    ages=st.tuples(*[st.sampled_from((0, 20, 80, 200))] * 3),
    quoted=st.booleans(),
    minimum=st.sampled_from((0, 1, 12)),
    attested=st.booleans(),
)  # fmt: skip


def every_offer(catalog: Catalog, _as_of: date, _home: str | None) -> tuple[Offer, ...]:
    return tuple(catalog.offers.values())


def every_plan(table: CostTable, _catalog: Catalog, _home: str | None) -> frozenset[int]:
    return frozenset(range(len(table.plans)))


def kept(case: Assessment, catalog: Catalog) -> dict[str, tuple[float, str]]:
    """Middle cost and feasibility of the rented plans that were kept, by option."""
    priced = evaluate(case, catalog, load_questionnaire(), as_of=AS_OF, samples=16).priced
    if priced is None:
        return {}
    rented = [o for o in priced.options if isinstance(o.priced.plan, RentPlan)]
    return {o.option: (round(o.priced.cost.nominal_eur, 2), o.feasible) for o in rented}


def at_home(*prices: float | None, ages: tuple[int, ...] = (0, 0, 0), quoted: bool = False) -> Drawn:
    return Drawn(MACHINES[0], "cloud", "DE", "EU", "small_provider", prices, ages, quoted, 0, attested=False)


@example(drawn=[at_home(1.0, None, None, quoted=True), at_home(1.1, None, None)], discount=DISCOUNT, residency=None)
@example(drawn=[at_home(1.0, None, 0.3, ages=(0, 0, 200)), at_home(1.01, None, 0.5)], discount=None, residency=None)
@settings(max_examples=30, deadline=None)
@given(
    drawn=st.lists(DRAWN, min_size=3, max_size=10),
    discount=st.sampled_from((None, DISCOUNT)),
    residency=st.sampled_from((None, "eu", "country")),
)
def test_the_kept_plans_are_those_of_trying_all(
    drawn: Sequence[Drawn], discount: dict[str, int] | None, residency: str | None
) -> None:
    """R022 R131 with fewer offers tried, the same plan is kept at the same cost."""
    answers = {"fin__discounts": discount, "con__residency": residency}
    case = assessment(CHAT, client__country="DE", **{key: value for key, value in answers.items() if value is not None})
    made_up = load_catalog().model_copy(update={"offers": {f"o{n}": offer(n, one) for n, one in enumerate(drawn)}})
    preselected = kept(case, made_up)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wizard.engine.options, "worth_pricing", every_offer)
        patch.setattr(wizard.engine.options, "worth_judging", every_plan)
        assert preselected == kept(case, made_up)
