"""Renders the report: languages, formats, folder; progress, cancel, and where it lies at the end."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, ProgressBar, Static
from textual.worker import Worker, WorkerState, get_current_worker

from wizard.domain.errors import CodedError
from wizard.domain.language import Text
from wizard.tui.display import clean, shown
from wizard.tui.messages import AnswerChosen, FieldLeft
from wizard.tui.speech import Speaking
from wizard.tui.widgets.option_field import OptionField

if TYPE_CHECKING:
    from wizard.session import Session

_LANGUAGES = (("de", Text(de="Deutsch", en="German")), ("en", Text(de="Englisch", en="English")))
_FORMATS = tuple((name, Text(de=name.upper(), en=name.upper())) for name in ("html", "pdf", "json"))
_EVALUATION_PHASES = ("sizing", "costs", "decision")
_EVALUATION_SHARE = 0.4


class ReportDialog(ModalScreen[None], Speaking):
    """The work runs beside the screen; Esc cancels it, a second Esc closes."""

    BINDINGS = [
        Binding("escape", "leave", show=False, priority=True),
        Binding("f9,ctrl+s", "render_report", show=False, priority=True),
    ]

    def __init__(self, session: "Session") -> None:
        super().__init__()
        self._session = session
        self._worker: Worker[list[Path]] | None = None
        self._languages = OptionField(_LANGUAGES, several=True)
        self._formats = OptionField(_FORMATS, several=True)

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield self._label(self.say("Languages"))
            yield self._languages
            yield self._label(self.say("Formats"))
            yield self._formats
            yield self._label(self.say("Folder"))
            yield Input(clean(str(self._folder())), id="folder", compact=True, select_on_focus=False)
            yield ProgressBar(total=1.0, show_eta=False, id="progress")
            yield Static(id="outcome", markup=False)
            keys = self.say("F9 render  Space on or off  Tab next  Esc cancel")
            yield Static(shown(keys, "$quiet"), id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = shown(self.say("Report"))
        self.query_one(ProgressBar).display = False
        self._languages.put([self._session.assessment.language.value], "")
        self._formats.put(["html", "pdf"], "")
        self._languages.focus()

    def on_answer_chosen(self, event: AnswerChosen) -> None:
        event.field.put(event.value, "")

    def on_field_left(self, event: FieldLeft) -> None:
        self.focus_next() if event.by > 0 else self.focus_previous()

    def on_input_submitted(self) -> None:
        self.action_render_report()

    def action_render_report(self) -> None:
        languages, formats = self._languages.chosen, self._formats.chosen
        if self._worker is not None and self._worker.is_running:
            return
        if not languages or not formats:
            self._say(self.say("Choose at least one language and one format."), "$text-warning")
            return
        folder = Path(self.query_one("#folder", Input).value.strip() or ".").expanduser()
        bar = self.query_one(ProgressBar)
        bar.display = True
        bar.update(progress=0)
        self._say(self.say("Rendering …"))
        self._worker = self.run_worker(
            lambda: self._render_report(folder, languages, formats), thread=True, exit_on_error=False
        )

    def action_leave(self) -> None:
        if self._worker is not None and self._worker.is_running:
            self._worker.cancel()
            self._say(self.say("Cancelled"), "$text-warning")
            self._worker = None
        else:
            self.dismiss(None)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker is not self._worker:
            return
        if event.state is WorkerState.SUCCESS:
            self.query_one(ProgressBar).update(progress=1.0)
            lines = [f"✓ {path}" for path in event.worker.result or []]
            lines += [f"! {warning.in_language(self.language)}" for warning in self._session.report_warnings]
            paths = "\n".join(lines)
            self._say(paths or self.say("Nothing was written."), "$text-success")
        elif event.state is WorkerState.ERROR:
            self.query_one(ProgressBar).display = False
            self._say(f"! {self._reason(event.worker.error)}", "$text-error")

    def _render_report(self, folder: Path, languages: tuple[str, ...], formats: tuple[str, ...]) -> list[Path]:
        worker = get_current_worker()

        def progress(phase: str, share: float) -> None:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._show_progress, phase, share)

        return self._session.render_report(
            folder, languages=languages, formats=formats, progress=progress,
            cancelled=lambda: worker.is_cancelled,
        )  # fmt: skip

    def _show_progress(self, phase: str, share: float) -> None:
        evaluating = phase in _EVALUATION_PHASES
        total = share * _EVALUATION_SHARE if evaluating else _EVALUATION_SHARE + share * (1 - _EVALUATION_SHARE)
        self.query_one(ProgressBar).update(progress=total)
        self._say(self.say("Calculating …") if evaluating else self.say("Writing {format} …", format=phase.upper()))

    def _reason(self, error: BaseException | None) -> str:
        return error.in_language(self.language) if isinstance(error, CodedError) else f"{type(error).__name__}: {error}"

    def _say(self, text: str, style: str = "$quiet") -> None:
        self.query_one("#outcome", Static).update(shown(text, style, lines=True))

    def _label(self, text: str) -> Static:
        return Static(shown(text, "$quiet"), classes="label", markup=False)

    def _folder(self) -> Path:
        path = self._session.path
        return path.parent / f"{path.stem}-report"
