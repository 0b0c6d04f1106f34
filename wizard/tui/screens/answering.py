"""How answers go from the form to the session and back: every action of one question."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from wizard.domain.assessment import Answer, Assessment
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Evidence
from wizard.tui.display import tell
from wizard.tui.key_order import KeyOrder
from wizard.tui.messages import AnswerChosen, AnswerTyped, FieldLeft, UnknownChosen
from wizard.tui.screens.details import Details, DetailsDialog
from wizard.tui.screens.help import HelpDialog
from wizard.tui.screens.note import NoteDialog, NoteText
from wizard.tui.speech import Speaking
from wizard.tui.widgets.question_row import QuestionRow

if TYPE_CHECKING:
    from wizard.session import Session
    from wizard.tui.widgets.field import Field


class Answering(Screen[None], Speaking):
    """The part of the wizard screen that changes answers. Every change is in the session before it is on the screen."""

    session: "Session"

    def follow_session(self) -> None:
        """Bring the whole screen to the session's present state."""
        raise NotImplementedError

    def leave_field(self, by: int) -> None:
        """Move the focus to the next or previous question."""
        raise NotImplementedError

    def show_question(self, question_id: str, workload_id: str | None = None) -> bool:
        """Go to a question; False: it is not asked now."""
        raise NotImplementedError

    def row_here(self) -> QuestionRow | None:
        """The row that has the focus."""
        focused = self.focused
        if focused is None:
            return None
        return next((node for node in focused.ancestors_with_self if isinstance(node, QuestionRow)), None)

    def take_pending(self) -> bool:
        """Take over what is typed in the focused field; False: it was refused."""
        row = self.row_here()
        text = row.field.pending() if row else None
        if row is None or text is None:
            return True
        return self._take_text(row, text)

    def on_answer_typed(self, event: AnswerTyped) -> None:
        self._arrived()
        row = _row_of(event.field)
        if event.field.pending() is None and not event.confirmed:
            return  # taken over meanwhile by another way
        unchanged = event.confirmed and event.field.pending() is None and event.text == event.field.settled()
        if (unchanged or self._take_text(row, event.text)) and event.confirmed:
            self.leave_field(1)

    def on_answer_chosen(self, event: AnswerChosen) -> None:
        self._arrived()
        row = _row_of(event.field)
        answer = Answer(value=event.value, evidence=row.usual_evidence)
        same = row.answer is not None and row.answer.state.has_value and row.answer.value == event.value
        accepted = same or self._change(row, lambda: self.session.apply(row.question.id, answer, row.workload_id))
        if accepted and event.confirmed:
            self.leave_field(1)

    def on_unknown_chosen(self, event: UnknownChosen) -> None:
        self._arrived()
        row = _row_of(event.field)
        if self._change(row, lambda: self.session.mark_unknown(row.question.id, row.workload_id)):
            self.leave_field(1)

    def on_field_left(self, event: FieldLeft) -> None:
        self._arrived()
        self.leave_field(event.by)

    def _arrived(self) -> None:
        """Let the keys typed behind an answer go on, once the focus has moved: two refreshes cover a new section."""
        app = self.app
        if isinstance(app, KeyOrder):
            self.call_after_refresh(self.call_after_refresh, app.answer_arrived)

    def action_note(self) -> None:
        row = self.row_here()
        if row is None or not self.take_pending() or self.refuse_read_only():
            return

        def store(note: NoteText | None) -> None:
            if note is not None:
                self._change(
                    row, lambda: self.session.set_note(row.question.id, note.text, note.visibility, row.workload_id)
                )

        note = row.answer.note if row.answer else None
        self.app.push_screen(NoteDialog(row.question.title.in_language(self.language), note), store)

    def action_details(self) -> None:
        row = self.row_here()
        if row is None or not self.take_pending() or self.refuse_read_only():
            return

        def store(details: Details | None) -> None:
            if details is not None:
                self._change(row, lambda: self._store_details(row, details))

        self.app.push_screen(DetailsDialog(row.question.title.in_language(self.language), row.answer), store)

    def action_question_help(self) -> None:
        self.app.push_screen(HelpDialog(self.row_here()))

    def action_undo(self) -> None:
        row = self.row_here()
        if row is not None and row.field.pending() is not None:
            row.accept()
            row.refresh_answer()
            return
        self._step(self.session.undo, self.say("Nothing left to undo"))

    def action_redo(self) -> None:
        self._step(self.session.redo, self.say("Nothing left to redo"))

    def _step(self, step: Callable[[], bool], nothing: str) -> None:
        if self.refuse_read_only():
            return
        before = self.session.assessment
        try:
            moved = step()
        except CodedError as error:
            tell(self.app, error.in_language(self.language), error=True)
            return
        if not moved:
            tell(self.app, nothing)
            return
        self.follow_session()
        changed = _first_change(before, self.session.assessment)
        if changed is not None:
            self.show_question(*changed)

    def _take_text(self, row: QuestionRow, text: str) -> bool:
        question_id, workload_id = row.key
        if not text.strip():
            return self._change(row, lambda: self.session.reset(question_id, workload_id))
        return self._change(
            row, lambda: self.session.answer(question_id, text, workload_id=workload_id, language=self.language)
        )

    def _store_details(self, row: QuestionRow, details: Details) -> None:
        question_id, workload_id = row.key
        if details.state == "open":
            self.session.reset(question_id, workload_id)
        elif details.state == "not_applicable":
            self.session.mark_not_applicable(question_id, workload_id, details.text)
        else:
            answer = row.answer or Answer()
            said = {"evidence": Evidence(details.state), "by": details.text or None}
            self.session.apply(question_id, answer.model_copy(update=said), workload_id)

    def _change(self, row: QuestionRow, change: Callable[[], Any]) -> bool:
        if self.refuse_read_only():
            row.accept()
            row.refresh_answer()
            return False
        try:
            change()
        except CodedError as error:
            row.refuse(error)
            self.after_refusal()
            return False
        row.accept()
        self.follow_session()
        return True

    def after_refusal(self) -> None:
        """Show in the overview that a typed text was not understood."""
        raise NotImplementedError

    def refuse_read_only(self) -> bool:
        if self.session.read_only:
            tell(self.app, self.say("This file is open read-only: nothing is changed."), warning=True)
        return self.session.read_only


def _row_of(field: "Field") -> QuestionRow:
    return next(node for node in field.ancestors if isinstance(node, QuestionRow))


def _first_change(before: Assessment, after: Assessment) -> tuple[str, str | None] | None:
    """The question whose answer differs, so that undo shows what it took back."""
    pairs: list[tuple[str | None, dict[str, Answer], dict[str, Answer]]] = [(None, before.answers, after.answers)]
    old = {workload.id: workload.answers for workload in before.workloads}
    pairs += [(workload.id, old[workload.id], workload.answers) for workload in after.workloads if workload.id in old]
    for workload_id, was, is_now in pairs:
        for question_id in (*was, *is_now):
            if was.get(question_id) != is_now.get(question_id):
                return question_id, workload_id
    return None
