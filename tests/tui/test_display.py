"""Client text on the screen: shown whole, never obeyed."""

import ast
from pathlib import Path

import pytest
import wizard.tui
from tests.tui.hostile import MARKUP, PAYLOADS, live_controls
from tests.tui.results import result
from tests.tui.screen_text import settled, text_of
from textual.app import App, ComposeResult
from textual.widgets import DataTable, Input, OptionList, Static
from wizard.session import Session
from wizard.tui.display import ControlFilter, clean, shown
from wizard.tui.program import RechenwerkApp
from wizard.tui.screens.result import ResultScreen

WIDE = (140, 45)


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS.keys())
def test_clean_text_holds_no_live_control(payload: str) -> None:
    assert not live_controls(clean(payload, lines=True))


@pytest.mark.parametrize("text", MARKUP)
def test_brackets_are_shown_as_they_are(text: str) -> None:
    assert shown(text).plain == text


def test_an_endless_text_is_cut_with_a_sign() -> None:
    cut = clean("a" * 1_000_000)
    assert len(cut) < 5_000
    assert cut.endswith("…")


def _say_everywhere(session: Session, text: str) -> None:
    """The text as title, workload name, answer, its origin and its note."""
    text = text.encode("utf-8", "replace").decode()
    session.set_title(text[:400])
    session.rename_workload("w1", text[:200])
    session.answer("client.name", "x")
    answer = session.assessment.answer("client.name")
    session.apply("client.name", answer.model_copy(update={"value": text, "by": text}))
    session.set_note("client.name", text, "report")


async def test_the_interview_shows_every_hostile_text(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        for name, payload in PAYLOADS.items():
            _say_everywhere(session, payload)
            app.screen.follow_session()
            await pilot.pause()
            seen = text_of(app)
            assert not live_controls(seen), name
            assert payload not in MARKUP or payload in seen


@pytest.mark.parametrize("name", ["markup [/]", "markup [@click=app.quit]OK[/]", "clipboard", "bidi override"])
async def test_dialogs_and_results_show_hostile_texts(app: RechenwerkApp, session: Session, name: str) -> None:
    text = PAYLOADS[name]
    _say_everywhere(session, text)
    seen = ""
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        for action in ("note", "details", "question_help", "workloads", "rename"):
            app.screen.show_question("client.name")
            getattr(app.screen, f"action_{action}")()
            await settled(pilot)
            seen += text_of(app)
            await pilot.press("escape")
            await pilot.pause()
        app.push_screen(ResultScreen(session, result(label=text, remark=text)))
        await settled(pilot)
        for page in range(7):
            app.screen.action_page(page)
            await pilot.pause()
            seen += text_of(app)
    assert not live_controls(seen)


class _Careless(App[int]):
    """Widgets that were handed the raw text: only the filter stands between them and the terminal."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def get_line_filters(self):
        return [*super().get_line_filters(), ControlFilter()]

    def compose(self) -> ComposeResult:
        yield Static(self._text, markup=False)
        yield Input(value=self._text)
        yield OptionList(self._text, markup=False)


async def test_the_filter_holds_where_a_widget_draws_raw_text() -> None:
    async with _Careless("a\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eb").run_test(size=(60, 12)) as pilot:
        await pilot.pause()
        lines = pilot.app.screen._compositor.render_strips()
        drawn = "".join(
            segment.text
            for strip in lines
            for segment in strip.apply_filter(ControlFilter(), pilot.app.screen.background_colors[1])
        )
    assert not live_controls(drawn)


def _modules() -> list[Path]:
    return sorted(Path(wizard.tui.__file__).parent.rglob("*.py"))


_TEXT_TAKERS = {"Static", "Option", "Selection", "Button", "Label", "Content", "from_markup", "notify"}


def _literal_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"
    )


@pytest.mark.parametrize("path", _modules(), ids=lambda path: path.name)
def test_widgets_get_composed_text_through_the_door_only(path: Path) -> None:
    """No f-string and no formatted text reaches a widget, ``update`` or a border title without ``shown``."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            taken = node.args[:1] if name in _TEXT_TAKERS | {"update"} else []
            found += [node.lineno for argument in taken if _literal_text(argument)]
            if name in ("from_markup", "notify") and path.name != "display.py":
                found.append(node.lineno)
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Attribute) and target.attr in ("border_title", "border_subtitle", "tooltip")
            for target in node.targets
        ):
            calls = {getattr(n.func, "id", "") for n in ast.walk(node.value) if isinstance(n, ast.Call)}
            found += [] if "shown" in calls or isinstance(node.value, ast.Name) else [node.lineno]
    assert not found, f"{path.name}: lines {found}"


def test_no_table_widget_reads_markup() -> None:
    """DataTable reads markup in cells and cannot be told not to: it is not used."""
    assert DataTable.__name__ not in "".join(path.read_text(encoding="utf-8") for path in _modules())
