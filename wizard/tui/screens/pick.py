"""A search over many names: models, questions, options."""

from collections.abc import Callable
from typing import Any, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from wizard.tui.display import clean, shown
from wizard.tui.key_order import KeyOrder
from wizard.tui.matching import rank
from wizard.tui.speech import Speaking


class Choice(NamedTuple):
    label: str
    value: Any
    hint: str = ""
    typed: bool = False
    """The person's own text instead of a listed value."""


class PickDialog(ModalScreen[Choice | None], Speaking):
    """Returns the choice, or None. At most 200 are shown; the search looks at all.

    Whoever opens it holds the keys before, and releases them when it has looked at the choice.
    """

    BINDINGS = [
        Binding("escape", "leave", show=False),
        Binding("enter", "take_over", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
    ]

    def __init__(self, title: str, choices: Callable[[], list[Choice]], *, typed: str = "", free: bool = False) -> None:
        super().__init__()
        self._ready = False
        self._enter_waits = False
        self._searched = ""
        self._heading = title
        self._load = choices
        self._typed = typed
        self._free = free
        self._choices: list[Choice] = []
        self._offered: list[Choice] = []

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="-tall"):
            yield Input(
                clean(self._typed), placeholder=self.say("Search"), compact=True, select_on_focus=False, id="typed"
            )
            yield OptionList(id="choices", compact=True, markup=False)
            yield Static(id="keys")

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = shown(self._heading)
        self.query_one("#keys", Static).update(
            shown(self.say("Type to search  ↑↓ choose  Enter take over  Esc back"), "$quiet")
        )
        self.query_one("#choices").can_focus = False
        self._read_choices()

    def on_descendant_focus(self) -> None:
        """Letters typed since the dialog was asked for belong into its search."""
        if isinstance(self.app, KeyOrder):
            self.app.focus_arrives()

    @work(thread=True, exit_on_error=False)
    def _read_choices(self) -> None:
        choices = self._load()
        self.app.call_from_thread(self._choices_read, choices)

    def _choices_read(self, choices: list[Choice]) -> None:
        self._choices = choices
        self._ready = True
        self._offer()
        if self._enter_waits:
            self._take_over()

    def on_input_changed(self) -> None:
        self._offer()

    def action_take_over(self) -> None:
        """Enter counts after the letters typed before it, and after the choices are there; later keys wait."""
        if isinstance(self.app, KeyOrder):
            self.app.focus_leaves()
        search = self.query_one(Input)
        search.call_later(self.call_later, self._take_over)

    def _take_over(self) -> None:
        if not self._ready:
            self._enter_waits = True
            return
        self._enter_waits = False
        if self.query_one(Input).value.strip() != self._searched:
            self._offer()
        index = self.query_one(OptionList).highlighted
        if index is not None and index < len(self._offered):
            self.dismiss(self._offered[index])
        elif isinstance(self.app, KeyOrder):
            self.app.focus_arrives()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._end(self._offered[event.option_index])

    def action_leave(self) -> None:
        self._end(None)

    def _end(self, choice: Choice | None) -> None:
        """Keys wait until whoever opened the dialog has told the app that the choice has arrived."""
        if isinstance(self.app, KeyOrder):
            self.app.focus_leaves()
        self.dismiss(choice)

    def action_move(self, by: int) -> None:
        choices = self.query_one(OptionList)
        choices.action_cursor_down() if by > 0 else choices.action_cursor_up()

    def _offer(self) -> None:
        typed = self._searched = self.query_one(Input).value.strip()
        names = [f"{choice.label} {choice.hint}" for choice in self._choices]
        self._offered = [self._choices[index] for index in rank(names, typed)]
        if self._free and typed and all(choice.label != typed for choice in self._offered):
            self._offered.append(Choice(typed, typed, self.say("take over as typed"), typed=True))
        choices = self.query_one(OptionList)
        choices.set_options(
            Option(shown(choice.label) + shown(f"  {choice.hint}" if choice.hint else "", "$quiet"))
            for choice in self._offered
        )
        choices.highlighted = 0 if self._offered else None
        if not self._offered and typed:
            choices.add_option(Option(shown(self.say("nothing found"), "$quiet"), disabled=True))
