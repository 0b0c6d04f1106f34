"""Changes to an assessment as data: each can be applied, inverted and written to the journal."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Literal

from wizard.domain.assessment import Answer, Assessment, Workload
from wizard.domain.base import Frozen

UNDO_LIMIT = 200
_UNDO_BYTES = 4_000_000

FIELDS = ("title", "language", "questionnaire", "workloads", "overrides", "measurements", "scenarios")


class Change(Frozen):
    """One place of an assessment with its content before and after, as JSON values.

    ``key`` is a question id (``answer``), a field's name (``field``) or a workload id (``workload``: a whole one comes
    or goes, with its index; ``label``; ``order``: its index).
    """

    kind: Literal["answer", "field", "workload", "label", "order"]
    key: str
    workload: str | None = None
    before: Any = None
    after: Any = None

    def inverse(self) -> "Change":
        return self.model_copy(update={"before": self.after, "after": self.before})

    def applied_to(self, assessment: Assessment) -> Assessment:
        """The changed assessment.

        Raises:
            ValueError: the content before is not what the change expects, so it belongs to another assessment.
        """
        if content_at(assessment, self) != self.before:
            raise ValueError(f"{self.kind} {self.key}: the content before the change differs")
        return _put(assessment, self)


class Step(Frozen):
    """What one undo takes back."""

    changes: tuple[Change, ...]
    number: int = 0
    at: datetime | None = None

    def inverse(self) -> "Step":
        return self.model_copy(update={"changes": tuple(change.inverse() for change in reversed(self.changes))})

    def applied_to(self, assessment: Assessment) -> Assessment:
        """The assessment after all changes.

        Raises:
            ValueError: a change does not fit, or its content is not valid.
        """
        for change in self.changes:
            assessment = change.applied_to(assessment)
        return assessment


class History:
    """Steps that can be undone and redone; the oldest fall out beyond ``UNDO_LIMIT``."""

    def __init__(self, past: Iterable[Step] = (), future: Iterable[Step] = ()) -> None:
        self.past = list(past)[-UNDO_LIMIT:]
        self.future = list(future)[-UNDO_LIMIT:]

    def trim(self) -> None:
        """Forgets the farthest steps beyond 4 MB, such as whole imported catalogues; the next one always stays."""
        self.past, self.future = _within_bytes(self.past), _within_bytes(self.future)

    def record(self, step: Step) -> None:
        self.past = [*self.past, step][-UNDO_LIMIT:]
        self.future = []

    def moved_back(self) -> Step | None:
        """The step to take back, now waiting to be redone."""
        return self._move(self.past, self.future)

    def moved_forward(self) -> Step | None:
        """The step to do again."""
        return self._move(self.future, self.past)

    @staticmethod
    def _move(source: list[Step], target: list[Step]) -> Step | None:
        if not source:
            return None
        target.append(source.pop())
        return target[-1]


def _within_bytes(steps: list[Step]) -> list[Step]:
    kept, used = 0, 0
    for step in reversed(steps):
        used += len(step.model_dump_json())
        if kept and used > _UNDO_BYTES:
            break
        kept += 1
    return steps[len(steps) - kept :]


def answer_change(assessment: Assessment, question_id: str, workload_id: str | None, answer: Answer | None) -> Change:
    before = assessment.answer(question_id, workload_id)
    return Change(kind="answer", key=question_id, workload=workload_id, before=_json(before), after=_json(answer))


def field_change(assessment: Assessment, name: str, value: Any) -> Change:
    """``value`` as in a JSON dump of the assessment."""
    return Change(kind="field", key=name, before=_field(assessment, name), after=value)


def added_workload(workload: Workload, index: int) -> Change:
    return Change(kind="workload", key=workload.id, after={"index": index, "content": _json(workload)})


def differences(old: Assessment, new: Assessment) -> tuple[Change, ...]:
    """Changes that lead from ``old`` to ``new``; identity, file version and catalogue name stay."""
    changes = list(_answer_changes(old, None, new.answers))
    names = [name for name in FIELDS if _field(old, name) != _field(new, name)]
    if "workloads" in names and _extends(old.workloads, new.workloads):
        names.remove("workloads")
        changes += _workload_changes(old, new)
    changes += [field_change(old, name, _field(new, name)) for name in names]
    return tuple(changes)


def _answer_changes(old: Assessment, workload_id: str | None, answers: dict[str, Answer]) -> Iterator[Change]:
    workload = old.workload(workload_id) if workload_id else None
    known = workload.answers if workload else old.answers
    for key in sorted({*known, *answers}):
        if known.get(key) != answers.get(key):
            yield answer_change(old, key, workload_id, answers.get(key))


def _extends(old: tuple[Workload, ...], new: tuple[Workload, ...]) -> bool:
    return [workload.id for workload in new[: len(old)]] == [workload.id for workload in old]


def _workload_changes(old: Assessment, new: Assessment) -> Iterator[Change]:
    for here, there in zip(old.workloads, new.workloads, strict=False):
        yield from _answer_changes(old, here.id, there.answers)
        if here.label != there.label:
            yield Change(kind="label", key=here.id, before=here.label, after=there.label)
    for index in range(len(old.workloads), len(new.workloads)):
        yield added_workload(new.workloads[index], index)


def content_at(assessment: Assessment, change: Change) -> Any:
    """What stands now where ``change`` points, as a JSON value; None where nothing stands."""
    if change.kind == "answer":
        return _json(assessment.answer(change.key, change.workload))
    if change.kind == "field":
        return _field(assessment, change.key)
    index = next((i for i, workload in enumerate(assessment.workloads) if workload.id == change.key), None)
    if index is None:
        return None
    workload = assessment.workloads[index]
    if change.kind == "label":
        return workload.label
    return index if change.kind == "order" else {"index": index, "content": _json(workload)}


def _put(assessment: Assessment, change: Change) -> Assessment:
    if change.kind == "answer":
        answer = None if change.after is None else Answer.model_validate(change.after)
        return assessment.with_answer(change.key, answer, change.workload)
    if change.kind == "field":
        if change.key not in FIELDS:
            raise ValueError(f"no field {change.key}")
        valid = Assessment.model_validate({"id": assessment.id, change.key: change.after})
        return assessment.model_copy(update={change.key: getattr(valid, change.key)})
    return assessment.model_copy(update={"workloads": tuple(_put_workload(list(assessment.workloads), change))})


def _put_workload(workloads: list[Workload], change: Change) -> list[Workload]:
    old = next((workload for workload in workloads if workload.id == change.key), None)
    others = [workload for workload in workloads if workload is not old]
    if change.kind == "workload":
        if change.after is None:
            return others
        index, new = int(change.after["index"]), Workload.model_validate(change.after["content"])
    elif old is None:
        raise ValueError(f"no workload {change.key}")
    elif change.kind == "label":
        index, new = workloads.index(old), Workload.model_validate({**_json(old), "label": change.after})
    else:
        index, new = int(change.after), old
    return [*others[:index], new, *others[index:]]


def _field(assessment: Assessment, name: str) -> Any:
    return assessment.model_dump(mode="json", include={name})[name]


def _json(model: Answer | Workload | None) -> Any:
    return None if model is None else model.model_dump(mode="json")
