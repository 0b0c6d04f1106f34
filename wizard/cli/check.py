"""``rechenwerk check``: what is missing, contradicts itself, rules options out or has expired."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.cli.clock import as_of
from wizard.cli.evaluating import add_evaluation, naming, open_for_reading
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.table import wrapped
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate, translator

if TYPE_CHECKING:
    from wizard.domain.result import Result

_DECISIVE = ("gate", "verdict")
_CONTRADICTIONS = (
    "QA-03", "QA-04", "QA-09", "QA-10", "QA-11", "QA-13", "QA-14", "QA-15", "LAW-12", "SITE-10", "BASE-08",
)  # fmt: skip
"""Findings in which two answers, or an answer and the arithmetic, exclude each other."""


@dataclass(frozen=True)
class Problem:
    """One thing to see to. Kind: answer, missing, contradiction, sizing, gate, price, dated, questionnaire."""

    kind: str
    id: str
    text: str


def register(commands: Commands, _: Translate) -> None:
    parser = commands.add(
        "check",
        _("looks for gaps, contradictions, closed gates and old prices; also checks a questionnaire module"),
        run,
    )
    add_evaluation(parser, _)
    add_json(parser, _)
    add_language(parser, _)


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Lists the problems; exit 1 when there are any."""
    if _is_module(arguments.file):
        problems = list(_module_problems(arguments.file, talk.language))
        facts: dict[str, int] = {}
    else:
        problems, facts = _checked(arguments, talk.language)
    if arguments.json:
        document = {"ok": not problems, "completeness": facts, "problems": [asdict(p) for p in problems]}
        talk.json(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        talk.data(_lines(problems, facts, talk.translate))
    return Exit.PROBLEMS if problems else Exit.DONE


def _checked(arguments: argparse.Namespace, language: str) -> tuple[list[Problem], dict[str, int]]:
    """Answers first: what does not fit its question keeps the rest from being computed."""
    from wizard.questionnaire.stored import misfits, strays

    session = open_for_reading(arguments.file)
    stored = session.questionnaire, session.assessment
    unfit = [Problem("answer", fault.place, fault.message(language)) for fault in misfits(*stored, language)]
    unread = [Problem("answer", fault.place, fault.message(language)) for fault in strays(*stored)]
    if unfit:
        return unfit + unread, {}
    with naming(arguments.file):
        result = session.evaluate(arguments.samples, seed=arguments.seed, as_of=as_of(arguments)).result
    done = result.completeness
    facts = {"answered": done.answered, "unknown": done.unknown, "open": len(done.open_questions)}
    return unread + list(_problems(result, language)), facts


def _is_module(file: Path) -> bool:
    from wizard.datafiles.strict_yaml import parse_yaml
    from wizard.store.files import read_bytes

    content = parse_yaml(read_bytes(file), file.name)
    return isinstance(content, dict) and "questions" in content and "rechenwerk" not in content


def _module_problems(file: Path, language: str) -> Iterator[Problem]:
    from wizard.questionnaire.loader import check_module

    for error in check_module(file):
        text = error.in_language(language).removeprefix(f"{error.place}: ")
        yield Problem("questionnaire", error.place, text)


def _problems(result: "Result", language: str) -> Iterator[Problem]:
    from wizard.cli.result_view import expired_prices

    unsized = {(w.id, w.open_question): w.open for w in result.workloads if w.open is not None}
    for (workload_id, asked), why in unsized.items():
        yield Problem("sizing", f"{workload_id}.{asked}" if asked else workload_id, why.in_language(language))
    for question in result.completeness.open_questions:
        if question.impact in _DECISIVE and (question.workload, question.id) not in unsized:
            place = f"{question.workload}.{question.id}" if question.workload else question.id
            yield Problem("missing", place, question.why.in_language(language))
    for finding in result.findings:
        if finding.id in _CONTRADICTIONS and not finding.questions:
            yield Problem("contradiction", finding.id, finding.text.in_language(language))
    for workload in result.workloads:
        if workload.configurations and not any(c.feasible for c in workload.configurations):
            reasons = workload.configurations[0].why_not
            yield Problem("sizing", workload.id, " ".join(reason.in_language(language) for reason in reasons))
    yield from _closed_gates(result, language)
    for ref, text in expired_prices(result, language):
        yield Problem("price", ref, text)
    yield from _old_facts(result, language)


def _old_facts(result: "Result", language: str) -> Iterator[Problem]:
    """Law and product states that have to be read again."""
    _ = translator(language, "cli")
    for fact in result.dated_facts:
        said = fact.state.in_language(language)
        if fact.expired:
            text = _("read {days} days ago, valid for {limit} ({state})")
            said = text.format(days=fact.age_days, limit=fact.limit_days, state=said)
        elif fact.changed:
            said = _("a date has passed since it was read on {read} ({state})").format(
                read=fact.checked_on.isoformat(), state=said
            )
        else:
            continue
        yield Problem("dated", f"{fact.pack}.{fact.id}", said)


def _closed_gates(result: "Result", language: str) -> Iterator[Problem]:
    from wizard.report.view.names import option_name

    if any(option.feasible == "yes" for option in result.options):
        return
    for option in result.options:
        for gate in option.gates:
            if gate.verdict == "fail":
                name = option_name(translator(language, "report"), option.id)
                yield Problem("gate", f"{option.id}.{gate.rule}", f"{name}: {gate.text.in_language(language)}")


def _lines(problems: list[Problem], facts: dict[str, int], _: Translate) -> Iterator[str]:
    if facts:
        yield _("{answered} answered, {unknown} unknown, {open} open questions").format(**facts)
    if not problems:
        yield _("✓ nothing to see to")
    for problem in problems:
        yield from wrapped(problem.text, first=f"! {problem.id}: ", indent="  ")
