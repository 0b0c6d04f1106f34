"""A handful of options, all visible, one or several of them chosen."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.reactive import var

from wizard.tui.display import clean, shown
from wizard.tui.messages import AnswerChosen
from wizard.tui.widgets.field import Field

if TYPE_CHECKING:
    from wizard.domain.language import Text

_GAP = 3
_MARKER = 2


class OptionField(Field):
    """Options flow over as many lines as they need: ``● Germany   ○ Austria``, ``■``/``□`` where several may stand."""

    BINDINGS = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("up", "move_line(-1)", show=False),
        Binding("down", "move_line(1)", show=False),
        Binding("space", "choose(False)", show=False),
        Binding("enter", "choose(True)", show=False),
        Binding("u,ctrl+u", "choose_unknown", show=False),
    ]
    can_focus = True
    cursor = var(0)

    def __init__(
        self,
        options: Sequence[tuple[Any, "Text"]],
        *,
        several: bool,
        exclusive: tuple[str, ...] = (),
        name: str | None = None,
    ) -> None:
        """``options``: values with their names; ``exclusive``: values that stand alone."""
        super().__init__(classes="field", name=name)
        self._choices = options
        self._several = several
        self._exclusive = exclusive
        self._chosen: tuple[Any, ...] = ()

    @property
    def chosen(self) -> tuple[Any, ...]:
        return self._chosen

    def put(self, value: Any, text: str) -> None:
        del text
        chosen = value if isinstance(value, (list, tuple)) else () if value is None else (value,)
        self._chosen = tuple(chosen)
        if self._chosen and not self.has_focus:
            values = [option for option, _ in self._choices]
            self.cursor = values.index(self._chosen[0]) if self._chosen[0] in values else 0
        self.refresh()

    def retell(self) -> None:
        self.refresh(layout=True)

    def watch_cursor(self) -> None:
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        del container, viewport
        return max(1, len(self._flow(width)))

    def render(self) -> Content:
        gap = Content(" " * _GAP)
        lines = self._flow(self.content_size.width)
        return Content("\n").join(gap.join(self._drawn(index) for index in line) for line in lines)

    def action_move(self, by: int) -> None:
        self.cursor = (self.cursor + by) % len(self._choices)

    def action_move_line(self, by: int) -> None:
        lines = self._flow(self.content_size.width)
        row, column = next((r, line.index(self.cursor)) for r, line in enumerate(lines) if self.cursor in line)
        if not 0 <= row + by < len(lines):
            self.action_leave(by)
            return
        target = lines[row + by]
        self.cursor = target[min(column, len(target) - 1)]

    def action_choose(self, confirmed: bool) -> None:
        value = self._choices[self.cursor][0]
        if not self._several:
            self.hand_over(AnswerChosen(self, value, confirmed))
        elif confirmed and self._chosen:
            self.hand_over(AnswerChosen(self, list(self._chosen), confirmed=True))
        else:
            self.post_message(AnswerChosen(self, self._toggled(value), confirmed=False))

    def on_click(self, event: events.Click) -> None:
        index = self._index_at(event.x, event.y)
        if index is not None:
            self.cursor = index
            self.action_choose(confirmed=False)

    def _toggled(self, value: Any) -> list[Any]:
        if value in self._chosen:
            return [chosen for chosen in self._chosen if chosen != value]
        if value in self._exclusive:
            return [value]
        kept = {*self._chosen, value} - set(self._exclusive)
        return [option for option, _ in self._choices if option in kept]

    def _text_of(self, index: int) -> str:
        return clean(self._choices[index][1].in_language(self.language))

    def _drawn(self, index: int) -> Content:
        chosen = self._choices[index][0] in self._chosen
        marker = ("■" if chosen else "□") if self._several else ("●" if chosen else "○")
        here = self.has_focus and index == self.cursor
        style = "reverse" if here else "bold $accent" if chosen else ""
        return shown(f"{marker} {self._text_of(index)}", style)

    def _flow(self, width: int) -> list[list[int]]:
        lines: list[list[int]] = []
        used = width + 1
        for index in range(len(self._choices)):
            needed = _MARKER + cell_len(self._text_of(index))
            if used + _GAP + needed > width:
                lines.append([])
                used = -_GAP
            lines[-1].append(index)
            used += _GAP + needed
        return lines

    def _index_at(self, x: int, y: int) -> int | None:
        lines = self._flow(self.content_size.width)
        if not 0 <= y < len(lines):
            return None
        left = 0
        for index in lines[y]:
            right = left + _MARKER + cell_len(self._text_of(index))
            if left <= x < right:
                return index
            left = right + _GAP
        return None
