"""Runs the engine beside the typing: one evaluation at a time, started a moment after the last change."""

from typing import TYPE_CHECKING

from textual.worker import Worker, get_current_worker

from wizard.domain.errors import CodedError
from wizard.tui.messages import EvaluationFailed, ResultChanged

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.timer import Timer

    from wizard.session import Session

_PAUSE_S = 0.15


class LiveEvaluation:
    """Answers arrive as messages on the screen; a newer request cancels the running one."""

    def __init__(self, screen: "Screen[None]", session: "Session") -> None:
        self._screen = screen
        self._session = session
        self._timer: Timer | None = None
        self._worker: Worker[None] | None = None

    def request(self) -> None:
        """Evaluate soon; further requests within the pause count as one."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(_PAUSE_S, self._start)

    def cancel(self) -> None:
        """Stop waiting and calculating."""
        if self._timer is not None:
            self._timer.stop()
        if self._worker is not None:
            self._worker.cancel()

    def _start(self) -> None:
        self.cancel()
        self._worker = self._screen.run_worker(self._run, thread=True, exit_on_error=False, group="evaluation")

    def _run(self) -> None:
        worker = get_current_worker()
        revision = self._session.revision
        try:
            evaluation = self._session.evaluate(cancelled=lambda: worker.is_cancelled)
        except CodedError as error:
            text = error.in_language(str(getattr(self._screen.app, "language", "de")))
            outcome: ResultChanged | EvaluationFailed = EvaluationFailed(revision, text)
        except Exception as error:  # the interview goes on whatever the engine meets
            if worker.is_cancelled:
                return
            outcome = EvaluationFailed(revision, f"{type(error).__name__}: {error}")
        else:
            outcome = ResultChanged(evaluation.result.revision, evaluation.result)
        if not worker.is_cancelled:
            self._screen.post_message(outcome)
