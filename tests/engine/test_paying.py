"""How the client pays: VAT, currency, loan or lease, tax, data moved out; per user and per training run."""

from typing import Any

import pytest
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.result import Cost
from wizard.engine import Evaluation, evaluate, explain
from wizard.i18n.money_note import money_note
from wizard.questionnaire.loader import load_questionnaire
from wizard.report.labels import Labels
from wizard.report.view.pen import Pen

from .conftest import AS_OF, Evaluate, assessment

CHAT: dict[str, Any] = {
    "kind": "llm_chat", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "inflight_peak": 20, "users_total": 400,
}  # fmt: skip


def vat(run: Evaluate, **answers: Any) -> tuple[float, float, float, str]:
    """Span of the share that stays a cost, and what the tables say."""
    found = run(assessment(CHAT, client__country="DE", **answers))
    span = found.inputs["vat_unrecoverable_share"].range
    return span.low, span.value, span.high, next(o.cost.vat for o in found.result.options if o.cost)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("yes", (0.0, 0.0, 0.0, "net")),
        ("partly", (0.1, 0.5, 0.9, "partly")),
        ("no", (1.0, 1.0, 1.0, "gross")),
    ],
)
def test_an_answer_about_vat_decides_what_tables_say(run: Evaluate, answer: str, expected: tuple[Any, ...]) -> None:
    """R025"""
    assert vat(run, fin__vat_recoverable=answer) == expected


@pytest.mark.parametrize(
    ("sector", "expected"),
    [
        ("health", (0.0, 1.0, 1.0, "gross")),
        ("research", (0.0, 0.5, 0.5, "partly")),
        ("industry", (0.0, 0.0, 0.0, "net")),
    ],
)
def test_silence_runs_from_the_default_of_the_sector_to_full_recovery(
    run: Evaluate, sector: str, expected: tuple[Any, ...]
) -> None:
    assert vat(run, client__sector=sector) == expected


def cost(found: Evaluation, option: str = "cloud") -> Cost:
    priced = found.result.option(option)  # type: ignore[arg-type]
    assert priced is not None
    assert priced.cost is not None
    return priced.cost


def test_vat_that_stays_enters_the_investment_that_the_budget_is_held_against(run: Evaluate) -> None:
    """R025, R043: 19 % on the purchase."""
    where = {"site__place": "own_dc"}
    net, gross = (run(assessment(CHAT, fin__vat_recoverable=a, **where)) for a in ("yes", "no"))
    assert cost(gross, "on_premises").capex_eur == pytest.approx(1.19 * cost(net, "on_premises").capex_eur)


@pytest.mark.parametrize(("country", "rate"), [("UK", 0.20), ("CH", 0.081), ("AT", 0.20), ("US", 0.0)])
def test_the_vat_rate_is_that_of_the_country(run: Evaluate, country: str, rate: float) -> None:
    """European Commission TEDB, 2026-09-29; there is no VAT in the United States."""
    net, gross = (
        run(assessment(CHAT, client__country=country, fin__vat_recoverable=answer)) for answer in ("yes", "no")
    )
    before, after = cost(net), cost(gross)
    assert after.breakdown["rent_on_demand"] == pytest.approx(before.breakdown["rent_on_demand"] * (1 + rate))


@pytest.fixture(scope="module")
def swiss(run: Evaluate) -> Evaluation:
    """A position of 200,000 francs at 1 / 0.9194 euro, the rate of the ECB of 2026-10-30."""
    return run(assessment(CHAT, client__country="CH", fin__fte_cost=200_000, fin__licence_cost={"gpu_software": 1_000}))


def test_amounts_in_francs_are_computed_with_in_euro(swiss: Evaluation) -> None:
    assert swiss.inputs["fte_eur_per_year"].range.value == pytest.approx(200_000 / 0.9194, rel=1e-4)
    assert swiss.inputs["licence_eur_per_gpu_year"].range.value == pytest.approx(1_000 / 0.9194, rel=1e-4)


def test_the_result_names_currency_rate_and_day(swiss: Evaluation) -> None:
    currency = swiss.result.currency
    assert currency is not None
    assert (currency.code, str(currency.rate_on)) == ("CHF", "2026-10-30")
    assert currency.of(1_087.67) == pytest.approx(1_000.0)


def test_the_answers_stay_as_they_were_entered(swiss: Evaluation) -> None:
    assert swiss.assessment.answers["fin.fte_cost"].value == 200_000


def test_a_german_client_pays_in_euro(run: Evaluate) -> None:
    found = run(assessment(CHAT, client__country="DE", fin__fte_cost=100_000))
    assert found.inputs["fte_eur_per_year"].range.value == 100_000


def test_a_lease_takes_the_investment_away(run: Evaluate) -> None:
    """R025"""
    lease = {"kind": "lease", "rate_pct": 6, "months": 36, "balloon_pct": 10}
    found = cost(run(assessment(CHAT, site__place="own_dc", fin__financing=lease)), "on_premises")
    assert found.capex_eur == pytest.approx(0.0, abs=1e-6)
    assert found.breakdown["instalments"] > -found.breakdown["leased"] > 0.0


@pytest.mark.parametrize("method", ["linear", "declining", "one_year"])
def test_tax_lowers_the_cost_and_is_explained_with_its_rule_and_the_adviser(run: Evaluate, method: str) -> None:
    """R027"""
    tax = {"rate_pct": 30, "method": method, "years": 5}
    found = run(assessment(CHAT, site__place="own_dc", fin__tax=tax))
    saved = cost(found, "on_premises").breakdown["tax_relief"]
    said = explain(found, "options.on_premises.cost.breakdown.tax_relief")
    assert said.value == pytest.approx(saved)
    assert saved < 0.0
    assert "tax adviser" in said.inputs[-1].label.en


def test_without_a_tax_rate_costs_are_before_tax(run: Evaluate) -> None:
    assert "tax_relief" not in cost(run(assessment(CHAT))).breakdown


def test_moving_data_out_costs_nothing_after_the_data_act(run: Evaluate) -> None:
    """R137: a horizon of 36 months from November 2026 ends after 12 January 2027."""
    german, swiss = (run(assessment(CHAT, client__country=country)) for country in ("DE", "CH"))
    assert "exit_transfer" not in cost(german).breakdown
    assert cost(german).breakdown["rented_storage"] > 0.0
    assert swiss.priced is not None
    assert not swiss.priced.table.question.data_act


def test_cost_of_a_user_and_a_month_stands_on_the_stated_users(run: Evaluate) -> None:
    found = cost(run(assessment(CHAT, project__horizon_months=36, road__growth_pct={"low": 0, "value": 0, "high": 0})))
    assert found.per_user_month_eur == pytest.approx(found.nominal_eur / (400 * 36))


def test_training_that_may_be_interrupted_is_priced_on_spot_capacity(run: Evaluate) -> None:
    """R028: the plans hold spot capacity where an offer has such a price, and only with the client's leave."""
    tuning = {
        "kind": "ft_peft", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "train_tokens": 1e8,
        "runs_per_month": 4,
    }  # fmt: skip
    kept, free = (run(assessment({**tuning, "preemptible_ok": allowed})) for allowed in (False, True))
    assert cost(free).nominal_eur <= cost(kept).nominal_eur
    assert cost(free).per_training_run_eur == pytest.approx(cost(free).nominal_eur / _runs(free), rel=0.05)


def _runs(found: Evaluation) -> float:
    assert found.priced is not None
    world = found.priced.table.middle_world()
    return float(4 * world.demand[:, 0].sum())


def test_commitments_of_the_accelerators_in_use_imply_a_change_that_is_explained(run: Evaluate) -> None:
    """R132: every entry solves p1 · (1 + r + r²) = 3 · p3."""
    result = (found := run(assessment(CHAT))).result
    for entry in result.forward_prices:
        ratio = 1.0 + entry.change_per_year
        both = entry.committed_1y_per_hour * (1 + ratio + ratio**2)
        assert both == pytest.approx(3 * entry.committed_3y_per_hour)
        said = explain(found, f"forward_prices.{entry.id}.change_per_year")
        assert [leaf.value for leaf in said.inputs] == [entry.committed_1y_per_hour, entry.committed_3y_per_hour]
        assert all(leaf.source for leaf in said.inputs)
    assert result.forward_prices


def gate_of(found: Evaluation, rule: str, option: str = "on_premises") -> Any:
    priced = found.result.option(option)  # type: ignore[arg-type]
    assert priced is not None
    return next(gate for gate in priced.gates if gate.rule == rule)


HOSPITAL: dict[str, Any] = {
    "client__sector": "health",
    "site__place": "own_dc",
    "site__power_kw": 1000.0,
    "road__growth_pct": {"low": 0, "value": 0, "high": 0},
}


def test_a_budget_between_net_and_gross_stays_open_while_nobody_answered_about_vat(run: Evaluate) -> None:
    """R043: a hospital that may or may not reclaim 19 %; an answer closes the gate."""
    busy = {**CHAT, "inflight_p99": 20}
    asked = run(assessment(busy, **HOSPITAL))
    invested = cost(asked, "on_premises").capex_eur
    priced = asked.result.option("on_premises")
    assert priced is not None
    budget = {"fin__capex_budget": invested / 1.19 * 0.9}
    opened = gate_of(run(assessment(busy, **HOSPITAL, **budget)), "FIN-CAPEX")
    assert opened.verdict != "pass"
    assert "fin.vat_recoverable" in opened.questions


def test_instalments_of_a_loan_count_as_running_cost_and_its_payout_does_not_lower_it(run: Evaluate) -> None:
    """R043"""
    where = {"site__place": "own_dc"}
    loan = {"kind": "loan", "rate_pct": 5, "months": 36}
    plain = run(assessment(CHAT, **where, fin__opex_budget_month=1e7))
    lent = run(assessment(CHAT, **where, fin__financing=loan, fin__opex_budget_month=1e7))
    without, with_loan = (
        next(o.priced for o in e.priced.options if o.option == "on_premises")  # type: ignore[union-attr]
        for e in (plain, lent)
    )
    instalments = with_loan.cost.breakdown["instalments"] / with_loan.cost.capex_eur / 36  # a month, of one euro lent
    added = with_loan.running_per_month - without.running_per_month
    assert added == pytest.approx(with_loan.invested * instalments, rel=0.05)  # a later purchase bears less interest


def test_a_market_without_an_offer_leaves_the_options_out_and_invents_no_price(run: Evaluate, catalog: Catalog) -> None:
    """Nothing is rented where nobody offers anything: the option says so, own hardware is still priced."""
    bare = catalog.model_copy(update={"offers": {}, "apis": {}, "seats": {}})
    found = evaluate(assessment(CHAT, site__place="own_dc"), bare, load_questionnaire(), as_of=AS_OF, samples=64)
    rented = [found.result.option(name) for name in ("cloud", "dedicated")]
    assert all(option is None or option.cost is None for option in rented)
    assert cost(found, "on_premises").nominal_eur > 0.0


def test_a_budget_below_one_server_excludes_buying_and_says_both_amounts(run: Evaluate) -> None:
    """R043"""
    found = gate_of(
        run(
            assessment(
                {**CHAT, "inflight_p99": 20, "tokens_in": {"typical": 500, "p95": 900}},
                site__place="own_dc",
                fin__capex_budget=500,
            )
        ),
        "FIN-CAPEX",
    )
    assert found.verdict in ("fail", "open")
    assert "500" in found.text.en


def test_a_currency_without_a_rate_is_refused_by_name(run: Evaluate, catalog: Catalog) -> None:
    bare = catalog.model_copy(update={"eur_per_unit": {"EUR": catalog.eur_per_unit["EUR"]}})
    with pytest.raises(CodedError) as refused:
        evaluate(assessment(CHAT, client__country="CH"), bare, load_questionnaire(), as_of=AS_OF, samples=64)
    assert refused.value.error.code == "E206"
    assert "CHF" in refused.value.in_language("de")


def test_a_stated_grant_reaches_the_cost_of_buying(run: Evaluate) -> None:
    """R025"""
    found = run(assessment(CHAT, site__place="own_dc", fin__discounts={"grant_amount": 1_000}))
    assert cost(found, "on_premises").breakdown["grant"] == pytest.approx(-1_000.0)
    assert "grant" not in cost(found).breakdown


def test_tables_say_currency_rate_day_and_whether_they_hold_vat(swiss: Evaluation) -> None:
    """1 CHF = 1 / 0.9194 EUR on 2026-10-30; nothing was said about VAT, and industry reclaims it."""
    said = money_note(swiss.result, "de")
    assert said == "Beträge in CHF (1 CHF = 1,0877 EUR, 30.10.2026), netto, ohne Umsatzsteuer."


def test_the_report_shows_amounts_in_the_clients_currency(swiss: Evaluation) -> None:
    """100,000 euro are 91,940 francs; a list price stays in the currency of its list."""
    pen = Pen("de", Labels.of(swiss.questionnaire, swiss.catalog), swiss.result.currency)
    assert pen.compact(100_000.0) == "91.900\u202fCHF"
    assert pen.money(100.0, "EUR") == "100\u202f€"
