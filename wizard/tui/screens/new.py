"""A new assessment: name, file, language, and how much to ask."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from wizard.tui.display import shown
from wizard.tui.spec import CreateSpec
from wizard.tui.speech import Speaking, mark
from wizard.tui.widgets.choice_list import ChoiceList

_PATHS: tuple[tuple[Literal["quick", "normal", "full"], str], ...] = (
    ("quick", mark("quick: at most 15 questions for one workload")),
    ("normal", mark("normal: everything that usually decides")),
    ("full", mark("full: also what only refines")),
)
_LANGUAGES = (("de", mark("German")), ("en", mark("English")))


class NewDialog(ModalScreen[CreateSpec | None], Speaking):
    """Returns what to create, or None."""

    BINDINGS = [
        Binding("escape", "leave", show=False),
        Binding("ctrl+s,f9", "create", show=False, priority=True),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._named = False

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield self._label(self.say("Client or project"))
            yield Input(id="title", compact=True, select_on_focus=False)
            yield self._label(self.say("File"))
            yield Input(str(self._folder / "assessment.yaml"), id="file", compact=True, select_on_focus=False)
            yield self._label(self.say("How much to ask"))
            yield self._list("path", _PATHS)
            yield self._label(self.say("Language of answers and report"))
            yield self._list("report-language", _LANGUAGES)
            keys = self.say("Tab next  Enter create  Esc back")
            yield Static(shown(keys, "$quiet"), id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = shown(self.say("New assessment"))
        self.query_one("#path", ChoiceList).highlighted = 0
        self.query_one("#report-language", ChoiceList).highlighted = 0 if self.language == "de" else 1

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.id == "file" and event.input.has_focus:
            self._named = True
        if event.input.id == "title" and not self._named:
            from wizard.session.shelf import free_path

            title = event.value.strip() or "assessment"
            with self.prevent(Input.Changed):
                self.query_one("#file", Input).value = str(free_path(self._folder, title))

    def on_input_submitted(self) -> None:
        self.action_create()

    def on_option_list_option_selected(self) -> None:
        self.action_create()

    def action_create(self) -> None:
        path = Path(self.query_one("#file", Input).value.strip()).expanduser()
        spec = CreateSpec(
            path=path if path.suffix else path.with_suffix(".yaml"),
            language=_LANGUAGES[self._index("report-language")][0],
            questionnaire_path=_PATHS[self._index("path")][0],
            title=self.query_one("#title", Input).value.strip(),
        )
        self.dismiss(spec)

    def action_leave(self) -> None:
        self.dismiss(None)

    def _index(self, list_id: str) -> int:
        return self.query_one(f"#{list_id}", ChoiceList).highlighted or 0

    def _label(self, text: str) -> Static:
        return Static(shown(text, "$quiet"), classes="label", markup=False)

    def _list(self, list_id: str, lines: Sequence[tuple[str, str]]) -> ChoiceList:
        return ChoiceList((self.say(text) for _, text in lines), list_id=list_id)
