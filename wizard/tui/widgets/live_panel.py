"""What the answers so far amount to, beside the form."""

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from wizard.tui.display import clean, shown
from wizard.tui.speech import Speaking

if TYPE_CHECKING:
    from wizard.domain.result import Result
    from wizard.tui.live_rows import LiveRow, Named


class LivePanel(VerticalScroll, Speaking, can_focus=False):
    """A row a line of the result; only rows that changed are repainted, which matters over slow connections."""

    def __init__(self, named: "Named") -> None:
        super().__init__(id="live")
        self._named = named
        self._rows: list[LiveRow] = []
        self._statics: list[Static] = []
        self._state = Static(id="live-state", markup=False)
        self._result: Result | None = None

    def compose(self) -> ComposeResult:
        yield self._state

    def on_mount(self) -> None:
        self.retell()

    def retell(self) -> None:
        self.border_title = shown(self.say("So far"))
        self._rows = []
        if self._result:
            self.show_result(self._result)
        else:
            self.show_busy()

    def show_result(self, result: "Result") -> None:
        from wizard.tui.live_rows import live_rows

        self._result = result
        self._state.display = False
        rows = live_rows(result, self.language, self.say, self._named)
        while len(self._statics) < len(rows):
            self._statics.append(Static(markup=False, classes="live-row"))
            self.mount(self._statics[-1])
        for index, static in enumerate(self._statics):
            static.display = index < len(rows)
            if index < len(rows) and (index >= len(self._rows) or self._rows[index] != rows[index]):
                static.set_class(rows[index].heading, "-heading")
                static.set_class(index == 0, "-first")
                static.update(self._drawn(rows[index]))
        self._rows = rows

    def show_busy(self) -> None:
        if self._result is None:
            self._say_state(self.say("Calculating …"))

    def show_error(self, text: str) -> None:
        self._say_state(f"! {text}")

    def _say_state(self, text: str) -> None:
        self._state.update(shown(text, "$quiet", lines=True))
        self._state.display = True

    def _drawn(self, row: "LiveRow") -> Content:
        if row.heading:
            return shown(row.label, "$quiet")
        width = max(20, self.scrollable_content_region.width)
        label, value = clean(row.label), clean(row.value)
        gap = width - cell_len(label) - cell_len(value)
        if gap >= 1:
            line = shown(label) + shown(" " * gap + value, "bold")
        else:
            line = shown(label + "\n", lines=True) + shown(" " * max(0, width - cell_len(value)) + value, "bold")
        return line + _bar(row.bar, width) if row.bar is not None else line


def _bar(share: float, width: int) -> Content:
    full = min(width, round(width * share))
    style = "$text-error" if share > 1 else "$accent"
    return shown("\n" + "━" * full, style, lines=True) + shown("─" * (width - full), "$quiet")
