"""The result as text for a terminal: answer first, then what it rests on."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wizard.cli.advice_view import advice_lines, roadmap_lines
from wizard.cli.figures import brief, rough_money
from wizard.cli.sizing_view import workload_lines
from wizard.cli.table import section, table, wrapped
from wizard.i18n.catalog import translator
from wizard.i18n.format import format_date, format_number, format_percent
from wizard.i18n.money_note import money_note
from wizard.i18n.sources import source_in
from wizard.questionnaire.loader import load_questionnaire
from wizard.report.view.names import option_name, price_name, severity_word, verdict_word

if TYPE_CHECKING:
    from wizard.domain.assessment import Assessment
    from wizard.domain.result import Option, Result, ShownCurrency

_SHOWN_OPEN_QUESTIONS = 7
FEASIBLE_MARKS = {"yes": "✓", "no": "✗", "open": "?"}
"""Feasible, excluded, still open; explained under the table of options."""


def result_lines(assessment: "Assessment", result: "Result", language: str) -> Iterator[str]:
    """The whole view, line by line."""
    _ = translator(language, "cli")
    yield from _head(assessment, result, language)
    yield from section(_("Recommendation"), _recommendation(result, language))
    for workload in result.workloads:
        title = workload.label or _kind_name(workload.kind, language)
        yield from section(f"{workload.id}: {title}", workload_lines(workload, language))
    yield from section(_("Options"), _options(result, language))
    yield from section(_("Gates"), _gates(result, language))
    yield from section(_("Roadmap"), roadmap_lines(result, language))
    yield from section(_("Advice for operation"), advice_lines(result, language))
    yield from section(_("Findings"), _findings(result, language))
    yield from section(_("Open questions"), _open_questions(result, language))
    yield from section(_("Expired prices"), _prices(result, language))


def decision_lines(result: "Result", language: str) -> Iterator[str]:
    """Only the recommendation and the options: the short view of ``demo``."""
    yield from _recommendation(result, language)
    yield ""
    yield from _options(result, language)


def expired_prices(result: "Result", language: str) -> list[tuple[str, str]]:
    """Each price that is older than its class allows: its name, and how old it is by which source."""
    _, names = translator(language, "cli"), translator(language, "report")
    text = _("{days} days old, valid for {limit} ({source})")
    return [
        (
            price_name(names, age.ref),
            text.format(
                days=format_number(age.age_days, language, 0),
                limit=age.limit_days,
                source=source_in(language, age.source),
            ),
        )
        for age in result.price_ages
        if age.expired
    ]


def gate_lines(option: "Option", language: str) -> Iterator[str]:
    """Failed gates of one option with the rule's text, and the open ones while it is not excluded anyway."""
    symbols = {"fail": "✗"} if option.feasible == "no" else {"fail": "✗", "open": "?"}
    name = option_name(translator(language, "report"), option.id)
    for gate in option.gates:
        if gate.verdict in symbols:
            lead = f"{symbols[gate.verdict]} {name} · {gate.rule}: "
            yield from wrapped(gate.text.in_language(language), first=lead, indent="  ")


def _kind_name(kind: str, language: str) -> str:
    option = load_questionnaire().question("w.kind").option(kind)
    return kind if option is None else option.text.in_language(language)


def _head(assessment: "Assessment", result: "Result", language: str) -> Iterator[str]:
    _ = translator(language, "cli")
    name = assessment.answer("client.name")
    yield assessment.title or str(name.value if name and name.value else "") or _("Untitled assessment")
    facts = result.provenance
    yield _("as of {date} · catalogue {catalog} · {samples} samples, seed {seed}").format(
        date=format_date(facts.as_of, language), catalog=facts.catalog_version, samples=facts.samples, seed=facts.seed
    )
    done = result.completeness
    yield _("{answered} answered, {unknown} unknown, {open} open questions").format(
        answered=done.answered, unknown=done.unknown, open=len(done.open_questions)
    )


def _recommendation(result: "Result", language: str) -> Iterator[str]:
    _, names = translator(language, "cli"), translator(language, "report")
    advice = result.recommendation
    word, _symbol = verdict_word(names, advice.verdict)
    if advice.option is None:
        yield word
    else:
        option = result.option(advice.option)
        chance = "" if option is None or option.p_best is None else format_percent(option.p_best, language)
        yield f"{word}: {option_name(names, advice.option)}" + (
            f" ({_('probability of being best')} {chance})" if chance else ""
        )
    if advice.runner_up is not None:
        yield f"{_('runner-up')}: {option_name(names, advice.runner_up)}"
    for reason in advice.because:
        yield from wrapped(reason.in_language(language), first="· ", indent="  ")
    if result.break_even is not None:
        yield from _break_even(result, language)


def _break_even(result: "Result", language: str) -> Iterator[str]:
    _, names = translator(language, "cli"), translator(language, "report")
    point = result.break_even
    assert point is not None  # noqa: S101 - the caller asks only where there is one
    against = option_name(names, point.against)
    months = point.discounted_months
    if months == "never":
        yield _("Buying does not pay off against {option} within the horizon.").format(option=against)
    elif months is not None:
        yield _("Buying pays off against {option} after {months} months (discounted).").format(
            option=against, months=format_number(months, language, 0)
        )


def _options(result: "Result", language: str) -> list[str]:
    _, names = translator(language, "cli"), translator(language, "report")
    head = ["", _("option"), _("cost (NPV)"), _("90% interval"), _("invest"), _("best")]
    rows = [head] + [
        _option_row(option, language, option_name(names, option.id), result.currency) for option in result.options
    ]
    notes = dict.fromkeys(note.in_language(language) for option in result.options for note in option.notes)
    lines = table(rows, right=[2, 3, 4, 5]) + [line for option in result.options for line in _split(option, language)]
    lines += wrapped(_("✓ feasible, ✗ excluded by a gate, ? still open"), indent="   ")
    lines += wrapped(money_note(result, language) or "", indent="   ")
    return lines + [line for note in notes for line in wrapped(note, first="! ", indent="  ")]


def _split(option: "Option", language: str) -> list[str]:
    """How a hybrid divides the load."""
    split = option.split
    if split is None:
        return []
    _, names = translator(language, "cli"), translator(language, "report")
    said = _("{gpus} own GPUs carry {share} of the load, up to {burst} GPUs are rented at the peak").format(
        gpus=format_number(split.owned_gpus, language, 0), share=format_percent(split.owned_share, language),
        burst=brief(split.burst_gpus_peak, language),
    )  # fmt: skip
    return wrapped(said, first=f"· {option_name(names, option.id)}: ", indent="  ")


def _option_row(option: "Option", language: str, name: str, currency: "ShownCurrency | None") -> list[str]:
    mark = FEASIBLE_MARKS[option.feasible]
    chance = "–" if option.p_best is None else format_percent(option.p_best, language)
    if option.cost is None:
        return [mark, name, "–", "–", "–", chance]
    spread = option.cost.npv_eur
    amounts = (spread.p5, spread.p50, spread.p95, option.cost.capex_eur)
    low, middle, high, invested = (rough_money(amount, language, currency) for amount in amounts)
    return [mark, name, middle, f"{low} – {high}", invested, chance]


def _gates(result: "Result", language: str) -> Iterator[str]:
    for option in result.options:
        yield from gate_lines(option, language)


def _findings(result: "Result", language: str) -> Iterator[str]:
    names = translator(language, "report")
    for finding in result.findings:
        if finding.questions:  # stands among the open questions
            continue
        lead = f"{finding.id} [{severity_word(names, finding.severity)}] "
        yield from wrapped(finding.title.in_language(language), first=lead, indent="  ")


def _open_questions(result: "Result", language: str) -> Iterator[str]:
    _ = translator(language, "cli")
    questions = result.completeness.open_questions
    for question in questions[:_SHOWN_OPEN_QUESTIONS]:
        place = f"{question.workload}: " if question.workload else ""
        title = load_questionnaire().question(question.id).title.in_language(language)
        said = f"{title} – {question.why.in_language(language)}"
        yield from wrapped(said, first=f"? {place}{question.id}: ", indent="  ")
    if len(questions) > _SHOWN_OPEN_QUESTIONS:
        yield _("… and {n} more").format(n=len(questions) - _SHOWN_OPEN_QUESTIONS)


def _prices(result: "Result", language: str) -> Iterator[str]:
    for ref, text in expired_prices(result, language):
        yield from wrapped(text, first=f"! {ref}: ", indent="  ")
