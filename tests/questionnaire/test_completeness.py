"""Marks in the sidebar."""

import pytest
from wizard.domain.assessment import Answer, AnswerState
from wizard.domain.provenance import Evidence
from wizard.questionnaire.completeness import Progress, Status, progress, status
from wizard.questionnaire.flow import sections


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (None, Status.REQUIRED),
        (Answer(value=36), Status.ANSWERED),
        (Answer(value=3600), Status.CHECK),
        (Answer(value="viele"), Status.CHECK),
        (Answer(state=AnswerState.UNKNOWN), Status.UNKNOWN),
        (Answer(state=AnswerState.NOT_APPLICABLE, reason="-"), Status.NOT_APPLICABLE),
    ],
)
def test_a_question_s_status(questionnaire, assess, answer, expected):
    assessment = assess({} if answer is None else {"project.horizon_months": answer}, {})
    assert status(questionnaire, assessment, "project.horizon_months") is expected


def test_a_refining_question_is_open_and_not_required(questionnaire, assess):
    assert status(questionnaire, assess({}, {}), "fin.wacc_pct") is Status.OPEN


def test_a_hidden_question_is_not_applicable(questionnaire, assess):
    assert status(questionnaire, assess({}, {"w.kind": "ocr"}), "w.users_total", "w1") is Status.NOT_APPLICABLE


def test_an_option_of_another_kind_needs_checking(questionnaire, assess):
    workload = {"w.kind": "pretrain", "w.method": "qlora"}
    assert status(questionnaire, assess({}, workload), "w.method", "w1") is Status.CHECK


def test_a_section_counts_its_questions(questionnaire, assess):
    shared = {
        "client.name": "ACME",
        "client.country": Answer(state=AnswerState.UNKNOWN),
        "project.horizon_months": 3600,
        "client.employees": Answer(value=20, evidence=Evidence.MEASURED),
    }
    assessment = assess(shared, {})
    section = sections(questionnaire, assessment)[0]
    assert progress(assessment, section) == Progress(asked=5, answered=2, measured=1, unknown=1, required=1, check=1)


def test_counts_add_up():
    assert Progress(asked=2, answered=1) + Progress(asked=3, unknown=1) == Progress(asked=5, answered=1, unknown=1)
