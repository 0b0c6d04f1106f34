"""The state of an answer as a symbol and a word, never as a colour alone."""

from typing import NamedTuple

from wizard.domain.assessment import Answer, AnswerState
from wizard.tui.speech import mark


class State(NamedTuple):
    symbol: str
    word: str
    style: str


OPEN = State("·", mark("open"), "$quiet")
CHECK = State("!", mark("check"), "$text-warning")

_STATES = {
    AnswerState.ANSWERED: State("✓", mark("answered"), "$text-success"),
    AnswerState.MEASURED: State("✓", mark("measured"), "$text-success"),
    AnswerState.IMPORTED: State("✓", mark("imported"), "$text-success"),
    AnswerState.UNKNOWN: State("?", mark("unknown"), "$text-accent"),
    AnswerState.NOT_APPLICABLE: State("–", mark("not applicable"), "$quiet"),
}


def state_of(answer: Answer | None) -> State:
    """The state of one stored answer; none at all is open."""
    return OPEN if answer is None else _STATES[answer.state]


def state_of_section(states: list[State]) -> State:
    """The most urgent state among the questions of a section: check, open, unknown, then answered."""
    if CHECK in states:
        return CHECK
    if OPEN in states:
        return OPEN
    if any(state.symbol == "?" for state in states):
        return _STATES[AnswerState.UNKNOWN]
    return _STATES[AnswerState.ANSWERED]
