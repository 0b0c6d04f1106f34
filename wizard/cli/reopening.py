"""From a report PDF back to its assessment: a new file, or a merge into the one that is already here."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.cli.talk import Talk

if TYPE_CHECKING:
    from wizard.store.changes import Change


def assessment_of(pdf: Path, talk: Talk, *, merge: bool) -> Path:
    """The file with the assessment a report was made from; says what was done.

    Where the same assessment lies beside the PDF or among the recent ones, that file is taken. What the PDF knows
    beyond it is told, and with ``merge`` taken over, as one step that undo takes back.

    Raises:
        CodedError: nothing is attached, or it cannot be read or written.
    """
    from wizard.report import read_attached_assessment
    from wizard.session import Session
    from wizard.store.changes import differences
    from wizard.store.codec import parse_assessment

    attached = parse_assessment(read_attached_assessment(pdf), pdf.name)
    present = Session.find_same_id(attached.id, pdf.parent)
    if not present:
        with Session.open_pdf(pdf, pdf.parent) as written:
            talk.say(talk.translate("The assessment attached to the PDF lies in {path}.").format(path=written.path))
            return written.path
    with Session.open(present[0], read_only=not merge) as session:
        talk.say(talk.translate("This assessment is already here: {path}").format(path=present[0]))
        proposal = session.merged_with(attached)
        changes = differences(session.assessment, proposal.merged)
        if changes and merge:
            session.adopt(proposal.merged)
        if changes:
            _tell(changes, talk, taken=merge)
    return present[0]


def _tell(changes: "Sequence[Change]", talk: Talk, *, taken: bool) -> None:
    _ = talk.translate
    if taken:
        talk.say(_("Taken over from the PDF; undo in the wizard takes it back:"))
    else:
        talk.say(_("The PDF knows more or newer answers; --merge takes them over:"))
    for change in changes:
        workload = f"{change.workload} " if change.workload else ""
        talk.say(f"  {workload}{change.key}: {_value(change.before)} → {_value(change.after)}")


def _value(content: object) -> str:
    value = content.get("value", content) if isinstance(content, dict) else content
    return "–" if value is None else str(value)
