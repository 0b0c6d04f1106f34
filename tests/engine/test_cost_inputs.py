"""Cost inputs of the further options: from an answer where there is one, else from a dated figure."""

from typing import Any

import pytest
from wizard.engine import Evaluation

from .conftest import Evaluate, assessment

CHAT: dict[str, Any] = {"kind": "llm_chat", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "inflight_peak": 20}
FURTHER = (
    "colo_price_factor", "pue_hosted", "remote_hands_hours_per_server_month", "staff_fte_hosted", "api_price_factor",
    "api_price_change_per_year", "seat_price_change_per_year", "hybrid_fixed_eur_per_month",
)  # fmt: skip


@pytest.fixture(scope="module")
def unknown(run: Evaluate) -> Evaluation:
    return run(assessment(CHAT, site__place="own_dc"))


@pytest.fixture(scope="module")
def quoted(run: Evaluate) -> Evaluation:
    return run(assessment(CHAT, site__place="own_dc", fin__site_prices={"colo_kw_month": 190.0}))


@pytest.mark.parametrize("key", FURTHER)
def test_what_no_question_asks_stands_on_a_dated_figure_with_a_span(unknown: Evaluation, key: str) -> None:
    entry = unknown.inputs[key]
    assert entry.source
    assert entry.range.low < entry.range.value < entry.range.high


def test_a_stated_colocation_price_replaces_the_orientation(quoted: Evaluation) -> None:
    option = quoted.result.option("colocation")
    assert option is not None
    item = next(item for item in option.items if item.unit == "kW_month")
    assert (item.unit_price, item.currency, item.price_kind) == (190.0, "EUR", "quote")
    assert item.source == "answer fin.site_prices"


def test_a_stated_colocation_price_is_certain(quoted: Evaluation) -> None:
    entry = quoted.inputs["colo_price_factor"]
    assert (entry.range.low, entry.range.high, entry.question) == (1.0, 1.0, "fin.site_prices")


def test_other_prices_of_the_rack_are_carried_over_into_euro(unknown: Evaluation, quoted: Evaluation) -> None:
    """1,500 USD for setting up a rack stay what they are worth."""
    fees = [_setup(evaluation) for evaluation in (unknown, quoted)]
    assert fees[0] == pytest.approx(fees[1])


def _setup(evaluation: Evaluation) -> float:
    option = evaluation.result.option("colocation")
    assert option is not None
    assert option.cost is not None
    return option.cost.breakdown["colocation_setup"]


def test_tokens_of_an_invoice_reach_the_bill_of_the_api(run: Evaluate) -> None:
    """R031: 10^9 input tokens a month, 40 % of them cached, 10^8 output tokens."""
    tokens = {"input_tokens": 1e9, "output_tokens": 1e8, "cached_share": 40.0}
    chat = {**CHAT, "model_ref": "openai/gpt-oss-120b", "monthly_tokens_known": tokens}
    option = run(assessment(chat)).result.option("api")
    assert option is not None
    bought = {item.unit: item.quantity for item in option.items}
    assert bought["1e6_cached_tokens"] / bought["1e6_input_tokens"] == pytest.approx(0.4 / 0.6)
    assert bought["1e6_output_tokens"] / bought["1e6_input_tokens"] == pytest.approx(0.1 / 0.6)
