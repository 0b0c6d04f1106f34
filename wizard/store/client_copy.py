"""The copy of an assessment that may leave the house: no internal notes, no internal overrides, no margins."""

from collections.abc import Mapping
from typing import Any

from wizard.domain.assessment import Answer, Assessment

_SAYS_NO = (False, None, "false", "no", "nein")


def client_copy(assessment: Assessment) -> Assessment:
    """What the client may see and reopen.

    Left out: notes that are not for the report; in overrides, measurements and scenarios every block marked
    ``internal`` or with internal visibility, and every key ``margin`` or ``margin_…``. Who gave an answer stays.
    """
    return assessment.model_copy(
        update={
            "answers": _answers(assessment.answers),
            "workloads": tuple(
                workload.model_copy(update={"answers": _answers(workload.answers)}) for workload in assessment.workloads
            ),
            "overrides": _shareable(assessment.overrides),
            "measurements": tuple(_shareable(item) for item in assessment.measurements if not _is_internal(item)),
            "scenarios": tuple(
                _without_notes(_shareable(item)) for item in assessment.scenarios if not _is_internal(item)
            ),
        }
    )


def catalog_part(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """The overrides as the catalogue takes them: without marks and margins, which are no fields of it."""
    return {key: _unmarked(item) for key, item in overrides.items() if not _is_mark(key)}


def _answers(answers: Mapping[str, Answer]) -> dict[str, Answer]:
    return {key: _answer(answer) for key, answer in answers.items()}


def _answer(answer: Answer) -> Answer:
    if answer.note is None or answer.note.visibility == "report":
        return answer
    return answer.model_copy(update={"note": None})


def _shareable(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _shareable(item) for key, item in value.items() if not _is_margin(key) and not _is_internal(item)}
    if isinstance(value, list | tuple):
        return [_shareable(item) for item in value if not _is_internal(item)]
    return value


def _without_notes(value: Any) -> Any:
    """Scenarios hold answers; as there, a note is internal unless it says that it is for the report."""
    if isinstance(value, Mapping):
        kept = {key: item for key, item in value.items() if key != "note" or _is_for_report(item)}
        return {key: _without_notes(item) for key, item in kept.items()}
    return [_without_notes(item) for item in value] if isinstance(value, list) else value


def _is_for_report(note: Any) -> bool:
    return isinstance(note, Mapping) and note.get("visibility") == "report"


def _is_internal(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return False
    mark = value.get("internal")
    mark = mark.casefold() if isinstance(mark, str) else mark
    return value.get("visibility") == "internal" or mark not in _SAYS_NO


def _unmarked(value: Any) -> Any:
    if isinstance(value, Mapping):
        return catalog_part(value)
    return [_unmarked(item) for item in value] if isinstance(value, list | tuple) else value


def _is_mark(key: str) -> bool:
    return key in ("internal", "visibility") or _is_margin(key)


def _is_margin(key: str) -> bool:
    folded = key.casefold()
    return folded == "margin" or folded.startswith("margin_")
