"""How the workloads of an option share machines and GPUs, as the client answered; what is open is only advised.

Pools (R172): services and training on machines of their own, on fixed GPUs of the same machines, or one after the
other on the same GPUs. Parts of GPUs: where the answer names a way to share and the card can be shared that way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal, get_args

from wizard.domain.catalog import Catalog
from wizard.domain.economics import CapacityNeed
from wizard.domain.language import Text, text
from wizard.domain.layout import PoolPlan
from wizard.engine.paying import described
from wizard.engine.plans_loading import models_in_turns
from wizard.engine.plans_night import night_training
from wizard.engine.plans_survival import not_surviving, surviving
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values
from wizard.sizing.partition import Method

Answer = Literal["separate", "divided", "shared"]
SERVICES, TRAINING = "services", "training"
_UNSAFE = ("mps", "timeslice")
"""Ways to share that separate neither memory nor faults."""


@dataclass(frozen=True)
class Arrangement:
    """What the answers say about sharing."""

    values: Values
    catalog: Catalog
    pools: Answer | None = None
    method: Method | None = None
    sharing_why: Text | None = None

    @classmethod
    def of(cls, values: Values, catalog: Catalog) -> "Arrangement":
        pools = values.given("ops.pools")
        sharing = values.given("ops.sharing")
        method: Method | None = sharing.value if sharing.known and sharing.value in get_args(Method) else None
        tenancy = values.given("sec.tenancy")
        why = None if sharing.known and sharing.value != "unknown" else _SHARING_OPEN
        if method in _UNSAFE and tenancy.known and tenancy.value == "customers":
            method, why = None, _UNSAFE_TENANTS
        elif sharing.known and sharing.value == "exclusive":
            why = _EXCLUSIVE
        return cls(values, catalog, pools.value if pools.known else None, method, why)

    def arranged(self, needs: tuple[CapacityNeed, ...], sized: Sequence[SizedWorkload]) -> tuple[CapacityNeed, ...]:
        """The needs on one kind of machine that runs all month, with their pools and hours."""
        trained = {w.result.id for w in sized if w.run is not None}
        needs = surviving(self.values, self.catalog, described(self.values, needs, trained), trained)
        needs = self._turns(needs, sized)
        if not self._mixed(needs, trained):
            return needs
        if self.pools == "separate":
            return tuple(
                n.model_copy(update={"pool": TRAINING if n.workload_id in trained else SERVICES}) for n in needs
            )
        return self._by_night(needs, sized, trained) if self.pools == "shared" else needs

    def pooled(self, needs: tuple[CapacityNeed, ...], sized: Sequence[SizedWorkload]) -> tuple[CapacityNeed, ...]:
        """The same for machines by the hour: only pools; whoever rests is not paid for anyway, nor one in reserve."""
        return tuple(
            n.model_copy(update={"hours": "always", "window_hours": _MONTH})
            for n in not_surviving(self.arranged(needs, sized))
        )

    def plan(self, needs: Sequence[CapacityNeed], sized: Sequence[SizedWorkload]) -> PoolPlan:
        """What the needs of an option came out as."""
        trained = {w.result.id for w in sized if w.run is not None}
        if not self._mixed(needs, trained):
            return "one"
        if any(n.pool for n in needs):
            return "separate"
        return "shared" if any(n.hours == "night" for n in needs if n.workload_id in trained) else "divided"

    def _mixed(self, needs: Sequence[CapacityNeed], trained: set[str]) -> bool:
        return 0 < sum(n.workload_id in trained for n in needs) < len(needs)

    def _turns(self, needs: tuple[CapacityNeed, ...], sized: Sequence[SizedWorkload]) -> tuple[CapacityNeed, ...]:
        """Models by day and models by night share GPUs where the answers let both be unloaded."""
        found = models_in_turns(self.values, self.catalog, sized, needs)
        hours = {model.workload_id: model.hours for model in found if model.verdict == "yes"}
        return tuple(n.model_copy(update={"hours": hours.get(n.workload_id, "always")}) for n in needs)

    def _by_night(
        self, needs: tuple[CapacityNeed, ...], sized: Sequence[SizedWorkload], trained: set[str]
    ) -> tuple[CapacityNeed, ...]:
        found = night_training(self.values, self.catalog, sized, needs, service_gpus(needs, trained))
        if found is None or found.verdict != "yes":
            return needs
        night = {"hours": "night", "window_hours": found.hours_free_per_month}
        return tuple(n.model_copy(update=night if n.workload_id in trained else {"hours": _by_day(n)}) for n in needs)


def service_gpus(needs: Sequence[CapacityNeed], trained: set[str]) -> int:
    """Whole GPUs of the services at today's peak, spare ones included; divided GPUs are not free at night."""
    return sum(
        (ceil(n.in_flight_peak / n.slots_per_replica - 1e-9) + n.spare_replicas) * n.gpus_per_replica
        for n in needs
        if n.workload_id not in trained and n.part_of_gpu >= 1.0
    )


def without_turns(needs: tuple[CapacityNeed, ...]) -> tuple[CapacityNeed, ...]:
    """All workloads at once on the same machines, each on GPUs of its own."""
    return tuple(n.model_copy(update={"pool": "", "hours": "always", "window_hours": _MONTH}) for n in needs)


def separated(needs: tuple[CapacityNeed, ...], trained: set[str]) -> tuple[CapacityNeed, ...]:
    """Services and training on machines of their own."""
    return tuple(
        n.model_copy(update={"pool": TRAINING if n.workload_id in trained else SERVICES}) for n in without_turns(needs)
    )


def _by_day(need: CapacityNeed) -> str:
    """Divided GPUs stay as they are at night; services at night keep their hours."""
    return "always" if need.part_of_gpu < 1.0 or need.hours == "night" else "day"


_MONTH = float(CapacityNeed.model_fields["window_hours"].default)
_SHARING_OPEN = text(
    "Whether workloads may share a GPU has not been answered; each one has GPUs of its own.",
    "Ob sich Workloads eine GPU teilen dürfen, ist nicht beantwortet; jeder hat eigene GPUs.",
)
_EXCLUSIVE = text("One workload per GPU, as answered.", "Ein Workload je GPU, wie beantwortet.")
_UNSAFE_TENANTS = text(
    "Several customers on the platform: time slices and MPS separate neither memory nor faults, so no GPU is shared.",
    "Mehrere Kunden auf der Plattform: Zeitscheiben und MPS trennen weder Speicher noch Fehler, daher wird keine GPU "
    "geteilt.",
)
