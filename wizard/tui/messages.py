"""What happened, told between widgets and screens."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.message import Message

if TYPE_CHECKING:
    from wizard.domain.result import Result
    from wizard.tui.widgets.field import Field


@dataclass
class AnswerTyped(Message):
    """A text field was left or confirmed with a new text; an empty text takes the answer back."""

    field: "Field"
    text: str
    confirmed: bool
    """Confirmed by Enter: the focus moves on when the text is accepted."""


@dataclass
class AnswerChosen(Message):
    """A value was chosen that needs no parsing."""

    field: "Field"
    value: Any
    confirmed: bool


@dataclass
class UnknownChosen(Message):
    """The person does not know the answer."""

    field: "Field"


@dataclass
class ResultChanged(Message):
    """A finished evaluation of this revision of the assessment."""

    revision: int
    result: "Result"


@dataclass
class EvaluationFailed(Message):
    """The evaluation of this revision ended with an error; ``text`` is for the person."""

    revision: int
    text: str


@dataclass
class FieldLeft(Message):
    """An arrow key wants to leave the field downwards (1) or upwards (-1)."""

    by: int
