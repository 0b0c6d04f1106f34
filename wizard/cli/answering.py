"""Answers typed into a shell: ``id=value``, and whole workloads as ``kind=…,model_ref=…``."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wizard.cli.errors import CommandError, wrong_usage

if TYPE_CHECKING:
    from wizard.domain.provenance import Evidence
    from wizard.session.meant import Meant
    from wizard.session.view import View

# A comma separates two pairs only where a name and an equals sign follow: 1.234,5 and {a: 1, b: 2} stay whole.
_NEXT_PAIR = re.compile(r",(?=\s*(?:w\.)?[a-z][a-z0-9_]*=)")
_QUOTED = re.compile(r'(?<==)"([^"]*)"(?=\s*(?:,|$))')


NAMING = ("w.model_ref", "hw.nodes")
"""Questions whose answers name entries of the catalogue; only these load it."""


@dataclass(frozen=True)
class Pair:
    """One answer as typed."""

    question: str
    text: str


@dataclass(frozen=True)
class WorkloadValues:
    """The answers of one new workload, and its name."""

    label: str = ""
    pairs: tuple[Pair, ...] = ()


def pair(given: str) -> Pair:
    """``id=value``; the value may hold any further equals signs.

    Raises:
        UsageError: P001.
    """
    name, equals, text = given.partition("=")
    if not equals or not name.strip():
        raise wrong_usage(CommandError.NOT_A_PAIR, given=given)
    return Pair(name.strip(), text.strip())


def workload_values(given: str) -> WorkloadValues:
    """Splits ``kind=llm_chat,model_ref=…,label=Support``; the prefix ``w.`` may be left out.

    Named fields are separated by semicolons; a value that itself holds ``,name=`` stands in double quotes.

    Raises:
        UsageError: P001.
    """
    pairs = [pair(part) for part in _split(given)]
    label = next((p.text for p in pairs if p.question == "label"), "")
    return WorkloadValues(label, tuple(Pair(_prefixed(p.question), p.text) for p in pairs if p.question != "label"))


@dataclass(frozen=True)
class Entered:
    """An accepted answer and what was understood."""

    id: str
    workload: str | None
    echo: str
    meant: tuple[str, ...] = ()
    """Ids of the catalogue that names in the answer stand for, or why a name is not taken."""


def answer_all(
    session: "View",
    pairs: Sequence[Pair],
    workload: str | None,
    *,
    evidence: "Evidence | None" = None,
    by: str | None = None,
) -> list[Entered]:
    """Enters the answers in the given order, read in the language of the assessment.

    Raises:
        CodedError: of the first answer that cannot be accepted; those before it stay.
    """
    entered = []
    for given in pairs:
        target = target_workload(session, given.question, workload)
        with _naming(given.question):
            applied = session.answer(given.question, given.text, target, evidence=evidence, by=by)
        entered.append(Entered(given.question, target, applied.echo, _meant(session, given.question, target)))
    return entered


def unknown_names(session: "View", language: str) -> Iterator[str]:
    """Each name in the answers that stands for no entry or for several, with its place and near names."""
    places = [("hw.nodes", None), *(("w.model_ref", workload.id) for workload in session.assessment.workloads)]
    for question, workload in places:
        for one in _named(session, question, workload):
            if one.problem is not None:
                yield f"{workload or ''} {question}: {one.problem.in_language(language)}".strip()


def _meant(session: "View", question: str, workload: str | None) -> tuple[str, ...]:
    found, language = _named(session, question, workload), session.assessment.language
    return tuple(one.problem.in_language(language) if one.problem else one.identity for one in found)


def _named(session: "View", question: str, workload: str | None) -> "tuple[Meant, ...]":
    from wizard.domain.errors import CodedError

    answer = session.assessment.answer(question, workload)
    if answer is None or question not in NAMING:
        return ()
    try:
        return session.meant_by(question, answer.value)
    except CodedError:  # an override that is no entry: check and evaluate name it
        return ()


@contextmanager
def _naming(question: str) -> Iterator[None]:
    """Several answers stand in one command: what is wrong with one begins with its question."""
    from wizard.domain.errors import CodedError
    from wizard.questionnaire.errors import QuestionError

    try:
        yield
    except CodedError as error:
        if not isinstance(error.error, QuestionError):
            raise
        raise CodedError(error.error, place=f"{question} {error.place}".strip(), **error.details) from error


def target_workload(session: "View", question: str, named: str | None) -> str | None:
    """The workload an answer belongs to: the named one for ``w.`` questions, or the only one there is."""
    if not question.startswith("w."):
        return None
    ids = [workload.id for workload in session.assessment.workloads]
    return ids[0] if named is None and len(ids) == 1 else named


@contextmanager
def workload_at_hand(session: "View", named: str | None) -> Iterator[None]:
    """Creates the named workload when it is the next one in line; takes it away again when the answers are refused."""
    ids = [workload.id for workload in session.assessment.workloads]
    if named is None or named in ids or named != f"w{len(ids) + 1}":
        yield
        return
    session.add_workload()
    try:
        yield
    except BaseException:
        session.undo()
        raise


def _split(given: str) -> list[str]:
    quoted: list[str] = []

    def put_aside(match: re.Match[str]) -> str:
        quoted.append(match.group(1))
        return f"\x00{len(quoted) - 1}\x00"

    parts = _NEXT_PAIR.split(_QUOTED.sub(put_aside, given))
    return [
        re.sub("\x00([0-9]+)\x00", lambda m: quoted[int(m.group(1))], part).strip() for part in parts if part.strip()
    ]


def _prefixed(question: str) -> str:
    return question if question.startswith("w.") else f"w.{question}"
