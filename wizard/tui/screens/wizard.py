"""The interview: sections on the left, questions in the middle, what they amount to on the right."""

from typing import TYPE_CHECKING, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import ContentSwitcher, Static

from wizard.domain.errors import CodedError
from wizard.tui.display import shown, tell
from wizard.tui.evaluation import LiveEvaluation
from wizard.tui.messages import EvaluationFailed, ResultChanged
from wizard.tui.names import PATHS
from wizard.tui.screens.ask import ChooseDialog, LineDialog
from wizard.tui.screens.moving import Moving
from wizard.tui.speech import mark
from wizard.tui.widgets.key_bar import Key, KeyBar
from wizard.tui.widgets.live_panel import LivePanel

if TYPE_CHECKING:
    from wizard.domain.result import Result
    from wizard.session import Session
    from wizard.tui.screens.price_moved import PriceMoved

_KEYS = (
    Key("F1", mark("Help"), "screen.question_help"),
    Key("^U", mark("Unknown"), "screen.mark_unknown"),
    Key("^T", mark("Note"), "screen.note"),
    Key("^G", mark("Jump"), "screen.jump", narrow=False),
    Key("F7/8", mark("Section"), "screen.next_section"),
    Key("F5", mark("Result"), "screen.results"),
    Key("F9", mark("Report"), "screen.report"),
    Key("F10", mark("Exit"), "screen.quit"),
)

_SAVE_EVERY_S = 30


class WizardScreen(Moving):
    """One section is mounted at a time and stays mounted once visited."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    AUTO_FOCUS = ""
    BINDINGS = [
        Binding("tab", "leave_field(1)", show=False),
        Binding("shift+tab", "leave_field(-1)", show=False),
        Binding("f1", "question_help", show=False),
        Binding("f3", "details", show=False),
        Binding("f4", "workloads", show=False),
        Binding("f5", "results", show=False),
        Binding("f6", "change_side", show=False),
        Binding("f7,ctrl+b,ctrl+pageup", "previous_section", show=False, priority=True),
        Binding("f8,ctrl+n,ctrl+pagedown", "next_section", show=False, priority=True),
        Binding("f9", "report", show=False),
        Binding("f10", "quit", show=False, priority=True),
        Binding("ctrl+o", "leave", show=False, priority=True),
        Binding("ctrl+t", "note", show=False, priority=True),
        Binding("ctrl+g", "jump", show=False, priority=True),
        Binding("ctrl+r", "prices", show=False, priority=True),
        Binding("ctrl+z", "undo", show=False, priority=True),
        Binding("ctrl+y", "redo", show=False, priority=True),
    ]

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self.result: Result | None = None
        self._moved: PriceMoved | None = None
        self._evaluation = LiveEvaluation(self, session)
        self._live = LivePanel(session.hardware_name)
        self._head = Static(id="head", markup=False)
        self._strip = Static(id="strip", markup=False)

    def compose(self) -> ComposeResult:
        yield self._head
        with Horizontal(id="body"):
            yield self._sidebar
            first = self.first_pane()
            yield ContentSwitcher(first, id="panes", initial=first.id)
            yield self._live
        yield self._strip
        yield KeyBar(_KEYS)

    def on_mount(self) -> None:
        self.retell()
        self.write_progress()
        self._focus_first()
        self.call_after_refresh(self._evaluation.request)
        if self.session.recovered:
            text = self.say("{count} changes of the interrupted session were recovered", count=self.session.recovered)
            tell(self.app, text)
        for notice in self.session.notices:
            tell(self.app, notice.in_language(self.language), warning=True)
        self.set_interval(_SAVE_EVERY_S, self._save)

    def retell(self) -> None:
        self._write_head()
        self.write_progress()
        self._write_strip()

    def on_unmount(self) -> None:
        self._evaluation.cancel()

    # -- following the session ------------------------------------------------------------------------------------

    def follow_session(self) -> None:
        self.follow_sections()
        self._write_head()
        self.write_progress()
        self._evaluation.request()

    def after_refusal(self) -> None:
        self.write_progress()

    def on_result_changed(self, event: ResultChanged) -> None:
        if event.revision != self.session.revision:
            return
        self.result = event.result
        self._live.show_result(event.result)
        self._write_strip()
        if self._moved is not None:
            self._moved.show_result(event.result)

    def on_evaluation_failed(self, event: EvaluationFailed) -> None:
        if event.revision == self.session.revision:
            self._live.show_error(event.text)
            self._strip.update(shown(f"! {event.text}", "$text-warning"))
            if self._moved is not None:
                self._moved.show_error(event.text)

    def _save(self) -> None:
        """The journal holds every answer already; this keeps the file itself fresh for others who read it."""
        if self.session.read_only or self.session.is_saved:
            return
        try:
            self.session.save()
        except CodedError as error:
            tell(self.app, error.in_language(self.language), error=True)

    # -- actions of the whole screen ------------------------------------------------------------------------------

    def action_mark_unknown(self) -> None:
        row = self.row_here()
        if row is not None:
            row.field.action_choose_unknown()

    def action_choose_path(self) -> None:
        paths: tuple[Literal["quick", "normal", "full"], ...] = ("quick", "normal", "full")

        def chosen(index: int | None) -> None:
            if index is not None:
                self.keep(lambda: self.session.set_path(paths[index]))

        if self.take_pending() and not self.refuse_read_only():
            lines = [self.say(PATHS[path]) for path in paths]
            self.app.push_screen(ChooseDialog(self.say("How much to ask"), lines), chosen)

    def action_rename(self) -> None:
        def named(title: str | None) -> None:
            if title is not None:
                self.keep(lambda: self.session.set_title(title))

        if not self.refuse_read_only():
            self.app.push_screen(LineDialog(self.say("Title of the assessment"), self.session.assessment.title), named)

    def action_results(self) -> None:
        from wizard.tui.screens.result import PRICES, ResultScreen

        if not self.take_pending():
            return
        if self.result is None:
            tell(self.app, self.say("Still calculating: the results follow in a moment."))
            return

        def back(place: tuple[str, str | None] | None) -> None:
            if place == PRICES:
                self.action_prices()
            elif place is not None and not self.show_question(*place):
                tell(self.app, self.say("This question is not asked on this path."))

        self.app.push_screen(ResultScreen(self.session, self.result), back)

    def action_prices(self) -> None:
        from wizard.tui.screens.price_moved import PriceMoved
        from wizard.tui.screens.prices import PricesDialog, PriceStep

        def back(step: PriceStep | None) -> None:
            if step is not None:
                self._moved = PriceMoved(self.session, self.result, step.proposal)
                self.follow_session()
                self.app.push_screen(self._moved, seen)

        def seen(wish: str | None) -> None:
            self._moved = None
            if wish == "results":
                self.action_results()

        if self.take_pending():
            self.app.push_screen(PricesDialog(self.session), back)

    def action_report(self) -> None:
        from wizard.tui.screens.report import ReportDialog

        if self.take_pending():
            self.app.push_screen(ReportDialog(self.session))

    def action_leave(self) -> None:
        self._finish(quit_program=False)

    def action_quit(self) -> None:
        self._finish(quit_program=True)

    def _finish(self, *, quit_program: bool) -> None:
        def leave(index: int | None) -> None:
            if index == 1:
                self.app.leave_session(quit_program=quit_program)  # type: ignore[attr-defined]

        if self.take_pending():
            leave(1)
            return
        title = self.say("The last text was not understood")
        lines = [self.say("Back to the question"), self.say("Leave without this text")]
        self.app.push_screen(ChooseDialog(title, lines), leave)

    # -- drawing --------------------------------------------------------------------------------------------------

    def _write_head(self) -> None:
        assessment = self.session.assessment
        title = assessment.title or self.session.path.stem
        path = self.say(PATHS.get(assessment.path, assessment.path))
        line = shown(title, "bold") + shown(f"  {self.session.path.name} · {path}", "$quiet")
        if self.session.read_only:
            line += shown("\n" + self._read_only_line(), "$text-warning", lines=True)
        self._head.update(line)

    def _read_only_line(self) -> str:
        holder = self.session.holder
        if holder is None:
            return "! " + self.say("Opened read-only")
        since = f"{holder.since.astimezone():%d.%m.%Y %H:%M}"
        return "! " + self.say("Read-only: {user} on {host} has this file open since {since}",
                               user=holder.user, host=holder.host, since=since)  # fmt: skip

    def _write_strip(self) -> None:
        from wizard.tui.live_rows import strip_line

        text = strip_line(self.result, self.language, self.say) if self.result else self.say("Calculating …")
        self._strip.update(shown(text))

    def on_resize(self, event: events.Resize) -> None:
        del event
        row = self.row_here()
        if row is not None:
            self.call_after_refresh(row.scroll_visible, animate=False)
