"""A copy of an assessment that is changed freely and never written: for what-if questions and for previews."""

from pathlib import Path

from wizard.domain.assessment import Assessment
from wizard.session.ledger import Operation
from wizard.session.outputs import Outputs
from wizard.store.changes import History, Step


class Trial(Outputs):
    """Every door of a session that changes or evaluates answers; no file is touched."""

    def __init__(self, path: Path, assessment: Assessment) -> None:
        super().__init__(path, assessment, History(), None)

    @property
    def read_only(self) -> bool:
        return False

    def _check_writable(self) -> None:
        """Nothing is written, so nothing stands in the way."""

    def _record(self, step: Step, op: Operation) -> None:
        """A trial leaves no trace."""
