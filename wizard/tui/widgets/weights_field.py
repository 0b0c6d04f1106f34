"""Points over named criteria, set with the arrow keys while everybody looks at the bars."""

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

_TOTAL = 100
_STEP = 5


class WeightsField(Field):
    """One line a criterion; the answer is given on Enter or when the field is left, once the sum is 100."""

    BINDINGS = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("left,minus", f"add(-{_STEP})", show=False),
        Binding("right,plus", f"add({_STEP})", show=False),
        Binding("shift+left", "add(-1)", show=False),
        Binding("shift+right", "add(1)", show=False),
        Binding("enter", "confirm", show=False),
        Binding("u,ctrl+u", "choose_unknown", show=False),
    ]
    can_focus = True
    cursor = var(0)

    def __init__(self, names: list[tuple[str, "Text"]], default: dict[str, float]) -> None:
        """``names``: field and ``Text``; ``default``: the points to start from."""
        super().__init__(classes="field")
        self._names = names
        self._default = {field: float(default.get(field, 0)) for field, _ in names}
        self._points = dict(self._default)
        self._settled: dict[str, float] | None = None

    def put(self, value: Any, text: str) -> None:
        del text
        settled = {field: float(value.get(field, 0)) for field, _ in self._names} if value else None
        if settled == self._settled and self.has_focus:
            return  # nothing new: keep what is being shifted
        self._settled = settled
        self._points = dict(self._settled or self._default)
        self.refresh()

    def retell(self) -> None:
        self.refresh(layout=True)

    def watch_cursor(self) -> None:
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        del container, viewport, width
        return len(self._names) + 1

    def render(self) -> Content:
        names = [clean(name.in_language(self.language)) for _, name in self._names]
        wide = max(cell_len(name) for name in names)
        lines = []
        for index, ((field, _), name) in enumerate(zip(self._names, names, strict=True)):
            points = self._points[field]
            here = self.has_focus and index == self.cursor
            label = shown(name + " " * (wide - cell_len(name)), "reverse" if here else "")
            lines.append(label + shown(f" {points:4.0f} ") + shown("▇" * round(points / 4), "$accent"))
        lines.append(self._sum_line(wide))
        return Content("\n").join(lines)

    def _sum_line(self, wide: int) -> Content:
        total = sum(self._points.values())
        label = self.say("Sum")
        left = _TOTAL - total
        if left == 0:
            verdict = shown(" ✓", "$text-success")
        else:
            words = self.say("{points} still to give", points=f"{left:.0f}") if left > 0 else self.say(
                "{points} too many", points=f"{-left:.0f}")  # fmt: skip
            verdict = shown(f" ! {words}", "$text-warning")
        return shown(label + " " * (wide - cell_len(label)) + f" {total:4.0f}", "bold") + verdict

    def action_move(self, by: int) -> None:
        if not 0 <= self.cursor + by < len(self._names):
            self.action_leave(by)
            return
        self.cursor += by

    def action_add(self, points: int) -> None:
        field = self._names[self.cursor][0]
        self._points[field] = min(float(_TOTAL), max(0.0, self._points[field] + points))
        self.refresh()

    def action_confirm(self) -> None:
        if self._complete():
            self.hand_over(AnswerChosen(self, dict(self._points), confirmed=True))

    def on_blur(self, event: events.Blur) -> None:
        del event
        changed = self._points != (self._settled or self._default)
        if changed and self._complete():
            self.post_message(AnswerChosen(self, dict(self._points), confirmed=False))

    def _complete(self) -> bool:
        return sum(self._points.values()) == _TOTAL
