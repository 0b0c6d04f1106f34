"""How complete the interview is, and which open questions matter."""

from collections.abc import Iterator

from wizard.domain.assessment import AnswerState, Assessment
from wizard.domain.language import Text, text
from wizard.domain.result import Assumption, Completeness, Finding, OpenQuestion, Option
from wizard.domain.workload_result import WorkloadResult
from wizard.engine.assumed import ASKED_FOR
from wizard.questionnaire.completeness import Progress, progress
from wizard.questionnaire.flow import sections
from wizard.questionnaire.resolve import Given, Values
from wizard.questionnaire.schema import Questionnaire

_ORDER = ("gate", "cost", "verdict", "detail")
_COST_QUESTIONS = 6
"""Cost drivers named as open questions; the table of assumptions holds all of them."""


def answered(questionnaire: Questionnaire, assessment: Assessment) -> Progress:
    """Counts over the asked questions."""
    total = Progress()
    for section in sections(questionnaire, assessment):
        total = total + progress(assessment, section)
    return total


def completeness(
    total: Progress, assessment: Assessment, values: Values, options: tuple[Option, ...],
    findings: tuple[Finding, ...], made: tuple[Assumption, ...], workloads: tuple[WorkloadResult, ...] = (),
) -> Completeness:  # fmt: skip
    """The counts, and what to clear up first."""
    return Completeness(
        answered=total.answered,
        unknown=total.asked - total.answered,
        measured=total.measured,
        open_questions=(*_of_workloads(workloads), *_ranked(values, assessment, options, findings, made)),
    )


def _ranked(
    values: Values, assessment: Assessment, options: tuple[Option, ...], findings: tuple[Finding, ...],
    made: tuple[Assumption, ...],
) -> tuple[OpenQuestion, ...]:  # fmt: skip
    found: dict[tuple[str, str | None], OpenQuestion] = {}
    for entry in (*_of_gates(options), *_of_costs(made), *_of_findings(findings)):
        for workload in _owners(entry, assessment):
            key = (entry.id, workload)
            if key not in found and _asks(values.given(*key)):
                found[key] = entry.model_copy(update={"workload": workload})
    return tuple(sorted(found.values(), key=lambda q: _ORDER.index(q.impact)))


def _asks(given: Given) -> bool:
    """Unanswered, and asked in this workload at all."""
    return not given.known and given.state is not AnswerState.NOT_APPLICABLE


def _owners(entry: OpenQuestion, assessment: Assessment) -> list[str | None]:
    if entry.workload is not None or not entry.id.startswith("w."):
        return [entry.workload]
    return [w.id for w in assessment.workloads]


def _of_workloads(workloads: tuple[WorkloadResult, ...]) -> Iterator[OpenQuestion]:
    """Answered, yet with something nobody can compute with: asked again before anything else."""
    for workload in workloads:
        if workload.open is not None and workload.open_question is not None:
            yield OpenQuestion(id=workload.open_question, workload=workload.id, why=workload.open, impact="verdict")


def _of_gates(options: tuple[Option, ...]) -> Iterator[OpenQuestion]:
    for option in options:
        for gate in option.gates:
            if gate.verdict == "open":
                for question in gate.questions:
                    yield OpenQuestion(id=question, why=gate.text, impact="gate")


def _of_costs(made: tuple[Assumption, ...]) -> Iterator[OpenQuestion]:
    asked = [a for a in made if a.impact_eur and not a.question.startswith("cost.")]
    for assumption in asked[:_COST_QUESTIONS]:
        yield OpenQuestion(id=assumption.question, workload=assumption.workload, why=_MOVES_COST, impact="cost")
    for assumption in made:
        if assumption.question in ASKED_FOR:
            yield OpenQuestion(id=ASKED_FOR[assumption.question], why=_FAR_APART, impact="cost")


def _of_findings(findings: tuple[Finding, ...]) -> Iterator[OpenQuestion]:
    """One entry a question, with all the rules that wait for it."""
    waiting: dict[str, list[Text]] = {}
    for finding in findings:
        for question in finding.questions:
            waiting.setdefault(question, []).append(finding.title)
    for question, titles in waiting.items():
        yield OpenQuestion(id=question, why=_listed(titles), impact="detail")


def _listed(titles: list[Text]) -> Text:
    """``To check: A · B``: the words before the colon once."""
    english, german = ([title.in_language(code) for title in titles] for code in ("en", "de"))
    return text(" · ".join([english[0], *(_after_colon(t) for t in english[1:])]),
                " · ".join([german[0], *(_after_colon(t) for t in german[1:])]))  # fmt: skip


def _after_colon(title: str) -> str:
    return title.partition(": ")[2] or title


_MOVES_COST: Text = text(
    "moves the cost of the leading option; see the table of assumptions",
    "verändert die Kosten der führenden Option; siehe Tabelle der Annahmen",
)
_FAR_APART: Text = text(
    "enters the cost of own hardware, and what is published lies far apart: asked rather than assumed",
    "geht in die Kosten eigener Hardware ein, und veröffentlichte Werte liegen weit auseinander: fragen statt annehmen",
)
