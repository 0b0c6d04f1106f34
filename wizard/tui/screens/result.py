"""The results: options, gates, costs, sizing, findings, roadmap and advice, open questions."""

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from wizard.tui.display import shown
from wizard.tui.names import IMPACTS
from wizard.tui.screens import result_pages
from wizard.tui.screens.advice_page import advice_page
from wizard.tui.screens.sizing_page import sizing_page
from wizard.tui.speech import Speaking, mark
from wizard.tui.widgets.key_bar import Key, KeyBar

if TYPE_CHECKING:
    from wizard.domain.result import OpenQuestion, Result
    from wizard.session import Session

_PAGES = (
    mark("Options"),
    mark("Gates"),
    mark("Costs"),
    mark("Sizing"),
    mark("Findings"),
    mark("Advice"),
    mark("Unresolved"),
)
_OPEN_QUESTIONS = len(_PAGES) - 1
_KEYS = (
    Key("1–7", mark("Page"), "screen.turn(1)"),
    Key("← →", mark("Turn"), "screen.turn(1)"),
    Key("↑ ↓", mark("Scroll"), "screen.turn(1)", narrow=False),
    Key("^R", mark("Prices"), "screen.prices"),
    Key("F9", mark("Report"), "screen.report"),
    Key("Esc", mark("Back to the questions"), "screen.leave"),
)

_IMPACT_CELLS = 14
_WIDE = 110
_MARGIN, _WIDE_MARGIN = 4, 6
"""Columns beside the text: padding on both sides, the scroll bar, and one to spare."""
Place = tuple[str, str | None]
PRICES: Place = ("prices", None)
"""Instead of a question: back to the interview, to the prices of the client."""


class ResultScreen(Screen[Place | None], Speaking):
    """Returns the question to jump back to, or None."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]
    BINDINGS = [
        Binding("escape,f5", "leave", show=False),
        Binding("f9", "report", show=False),
        Binding("ctrl+r", "prices", show=False, priority=True),
        Binding("left,shift+tab", "turn(-1)", show=False, priority=True),
        Binding("right,tab", "turn(1)", show=False, priority=True),
        *(Binding(str(number), f"page({number - 1})", show=False) for number in range(1, len(_PAGES) + 1)),
    ]

    def __init__(self, session: "Session", result: "Result") -> None:
        super().__init__()
        self._session = session
        self._result = result
        self._page = 0
        self._tabs = Static(id="tabs", markup=False)
        self._text = Static(id="page", markup=False)
        self._questions = OptionList(id="open", compact=True, markup=False)

    def compose(self) -> ComposeResult:
        yield self._tabs
        with VerticalScroll(id="scroll"):
            yield self._text
        yield self._questions
        yield KeyBar(_KEYS)

    def on_mount(self) -> None:
        self.retell()

    def on_resize(self, event: events.Resize) -> None:
        del event
        self._write_page()

    def retell(self) -> None:
        self._questions.set_options(
            Option(self._question_line(question)) for question in self._result.completeness.open_questions
        )
        self._questions.highlighted = 0 if self._result.completeness.open_questions else None
        self.action_page(self._page)

    def action_page(self, index: int) -> None:
        if index != self._page:
            self.query_one("#scroll").scroll_home(animate=False)
        self._page = index
        is_list = index == _OPEN_QUESTIONS
        self._questions.display = is_list
        self.query_one("#scroll").display = not is_list
        tabs = [
            shown(f" {number} {self.say(page)} ", "reverse" if number == index + 1 else "$quiet")
            for number, page in enumerate(_PAGES, start=1)
        ]
        self._tabs.update(Content("").join(tabs))
        self._write_page()
        (self._questions if is_list else self.query_one("#scroll")).focus()

    def action_turn(self, by: int) -> None:
        self.action_page((self._page + by) % len(_PAGES))

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_prices(self) -> None:
        self.dismiss(PRICES)

    def action_report(self) -> None:
        from wizard.tui.screens.report import ReportDialog

        self.app.push_screen(ReportDialog(self._session))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = self._result.completeness.open_questions[event.option_index]
        self.dismiss((chosen.id, chosen.workload))

    def _question_line(self, question: "OpenQuestion") -> Content:
        impact = self.say(IMPACTS.get(question.impact, question.impact))
        why = question.why.in_language(self.language)
        head = shown(f"{impact:<{_IMPACT_CELLS}}", "$text-warning" if question.impact == "gate" else "$quiet")
        return head + shown(self._title(question.id)) + shown(f" – {why}", "$quiet")

    def _title(self, question_id: str) -> str:
        return self._session.questionnaire.question(question_id).title.in_language(self.language)

    def _input_name(self, key: str) -> str:
        """What a person calls an input of the calculation: the question, and its field where it has several."""
        questionnaire = self._session.questionnaire
        question_id, _, field = key.rpartition(".")
        if key in questionnaire.index:
            return self._title(key)
        question = questionnaire.index.get(question_id)
        if question is None or field not in question.fields:
            return key
        return question.fields[field].in_language(self.language)

    def _write_page(self) -> None:
        language, say, result, named = self.language, self.say, self._result, self._session.hardware_name
        width = max(40, self.size.width - (_WIDE_MARGIN if self.size.width >= _WIDE else _MARGIN))
        pages = (
            lambda: result_pages.options_page(result, language, say, width, self._input_name, named),
            lambda: result_pages.gates_page(result, language, say, width),
            lambda: result_pages.costs_page(result, language, say, width),
            lambda: sizing_page(result, language, say, width, named, self._session.model_name),
            lambda: result_pages.findings_page(result, language, say, width),
            lambda: advice_page(result, language, say, width),
        )
        if self._page < len(pages):
            self._text.update(pages[self._page]())
