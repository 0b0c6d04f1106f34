"""Errors of the command line itself. Loaded only when one is raised: it brings the domain models along."""

from collections.abc import Iterator
from contextlib import contextmanager

from wizard.domain.errors import CodedError, ErrorCode
from wizard.domain.language import text


class CommandError(ErrorCode):
    NOT_A_PAIR = (
        "P001",
        text(
            "'{given}' is not of the form id=value, for example fin.capex_budget=250000",
            "„{given}“ hat nicht die Form id=Wert, zum Beispiel fin.capex_budget=250000",
        ),
    )
    NO_SUCH_WORKLOAD = (
        "P002",
        text(
            "there is no workload '{given}'; there are: {known}", "es gibt keinen Workload „{given}“; es gibt: {known}"
        ),
    )
    WHICH_WORKLOAD = (
        "P003",
        text(
            "'{given}' belongs to a workload: name one with --workload ({known})",
            "„{given}“ gehört zu einem Workload: mit --workload einen nennen ({known})",
        ),
    )
    EXISTS = (
        "P004",
        text(
            "the file exists already; open it with: rechenwerk open {path}",
            "die Datei gibt es schon; öffnen mit: rechenwerk open {path}",
        ),
    )
    NO_TERMINAL = (
        "P005",
        text(
            "the wizard needs a terminal; without one use --no-tui and 'rechenwerk set'",
            "der Assistent braucht ein Terminal; ohne Terminal --no-tui und „rechenwerk set“ verwenden",
        ),
    )
    GPUS_DO_NOT_DIVIDE = (
        "P006",
        text(
            "{gpus} GPUs cannot be split into tensor parallel {tp} × pipeline parallel {pp} × {dp} replicas",
            "{gpus} GPUs lassen sich nicht in Tensor-Parallelität {tp} × Pipeline-Parallelität {pp} × {dp} Repliken "
            "aufteilen",
        ),
    )
    NO_SUCH_FILE = ("P007", text("there is no such file", "diese Datei gibt es nicht"))
    NO_SUCH_FOLDER = ("P008", text("there is no such folder", "diesen Ordner gibt es nicht"))
    NO_SUCH_QUESTION = (
        "P009",
        text(
            "there is no question '{given}'. {hint}",
            "es gibt keine Frage „{given}“. {hint}",
        ),
    )
    OTHER_ASSESSMENT = (
        "P010",
        text(
            "holds another assessment; move it away or copy the PDF into another folder first",
            "enthält eine andere Erhebung; die Datei verschieben oder das PDF zuerst in einen anderen Ordner kopieren",
        ),
    )
    UNEXPECTED = (
        "P099",
        text(
            "an unexpected error: {detail}. Nothing confirmed is lost. RECHENWERK_DEBUG=1 shows where it arose",
            "ein unerwarteter Fehler: {detail}. Nichts Bestätigtes ist verloren. RECHENWERK_DEBUG=1 zeigt die Stelle",
        ),
    )


class UsageError(Exception):
    """Wraps a coded error whose cause stands on the command line, not in a file."""

    def __init__(self, cause: CodedError) -> None:
        self.cause = cause
        super().__init__(str(cause))


class MissingError(Exception):
    """Wraps a coded error whose remedy is to install something."""

    def __init__(self, cause: CodedError) -> None:
        self.cause = cause
        super().__init__(str(cause))


@contextmanager
def from_command_line() -> Iterator[None]:
    """Coded errors inside come from what the person typed: exit code 2 instead of 3."""
    try:
        yield
    except CodedError as error:
        raise UsageError(error) from error


def wrong_usage(error: CommandError, *, place: str = "", **details: object) -> UsageError:
    """An error about the command line, ready to raise."""
    return UsageError(CodedError(error, place=place, **details))
