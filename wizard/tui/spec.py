"""What a new assessment begins with."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from wizard.session import Session


@dataclass(frozen=True)
class CreateSpec:
    """A new assessment to begin with."""

    path: Path
    language: str = "de"
    questionnaire_path: Literal["quick", "normal", "full"] = "quick"
    title: str = ""


def begin(spec: CreateSpec) -> "Session":
    """The new file, with one workload to begin with.

    Raises:
        CodedError: the file exists already or cannot be written.
    """
    from wizard.domain.assessment import Answer
    from wizard.session import Session

    session = Session.create(
        spec.path, language=spec.language, questionnaire_path=spec.questionnaire_path, title=spec.title
    )
    if spec.title and session.assessment.answer("client.name") is None:
        session.apply("client.name", Answer(value=spec.title))  # the name just typed is not asked for again
    if not session.assessment.workloads:
        session.add_workload()
    return session
