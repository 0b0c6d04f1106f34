"""What the client said, as the conditions see it: answers, unknown, not applicable. Never defaults.

The one exception is a question marked ``steers`` (the kind of a workload): while it is open, conditions follow its
default, because the engine has to assume the same and the interview would otherwise show every branch at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wizard.domain.assessment import Answer, AnswerState, Assessment
from wizard.questionnaire.expressions import compile_expression
from wizard.questionnaire.logic import NOT_APPLICABLE, UNKNOWN, WORKLOADS, Layered, Scope, Value
from wizard.questionnaire.schema import Module, Question, Questionnaire
from wizard.questionnaire.stored import check_value

Key = tuple[str, str | None]
"""Question id and workload id."""


@dataclass(frozen=True, slots=True)
class Walk:
    """One pass through the interview: which questions their conditions hide, and the scopes for further conditions."""

    shared: Scope
    """Answers outside the workloads; ``workloads`` holds one scope per workload, ``groups`` the groups of kinds."""
    by_workload: Mapping[str, Scope]
    """The workload's answers together with the shared ones."""
    hidden: frozenset[Key]

    def scope(self, workload_id: str | None = None) -> Scope:
        return self.shared if workload_id is None else self.by_workload[workload_id]


def walk(questionnaire: Questionnaire, assessment: Assessment) -> Walk:
    """Walks all modules in interview order; a hidden question is not applicable for every later condition."""
    state = _State(questionnaire, assessment)
    for module in questionnaire.modules:
        if module.repeat:
            for workload in assessment.workloads:
                state.visit(module, workload.id)
        else:
            state.visit(module, None)
    by_workload = {key: Layered(own, state.shared) for key, own in state.own.items()}
    return Walk(state.shared, by_workload, frozenset(state.hidden))


@dataclass(slots=True)
class _State:
    questionnaire: Questionnaire
    assessment: Assessment
    shared: dict[str, Any] = field(default_factory=dict)
    own: dict[str, dict[str, Any]] = field(default_factory=dict)
    hidden: set[Key] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.own = {workload.id: {} for workload in self.assessment.workloads}
        groups = {name: list(members) for name, members in self.questionnaire.groups.items()}
        self.shared = {"groups": groups, WORKLOADS: list(self.own.values())}

    def visit(self, module: Module, workload_id: str | None) -> None:
        names = self.shared if workload_id is None else self.own[workload_id]
        for question in module.questions:
            if self._is_hidden(question, workload_id):
                self.hidden.add((question.id, workload_id))
                names[question.id] = NOT_APPLICABLE
            else:
                names[question.id] = stated(question, self.assessment.answer(question.id, workload_id))

    def _is_hidden(self, question: Question, workload_id: str | None) -> bool:
        condition = self.questionnaire.conditions.get(question.id)
        if condition is None:
            return False
        scope = self.shared if workload_id is None else Layered(self.own[workload_id], self.shared)
        return compile_expression(condition).evaluate(scope) is False


def stated(question: Question, answer: Answer | None) -> Value:
    """An answer as a value for conditions; numbers given with a span count with their middle value.

    A stored value that does not fit its question tells nothing.
    """
    if answer is not None and answer.state is AnswerState.NOT_APPLICABLE:
        return NOT_APPLICABLE
    if answer is None or not answer.state.has_value or check_value(question, answer.value) is not None:
        return question.default.value if question.default.steers else UNKNOWN
    return central(question, answer.value)


def central(question: Question, value: Value) -> Value:
    """The middle of ``{low, value, high}``; anything else as it is."""
    spanned = question.type in ("int", "float", "percent", "money", "span")
    return value.get("value", UNKNOWN) if spanned and isinstance(value, Mapping) else value
