"""Everything about one question, and the keys."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from wizard.tui.display import shown
from wizard.tui.names import WHO
from wizard.tui.speech import Speaking, mark

if TYPE_CHECKING:
    from wizard.tui.widgets.question_row import QuestionRow

_KEYS = [
    ("Tab / ↓ ↑", mark("next or previous question")),
    ("F7 / F8", mark("previous or next section")),
    ("F6", mark("between sections and questions")),
    ("Ctrl+U", mark("unknown (u where nothing is typed)")),
    ("Ctrl+T", mark("note, internal or for the report")),
    ("F3", mark("evidence, who said it, not applicable, take back")),
    ("F4", mark("workloads: add, duplicate, rename, move, remove")),
    ("Ctrl+Z / Ctrl+Y", mark("undo or redo, for the whole session")),
    ("Ctrl+R", mark("prices of the client: read a quote, enter a price")),
    ("Ctrl+G", mark("jump to a question")),
    ("F5 / F9", mark("results / report")),
    ("F2", mark("language of the screen: German or English")),
    ("Ctrl+L", mark("light or dark colours")),
    ("Ctrl+P", mark("all commands")),
    ("Ctrl+O / F10", mark("to the start page / quit")),
]


class HelpDialog(ModalScreen[None], Speaking):
    """Scrolls with the arrow keys; any of Esc, Enter, F1 closes it."""

    BINDINGS = [Binding("escape,enter,f1,q", "leave", show=False)]

    def __init__(self, row: "QuestionRow | None") -> None:
        super().__init__()
        self._row = row

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            with VerticalScroll():
                if self._row is not None:
                    yield Static(self._question(self._row), markup=False, classes="text")
                yield Static(self._keys(), markup=False, classes="text")
            yield Static(shown(self.say("Esc back"), "$quiet"), id="keys", markup=False)

    def on_mount(self) -> None:
        title = self._row.question.title.in_language(self.language) if self._row else self.say("Keys")
        self.query_one("#dialog").border_title = shown(title)
        self.query_one(VerticalScroll).focus()

    def action_leave(self) -> None:
        self.dismiss(None)

    def _question(self, row: "QuestionRow") -> Content:
        question = row.question
        parts: list[Content] = []
        parts.append(self._part("", question.help.in_language(self.language)))
        if question.why != question.help:
            parts.append(self._part(self.say("Why we ask"), question.why.in_language(self.language)))
        parts.append(self._part(self.say("Without an answer"), row.default_line()))
        if question.who:
            who = self.say(WHO.get(question.who, question.who))
            parts.append(self._part(self.say("Who can answer"), who))
        example = example_for(question.type)
        if example:
            parts.append(self._part(self.say("How to write it"), self.say(example)))
        return Content("\n").join(parts)

    def _part(self, heading: str, text: str) -> Content:
        head = shown(heading + "\n", "bold", lines=True) if heading else Content("")
        return head + shown(text + "\n", lines=True)

    def _keys(self) -> Content:
        wide = max(len(keys) for keys, _ in _KEYS)
        control = self.say("Ctrl")
        lines = [
            shown(keys.replace("Ctrl", control).ljust(wide + 2), "bold $accent") + shown(self.say(text))
            for keys, text in _KEYS
        ]
        return Content("\n").join(lines)


_EXAMPLES = {
    "int": mark("1234, 1.234, 80k, 1.5 million"),
    "float": mark("1234.5 or 1234,5; units may follow"),
    "percent": mark("12.5 or 12,5 %"),
    "money": mark("80,000 EUR, 80.000 €, 80k, 1.5 million"),
    "date": mark("2027-03-31 or 31.03.2027"),
    "range": mark("typical and p95 value: 1000 – 4000"),
    "span": mark("low, middle and high value: 10 / 20 / 40; one number is enough"),
}


def example_for(question_type: str) -> str | None:
    """How an answer of this type may be written, as a text to translate."""
    return _EXAMPLES.get(question_type)
