"""Finds a file by typing its path: what stands in the folder is listed while one types."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from wizard.tui.display import clean, shown
from wizard.tui.speech import Speaking

_MOST = 200


class FilePick(ModalScreen[Path | None], Speaking):
    """Returns the file, or None. Enter or Tab on a folder goes into it."""

    BINDINGS = [
        Binding("escape", "leave", show=False),
        Binding("enter", "take_over", show=False, priority=True),
        Binding("tab", "complete", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
    ]

    def __init__(self, title: str, folder: Path, suffixes: Sequence[str]) -> None:
        super().__init__()
        self._heading, self._folder, self._suffixes = title, folder, tuple(suffixes)
        self._offered: list[Path] = []

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="-tall"):
            yield Input(clean(f"{self._folder}/"), compact=True, select_on_focus=False, id="typed")
            yield OptionList(id="choices", compact=True, markup=False)
            yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = shown(self._heading)
        keys = self.say("Type or ↑↓ choose  Tab complete  Enter take over  Esc back")
        self.query_one("#keys", Static).update(shown(keys, "$quiet"))
        self.query_one("#choices").can_focus = False
        self._offer()

    def on_input_changed(self) -> None:
        self._offer()

    def action_move(self, by: int) -> None:
        choices = self.query_one(OptionList)
        choices.action_cursor_down() if by > 0 else choices.action_cursor_up()

    def action_complete(self) -> None:
        if (found := self._highlighted()) is not None:
            self._type(f"{found}/" if found.is_dir() else str(found))

    def action_take_over(self) -> None:
        """A typed path that is a file counts as it stands, else the marked line."""
        typed = self._typed()
        if typed.is_file():
            self.dismiss(typed)
            return
        found = self._highlighted()
        if found is None:
            return
        if found.is_dir():
            self._type(f"{found}/")
        else:
            self.dismiss(found)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_take_over()

    def action_leave(self) -> None:
        self.dismiss(None)

    def _typed(self) -> Path:
        return Path(self.query_one(Input).value.strip() or ".").expanduser()

    def _type(self, text: str) -> None:
        field = self.query_one(Input)
        field.value = clean(text)
        field.cursor_position = len(field.value)

    def _highlighted(self) -> Path | None:
        index = self.query_one(OptionList).highlighted
        return self._offered[index] if index is not None and index < len(self._offered) else None

    def _offer(self) -> None:
        self._offered = list(_matching(self.query_one(Input).value, self._suffixes))[:_MOST]
        choices = self.query_one(OptionList)
        names = (f"{path.name}/" if path.is_dir() else path.name for path in self._offered)
        choices.set_options(Option(shown(name)) for name in names)
        choices.highlighted = 0 if self._offered else None
        if not self._offered:
            choices.add_option(Option(shown(self.say("no such file here"), "$quiet"), disabled=True))


def _matching(typed: str, suffixes: Sequence[str]) -> Iterator[Path]:
    """Files first, newest on top, then folders, whose names begin as typed."""
    path = Path(typed.strip() or ".").expanduser()
    folder, start = (path, "") if typed.endswith("/") or not typed.strip() else (path.parent, path.name.casefold())
    try:
        found = [p for p in folder.iterdir() if p.name.casefold().startswith(start) and not p.name.startswith(".")]
        files = [p for p in found if p.suffix.casefold() in suffixes and p.is_file()]
        yield from sorted(files, key=lambda p: (-p.stat().st_mtime, p.name))
        yield from sorted(p for p in found if p.is_dir())
    except OSError:
        return
