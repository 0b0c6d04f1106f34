"""Assessment → question sheet: the questions asked now, sorted by who can answer, without anything internal."""

from collections.abc import Iterator
from datetime import date
from typing import get_args

from wizard.domain.assessment import AnswerState, Assessment
from wizard.i18n.catalog import Translate, translator
from wizard.i18n.format import NO_VALUE, format_number
from wizard.questionnaire.currency import client_currency
from wizard.questionnaire.display import format_value
from wizard.questionnaire.flow import LiveQuestion, Section, sections
from wizard.questionnaire.resolve import Given, Values
from wizard.questionnaire.schema import NUMBER_TYPES, FieldSpec, Question, Questionnaire, Who
from wizard.report.plain_text import plain
from wizard.report.sheet.key import Head, Key, stamp
from wizard.report.sheet.model import Sheet, SheetPart, SheetQuestion, SheetSection
from wizard.report.view.front import client_name

_LONGEST = 2_000


def build_sheet(
    assessment: Assessment,
    questionnaire: Questionnaire,
    values: Values,
    language: str,
    *,
    created: date,
    open_only: bool = False,
) -> Sheet:
    """The sheet of an assessment's path.

    Args:
        values: of this assessment; gives the defaults.
        created: the day the sheet shows.
        open_only: leaves out what has an answer or does not apply.
    """
    return _Builder(assessment, questionnaire, values, language).sheet(created, open_only=open_only)


class _Builder:
    def __init__(self, assessment: Assessment, questionnaire: Questionnaire, values: Values, language: str) -> None:
        self._assessment, self._questionnaire, self._values = assessment, questionnaire, values
        self._language = language
        self._ = translator(language, "report")
        country = assessment.answer("client.country")
        self._currency = client_currency(country and country.value)
        self._count = 0

    def sheet(self, created: date, *, open_only: bool) -> Sheet:
        asked = [(s, [q for q in s.asked if not (open_only and self._settled(q))]) for s in self._sections()]
        parts = []
        for who in get_args(Who):
            found = tuple(self._section(s, [q for q in live if q.question.who == who]) for s, live in asked)
            if kept := tuple(section for section in found if section.questions):
                parts.append(SheetPart(_who(self._)[who], kept))
        return Sheet(
            head=Head(self._assessment.id, self._questionnaire.version, self._language),
            title=plain(self._assessment.title, 200) or self._("Questions on AI infrastructure"),
            client=plain(client_name(self._assessment), 200),
            created=created,
            intro=_intro(self._),
            parts=tuple(parts),
        )

    def _sections(self) -> tuple[Section, ...]:
        return sections(self._questionnaire, self._assessment)

    def _settled(self, live: LiveQuestion) -> bool:
        answer = self._assessment.answer(live.question.id, live.workload_id)
        return answer is not None and (answer.state.has_value or answer.state is AnswerState.NOT_APPLICABLE)

    def _section(self, section: Section, live: list[LiveQuestion]) -> SheetSection:
        title = section.title.in_language(self._language)
        if section.workload_id is not None:
            workload = self._assessment.workload(section.workload_id)
            label = workload.label if workload and workload.label else section.workload_id
            title = f"{plain(label, 120)} · {title}"
        return SheetSection(title, tuple(self._row(one) for one in live))

    def _row(self, live: LiveQuestion) -> SheetQuestion:
        self._count += 1
        question = live.question
        answer = self._assessment.answer(question.id, live.workload_id)
        names = tuple(option.in_language(self._language) for option in question.options)
        if question.type == "bool":
            names = (self._("yes"), self._("no"))
        return SheetQuestion(
            key=Key(question.id, live.workload_id, stamp(answer)),
            number=self._count,
            title=question.title.in_language(self._language),
            help=question.help.in_language(self._language),
            form=self._form(question),
            options=names or tuple(self._field_lines(question)),
            choices=(*names, "?") if question.type in ("enum", "bool") else (),
            current=self._current(live),
            default=self._default(question, self._values.default(question.id, live.workload_id)),
        )

    def _form(self, question: Question) -> str:
        """Kind of answer · unit · limits."""
        parts = [self._questionnaire.types[question.type].in_language(self._language)]
        unit = self._currency if question.type == "money" else question.unit_text.in_language(self._language)
        if unit and question.type in (*NUMBER_TYPES, "range", "span"):
            parts.append(unit)
        if question.range is not None and question.type in (*NUMBER_TYPES, "range", "span"):
            low, high = (format_number(bound, self._language) for bound in question.range)
            parts.append(self._("{low} to {high}").format(low=low, high=high))
        return " · ".join(parts)

    def _field_lines(self, question: Question) -> Iterator[str]:
        for spec in question.fields.values():
            detail = ", ".join(option.in_language(self._language) for option in spec.options) or self._unit(spec)
            name = spec.in_language(self._language)
            yield f"{name} = … ({detail})" if detail else f"{name} = …"

    def _unit(self, spec: FieldSpec) -> str:
        if spec.type == "money":
            return self._currency
        return spec.unit_text.in_language(self._language) or (spec.unit or "")

    def _current(self, live: LiveQuestion) -> str:
        answer = self._assessment.answer(live.question.id, live.workload_id)
        if answer is None:
            return ""
        if answer.state is AnswerState.NOT_APPLICABLE:
            reason = plain(answer.reason or "", 300)
            return self._("does not apply: {reason}").format(reason=reason)
        if not answer.state.has_value or answer.value is None:
            return self._("not known")
        return self._shown(live.question, answer.value)

    def _default(self, question: Question, given: Given) -> str:
        if given.value is None:
            return ""
        if question.type == "range" and given.p95 is not None:
            return self._shown(question, {"typical": given.value, "p95": given.p95})
        shown = self._shown(question, given.value)
        spread = (given.low, given.high)
        if not all(isinstance(bound, int | float) for bound in spread) or given.low == given.high:
            return shown
        low, high = (self._shown(question, bound) for bound in spread)
        return f"{shown} ({self._('{low} to {high}').format(low=low, high=high)})"

    def _shown(self, question: Question, value: object) -> str:
        shown = format_value(question, value, self._language, currency=self._currency)
        return "" if shown == NO_VALUE else plain(shown, _LONGEST)


def _who(_: Translate) -> dict[Who, str]:
    return {
        "business": _("Management or project lead"),
        "ml": _("Data science or development"),
        "it": _("IT operations"),
        "facility": _("Facility management"),
        "finance": _("Finance"),
        "legal": _("Legal, data protection, compliance"),
    }


def _intro(_: Translate) -> tuple[str, ...]:
    return (
        _("Please fill in only the answer and, if you like, who gave it. Leave open what you cannot answer."),
        _("Write a question mark (?) where nobody knows: then the default applies, with its whole range."),
        _("Where a question does not fit, write: n/a: and the reason."),
        _("Numbers may be written as usual, also as a range such as 20–150, with or without unit."),
        _("Several options are separated by commas, named fields by semicolons: field = value; field = value."),
        _("Please leave the marks of the questions as they are: they bring each answer back to its place."),
    )
