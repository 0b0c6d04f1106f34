"""Rules every result keeps, whatever the case."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.conftest import AS_OF, S03, Evaluate, assessment
from wizard.domain.catalog import Catalog
from wizard.domain.result import Result
from wizard.engine import Evaluation, evaluate
from wizard.questionnaire.loader import load_questionnaire

GROWTH_DOWN = {"low": -50, "value": -50, "high": -50}
"""Percent a year: demand is highest today."""


def test_the_same_input_gives_the_same_bytes(run: Evaluate) -> None:
    """R132: no clock, no global random state."""
    case = assessment(S03)
    first, second = (run(case, samples=512).result.model_dump_json(by_alias=True) for _ in range(2))
    assert first == second


def test_another_seed_moves_the_samples_only(run: Evaluate) -> None:
    one, two = (run(assessment(S03), seed=seed).result for seed in (1, 2))
    assert one.workloads == two.workloads
    assert one.options[0].cost != two.options[0].cost


def test_shown_parts_add_up_to_the_shown_total(s03: Evaluation) -> None:
    for configuration in s03.result.workloads[0].configurations:
        m = configuration.memory
        parts = m.weights_gb + m.kv_cache_gb + m.activations_gb + m.gradients_gb + m.optimizer_gb + m.overhead_gb
        assert parts == pytest.approx(m.total_gb)
    for option in s03.result.options:
        if option.cost is None:
            continue
        assert sum(option.cost.breakdown.values()) == pytest.approx(option.cost.nominal_eur)
        assert sum(option.cost.by_year_eur) == pytest.approx(option.cost.nominal_eur)


def test_a_result_stays_small_and_reads_back(s03: Evaluation) -> None:
    dumped = s03.result.model_dump_json(by_alias=True)
    assert len(dumped) < 2_000_000
    assert Result.model_validate_json(dumped) == s03.result
    assert dumped.startswith('{"schema":"rechenwerk.result/1"')


def test_probabilities_of_being_best_add_up(s03: Evaluation) -> None:
    """R001: over the options that compete."""
    assert sum(o.p_best or 0.0 for o in s03.result.options) == pytest.approx(1.0)


def test_no_text_keeps_a_placeholder(s03: Evaluation, s06: Evaluation) -> None:
    for evaluation in (s03, s06):
        dumped = evaluation.result.model_dump_json()
        assert not re.search(r"\{[a-z_.]+\}", dumped)


def test_prices_carry_their_age(s03: Evaluation) -> None:
    ages = s03.result.price_ages
    assert ages
    assert all(a.age_days == (s03.result.provenance.as_of - a.retrieved_on).days for a in ages)
    assert all(a.expired == (a.age_days > a.limit_days) for a in ages)


def test_assumptions_are_ordered_by_their_effect(s03: Evaluation) -> None:
    """FIN-14: what to clear up first stands first."""
    effects = [abs(a.impact_eur or 0.0) for a in s03.result.assumptions]
    assert effects == sorted(effects, reverse=True)
    assert effects[0] > 0


@pytest.mark.parametrize("users", [20_000, 200_000])
def test_the_priced_machines_hold_what_was_sized(run: Evaluate, users: int) -> None:
    """R042, R102: a request stays longer on full hardware than nominally; costs count the sized replicas."""
    case = assessment(
        {"kind": "llm_chat", "model_ref": "Qwen/Qwen3-32B", "users_total": users}, road__growth_pct=GROWTH_DOWN
    )
    result = run(case).result
    sized = {c.id: c.total_gpus for c in result.workloads[0].configurations}
    priced = [o for o in result.options if o.fleet is not None]
    assert priced
    for option in priced:
        assert option.fleet is not None
        assert sum(option.fleet.gpus.values()) >= sized[option.chosen["w1"]]


@settings(max_examples=15, deadline=None)
@given(users=st.integers(1, 20_000), growth=st.integers(0, 150))
def test_more_users_never_need_fewer_cards(run: Evaluate, users: int, growth: int) -> None:
    """R042, R154: monotonic in users; any load reaches a result or a stated reason."""

    def fewest(count: int) -> int | None:
        case = assessment(
            {"kind": "llm_chat", "model_ref": "Llama-3.1-8B", "users_active_peak": count},
            road__growth_pct={"low": 0, "value": growth, "high": growth},
        )
        sizes = [c.total_gpus for c in run(case, samples=16).result.workloads[0].configurations if c.feasible]
        return min(sizes, default=None)

    small, large = fewest(users), fewest(users * 2)
    assert small is not None
    assert large is None or large >= small


def test_machines_with_one_accelerator_are_offers_too(run: Evaluate) -> None:
    """R102: two cards a replica may be the fewest in all; a machine with one card still competes with one a replica."""
    result = run(assessment({"kind": "llm_chat", "model_ref": "Qwen/Qwen3-32B", "users_total": 20_000})).result
    h100 = [c for c in result.workloads[0].configurations if c.accelerator == "h100-sxm-80" and c.feasible]
    sizes = [c.gpus_per_replica for c in h100]
    totals = [c.total_gpus for c in h100]
    assert 1 in sizes
    assert totals == sorted(totals)
    assert sizes == sorted(sizes, reverse=True)


def test_an_offer_that_rents_nothing_by_the_hour_is_passed_over(catalog: Catalog) -> None:
    """A client's price list may hold commitments only; what they do not cover could not be rented."""
    offers = {
        name: offer.model_copy(update={"on_demand_per_hour": None}) if offer.kind == "cloud" else offer
        for name, offer in catalog.offers.items()
    }
    bare = catalog.model_copy(update={"offers": offers})
    result = evaluate(assessment(S03), bare, load_questionnaire(), as_of=AS_OF, samples=64).result
    cloud = result.option("cloud")
    assert cloud is not None
    assert cloud.cost is None
    assert result.recommendation.option is not None


def test_a_purchase_is_not_compared_with_what_the_law_excludes(run: Evaluate) -> None:
    free = run(assessment(S03)).result.break_even
    bound = run(assessment(S03, con__residency="onprem")).result.break_even
    assert free is not None
    assert free.against == "cloud"
    assert bound is None
