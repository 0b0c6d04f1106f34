"""Moving through the interview: sections, questions, and the jump to any of them."""

from typing import TYPE_CHECKING

from textual.widgets import ContentSwitcher

from wizard.tui.display import tell
from wizard.tui.key_order import KeyOrder
from wizard.tui.names import workload_name
from wizard.tui.screens.pick import Choice, PickDialog
from wizard.tui.screens.workloads import WorkloadKeeping
from wizard.tui.widgets.section_pane import SectionPane
from wizard.tui.widgets.sidebar import Sidebar, progress_of

if TYPE_CHECKING:
    from wizard.questionnaire.flow import Section
    from wizard.session import Session

_MOUNTING_S = 0.02


class Moving(WorkloadKeeping):
    """The part of the wizard screen that knows where one is. Panes stay mounted once visited."""

    def __init__(self, session: "Session") -> None:
        super().__init__()
        self.session = session
        self._sections = self._asked_sections()
        self._panes: dict[str, SectionPane] = {}
        self._here = self._sections[0].id
        self._sidebar = Sidebar()

    def follow_sections(self) -> None:
        """Bring the sections, and the one on the screen, to the session's present state."""
        self._sections = self._asked_sections()
        ids = [section.id for section in self._sections]
        if self._here in ids:
            self._panes[self._here].follow(self._sections[ids.index(self._here)])
            self._sidebar.highlight(ids.index(self._here))
        else:
            self._show(self._sections[0])

    def write_progress(self) -> None:
        """Show in the sidebar how far each section is."""
        failed = {row.key for pane in self._panes.values() for row in pane.rows if row.refused}
        assessment, language = self.session.assessment, self.language
        self._sidebar.show_progress(
            [progress_of(section, assessment, language, self.say, failed) for section in self._sections]
        )

    def first_pane(self) -> SectionPane:
        """The pane to mount at the start."""
        pane = self._panes[self._here] = self._pane(self._sections[0])
        return pane

    def _asked_sections(self) -> "list[Section]":
        """Sections with something to ask."""
        return [section for section in self.session.sections() if section.asked]

    def on_sidebar_section_highlighted(self, event: Sidebar.SectionHighlighted) -> None:
        if event.index < len(self._sections):
            self._show(self._sections[event.index])

    def on_sidebar_section_selected(self) -> None:
        self._focus_first()

    def action_next_section(self) -> None:
        self._go_section(1)

    def action_previous_section(self) -> None:
        self._go_section(-1)

    def action_enter_form(self) -> None:
        self._focus_first()

    def action_change_side(self) -> None:
        if self.row_here() is None:
            self._focus_first()
        elif self.take_pending():
            self._sidebar.focus_list()

    def workload_here(self) -> str | None:
        section = next((s for s in self._sections if s.id == self._here), None)
        return section.workload_id if section else None

    def show_workload(self, workload_id: str) -> None:
        section = next((s for s in self._sections if s.workload_id == workload_id), None)
        if section:
            self._show(section)
            self._focus_first()

    def show_question(self, question_id: str, workload_id: str | None = None) -> bool:
        """Go to a question; False: it is not asked now."""
        for section in self._sections:
            for live in section.questions:
                if live.question.id == question_id and live.asked and workload_id in (None, live.workload_id):
                    self._show(section)
                    self._hold_keys()
                    self.call_after_refresh(self._focus_row, question_id)
                    return True
        return False

    def action_jump(self) -> None:
        if not self.take_pending():
            return

        def chosen(choice: Choice | None) -> None:
            if choice is None:
                self._release_keys()
            elif not self.show_question(*choice.value[:2]):
                self._release_keys()
                reason = choice.value[2]
                why = reason.in_language(self.language) if reason else self.say("not part of this path")
                tell(self.app, self.say("This question is not asked: {why}", why=why))

        self._hold_keys()
        self.app.push_screen(PickDialog(self.say("Jump to a question"), self._jump_choices), chosen)

    def _jump_choices(self) -> list[Choice]:
        return [
            Choice(
                live.question.title.in_language(self.language),
                (live.question.id, live.workload_id, live.hidden_because),
                self._where(section) if live.asked else self.say("not asked"),
            )
            for section in self.session.sections()
            for live in sorted(section.questions, key=lambda live: not live.asked)
        ]

    def _where(self, section: "Section") -> str:
        """The section, and the workload it belongs to."""
        title = section.title.in_language(self.language)
        workload = self.session.assessment.workload(section.workload_id) if section.workload_id else None
        return f"{workload_name(workload.label, workload.id, self.say)} · {title}" if workload else title

    def leave_field(self, by: int) -> None:
        row = self.row_here()
        if row is None:
            self._focus_first()
            return
        rows = self._panes[self._here].rows
        at = rows.index(row) + by if row in rows else 0
        if 0 <= at < len(rows):
            self._focus_row(rows[at].question.id)
        else:
            self._go_section(by, last=by < 0)

    def action_leave_field(self, by: int) -> None:
        self.leave_field(by)

    def _go_section(self, by: int, *, last: bool = False) -> None:
        if not self.take_pending():
            return
        ids = [section.id for section in self._sections]
        at = ids.index(self._here) + by
        if 0 <= at < len(ids):
            self._show(self._sections[at])
            self._hold_keys()
            self.call_after_refresh(self._focus_first, last)

    def _show(self, section: "Section") -> None:
        self._here = section.id
        switcher = self.query_one(ContentSwitcher)
        pane = self._panes.get(self._here)
        if pane is None:
            pane = self._panes[self._here] = self._pane(section)
            switcher.add_content(pane, set_current=True)
        else:
            pane.follow(section)
            switcher.current = pane.id
        self._sidebar.highlight([s.id for s in self._sections].index(self._here))

    def _pane(self, section: "Section") -> SectionPane:
        return SectionPane(section, self.session, self.language, f"pane-{len(self._panes)}")

    def _focus_first(self, last: bool = False) -> None:
        rows = self._panes[self._here].rows
        if rows:
            self._focus_row(rows[-1 if last else 0].question.id)
        else:
            self._sidebar.focus_list()
            self._release_keys()

    def _hold_keys(self) -> None:
        if isinstance(self.app, KeyOrder):
            self.app.focus_leaves()

    def _release_keys(self) -> None:
        if isinstance(self.app, KeyOrder):
            self.app.focus_arrives()

    def _focus_row(self, question_id: str) -> None:
        row = self._panes[self._here].row(question_id)
        if row is None:
            self._release_keys()
            return
        if not row.field.is_mounted:  # a pane on its first visit: its rows are still being mounted
            self._hold_keys()
            self.set_timer(_MOUNTING_S, lambda: self._focus_row(question_id))
            return
        row.field.focus(scroll_visible=False)
        self._release_keys()
        self.call_after_refresh(row.scroll_visible, animate=False)
