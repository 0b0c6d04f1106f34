"""What importing a probe would change in an assessment: new answers, confirmations, and conflicts left for a person."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from wizard.catalogs.find import find_accelerator
from wizard.domain.assessment import Answer, AnswerState, Assessment
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.provenance import Evidence
from wizard.probe.answers import findings
from wizard.probe.errors import ProbeError
from wizard.probe.schema import Probe
from wizard.questionnaire.schema import Question, Questionnaire
from wizard.questionnaire.stored import check_value

KIND = "probe"
ORIGIN = "rechenwerk probe"
_ROWS = "hw.nodes"
_PLACE = "hw.has_gpu"


@dataclass(frozen=True)
class Proposed:
    """One answer as it would be. ``differing`` names the parts that contradict the present answer."""

    question: str
    old: Answer | None
    new: Answer
    differing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Proposal:
    filled: tuple[Proposed, ...]
    conflicts: tuple[Proposed, ...]
    unchanged: tuple[str, ...]
    left_out: tuple[tuple[str, Text], ...]
    unknown_cards: tuple[str, ...]
    measurement: dict[str, Any] | None
    """The entry for ``measurements``; None when this very file is there already."""

    def applied_to(self, assessment: Assessment, take: Collection[str] = ()) -> Assessment:
        """The assessment with what contradicts nothing, and the conflicts in ``take`` decided for the probe.

        Raises:
            CodedError: P209 for an id that is in no conflict.
        """
        possible = [one.question for one in self.conflicts]
        for wanted in take:
            if wanted not in possible:
                raise CodedError(ProbeError.NOT_IN_CONFLICT, id=wanted[:80], possible=", ".join(possible) or "–")
        for one in (*self.filled, *(one for one in self.conflicts if one.question in take)):
            assessment = assessment.with_answer(one.question, one.new)
        if self.measurement is None:
            return assessment
        return assessment.model_copy(update={"measurements": (*assessment.measurements, self.measurement)})


def propose(
    probe: Probe, digest: str, assessment: Assessment, catalog: Catalog, questionnaire: Questionnaire
) -> Proposal:
    """Compares a probe with the answers that are there. Changes nothing.

    Args:
        probe: as read from its file.
        digest: of the file; the same file is taken over once only.
        assessment: the answers to compare with.
        catalog: names cards by exact alias.
        questionnaire: says what each answer may hold.
    """
    found = findings(probe, catalog)
    filled: list[Proposed] = []
    conflicts: list[Proposed] = []
    unchanged: list[str] = []
    left_out = list(found.left_out)
    for question_id, measured in found.values.items():
        value = _fitting(questionnaire.question(question_id), measured)
        old = assessment.answer(question_id)
        if question_id == _ROWS and found.unknown_cards and _is_by_hand(old):
            left_out.append((_ROWS, _MIXED))
            continue
        if not value:
            continue
        one = _compared(question_id, value, old, probe, catalog)
        if one is None:
            unchanged.append(question_id)
        else:
            (conflicts if one.differing else filled).append(one)
    known = any(entry.get("digest") == digest for entry in assessment.measurements)
    measurement = None if known else _entry(probe, digest)
    return Proposal(
        tuple(filled), tuple(conflicts), tuple(unchanged), tuple(left_out), found.unknown_cards, measurement
    )


def _is_by_hand(answer: Answer | None) -> bool:
    return answer is not None and answer.state.has_value and answer.state is not AnswerState.MEASURED


def _entry(probe: Probe, digest: str) -> dict[str, Any]:
    document = probe.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"meanings"})
    return {"kind": KIND, "digest": digest, "document": document}


def _fitting(question: Question, value: Any) -> Any:
    """Without the fields that the question would refuse, such as a machine with less than 1 GB."""
    if isinstance(value, list):
        return [_fitting(question.model_copy(update={"type": "struct"}), row) for row in value]
    if isinstance(value, dict):
        return {key: item for key, item in value.items() if check_value(question, {key: item}) is None}
    return value


def _compared(question: str, value: Any, old: Answer | None, probe: Probe, catalog: Catalog) -> Proposed | None:
    """None when the present answer says the same and is measured already."""
    present = old.value if old is not None and old.state.has_value else None
    denied = old is not None and old.state is AnswerState.NOT_APPLICABLE
    if question == _PLACE and present == "mixed":
        return None
    if question == _ROWS:
        value, differing, all_measured = _rows(present, value, catalog)
    else:
        value, differing = _united(present, value)
        all_measured = True
    measured = all_measured or old is None or old.state is AnswerState.MEASURED
    if value == present and old is not None and (old.state is AnswerState.MEASURED or not measured):
        return None
    new = Answer(
        value=value,
        state=AnswerState.MEASURED if measured or old is None else old.state,
        evidence=Evidence.MEASURED if measured or old is None else old.evidence,
        at=probe.taken_at,
        by=ORIGIN,
        note=old.note if old else None,
    )
    return Proposed(question, old, new, ("not_applicable",) if denied else differing)


def _united(present: Any, value: Any) -> tuple[Any, tuple[str, ...]]:
    """Fields of both; where both have one, the measured one, named when it differs."""
    if isinstance(present, dict) and isinstance(value, dict):
        differing = tuple(key for key, item in value.items() if present.get(key, item) not in (item, None))
        return {**present, **value}, differing
    return value, () if present in (None, value) else ("",)


def _rows(present: Any, value: list[dict[str, Any]], catalog: Catalog) -> tuple[list[Any], tuple[str, ...], bool]:
    """Rows of the same card are one row; other cards stay or come as rows of their own.

    The last value says whether the probe speaks for every row.
    """
    rows = [dict(row) for row in present] if isinstance(present, list) else []
    differing: list[str] = []
    met: set[int] = set()
    for measured in value:
        name = _identity(measured.get("gpu"), catalog)
        place = next(
            (i for i, row in enumerate(rows) if i not in met and _identity(row.get("gpu"), catalog) == name), None
        )
        if place is None:
            rows.append(measured)
            met.add(len(rows) - 1)
            continue
        met.add(place)
        same_card = {**rows[place], "gpu": measured.get("gpu")}
        rows[place], fields = _united(same_card, measured)
        differing += [f"{measured.get('gpu')}.{field}" for field in fields]
    return rows, tuple(differing), len(met) == len(rows)


def _identity(name: Any, catalog: Catalog) -> str:
    try:
        return find_accelerator(catalog, str(name)).id
    except CodedError:
        return str(name)


_MIXED = text(
    "the catalogue does not know the card, and rows entered by hand exist already; please add it there by hand",
    "der Katalog kennt die Karte nicht, und es gibt schon von Hand eingetragene Zeilen; bitte dort von Hand ergänzen",
)
