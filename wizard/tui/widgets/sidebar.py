"""The sections with their state, and how far the interview has come."""

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from wizard.i18n.catalog import Translate
from wizard.tui.display import clean, shown
from wizard.tui.names import workload_name
from wizard.tui.speech import Speaking
from wizard.tui.widgets.states import CHECK, State, state_of, state_of_section

if TYPE_CHECKING:
    from wizard.domain.assessment import Assessment
    from wizard.questionnaire.flow import Section


class Progress(NamedTuple):
    title: str
    group: str
    """The workload's name; empty for the project as a whole."""
    state: State
    done: int
    asked: int
    unknown: int


def progress_of(
    section: "Section", assessment: "Assessment", language: str, say: Translate, failed: set[tuple[str, str | None]]
) -> Progress:
    """How far one section is; ``failed`` names questions whose typed text was refused."""
    states = [
        CHECK if (live.question.id, live.workload_id) in failed
        else state_of(assessment.answer(live.question.id, live.workload_id))
        for live in section.asked
    ]  # fmt: skip
    done = sum(state.symbol in "✓–" for state in states)
    unknown = sum(state.symbol == "?" for state in states)
    workload = assessment.workload(section.workload_id) if section.workload_id else None
    group = workload_name(workload.label, workload.id, say) if workload else ""
    title = section.title.in_language(language)
    return Progress(title, group, state_of_section(states), done, len(states), unknown)


class SectionList(OptionList):
    """Workload keys act on the highlighted section."""

    BINDINGS = [
        Binding("a", "screen.add_workload", show=False),
        Binding("d", "screen.duplicate_workload", show=False),
        Binding("delete", "screen.remove_workload", show=False),
        Binding("right", "screen.enter_form", show=False),
    ]


class Sidebar(Vertical, Speaking):
    """Rewrites only the lines that changed. A workload's sections stand below its name."""

    class SectionHighlighted(Message):
        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class SectionSelected(Message):
        """Enter or a click on a section."""

    def __init__(self) -> None:
        super().__init__(id="sidebar")
        self._list = SectionList(id="sections", compact=True, markup=False)
        self._total = Static(id="total", markup=False)
        self._sections: list[Progress] = []
        self._here = 0

    def compose(self) -> ComposeResult:
        yield self._list
        yield self._total

    def on_mount(self) -> None:
        self.retell()

    def on_resize(self, event: events.Resize) -> None:
        del event
        self._rewrite()
        self._write_total()

    def retell(self) -> None:
        self.border_title = shown(self.say("Sections"))
        self._write_total()

    def show_progress(self, sections: list[Progress]) -> None:
        before, self._sections = self._sections, sections
        if [line.group for line in before] != [line.group for line in sections]:
            self._rewrite()
        else:
            for index, (old, new) in enumerate(zip(before, sections, strict=True)):
                if old != new:
                    self._list.replace_option_prompt(_option_id(index), self._line(new))
        self._write_total()

    def highlight(self, index: int) -> None:
        self._here = index
        with self.prevent(OptionList.OptionHighlighted):
            if index < len(self._sections):
                self._list.highlighted = self._list.get_option_index(_option_id(index))

    def focus_list(self) -> None:
        self._list.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self._list.has_focus and event.option_id is not None:
            self.post_message(self.SectionHighlighted(_index(event.option_id)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id is not None:
            self.post_message(self.SectionHighlighted(_index(event.option_id)))
            self.post_message(self.SectionSelected())

    def _rewrite(self) -> None:
        options: list[Option] = []
        group = ""
        for index, section in enumerate(self._sections):
            if section.group and section.group != group:
                options.append(Option(shown(section.group, "$quiet"), disabled=True))
            group = section.group
            options.append(Option(self._line(section), id=_option_id(index)))
        with self.prevent(OptionList.OptionHighlighted):
            self._list.set_options(options)
        self.highlight(self._here)

    def _line(self, line: Progress) -> Content:
        count = f"{line.done + line.unknown}/{line.asked}"
        indent = " " if line.group else ""
        room = max(6, self._list.scrollable_content_region.width - len(count) - len(indent) - 3)
        title = clean(line.title)
        title = title if cell_len(title) <= room else set_cell_size(title, room - 1) + "…"
        return (
            shown(f"{indent}{line.state.symbol} ", line.state.style)
            + shown(set_cell_size(title, room))
            + shown(f" {count}", "$quiet")
        )

    def _write_total(self) -> None:
        asked = sum(line.asked for line in self._sections)
        done = sum(line.done for line in self._sections)
        unknown = sum(line.unknown for line in self._sections)
        width = max(4, self._total.size.width)
        full = round(width * (done + unknown) / asked) if asked else 0
        words = self.say("{done} of {asked} answered", done=done, asked=asked)
        if unknown:
            words = f"{done}/{asked} · " + self.say("{count} unknown", count=unknown)
        bar = shown("━" * full, "$accent") + shown("─" * (width - full), "$quiet")
        self._total.update(bar + shown("\n" + words, "$quiet", lines=True))


def _option_id(index: int) -> str:
    return f"section-{index}"


def _index(option_id: str) -> int:
    return int(option_id.removeprefix("section-"))
