"""Answers, their states, notes and evidence."""

from typing import TYPE_CHECKING, Literal

from wizard.domain.assessment import Answer, AnswerState, Note
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Evidence
from wizard.session.ledger import Applied, Ledger, now
from wizard.store.canonical import check_storable
from wizard.store.changes import answer_change
from wizard.store.errors import StoreError

if TYPE_CHECKING:
    from wizard.questionnaire.parse import Parsed
    from wizard.questionnaire.schema import Question, Questionnaire


class Answering(Ledger):
    """Each method is one undo step and on disk when it returns; it raises CodedError and changes nothing otherwise."""

    @property
    def questionnaire(self) -> "Questionnaire":
        from wizard.questionnaire.loader import load_questionnaire

        return load_questionnaire()

    def answer(
        self,
        question_id: str,
        text: str,
        workload_id: str | None = None,
        language: str | None = None,
        *,
        evidence: Evidence | None = None,
        by: str | None = None,
    ) -> Applied:
        """Understands what was typed and applies it.

        Args:
            question_id: of the questionnaire; the prefix ``w.`` may be left out when a workload is named.
            text: in the spelling of ``language``, by default the assessment's.
            workload_id: for questions asked per workload.
            language: ``de`` or ``en``.
            evidence: kept from the previous answer by default; a typed value is never ``measured``.
            by: who said it; kept from the previous answer by default.

        Raises:
            CodedError: not understood, or asks back; unknown question or workload; not stored.
        """
        question, workload_id, parsed = self._understood(question_id, text, workload_id, language)
        previous = self.assessment.answer(question.id, workload_id)
        kept = previous.evidence if previous and previous.state is AnswerState.ANSWERED else Evidence.STATED
        answer = Answer(value=parsed.value, evidence=evidence or kept, at=now(), by=by or (previous and previous.by))
        applied = self.apply(question.id, answer, workload_id)
        return Applied(applied.revision, applied.previous, parsed.echo)

    def import_answer(
        self, question_id: str, text: str, workload_id: str | None = None, language: str | None = None, *, by: str = ""
    ) -> Applied:
        """As ``answer``, for one that came in a file: state imported, evidence stated, and nobody but ``by`` said it.

        Raises:
            CodedError: as ``answer``.
        """
        question, workload_id, parsed = self._understood(question_id, text, workload_id, language)
        answer = Answer(
            value=parsed.value, state=AnswerState.IMPORTED, evidence=Evidence.STATED, at=now(), by=by or None
        )
        applied = self.apply(question.id, answer, workload_id)
        return Applied(applied.revision, applied.previous, parsed.echo)

    def _understood(
        self, question_id: str, text: str, workload_id: str | None, language: str | None
    ) -> "tuple[Question, str | None, Parsed]":
        from wizard.questionnaire.currency import client_currency
        from wizard.questionnaire.flow import for_kind
        from wizard.questionnaire.parse import parse_answer

        question, workload_id = self._question(question_id, workload_id)
        if workload_id is not None and (kind := self.assessment.answer("w.kind", workload_id)):
            question = for_kind(question, kind.value)
        country = self.assessment.answer("client.country")
        currency = client_currency(country and country.value)
        parsed = parse_answer(question, text, language or str(self.assessment.language), currency=currency)
        return question, workload_id, parsed

    def apply(self, question_id: str, answer: Answer, workload_id: str | None = None) -> Applied:
        """Stores an answer; a note of the previous one stays unless the new one brings its own.

        Saying the same again is no change.
        """
        question, workload_id = self._question(question_id, workload_id)
        check_storable(answer.model_dump(mode="python", include={"value", "by", "reason", "note"}))
        previous = self.assessment.answer(question.id, workload_id)
        if answer.note is None and previous is not None and previous.note is not None:
            answer = answer.model_copy(update={"note": previous.note})
        if previous is not None and previous.model_copy(update={"at": answer.at}) == answer:
            return Applied(self._commit(()), previous)
        return self._store(question.id, workload_id, answer)

    def mark_unknown(self, question_id: str, workload_id: str | None = None) -> Applied:
        """The client does not know: the sourced default range stands in."""
        return self.apply(question_id, Answer(state=AnswerState.UNKNOWN, at=now()), workload_id)

    def mark_not_applicable(self, question_id: str, workload_id: str | None = None, reason: str = "") -> Applied:
        """The question does not fit this client; ``reason`` must say why."""
        if not reason.strip():
            raise CodedError(StoreError.NEEDS_REASON, id=question_id)
        answer = Answer(state=AnswerState.NOT_APPLICABLE, reason=reason.strip(), at=now())
        return self.apply(question_id, answer, workload_id)

    def reset(self, question_id: str, workload_id: str | None = None) -> Applied:
        """Takes answer and note away, as if the question was never asked."""
        question, workload_id = self._question(question_id, workload_id)
        return self._store(question.id, workload_id, None)

    def set_note(
        self,
        question_id: str,
        text: str,
        visibility: Literal["internal", "report"] = "internal",
        workload_id: str | None = None,
    ) -> Applied:
        """Sets the note beside an answer, or removes it when ``text`` is blank.

        A note on an open question marks it unknown: it was talked about and left without an answer.
        """
        question, workload_id = self._question(question_id, workload_id)
        check_storable(text)
        note = Note(text=text.strip(), visibility=visibility) if text.strip() else None
        previous = self.assessment.answer(question.id, workload_id)
        if previous is None and note is None:
            return Applied(self._commit(()))
        base = previous or Answer(state=AnswerState.UNKNOWN, at=now())
        return self._store(question.id, workload_id, base.model_copy(update={"note": note}))

    def set_evidence(self, question_id: str, evidence: Evidence | str, workload_id: str | None = None) -> Applied:
        """How firmly the answer is known."""
        question, workload_id = self._question(question_id, workload_id)
        previous = self.assessment.answer(question.id, workload_id)
        if previous is None or not previous.state.has_value:
            raise CodedError(StoreError.NO_ANSWER, id=question.id)
        return self._store(question.id, workload_id, previous.model_copy(update={"evidence": Evidence(evidence)}))

    def _store(self, question_id: str, workload_id: str | None, answer: Answer | None) -> Applied:
        previous = self.assessment.answer(question_id, workload_id)
        change = answer_change(self.assessment, question_id, workload_id, answer)
        return Applied(self._commit((change,)), previous)

    def _question(self, question_id: str, workload_id: str | None) -> "tuple[Question, str | None]":
        if workload_id is not None:
            if self.assessment.workload(workload_id) is None:
                raise CodedError(StoreError.NO_WORKLOAD, id=workload_id)
            question_id = question_id if question_id.startswith("w.") else f"w.{question_id}"
        elif question_id.startswith("w."):
            raise CodedError(StoreError.NEEDS_WORKLOAD, id=question_id)
        return self.questionnaire.question(question_id), workload_id
