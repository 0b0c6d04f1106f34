"""A question sheet as both formats show it: every text finished, in one language."""

from dataclasses import dataclass
from datetime import date

from wizard.domain.errors import CodedError
from wizard.report.sheet.key import Head, Key


@dataclass(frozen=True, slots=True)
class SheetQuestion:
    """One row, or one block in Markdown."""

    key: Key
    number: int
    title: str
    help: str
    form: str
    """Kind of answer, unit and limits."""
    options: tuple[str, ...]
    """What may be chosen; for named fields, one line a field."""
    choices: tuple[str, ...]
    """Where exactly one of these is the answer: offered as a list."""
    current: str
    default: str


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A module of the interview, for one workload where it repeats."""

    title: str
    questions: tuple[SheetQuestion, ...]


@dataclass(frozen=True, slots=True)
class SheetPart:
    """Everything one kind of person can answer."""

    name: str
    sections: tuple[SheetSection, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    head: Head
    title: str
    client: str
    created: date
    intro: tuple[str, ...]
    """How to fill the sheet in."""
    parts: tuple[SheetPart, ...]

    @property
    def questions(self) -> tuple[SheetQuestion, ...]:
        return tuple(q for part in self.parts for section in part.sections for q in section.questions)


@dataclass(frozen=True, slots=True)
class FilledRow:
    """One answer as it came back; ``problem`` says why its text cannot be used."""

    place: str
    key: Key | None
    """None: an answer that belongs to no question."""
    text: str
    by: str = ""
    problem: CodedError | None = None


@dataclass(frozen=True, slots=True)
class Filled:
    """A sheet that came back."""

    head: Head
    rows: tuple[FilledRow, ...]
