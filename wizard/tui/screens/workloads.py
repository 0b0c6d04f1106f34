"""Adding, copying, naming, ordering and removing workloads."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wizard.domain.errors import CodedError
from wizard.tui.display import tell
from wizard.tui.names import workload_name
from wizard.tui.screens.answering import Answering
from wizard.tui.screens.ask import ChooseDialog, LineDialog

if TYPE_CHECKING:
    from wizard.domain.assessment import Workload


class WorkloadKeeping(Answering):
    """The part of the wizard screen that keeps the list of workloads."""

    def workload_here(self) -> str | None:
        """The workload of the section on the screen, or None."""
        raise NotImplementedError

    def show_workload(self, workload_id: str) -> None:
        """Go to the first section of a workload."""
        raise NotImplementedError

    def action_workloads(self) -> None:
        """A menu; what acts on a workload acts on the one on the screen, else on the last."""
        workload = self._meant()
        actions: list[tuple[str, Callable[[], None]]] = [(self.say("Add a workload"), self.action_add_workload)]
        if workload is not None:
            name = workload_name(workload.label, workload.id, self.say)
            actions += [
                (self.say("Duplicate “{name}”", name=name), self.action_duplicate_workload),
                (self.say("Rename “{name}”", name=name), self.action_rename_workload),
                (self.say("Move “{name}” up", name=name), lambda: self._move(-1)),
                (self.say("Move “{name}” down", name=name), lambda: self._move(1)),
                (self.say("Remove “{name}”", name=name), self.action_remove_workload),
            ]

        def chosen(index: int | None) -> None:
            if index is not None:
                actions[index][1]()

        self.app.push_screen(ChooseDialog(self.say("Workloads"), [text for text, _ in actions]), chosen)

    def action_add_workload(self) -> None:
        def named(label: str | None) -> None:
            if label is not None:
                self.keep(lambda: self.session.add_workload(label=label))

        if not self.refuse_read_only():
            self.app.push_screen(LineDialog(self.say("Name of the new workload")), named)

    def action_duplicate_workload(self) -> None:
        workload = self._meant()
        if workload is not None:
            self.keep(lambda: self.session.duplicate_workload(workload.id))

    def action_rename_workload(self) -> None:
        workload = self._meant()
        if workload is None or self.refuse_read_only():
            return

        def named(label: str | None) -> None:
            if label is not None:
                self.keep(lambda: self.session.rename_workload(workload.id, label))

        self.app.push_screen(LineDialog(self.say("Name of the workload"), workload.label), named)

    def action_remove_workload(self) -> None:
        workload = self._meant()
        if workload is None or self.refuse_read_only():
            return

        def confirmed(index: int | None) -> None:
            if index == 1:
                self.keep(lambda: self.session.remove_workload(workload.id))

        title = self.say("Remove “{name}”", name=workload_name(workload.label, workload.id, self.say))
        lines = [self.say("No, keep it"), self.say("Yes, remove it with its answers (undo brings it back)")]
        self.app.push_screen(ChooseDialog(title, lines), confirmed)

    def _move(self, by: int) -> None:
        workload = self._meant()
        if workload is not None:
            self.keep(lambda: self.session.move_workload(workload.id, by))

    def _meant(self) -> "Workload | None":
        assessment = self.session.assessment
        here = self.workload_here()
        if here is not None:
            return assessment.workload(here)
        return assessment.workloads[-1] if assessment.workloads else None

    def keep(self, change: Callable[[], Any]) -> None:
        if self.refuse_read_only():
            return
        try:
            outcome = change()
        except CodedError as error:
            tell(self.app, error.in_language(self.language), error=True)
            return
        self.follow_session()
        if isinstance(outcome, str) and self.session.assessment.workload(outcome):
            self.show_workload(outcome)
