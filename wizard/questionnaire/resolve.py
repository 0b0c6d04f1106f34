"""Every question as the engines need it: the client's answer, else the sourced default with its span."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wizard.domain.assessment import Answer, AnswerState, Assessment
from wizard.domain.language import Text, text
from wizard.domain.provenance import Evidence
from wizard.questionnaire.defaults import Chosen, choose
from wizard.questionnaire.logic import NOT_APPLICABLE, UNKNOWN, WORKLOADS, Scope, Value
from wizard.questionnaire.schema import NUMBER_TYPES, Question, Questionnaire
from wizard.questionnaire.scope import Key, walk

SizeOf = Callable[[str], float | None]

_SAID: Mapping[Evidence, Text] = {
    Evidence.MEASURED: text("measured", "gemessen"),
    Evidence.DOCUMENTED: text("documented by the client", "vom Kunden belegt"),
    Evidence.STATED: text("stated by the client", "Angabe des Kunden"),
    Evidence.ASSUMED: text("assumed in the conversation", "im Gespräch angenommen"),
}
_NOT_APPLICABLE = text("not applicable", "nicht zutreffend")


@dataclass(frozen=True, slots=True)
class Given:
    """The value of one question with its span.

    ``value`` follows the question type: number, text, truth value, list of texts, mapping (struct, weights), list of
    mappings (table). For ``range`` questions ``value`` is the typical number and ``p95`` the 95 % value. None: open.
    ``low`` and ``high`` equal ``value`` for an answer without span; for structs they are whole mappings.
    """

    question_id: str
    workload_id: str | None
    value: Any
    low: Any
    high: Any
    p95: float | None
    state: AnswerState
    """``unknown`` also for a question that was never touched."""
    evidence: Evidence
    basis: Text

    @property
    def known(self) -> bool:
        """False when only a default stands, or nothing at all."""
        return self.state.has_value


class Values:
    """Answers and defaults of one assessment.

    Args:
        size_of: parameters in billions of a named model (the catalogue knows), for defaults that depend on the size;
            size classes and typed-in sizes need no help.
    """

    def __init__(self, questionnaire: Questionnaire, assessment: Assessment, *, size_of: SizeOf | None = None) -> None:
        self._questionnaire = questionnaire
        self._assessment = assessment
        self._size_of = size_of
        self._walk = walk(questionnaire, assessment)
        self._known: dict[Key, Given] = {}
        self._busy: set[Key] = set()

    def given(self, question_id: str, workload_id: str | None = None) -> Given:
        """The answer, else the default, else an open value.

        Raises:
            CodedError: Q105, unknown question id.
            KeyError: unknown workload, or a workload question without workload.
        """
        key = (question_id, workload_id)
        if key not in self._known:
            question = self._questionnaire.question(question_id)
            if question.repeat:
                self._walk.by_workload[workload_id or ""]
            self._known[key] = self._resolve(question, workload_id)
        return self._known[key]

    def default(self, question_id: str, workload_id: str | None = None) -> Given:
        """What stands in while the question is open, whatever was answered.

        Raises:
            CodedError: Q105, unknown question id.
        """
        question = self._questionnaire.question(question_id)
        return _assumed(question, workload_id, self._chosen(question, workload_id))

    def used(self) -> frozenset[Key]:
        """Questions asked for so far, with those their defaults depend on: what a result stands on."""
        return frozenset(self._known)

    def answers(self, workload_id: str | None = None) -> Scope:
        """Scope for conditions that look at answers only, never at defaults."""
        return self._walk.scope(workload_id)

    def _resolve(self, question: Question, workload_id: str | None) -> Given:
        key = (question.id, workload_id)
        answer = self._assessment.answer(question.id, workload_id)
        if key in self._walk.hidden:
            return self._not_asked(question, workload_id)
        if answer is not None and answer.state is AnswerState.NOT_APPLICABLE:
            return _open(question, workload_id, AnswerState.NOT_APPLICABLE, _NOT_APPLICABLE)
        chosen = self._chosen(question, workload_id)
        if answer is not None and answer.state.has_value and answer.value is not None:
            return _answered(question, workload_id, answer, chosen)
        return _assumed(question, workload_id, chosen)

    def _not_asked(self, question: Question, workload_id: str | None) -> Given:
        chosen = self._chosen(question, workload_id)
        if not chosen.derived:
            return _open(question, workload_id, AnswerState.NOT_APPLICABLE, _NOT_APPLICABLE)
        by = question.default.by
        origin = self.given(by, workload_id) if by else None
        given = _assumed(question, workload_id, chosen)
        if origin is None or not origin.known:
            return given
        return Given(
            given.question_id, workload_id, given.value, given.low, given.high, given.p95, origin.state,
            origin.evidence, given.basis,
        )  # fmt: skip

    def _chosen(self, question: Question, workload_id: str | None) -> Chosen:
        key = (question.id, workload_id)
        self._busy.add(key)
        try:
            return choose(question, _Resolved(self, workload_id))
        finally:
            self._busy.discard(key)

    def look_up(self, name: str, workload_id: str | None) -> Value:
        """A name inside a default rule: a resolved value, ``model.params_b``, ``groups`` or ``workloads``."""
        if name == WORKLOADS:
            return [_Resolved(self, workload.id) for workload in self._assessment.workloads]
        if name == "groups":
            return self._walk.shared["groups"]
        if name == "model.params_b":
            return self._model_size(workload_id)
        question = self._questionnaire.index.get(name)
        owner = workload_id if question is not None and question.repeat else None
        if question is None or (name, owner) in self._busy or (question.repeat and owner is None):
            return UNKNOWN
        given = self.given(name, owner)
        if given.state is AnswerState.NOT_APPLICABLE:
            return NOT_APPLICABLE
        return {"typical": given.value, "p95": given.p95} if question.type == "range" else given.value

    def _model_size(self, workload_id: str | None) -> Value:
        ref = self.given("w.model_ref", workload_id).value if workload_id else None
        if not isinstance(ref, str):
            return UNKNOWN
        if ref in self._questionnaire.model_classes:
            return self._questionnaire.model_classes[ref].params_b
        if ref == "custom":
            return self.look_up("w.params_total_b", workload_id)
        size = self._size_of(ref) if self._size_of else None
        return UNKNOWN if size is None else size


class _Resolved(Mapping[str, Any]):
    """Resolved values as a scope; computes a value only when a rule asks for it."""

    def __init__(self, values: Values, workload_id: str | None) -> None:
        self._values, self._workload_id = values, workload_id

    def __getitem__(self, name: str) -> Value:
        return self._values.look_up(name, self._workload_id)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self[name] is not UNKNOWN

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _answered(question: Question, workload_id: str | None, answer: Answer, chosen: Chosen) -> Given:
    value = low = high = answer.value
    p95 = None
    if isinstance(value, Mapping) and question.type in (*NUMBER_TYPES, "span"):
        low, value, high = (value.get(key) for key in ("low", "value", "high"))
        low, high = (value if bound is None else bound for bound in (low, high))
    elif isinstance(value, Mapping) and question.type == "range":
        p95 = value.get("p95")
        value = low = high = value.get("typical")
        p95 = _scaled_p95(value, chosen) if p95 is None else p95
    evidence = Evidence.MEASURED if answer.state is AnswerState.MEASURED else answer.evidence
    return Given(
        question.id, workload_id, value, low, high, p95, answer.state, evidence, _SAID[evidence]
    )  # fmt: skip


def _scaled_p95(typical: Any, chosen: Chosen) -> float | None:
    """The 95 % value in the default's proportion, where only the typical number was given."""
    if not chosen.value or chosen.p95 is None or not isinstance(typical, int | float):
        return None
    return float(round(typical * chosen.p95 / chosen.value))


def _assumed(question: Question, workload_id: str | None, chosen: Chosen) -> Given:
    low = chosen.value if chosen.low is None else chosen.low
    high = chosen.value if chosen.high is None else chosen.high
    return Given(
        question.id, workload_id, chosen.value, low, high, chosen.p95, AnswerState.UNKNOWN, Evidence.ASSUMED,
        question.default.basis,
    )  # fmt: skip


def _open(question: Question, workload_id: str | None, state: AnswerState, basis: Text) -> Given:
    return Given(question.id, workload_id, None, None, None, None, state, Evidence.ASSUMED, basis)
