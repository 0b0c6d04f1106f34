"""The questions of one section. Mounted on the first visit and kept: Textual holds on to removed inputs."""

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll

from wizard.tui.widgets.question_row import QuestionRow

if TYPE_CHECKING:
    from wizard.questionnaire.flow import LiveQuestion, Section
    from wizard.session import Session


class SectionPane(VerticalScroll, can_focus=False):
    """One row a question that is asked; rows that are no longer asked are hidden, not removed."""

    def __init__(self, section: "Section", session: "Session", language: str, pane_id: str) -> None:
        self._session = session
        self._language = language
        self._rows = {live.question.id: self._row(live) for live in section.questions if live.asked}
        self._asked = list(self._rows)
        super().__init__(*self._rows.values(), id=pane_id)

    @property
    def rows(self) -> list[QuestionRow]:
        """The rows that are asked now, in order."""
        return [self._rows[question_id] for question_id in self._asked]

    def row(self, question_id: str) -> QuestionRow | None:
        return self._rows.get(question_id)

    def follow(self, section: "Section") -> None:
        """Mount questions that became live, hide those that are no longer asked, refresh the others."""
        asked = [live for live in section.questions if live.asked]
        self._asked = [live.question.id for live in asked]
        for question_id, row in self._rows.items():
            row.display = question_id in self._asked
        previous: QuestionRow | None = None
        for live in asked:
            known = self._rows.get(live.question.id)
            if known is not None:
                known.refresh_answer()
            previous = known or self._mounted(live, previous)

    def _mounted(self, live: "LiveQuestion", previous: QuestionRow | None) -> QuestionRow:
        row = self._rows[live.question.id] = self._row(live)
        if previous is not None:
            self.mount(row, after=previous)
        else:
            self.mount(row, before=0 if self.children else None)
        return row

    def _row(self, live: "LiveQuestion") -> QuestionRow:
        return QuestionRow(live, self._session, self._language)
