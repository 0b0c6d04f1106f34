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
    NO_TERMINAL = (
        "P002",
        text(
            "the wizard needs a terminal; without one use --no-tui and 'rechenwerk set'",
            "der Assistent braucht ein Terminal; ohne Terminal --no-tui und „rechenwerk set“ verwenden",
        ),
    )
    GPUS_DO_NOT_DIVIDE = (
        "P005",
        text(
            "{gpus} GPUs cannot be split into tensor parallel {tp} × pipeline parallel {pp} × {dp} replicas",
            "{gpus} GPUs lassen sich nicht in Tensor-Parallelität {tp} × Pipeline-Parallelität {pp} × {dp} Replikate "
            "aufteilen",
        ),
    )
    NO_TOKENS = (
        "P008",
        text(
            "{model} makes images and writes no tokens; describe it as image generation in an assessment",
            "{model} erzeugt Bilder und schreibt keine Token; bitte als Bildgenerierung in einer Bewertung beschreiben",
        ),
    )
    EMBEDS = (
        "P024",
        text(
            "{model} turns texts into vectors and writes no tokens; describe it as embedding in an assessment",
            "{model} macht aus Texten Vektoren, schreibt keine Token; bitte als Embedding in der Bewertung angeben",
        ),
    )
    FORECASTS = (
        "P025",
        text(
            "{model} works on tables and writes no tokens; describe it as tables in an assessment",
            "{model} arbeitet auf Tabellen und schreibt keine Token; bitte als Tabellen in einer Bewertung beschreiben",
        ),
    )
    NO_SUCH_FOLDER = ("P003", text("there is no such folder", "diesen Ordner gibt es nicht"))
    NOTHING_TO_SET = (
        "P004",
        text(
            "nothing to enter: give id=value, --unknown or --not-applicable",
            "nichts einzutragen: id=Wert, --unknown oder --not-applicable angeben",
        ),
    )
    NOTHING_TO_TRY = (
        "P010",
        text(
            "nothing to try: give at least one id=value, for example fin.capex_budget=250000",
            "nichts auszuprobieren: mindestens ein id=Wert angeben, zum Beispiel fin.capex_budget=250000",
        ),
    )
    READ_ONLY = ("P006", text("could only be opened for reading", "ließ sich nur zum Lesen öffnen"))
    NOT_A_YAML_NAME = (
        "P007",
        text(
            "an assessment is a YAML file; let its name end in .yaml",
            "ein Assessment ist eine YAML-Datei; der Name muss auf .yaml enden",
        ),
    )
    NO_SUCH_SOURCE = (
        "P030",
        text("there is no source '{given}'; known are {known}", "die Quelle „{given}“ gibt es nicht; bekannt: {known}"),
    )
    CONFIRM = (
        "P031",
        text(
            "going online wants a confirmation and there is no terminal to ask in; give --yes",
            "der Gang ins Netz will bestätigt sein, und es gibt kein Terminal zum Fragen; --yes angeben",
        ),
    )
    NOT_A_MAPPING = (
        "P021",
        text(
            "'{given}' is not of the form FIELD=COLUMN; fields are {fields}",
            "„{given}“ hat nicht die Form FELD=SPALTE; Felder sind {fields}",
        ),
    )
    NEEDS_OPTION = ("P020", text("{option} needs {other} beside it", "{option} braucht daneben {other}"))
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
