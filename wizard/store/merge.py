"""Unites two versions of one assessment field by field; what differs is shown with a proposal, never decided alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from wizard.domain.assessment import Answer, Assessment, Workload

Side = Literal["local", "incoming"]
_HEADS = ("title", "language", "questionnaire")
_OLD = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Conflict:
    """One place where both versions differ. ``place`` is a question id, a field's name or a path in ``overrides``."""

    place: str
    workload_id: str | None
    local: Any
    incoming: Any
    proposed: Side


@dataclass(frozen=True)
class Merge:
    """``merged`` holds everything of both; at a conflict, the proposed side."""

    merged: Assessment
    conflicts: tuple[Conflict, ...]


def merge(local: Assessment, incoming: Assessment) -> Merge:
    """Proposes a union.

    The newer answer is proposed, the local one where times do not tell; the local title, language, questionnaire and
    overrides. A note that only one side has stays: client copies come back without the internal ones.
    """
    conflicts: list[Conflict] = []
    for name in _HEADS:
        here, there = getattr(local, name), getattr(incoming, name)
        if here != there:
            conflicts.append(Conflict(name, None, here, there, "local"))
    merged = local.model_copy(
        update={
            "answers": _answers(local.answers, incoming.answers, None, conflicts),
            "workloads": _workloads(local, incoming, conflicts),
            "overrides": _blocks(local.overrides, incoming.overrides, "overrides", conflicts),
            "measurements": _union(local.measurements, incoming.measurements),
            "scenarios": _union(local.scenarios, incoming.scenarios),
        }
    )
    return Merge(merged, tuple(conflicts))


def _workloads(local: Assessment, incoming: Assessment, conflicts: list[Conflict]) -> tuple[Workload, ...]:
    united = []
    for here in local.workloads:
        there = incoming.workload(here.id)
        if there is None:
            united.append(here)
            continue
        if here.label != there.label:
            conflicts.append(Conflict("label", here.id, here.label, there.label, "local"))
        answers = _answers(here.answers, there.answers, here.id, conflicts)
        united.append(here.model_copy(update={"answers": answers}))
    return (*united, *(workload for workload in incoming.workloads if local.workload(workload.id) is None))


def _answers(
    local: Mapping[str, Answer], incoming: Mapping[str, Answer], workload_id: str | None, conflicts: list[Conflict]
) -> dict[str, Answer]:
    united = {**incoming, **local}
    for question_id in sorted(local.keys() & incoming.keys()):
        here, there = local[question_id], incoming[question_id]
        if _content(here) != _content(there) or (here.note and there.note and here.note != there.note):
            proposed: Side = "incoming" if _moment(there) > _moment(here) else "local"
            conflicts.append(Conflict(question_id, workload_id, here, there, proposed))
            united[question_id] = there if proposed == "incoming" else here
        note = united[question_id].note or here.note or there.note
        united[question_id] = united[question_id].model_copy(update={"note": note})
    return united


def _content(answer: Answer) -> tuple[Any, ...]:
    return (answer.value, answer.state, answer.evidence, answer.by, answer.reason)


def _moment(answer: Answer) -> datetime:
    at = answer.at or _OLD
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _blocks(local: Any, incoming: Any, place: str, conflicts: list[Conflict]) -> Any:
    if isinstance(local, Mapping) and isinstance(incoming, Mapping):
        both = {
            key: _blocks(local[key], incoming[key], f"{place}.{key}", conflicts) for key in local if key in incoming
        }
        return {**incoming, **local, **both}
    if local != incoming:
        conflicts.append(Conflict(place, None, local, incoming, "local"))
    return local


def _union(local: tuple[dict[str, Any], ...], incoming: tuple[dict[str, Any], ...]) -> tuple[dict[str, Any], ...]:
    return (*local, *(item for item in incoming if item not in local))
