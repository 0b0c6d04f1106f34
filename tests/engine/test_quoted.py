"""A client's quoted price enters the options, in place of the price that was assumed for the class."""

from typing import Any

import pytest
from tests.engine.conftest import AS_OF, S03, assessment
from wizard.catalogs.load import load_catalog
from wizard.domain.catalog import Catalog
from wizard.domain.result import Item, Option
from wizard.engine import Evaluation, evaluate
from wizard.engine.quoted import in_place_of_classes
from wizard.questionnaire.loader import load_questionnaire

QUOTE = {"basis": "quote", "source": "Muster GmbH, quote no. 17", "retrieved_on": "2026-11-20", "confidence": "high"}


def quoted_server(like: str, price: float, **fields: Any) -> dict[str, Any]:
    """An override that quotes a server built like a class of the catalogue."""
    server = load_catalog().servers[like].model_dump(mode="json", exclude={"id", "price"})
    quote = {"value": price, **QUOTE}
    return {"servers": {"quote-muster-17": {**server, "name": "Muster 17", "price": quote, **fields}}}


def evaluated(overrides: dict[str, Any]) -> Evaluation:
    case = assessment(S03)
    return evaluate(case, load_catalog(overrides), load_questionnaire(), as_of=AS_OF, samples=128)


def option(evaluation: Evaluation, name: str) -> Option:
    found = evaluation.result.option(name)
    assert found is not None
    return found


def first_item(evaluation: Evaluation, name: str) -> Item:
    return option(evaluation, name).items[0]


@pytest.fixture(scope="module")
def before() -> Evaluation:
    return evaluated({})


@pytest.fixture(scope="module")
def kept_class(before: Evaluation) -> str:
    return first_item(before, "on_premises").ref


def test_a_quote_replaces_the_assumed_price_of_its_class(before: Evaluation, kept_class: str) -> None:
    server = before.catalog.servers[kept_class]
    after = evaluated(quoted_server(kept_class, server.price.value * 0.9))
    bought = first_item(after, "on_premises")
    assert (bought.ref, bought.price_kind, bought.source) == ("quote-muster-17", "quote", QUOTE["source"])


def test_a_dear_quote_is_not_dodged_by_the_class_it_prices(before: Evaluation, kept_class: str) -> None:
    server = before.catalog.servers[kept_class]
    catalog = load_catalog(quoted_server(kept_class, server.price.value * 1.2))
    left = {(s.accelerator, s.accelerators): s.id for s in in_place_of_classes(catalog.servers.values())}
    assert left[server.accelerator, server.accelerators] == "quote-muster-17"
    assert kept_class not in left.values()


def test_a_quote_has_a_small_span_and_no_second_discount(kept_class: str) -> None:
    price = load_catalog().servers[kept_class].price.value
    overrides = quoted_server(kept_class, price * 0.5)
    case = assessment(S03, fin__discounts={"hardware_pct": 30})
    after = evaluate(case, load_catalog(overrides), load_questionnaire(), as_of=AS_OF, samples=128)
    assert after.priced is not None
    factor = after.priced.seen_by("on_premises").inputs["hardware_price_factor"].range
    assert (factor.low, factor.value, factor.high) == (0.98, 1.0, 1.03)


def test_quoted_support_belongs_to_its_server_alone(kept_class: str) -> None:
    price = load_catalog().servers[kept_class].price.value
    support = {"finance.maintenance_share_per_year.quote-muster-17": {"value": 0.031, "unit": "1/a", **QUOTE}}
    after = evaluated({**quoted_server(kept_class, price * 0.9), "figures": support})
    assert after.priced is not None
    assert after.priced.seen_by("on_premises").inputs["maintenance_share_per_year"].range.value == 0.031
    assert after.priced.table.question.inputs["maintenance_share_per_year"].range.value == 0.07


def test_a_quoted_rent_has_a_small_span(before: Evaluation) -> None:
    name = first_item(before, "dedicated").ref
    offer = before.catalog.offers[name]
    assert offer.on_demand_per_hour is not None
    after = evaluated({"offers": {name: {"on_demand_per_hour": {"value": offer.on_demand_per_hour.value, **QUOTE}}}})
    assert after.priced is not None
    plan = next(o.priced.plan for o in after.priced.options if o.option == "dedicated")
    assert [entry.range.high for entry in getattr(plan, "inputs")] == [1.03]  # noqa: B009
    assert first_item(after, "dedicated").price_kind == "quote"


def test_without_quotes_nothing_gives_way(catalog: Catalog) -> None:
    assert [s.id for s in in_place_of_classes(catalog.servers.values())] == list(catalog.servers)


def test_the_explanation_names_the_quote(kept_class: str) -> None:
    from wizard.engine import explain

    price = load_catalog().servers[kept_class].price.value
    after = evaluated(quoted_server(kept_class, price * 0.9))
    tree = explain(after, "options.on_premises.cost.breakdown.hardware").model_dump_json()
    assert "Muster GmbH, quote no. 17 (2026-11-20)" in tree
