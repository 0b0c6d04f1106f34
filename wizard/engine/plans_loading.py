"""Which models may share GPUs in turns: loaded while they are used, unloaded while another one is.

A model may where its hours leave room for another one's, the answers let it be unloaded, and loading it again from the
machine's own drives takes no longer than accepted. Hours nobody stated, a tolerance nobody named and a load time whose
span reaches to both sides stay open, and only a yes is priced. Peaks that may coincide never take turns.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from wizard.decision.wording import filled, number
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CapacityNeed
from wizard.domain.fleet import Hours, ModelLoad
from wizard.domain.language import Text, text
from wizard.domain.layout import ModelInTurns
from wizard.engine.plans_night import hours_of
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values
from wizard.sizing.cold_start import loads_from_each_place

Verdict = Literal["yes", "no", "open"]
QUESTION = "ops.model_loading"
_OTHER: Mapping[Hours, Hours] = {"day": "night", "night": "day"}
_ROUNDING = 1e-9
USUAL_LINK_GBIT_S = 10.0
_BEST_FIRST: tuple[Verdict, ...] = ("yes", "open", "no")


def models_in_turns(
    values: Values,
    catalog: Catalog,
    sized: Sequence[SizedWorkload],
    needs: Sequence[CapacityNeed],
    link_gbit_s: float = USUAL_LINK_GBIT_S,
) -> tuple[ModelInTurns, ...]:
    """The verdict for every served model on whole GPUs; empty where fewer than two are served.

    Args:
        link_gbit_s: of one machine to the network its models may lie in; no verdict rests on it.
    """
    by_id = {w.result.id: w for w in sized}
    served = [(by_id[n.workload_id], n) for n in needs if by_id[n.workload_id].run is None and n.part_of_gpu >= 1.0]
    if len(served) < 2:
        return ()
    models = [_Model(values, catalog, workload, need, link_gbit_s) for workload, need in served]
    alone = [model.alone() for model in models]
    return tuple(_together(found, alone) for found in alone)


@dataclass(frozen=True)
class _Model:
    values: Values
    catalog: Catalog
    workload: SizedWorkload
    need: CapacityNeed
    link_gbit_s: float

    def alone(self) -> ModelInTurns:
        """Its own verdict, whoever else is there."""
        configuration = self.workload.configuration(self.need.configuration_id)
        weights = configuration.memory.weights_gb * self.need.gpus_per_replica
        accepted = self._accepted()
        loads = loads_from_each_place(weights, accepted, self.link_gbit_s, self.catalog.figures)
        hours = hours_of(self.values, self.catalog, self.workload)
        gpus = self._replicas() * self.need.gpus_per_replica
        found = ModelInTurns(
            workload_id=self.need.workload_id, verdict="yes", hours=hours, weights_gb=weights, loads=loads,
            accepted_s=accepted, gpus=gpus, memory_gb=gpus * configuration.memory.total_gb, why=_YES,
        )  # fmt: skip
        against = next(self._against(found), None)
        if against is not None:
            return found.model_copy(update={"verdict": "no", "why": against})
        questions = tuple(self._questions())
        unclear = next(self._unclear(found), None)
        if unclear is not None:
            return found.model_copy(update={"verdict": "open", "why": unclear, "questions": questions})
        return found

    def _replicas(self) -> int:
        need = self.need
        return max(1, ceil(need.in_flight_peak / need.slots_per_replica - _ROUNDING)) + need.spare_replicas

    def _loading(self) -> dict[str, Any]:
        given = self.values.given(QUESTION)
        return given.value if given.known and isinstance(given.value, dict) else {}

    def _accepted(self) -> float | None:
        value = self._loading().get("cold_start_ok_s")
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def _profile_known(self) -> bool:
        return self.values.given("w.usage_profile", self.need.workload_id).known

    def _against(self, found: ModelInTurns) -> Iterator[Text]:
        sharing = self.values.given("ops.sharing")
        if self._profile_known() and found.hours == "always":
            yield _ANY_HOUR
        if sharing.known and sharing.value == "exclusive":
            yield _EXCLUSIVE
        loading = self._loading()
        models, resident = loading.get("models"), loading.get("resident")
        if isinstance(models, int | float) and isinstance(resident, int | float) and resident >= models:
            yield filled(_ALL_RESIDENT, resident=number(resident, 0), models=number(models, 0))
        drive = _from_drive(found)
        if drive.in_time == "fail":
            yield filled(_TOO_SLOW, low=number(drive.low_s, 0), accepted=number(found.accepted_s or 0.0, 0))

    def _unclear(self, found: ModelInTurns) -> Iterator[Text]:
        if not self._profile_known():
            yield _HOURS_UNKNOWN
        if found.accepted_s is None:
            yield _TOLERANCE_UNKNOWN
        drive = _from_drive(found)
        if drive.in_time == "open":
            yield filled(
                _PERHAPS_TOO_SLOW, low=number(drive.low_s, 0), high=number(drive.high_s, 0),
                accepted=number(found.accepted_s or 0.0, 0),
            )  # fmt: skip

    def _questions(self) -> Iterator[str]:
        if not self._profile_known():
            yield "w.usage_profile"
        if self._accepted() is None:
            yield QUESTION


def _from_drive(found: ModelInTurns) -> ModelLoad:
    return next(load for load in found.loads if load.source == "local_nvme")


def _together(found: ModelInTurns, alone: Sequence[ModelInTurns]) -> ModelInTurns:
    """The verdict beside the others: a turn needs a partner at other hours that may be unloaded too."""
    if found.verdict == "no":
        return _kept(found, found.why)
    others = [m for m in alone if m.workload_id != found.workload_id]
    at_other_hours = [m for m in others if found.hours != "always" and m.hours == _OTHER[found.hours]]
    unknown = [m for m in others if "w.usage_profile" in m.questions]
    partners = [m for m in at_other_hours if m.verdict != "no"]
    if found.hours == "always" or not at_other_hours:
        if "w.usage_profile" in found.questions or unknown:
            asked = tuple(dict.fromkeys((*found.questions, "w.usage_profile")))
            why = found.why if found.verdict == "open" else _PARTNER_HOURS_UNKNOWN
            return found.model_copy(update={"verdict": "open", "why": why, "questions": asked})
        return _kept(found, _COINCIDE)
    if not partners:
        return _kept(found, _PARTNER_STAYS)
    best = min(partners, key=lambda m: _BEST_FIRST.index(m.verdict))
    if found.verdict == "yes" and best.verdict == "open":
        return found.model_copy(update={"verdict": "open", "why": _PARTNER_OPEN, "questions": best.questions})
    return found


def _kept(found: ModelInTurns, why: Text) -> ModelInTurns:
    """Stays loaded: nothing is freed."""
    return found.model_copy(update={"verdict": "no", "why": why, "gpus": 0, "memory_gb": 0.0, "questions": ()})


_YES = text(
    "Its hours and those of others never meet, and loading it in between takes no longer than accepted.",
    "Seine Stunden und die anderer treffen nie zusammen, und das Laden dazwischen dauert nicht länger als akzeptiert.",
)
_ANY_HOUR = text(
    "Used round the clock or at any hour: its peak may meet every other one.",
    "Rund um die Uhr oder zu jeder Stunde genutzt: Seine Spitze kann jede andere treffen.",
)
_EXCLUSIVE = text(
    "One workload per GPU, as answered.", "Ein Workload je GPU, wie beantwortet."
)  # fmt: skip
_ALL_RESIDENT = text(
    "As answered, {resident} of {models} models stay loaded.",
    "Wie beantwortet, bleiben {resident} von {models} Modellen geladen.",
)
_TOO_SLOW = text(
    "Loading takes {low} s at best; {accepted} s are accepted.",
    "Das Laden dauert mindestens {low} s; akzeptiert sind {accepted} s.",
)
_PERHAPS_TOO_SLOW = text(
    "Loading takes {low} to {high} s; {accepted} s are accepted. A trial on the machine decides.",
    "Das Laden dauert {low} bis {high} s; akzeptiert sind {accepted} s. Ein Versuch auf der Maschine entscheidet.",
)
_HOURS_UNKNOWN = text(
    "Its hours of use have not been answered.", "Seine Nutzungszeiten sind nicht beantwortet."
)  # fmt: skip
_TOLERANCE_UNKNOWN = text(
    "How long loading may take has not been answered.", "Wie lange das Laden dauern darf, ist nicht beantwortet."
)  # fmt: skip
_COINCIDE = text(
    "Used at the same hours as the others: the peaks coincide.",
    "Zu denselben Stunden genutzt wie die anderen: Die Spitzen fallen zusammen.",
)
_PARTNER_STAYS = text(
    "The models used at other hours stay loaded.",
    "Die Modelle, die zu anderen Stunden genutzt werden, bleiben geladen.",
)
_PARTNER_OPEN = text(
    "Possible by itself; open for the model it would take turns with.",
    "Für sich möglich; offen für das Modell, mit dem es sich abwechseln würde.",
)
_PARTNER_HOURS_UNKNOWN = text(
    "The hours of use of the others have not been answered.",
    "Die Nutzungszeiten der anderen sind nicht beantwortet.",
)
