"""Answers and defaults as the engines get them."""

import pytest
from wizard.catalogs.load import load_catalog
from wizard.domain.assessment import Answer, AnswerState
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Evidence
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.stored import check_value


@pytest.fixture
def given(questionnaire, assess):
    def resolve(question_id, shared=None, workload=None, **options):
        values = Values(questionnaire, assess(shared, workload or {}), **options)
        return values.given(question_id, "w1" if question_id.startswith("w.") else None)

    return resolve


def _span(given):
    return given.low, given.value, given.high


def test_an_answer_narrows_to_itself(given):
    assert _span(given("project.horizon_months", {"project.horizon_months": 48})) == (48, 48, 48)


def test_an_answer_with_a_range_keeps_it(given):
    people = given("w.users_active_peak", workload={"w.users_active_peak": {"low": 20, "value": 50, "high": 90}})
    assert _span(people) == (20, 50, 90)


def test_a_missing_answer_gets_the_default_with_its_span_and_basis(given):
    horizon = given("project.horizon_months")
    assert (_span(horizon), horizon.known, horizon.evidence) == ((24, 36, 60), False, Evidence.ASSUMED)
    assert horizon.basis.de == "Planungsannahme ohne externe Quelle"


def test_unknown_is_not_no(given):
    """A client who does not know gets the default; a client who says no gets no."""
    unknown = given("w.offline_required", workload={"w.offline_required": Answer(state=AnswerState.UNKNOWN)})
    no = given("w.offline_required", workload={"w.offline_required": False})
    assert (unknown.known, no.known) == (False, True)


def test_a_default_may_stay_open(given):
    budget = given("fin.capex_budget")
    assert (budget.value, budget.known) == (None, False)


@pytest.mark.parametrize(
    ("kind", "expected"), [("llm_chat", (4, 12, 30)), ("llm_code", (20, 60, 200)), ("llm_agent", (1, 3, 10))]
)
def test_defaults_follow_the_kind_of_workload(given, kind, expected):
    """R015."""
    assert _span(given("w.requests_per_user_hour", workload={"w.kind": kind})) == expected


@pytest.mark.parametrize(
    ("question_id", "shared", "expected"),
    [
        ("fin.pue", {"site.place": "own_dc"}, 1.5), ("fin.pue", {"site.place": "edge"}, 1.1),
        ("fin.vat_recoverable", {"client.sector": "public"}, "no"),
        ("fin.vat_recoverable", {"client.sector": "media"}, "yes"),
        ("site.noise_limit", {"site.place": "office"}, "cat1"),
        ("site.noise_limit", {"site.place": "server_room"}, "no"),
        ("site.noise_limit_dba", {"site.place": "office"}, 55),
        ("site.noise_limit_dba", {"site.place": "office", "site.noise_limit": "cat2"}, 70),
    ],
)  # fmt: skip
def test_defaults_follow_other_answers_and_defaults(given, question_id, shared, expected):
    """R023."""
    assert given(question_id, shared).value == expected


@pytest.mark.parametrize(
    ("place", "figure"),
    [("server_room", "site.rack_kw_server_room"), ("own_dc", "site.rack_kw_air"), ("colo", "site.rack_kw_air")],
)
def test_a_usual_rack_is_what_the_verdict_on_the_place_uses(given, place, figure):
    """R022: one limit for the gates, the racks and the places."""
    found, usual = given("site.rack_kw", {"site.place": place}), load_catalog().figure(figure).range()
    assert (found.low, found.value, found.high) == (usual.low, usual.value, usual.high)


@pytest.mark.parametrize(
    ("level", "expected"), [("experiment", 95), ("internal", 99), ("business", 99.5), ("safety", 99.9)]
)
def test_availability_follows_criticality(given, level, expected):
    assert given("w.availability_pct", workload={"w.kind": "ocr", "w.criticality": level}).value == expected


def test_active_users_follow_the_people_with_access(given):
    """R042: 20 %, between 10 and 50 %."""
    assert _span(given("w.users_active_peak", workload={"w.users_total": 300})) == (30, 60, 150)


def test_active_users_without_any_number_known(given):
    assert _span(given("w.users_active_peak")) == (20, 50, 150)


@pytest.mark.parametrize(
    ("slo", "model", "ttft", "tpot"),
    [
        ("interactive", "class_8b", 500, 30), ("interactive", "class_70b", 450, 40),
        ("interactive", "class_moe_670b", 4500, 80),
        ("conversational", "class_8b", 2000, 100), ("conversational", "class_70b", 2000, 200),
        ("conversational", "class_moe_670b", 6000, 175), ("voice", "class_8b", 300, 40),
        ("background", "class_8b", 10000, 200),
    ],
)  # fmt: skip
def test_latency_targets_follow_service_level_and_model_size(given, slo, model, ttft, tpot):
    """R008, R087: limits of mlcommons/inference_policies, inference_rules.adoc."""
    workload = {"w.kind": "llm_chat", "w.slo_class": slo, "w.model_ref": model}
    found = given("w.ttft_p95_ms", workload=workload).value, given("w.tpot_p95_ms", workload=workload).value
    assert found == (ttft, tpot)


@pytest.mark.parametrize(("slo", "tpot"), [("interactive", 15), ("conversational", 80)])
def test_reasoning_models_have_their_own_pace(given, slo, tpot):
    workload = {"w.kind": "llm_reason", "w.slo_class": slo}
    assert given("w.tpot_p95_ms", workload=workload).value == tpot


def test_the_size_of_a_named_model_comes_from_outside(given):
    workload = {"w.kind": "llm_chat", "w.slo_class": "interactive", "w.model_ref": "Qwen/Qwen3-32B"}
    assert given("w.tpot_p95_ms", workload=workload, size_of={"Qwen/Qwen3-32B": 32.8}.get).value == 40


def test_a_batch_window_has_no_token_targets(given):
    ttft = given("w.ttft_p95_ms", workload={"w.kind": "llm_doc", "w.slo_class": "batch"})
    assert (ttft.value, ttft.state) == (None, AnswerState.NOT_APPLICABLE)


@pytest.mark.parametrize(
    ("workload", "expected"),
    [
        ({"w.kind": "llm_chat", "w.slo_class": "conversational", "w.model_ref": "class_8b"}, (2000 + 451 * 100) / 1000),
        ({"w.kind": "vision"}, 0.1), ({"w.kind": "ocr"}, 60), ({"w.kind": "llm_doc", "w.slo_class": "batch"}, 28800),
    ],
)  # fmt: skip
def test_the_whole_answer_takes_first_token_plus_all_others(given, workload, expected):
    """R089."""
    assert given("w.e2e_p95_s", workload=workload).value == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize(("kind", "expected"), [("ft_full", "full"), ("train_other", "other"), ("ft_peft", "lora")])
def test_the_training_method_follows_the_kind(given, kind, expected):
    """R055."""
    assert given("w.method", workload={"w.kind": kind}).value == expected


def test_what_follows_by_definition_is_as_known_as_its_origin(given):
    assert given("w.method", workload={"w.kind": "ft_full"}).known


def test_a_question_that_is_not_asked_is_not_applicable(given):
    given_method = given("w.method", workload={"w.kind": "llm_chat"})
    assert (given_method.value, given_method.state) == (None, AnswerState.NOT_APPLICABLE)


def test_an_answer_to_a_question_no_longer_asked_does_not_count(given):
    people = given("w.users_active_peak", workload={"w.kind": "ocr", "w.users_active_peak": 500})
    assert people.value is None


def test_typical_and_95th_percentile_defaults(given):
    """R171: percentiles of the Azure 2023 conversation trace."""
    tokens = given("w.tokens_in", workload={"w.kind": "llm_chat"})
    assert (tokens.value, tokens.p95) == (1020, 4083)


def test_a_typical_number_alone_gets_the_default_s_proportion(given):
    tokens = given("w.tokens_in", workload={"w.kind": "llm_rag", "w.tokens_in": {"typical": 1500, "p95": None}})
    assert (tokens.value, tokens.p95) == (1500, 4000)


def test_a_struct_default_varies_only_where_it_is_uncertain(given):
    rate = given("w.items_rate", workload={"w.kind": "vision"})
    assert rate.low == {"unit": "images", "peak_rate": 1, "peak_per": "s", "size": 1280}


def test_the_largest_model_expected_is_twice_the_largest_named(questionnaire, assess):
    values = Values(questionnaire, assess({}, {"w.model_ref": "class_8b"}, {"w.model_ref": "class_70b"}))
    assert values.given("road.max_params_b").value == 140


def test_prices_by_country_are_left_to_the_catalogue(given, questionnaire):
    assert (given("fin.fte_cost").value, questionnaire.question("fin.fte_cost").default.from_catalog) == (None, True)


def test_an_unknown_question_names_near_ones(given):
    with pytest.raises(CodedError, match=r"fin\.capex_budget"):
        given("fin.capex_buget")


def test_a_measured_answer_is_measured_evidence(given):
    vram = Answer(value=71.5, state=AnswerState.MEASURED)
    shared = {"hw.has_gpu": "server", "base.measured": "adhoc", "base.vram_peak_gb": vram}
    assert given("base.vram_peak_gb", shared).evidence is Evidence.MEASURED


def test_every_default_fits_its_own_question(questionnaire, assess):
    """For all kinds: what is assumed would also be accepted as an answer."""
    kinds = [option.value for option in questionnaire.question("w.kind").options]
    values = Values(questionnaire, assess({}, *[{"w.kind": kind} for kind in kinds]))
    for question in questionnaire.index.values():
        for workload in [f"w{n}" for n in range(1, len(kinds) + 1)] if question.repeat else [None]:
            found = values.given(question.id, workload)
            for value in [v for v in (found.low, found.value, found.high) if v is not None]:
                shaped = {"typical": value} if question.type == "range" else value
                shaped = {"value": value} if question.type == "span" else shaped
                assert check_value(question, shaped) is None, (question.id, workload, value)


def test_ranges_of_defaults_are_ordered(questionnaire, assess):
    kinds = [option.value for option in questionnaire.question("w.kind").options]
    values = Values(questionnaire, assess({}, *[{"w.kind": kind} for kind in kinds]))
    for question in questionnaire.index.values():
        for workload in [f"w{n}" for n in range(1, len(kinds) + 1)] if question.repeat else [None]:
            found = values.given(question.id, workload)
            if isinstance(found.value, int | float) and not isinstance(found.value, bool):
                assert found.low <= found.value <= found.high, (question.id, workload)
