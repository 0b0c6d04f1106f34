"""Which questions are asked, where, and why others are not."""

import pytest
from wizard.domain.assessment import Answer, AnswerState
from wizard.questionnaire.flow import live_questions, sections
from wizard.questionnaire.scope import walk

UNKNOWN = Answer(state=AnswerState.UNKNOWN)


def _asked(questionnaire, assessment):
    return {(live.question.id, live.workload_id) for live in live_questions(questionnaire, assessment) if live.asked}


def _find(questionnaire, assessment, question_id, workload_id=None):
    lives = live_questions(questionnaire, assessment)
    return next(live for live in lives if (live.question.id, live.workload_id) == (question_id, workload_id))


def test_sections_follow_the_interview_with_one_pass_per_workload(questionnaire, assess):
    ids = [section.id for section in sections(questionnaire, assess({}, {}, {}))]
    assert ids[:10] == [
        "client", "w1.workload", "w1.traffic", "w1.slo", "w1.training", "w2.workload", "w2.traffic", "w2.slo",
        "w2.training", "compliance",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "question_id", "expected"),
    [
        ("llm_chat", "w.users_active_peak", True), ("ocr", "w.users_active_peak", False), ("ocr", "w.items_rate", True),
        ("ft_peft", "w.method", True), ("ft_full", "w.method", False), ("llm_chat", "w.method", False),
    ],
)  # fmt: skip
def test_questions_follow_the_kind_of_workload(questionnaire, assess, kind, question_id, expected):
    """R064."""
    assert ((question_id, "w1") in _asked(questionnaire, assess({}, {"w.kind": kind}))) is expected


@pytest.mark.parametrize("residency", [UNKNOWN, None])
def test_an_unknown_input_shows_the_question(questionnaire, assess, residency):
    shared = {} if residency is None else {"con.residency": residency}
    assert ("con.us_provider", None) in _asked(questionnaire, assess(shared, {}, path="normal"))


def test_a_clear_no_hides_the_question_and_says_which_answer_did_it(questionnaire, assess):
    live = _find(questionnaire, assess({"con.residency": "onprem"}, {}, path="full"), "con.us_provider")
    assert not live.asked
    assert "Wo dürfen Daten und Modelle verarbeitet werden?" in live.hidden_because.de


def test_a_hidden_question_counts_as_not_applicable_further_on(questionnaire, assess):
    """``base.measured`` is not asked without hardware, so what depends on it is not asked either."""
    assessment = assess({"hw.has_gpu": "none", "base.measured": "repeatable"}, {}, path="full")
    assert ("base.vram_peak_gb", None) not in _asked(questionnaire, assessment)


def test_not_applicable_makes_a_comparison_false(questionnaire, assess):
    answer = Answer(state=AnswerState.NOT_APPLICABLE, reason="no own room")
    assessment = assess({"site.place": answer}, {}, path="full")
    assert ("site.power_kw", None) not in _asked(questionnaire, assessment)


@pytest.mark.parametrize(
    ("path", "question_id", "expected"),
    [
        ("quick", "client.country", True), ("quick", "client.sector", False), ("normal", "client.sector", True),
        ("normal", "fin.wacc_pct", False), ("full", "fin.wacc_pct", True),
    ],
)  # fmt: skip
def test_paths_ask_more_and_more(questionnaire, assess, path, question_id, expected):
    assert ((question_id, None) in _asked(questionnaire, assess({}, {}, path=path))) is expected


def test_an_answered_question_is_shown_on_any_path(questionnaire, assess):
    assert ("fin.wacc_pct", None) in _asked(questionnaire, assess({"fin.wacc_pct": 5}, {}))


def test_any_workload_is_enough_for_a_shared_question(questionnaire, assess):
    chat, training = {"w.kind": "llm_chat"}, {"w.kind": "ft_full"}
    found = [
        ("data.file_profile", None) in _asked(questionnaire, assess({}, *workloads, path="normal"))
        for workloads in ([chat], [chat, training])
    ]
    assert found == [False, True]


def test_options_are_those_of_the_kind(questionnaire, assess):
    live = _find(questionnaire, assess({}, {"w.kind": "ft_peft"}), "w.method", "w1")
    assert [option.value for option in live.question.options] == ["qlora", "lora"]


def test_conditions_see_answers_and_never_defaults(questionnaire, assess):
    scope = walk(questionnaire, assess({}, {"w.kind": "llm_chat"})).scope("w1")
    assert "unknown" in str(scope["w.users_active_peak"].value)
