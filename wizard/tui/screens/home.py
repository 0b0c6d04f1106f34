"""The start page: recent and found assessments, a new one, another file."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from wizard.tui.display import shown
from wizard.tui.screens.ask import LineDialog
from wizard.tui.screens.new import NewDialog
from wizard.tui.speech import Speaking, mark
from wizard.tui.widgets.key_bar import Key, KeyBar

if TYPE_CHECKING:
    from wizard.session.shelf import Found
    from wizard.tui.spec import CreateSpec

_KEYS = (
    Key("Enter", mark("Open"), "screen.open_chosen"),
    Key("N", mark("New"), "screen.new"),
    Key("O", mark("Other file"), "screen.other"),
    Key("F2", mark("Deutsch"), "app.switch_language"),
    Key("F10", mark("Exit"), "app.quit"),
)
_DAY = 24 * 3600


class HomeScreen(Screen[None], Speaking):
    """Reads the folders beside the drawing, so that a slow disk delays nothing."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    BINDINGS = [
        Binding("n", "new", show=False),
        Binding("o", "other", show=False),
        Binding("f10,q", "app.quit", show=False),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._found: list[Found] = []
        self._files = OptionList(id="files", compact=True, markup=False)

    def compose(self) -> ComposeResult:
        yield Static(id="name", markup=False)
        yield self._files
        yield Static(id="empty", markup=False)
        yield KeyBar(_KEYS)

    def on_mount(self) -> None:
        self.retell()
        self.refresh_list()

    def on_screen_resume(self) -> None:
        self.refresh_list()

    def retell(self) -> None:
        purpose = self.say("Sizing AI hardware with the client, from the first question to the report")
        self.query_one("#name", Static).update(
            shown("Rechenwerk", "bold $accent") + shown("\n" + purpose, "$quiet", lines=True)
        )
        self._files.border_title = shown(self.say("Assessments"))
        self._write_files()

    @work(thread=True, exit_on_error=False, exclusive=True, group="home")
    def refresh_list(self) -> None:
        from wizard.session.shelf import shelf

        self.app.call_from_thread(self._files_found, shelf(self._folder))

    def _files_found(self, found: "list[Found]") -> None:
        self._found = found
        self._write_files()

    def _write_files(self) -> None:
        here = self._files.highlighted
        self._files.set_options(Option(self._line(found)) for found in self._found)
        if self._found:
            self._files.highlighted = min(here or 0, len(self._found) - 1)
        empty = self.query_one("#empty", Static)
        empty.display = not self._found
        empty.update(shown(self.say("No assessment here yet. Press N to begin one.")))

    def _line(self, found: "Found") -> Content:
        title = shown(found.title, "bold")
        place = shown(f"  {found.path}", "$quiet")
        return title + shown(f"  {self._status(found)} · {self._age(found.modified)}") + shown("\n", lines=True) + place

    def _status(self, found: "Found") -> str:
        if found.error is not None:
            return f"! {found.error.in_language(self.language)}"
        if found.holder is not None:
            return "! " + self.say("open by {user} on {host}", user=found.holder.user, host=found.holder.host)
        assessment = found.assessment
        count = len(assessment.answers) + sum(len(w.answers) for w in assessment.workloads) if assessment else 0
        text = self.say("{count} answers", count=count)
        return f"{text}, {self.say('{count} to recover', count=found.unsaved)}" if found.unsaved else text

    def _age(self, modified: datetime) -> str:
        days = int((datetime.now(UTC) - modified).total_seconds() // _DAY)
        if days <= 0:
            return self.say("today")
        return self.say("yesterday") if days == 1 else self.say("{days} days ago", days=days)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._open(self._found[event.option_index].path)

    def action_open_chosen(self) -> None:
        if self._files.highlighted is not None and self._found:
            self._open(self._found[self._files.highlighted].path)

    def action_new(self) -> None:
        def chosen(spec: "CreateSpec | None") -> None:
            if spec is not None:
                self.app.create_session(spec)  # type: ignore[attr-defined]

        self.app.push_screen(NewDialog(self._folder), chosen)

    def action_other(self) -> None:
        def typed(text: str | None) -> None:
            if text:
                self._open(Path(text).expanduser())

        self.app.push_screen(LineDialog(self.say("Path of the file"), f"{self._folder}/"), typed)

    def _open(self, path: Path) -> None:
        self.app.open_session(path)  # type: ignore[attr-defined]
