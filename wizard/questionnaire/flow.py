"""Which questions are asked now, in which sections: by conditions, by path, one pass per workload."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from wizard.domain.assessment import Assessment
from wizard.domain.language import Text, text
from wizard.questionnaire.schema import Module, Path, Question, Questionnaire
from wizard.questionnaire.scope import Walk, walk

_NOT_ON_PATH: Mapping[str, Text] = {
    "quick": text(
        "not asked on the quick path; the default applies", "wird im schnellen Durchgang nicht gefragt; Vorgabe gilt"
    ),
    "normal": text(
        "refines the result; asked on the full path", "verfeinert das Ergebnis; wird im vollständigen Durchgang gefragt"
    ),
}


@dataclass(frozen=True, slots=True)
class LiveQuestion:
    """A question in its place of the interview; options and unit are already those of the workload's kind."""

    question: Question
    workload_id: str | None
    asked: bool
    hidden_because: Text | None = None
    hidden_by_condition: bool = False
    """Hidden by an answer; otherwise only the path leaves it out."""


@dataclass(frozen=True, slots=True)
class Section:
    """A module with the workload it is asked for. ``id`` is unique: ``client`` or ``w1.traffic``."""

    id: str
    title: Text
    workload_id: str | None
    questions: tuple[LiveQuestion, ...]

    @property
    def asked(self) -> tuple[LiveQuestion, ...]:
        return tuple(live for live in self.questions if live.asked)


def live_questions(questionnaire: Questionnaire, assessment: Assessment) -> tuple[LiveQuestion, ...]:
    """Every question of the interview in order, asked or hidden with the reason."""
    return tuple(live for section in sections(questionnaire, assessment) for live in section.questions)


def sections(questionnaire: Questionnaire, assessment: Assessment) -> tuple[Section, ...]:
    """The interview in sections; a module with nothing to ask is kept, so that its hidden questions can say why."""
    walked = walk(questionnaire, assessment)
    found = []
    for module, workload_id in passes(questionnaire, assessment):
        questions = tuple(_live(questionnaire, assessment, walked, q, workload_id) for q in module.questions)
        section_id = module.id if workload_id is None else f"{workload_id}.{module.id}"
        found.append(Section(section_id, module.title, workload_id, questions))
    return tuple(found)


def passes(questionnaire: Questionnaire, assessment: Assessment) -> Iterator[tuple[Module, str | None]]:
    """Modules in order; neighbouring repeated modules run as one pass per workload."""
    for repeat, group in groupby(questionnaire.modules, key=lambda module: module.repeat):
        modules = list(group)
        for workload_id in [w.id for w in assessment.workloads] if repeat else [None]:
            for module in modules:
                yield module, workload_id


def for_kind(question: Question, kind: object) -> Question:
    """The question with the options and the unit of a workload kind."""
    if not isinstance(kind, str):
        return question
    changes: dict[str, object] = {}
    options = tuple(o for o in question.options if not o.only_for or kind in o.only_for)
    if options and len(options) < len(question.options):
        changes["options"] = options
    if kind in question.unit_by:
        changes |= {"unit": question.unit_by[kind], "unit_text": question.unit_text_by[kind]}
    return question.model_copy(update=changes) if changes else question


def on_path(question: Question, path: str) -> bool:
    """Whether a path asks this question: quick only the quick ones, normal all but the optional, full all."""
    if path == "quick":
        return question.quick
    return path == "full" or not question.optional


def _live(
    questionnaire: Questionnaire, assessment: Assessment, walked: Walk, question: Question, workload_id: str | None
) -> LiveQuestion:
    reason = _hidden_because(questionnaire, assessment, walked, question, workload_id)
    if workload_id is not None:
        question = for_kind(question, walked.scope(workload_id).get("w.kind"))
    return LiveQuestion(question, workload_id, reason is None, reason, (question.id, workload_id) in walked.hidden)


def _hidden_because(
    questionnaire: Questionnaire, assessment: Assessment, walked: Walk, question: Question, workload_id: str | None
) -> Text | None:
    if (question.id, workload_id) in walked.hidden:
        return _condition_reason(questionnaire.deciders[question.id])
    answered = assessment.answer(question.id, workload_id) is not None
    if answered or on_path(question, assessment.path):
        return None
    return _NOT_ON_PATH["quick" if assessment.path == "quick" else "normal"]


def _condition_reason(deciders: Sequence[Question]) -> Text:
    return text(
        "does not apply, given the answer to: " + "; ".join(question.title.en for question in deciders),
        "entfällt nach der Antwort auf: " + "; ".join(question.title.de for question in deciders),
    )


__all__ = ["LiveQuestion", "Path", "Section", "for_kind", "live_questions", "on_path", "passes", "sections"]
