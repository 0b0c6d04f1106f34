"""One question: title on the border, help, field, and below what is known about the answer."""

from textwrap import shorten
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from wizard.domain.assessment import Answer, AnswerState
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Evidence
from wizard.i18n.format import format_number
from wizard.questionnaire.parse import format_value
from wizard.tui.display import shown
from wizard.tui.speech import Speaking, mark
from wizard.tui.widgets.field_for import field_for
from wizard.tui.widgets.states import CHECK, State, state_of

if TYPE_CHECKING:
    from wizard.questionnaire.flow import LiveQuestion
    from wizard.session import Session

_EVIDENCE = {
    "measured": mark("measured"),
    "documented": mark("documented"),
    "stated": mark("stated"),
    "assumed": mark("assumed"),
}
_BORDER_CELLS = 4
_BASIS_LIMIT = 90
_NAMING = ("w.model_ref", "hw.nodes")
_ECHOED = {"int", "float", "percent", "money", "range", "span", "date", "struct", "table"}


class QuestionRow(Vertical, Speaking):
    """Shows the session's answer; the screen above takes typed and chosen answers to the session."""

    def __init__(self, live: "LiveQuestion", session: "Session", language: str) -> None:
        super().__init__(classes="question")
        self.question = live.question
        self.workload_id = live.workload_id
        self._session = session
        self.field = field_for(live.question, live.workload_id, session, language)
        self._help = Static(classes="help", markup=False)
        self._foot = Static(classes="foot", markup=False)
        self._error: CodedError | None = None
        self._accepted = False

    @property
    def key(self) -> tuple[str, str | None]:
        return self.question.id, self.workload_id

    @property
    def answer(self) -> Answer | None:
        return self._session.assessment.answer(self.question.id, self.workload_id)

    @property
    def usual_evidence(self) -> Evidence:
        """The level an answer to this question normally has."""
        return self.question.evidence or Evidence.STATED

    @property
    def state(self) -> State:
        return CHECK if self._error else state_of(self.answer)

    def compose(self) -> ComposeResult:
        yield self._help
        yield self.field
        yield self._foot

    def on_mount(self) -> None:
        self.retell()

    def on_resize(self, event: events.Resize) -> None:
        del event
        self._write_help()

    def retell(self) -> None:
        self.refresh_answer()

    @property
    def refused(self) -> bool:
        """A typed text stands here that was not understood."""
        return self._error is not None

    def refuse(self, error: CodedError) -> None:
        """Keep the typed text and show what is wrong with it."""
        self._error = error
        self._write_state()

    def refresh_answer(self) -> None:
        """Put the session's answer into the field, unless the person is in the middle of typing another one."""
        answer = self.answer
        if self._accepted or self.field.pending() is None:
            self._accepted = False
            value = answer.value if answer and answer.state.has_value else None
            self.field.put(value, self._written(value))
        self._write_help()
        self._write_state()

    def accept(self) -> None:
        """The typed text is in the session now, or given up: the field may show the session's answer again."""
        self._error = None
        self._accepted = True

    def default_line(self) -> str:
        """What stands in while there is no answer, with its basis."""
        return self._default_line("", full=True)

    def _write_help(self) -> None:
        title = self.question.title.in_language(self.language)
        help_text = self.question.help.in_language(self.language) if self.question.help else ""
        cut = cell_len(title) + cell_len(self._unit()) > self.size.width - _BORDER_CELLS
        parts = [title if cut and self.size.width else "", help_text, self._fields_line()]
        self._help.update(shown(" – ".join(part for part in parts if part)))

    def _fields_line(self) -> str:
        """How the fields of a structured answer are written on one line."""
        if self.question.type not in ("struct", "table"):
            return ""
        names = "; ".join(f"{spec.in_language(self.language)} = …" for spec in self.question.fields.values())
        rows = self.say(" (several rows: separate them with |)") if self.question.type == "table" else ""
        return names + rows

    def _write_state(self) -> None:
        state = self.state
        unit = self._unit()
        self.border_title = shown(self.question.title.in_language(self.language), "bold") + shown(
            f"  {unit}" if unit else "", "$quiet"
        )
        self.border_subtitle = shown(f"{state.symbol} {self.say(state.word)}", state.style)
        self.set_class(state is CHECK, "-check")
        foot = self._foot_text()
        self._foot.display = bool(foot)
        self._foot.update(foot)

    def _foot_text(self) -> Content:
        if self._error:
            return shown(f"! {self._error.in_language(self.language)}", "$text-error")
        answer = self.answer
        parts = [self._meaning(answer)]
        if answer and answer.note:
            kind = (
                self.say("internal note") if answer.note.visibility == "internal" else self.say("note for the report")
            )
            parts.append(shown(f"{kind}: {answer.note.text}", "$quiet"))
        return Content("\n").join(part for part in parts if part)

    def _meaning(self, answer: Answer | None) -> Content:
        if answer is None:
            has_default = self._session.status(*self.key).given.value is not None
            return shown(self._default_line(self.say("Until answered")) if has_default else "", "$quiet")
        if answer.state is AnswerState.UNKNOWN:
            return shown(self._default_line(self.say("Calculated with")), "$quiet")
        if answer.state is AnswerState.NOT_APPLICABLE:
            return shown(answer.reason or "", "$quiet")
        echo = f"= {self._written(answer.value)}" if self.question.type in _ECHOED else ""
        evidence = self.say(_EVIDENCE[answer.evidence])
        said = " · ".join(part for part in (evidence, answer.by or "") if part)
        return shown(echo + "  " if echo else "") + self._meant(answer.value) + shown(said, "$quiet")

    def _meant(self, value: Any) -> Content:
        """The entry of the catalogue behind a name, or why none is taken; nobody is left to guess which card counts."""
        if self.question.id not in _NAMING:
            return Content()
        try:
            found = self._session.meant_by(self.question.id, value)
        except CodedError:  # an override that is no entry: the result names it
            return Content()
        said = [one for one in found if one.problem or one.identity != one.asked]
        return Content().join(
            shown(f"! {one.problem.in_language(self.language)}  ", "$text-error")
            if one.problem
            else shown(f"→ {one.identity}  ")
            for one in said
        )

    def _default_line(self, lead: str, *, full: bool = False) -> str:
        given = self._session.status(self.question.id, self.workload_id).given
        basis = given.basis.in_language(self.language)
        basis = basis if full else shorten(basis, _BASIS_LIMIT, placeholder=" …")
        lead = f"{lead}: " if lead else ""
        if given.value is None:
            return lead + self.say("no default, stays open")
        value = given.value if given.p95 is None else {"typical": given.value, "p95": given.p95}
        span = ""
        has_span = given.low is not None and given.high is not None and given.low != given.high
        if has_span and not isinstance(given.value, dict):
            span = f" ({self._bound(given.low)} – {self._bound(given.high)})"
        return f"{lead}{self._written(value)}{span} · {basis}"

    def _bound(self, value: Any) -> str:
        return format_number(value, self.language) if isinstance(value, int | float) else self._written(value)

    def _written(self, value: Any) -> str:
        if value is None:
            return ""
        return format_value(self.question, value, self.language)

    def _unit(self) -> str:
        question = self.question
        return question.unit_text.in_language(self.language) or question.unit or ""
