"""A questionnaire and small assessments for the tests of this folder."""

import pytest
from wizard.domain.assessment import Answer, AnswerState, Assessment, Workload
from wizard.questionnaire.loader import load_questionnaire

UNKNOWN = Answer(state=AnswerState.UNKNOWN)


@pytest.fixture(scope="session")
def questionnaire():
    return load_questionnaire()


@pytest.fixture
def assess():
    """``assess({"client.country": "DE"}, {"w.kind": "ocr"})``: shared answers, then one mapping per workload."""

    def build(shared=None, *workloads, path="quick"):
        return Assessment(
            id="0" * 26,
            questionnaire=f"{path}@2026.11",
            answers=_answers(shared or {}),
            workloads=tuple(
                Workload(id=f"w{number}", answers=_answers(answers)) for number, answers in enumerate(workloads, 1)
            ),
        )

    return build


def _answers(values):
    return {key: value if isinstance(value, Answer) else Answer(value=value) for key, value in values.items()}
