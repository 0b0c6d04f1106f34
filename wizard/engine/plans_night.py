"""Whether training runs in the hours that the services leave free on their GPUs.

The hours people work follow from each service's usage profile; what is left over is free, weekends included. A run
that is longer than one night rests by day, which only runs that may be interrupted can.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from wizard.decision.wording import filled, number
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CapacityNeed
from wizard.domain.fleet import Hours
from wizard.domain.language import Text, text
from wizard.domain.layout import NightTraining
from wizard.domain.quantities import HOURS_PER_MONTH
from wizard.engine.loads import load_figure
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values

HOURS_PER_DAY = 24.0
NIGHTLY = "batch"
"""Usage profile of services that run at night themselves."""


@dataclass(frozen=True)
class Clock:
    """Hours a day and a month that the services need, and what is left of them."""

    by_day: float
    by_night: float
    month_by_day: float
    month_by_night: float
    unknown: tuple[str, ...]
    """Services whose hours of use were not answered."""

    @property
    def free_per_day(self) -> float:
        return max(0.0, HOURS_PER_DAY - self.by_day - self.by_night)

    @property
    def free_per_month(self) -> float:
        return max(0.0, HOURS_PER_MONTH - self.month_by_day - self.month_by_night) if self.free_per_day else 0.0


def clock(values: Values, catalog: Catalog, services: Sequence[SizedWorkload]) -> Clock:
    """Services by day overlap, so that the longest day counts; those at night follow them."""
    day = night = month_day = month_night = 0.0
    unknown = []
    for workload in services:
        given = values.given("w.usage_profile", workload.result.id)
        profile = str(given.value)
        if not given.known:
            unknown.append(workload.result.id)
        hours = load_figure(catalog, "hours_per_day", profile).value
        month = load_figure(catalog, "active_hours_per_month", profile).value
        if profile == NIGHTLY:
            night, month_night = max(night, hours), max(month_night, month)
        else:
            day, month_day = max(day, hours), max(month_day, month)
    return Clock(day, night, month_day, month_night, tuple(unknown))


def hours_of(values: Values, catalog: Catalog, workload: SizedWorkload) -> Hours:
    """When a service needs its GPUs; ``always`` unless its hours of use were answered and leave a part of the day."""
    given = values.given("w.usage_profile", workload.result.id)
    if not given.known:
        return "always"
    if given.value == NIGHTLY:
        return "night"
    free = load_figure(catalog, "hours_per_day", str(given.value)).value < HOURS_PER_DAY
    return "day" if free else "always"


def night_training(
    values: Values, catalog: Catalog, sized: Sequence[SizedWorkload], needs: Sequence[CapacityNeed], gpus_there: int
) -> NightTraining | None:
    """The verdict for one kind of machine; None where nothing is trained or nothing is served.

    Args:
        gpus_there: GPUs of the services on these machines.
    """
    by_id = {w.result.id: w for w in sized}
    runs = [(by_id[n.workload_id], n) for n in needs if by_id[n.workload_id].run is not None]
    services = [by_id[n.workload_id] for n in needs if by_id[n.workload_id].run is None]
    if not runs or not services:
        return None
    return _Night(values, clock(values, catalog, services), runs, gpus_there).verdict()


@dataclass(frozen=True)
class _Night:
    values: Values
    clock: Clock
    runs: Sequence[tuple[SizedWorkload, CapacityNeed]]
    gpus_there: int

    def verdict(self) -> NightTraining:
        no, unclear = list(self._against()), list(self._unclear())
        needed = sum(self._sets(w, n) * n.gpus_per_replica for w, n in self.runs)
        fits = not no
        return NightTraining(
            verdict="no" if no else "open" if unclear else "yes",
            workloads=tuple(w.result.id for w, _ in self.runs),
            hours_free_per_day=self.clock.free_per_day,
            hours_free_per_month=self.clock.free_per_month,
            gpu_hours_free=self.clock.free_per_month * self.gpus_there,
            gpu_hours_needed=sum(self._hours(w, n) * n.gpus_per_replica for w, n in self.runs),
            gpus_there=self.gpus_there,
            gpus_needed=needed,
            longest_run_days=max((self._days(w, n) for w, n in self.runs), default=None)
            if self.clock.free_per_day
            else None,
            gpus_saved=min(needed, self.gpus_there) if fits else 0,
            why=tuple(no or unclear or [self._fits(needed)]),
            questions=() if no else self._questions(),
        )

    def _hours(self, workload: SizedWorkload, need: CapacityNeed) -> float:
        assert workload.run is not None  # noqa: S101 - a run
        return self._duration(workload, need) * workload.run.task.runs_per_month.value

    def _duration(self, workload: SizedWorkload, need: CapacityNeed) -> float:
        performance = workload.configuration(need.configuration_id).training
        assert performance is not None  # noqa: S101 - feasible
        return performance.duration_h

    def _sets(self, workload: SizedWorkload, need: CapacityNeed) -> int:
        """Sets of GPUs that compute side by side, so that all runs of a month fit into its free hours."""
        free = self.clock.free_per_month
        return max(1, ceil(self._hours(workload, need) / free - 1e-9)) if free else 1

    def _days(self, workload: SizedWorkload, need: CapacityNeed) -> float:
        """Calendar days of a run that computes in the free hours of each day only."""
        hours, free = self._duration(workload, need), self.clock.free_per_day
        nights = ceil(hours / free - 1e-9)
        return (nights - 1) + (hours - (nights - 1) * free) / HOURS_PER_DAY

    def _against(self) -> Iterator[Text]:
        if self.clock.free_per_day <= 0.0:
            yield _NO_HOURS
            return
        for workload, need in self.runs:
            name = workload.result.label or workload.result.id
            allowed = self.values.given("w.preemptible_ok", workload.result.id)
            if self._long(workload, need) and allowed.known and allowed.value is False:
                yield filled(_MAY_NOT_STOP, name=name, hours=number(self._duration(workload, need)))
            limit = workload.run.task.deadline_h if workload.run is not None else None
            if limit is not None and self._days(workload, need) * HOURS_PER_DAY > limit:
                yield filled(
                    _TOO_LATE, name=name, days=number(self._days(workload, need), 1),
                    limit=number(limit / HOURS_PER_DAY, 1),
                )  # fmt: skip
            sets = self._sets(workload, need) * need.gpus_per_replica
            if sets > self.gpus_there:
                yield filled(_TOO_FEW, name=name, needed=number(sets, 0), there=number(self.gpus_there, 0))
        needed = sum(self._hours(w, n) * n.gpus_per_replica for w, n in self.runs)
        free = self.clock.free_per_month * self.gpus_there
        if needed > free:
            yield filled(_NOT_ENOUGH, needed=number(needed, 0), free=number(free, 0))

    def _long(self, workload: SizedWorkload, need: CapacityNeed) -> bool:
        return self._duration(workload, need) > self.clock.free_per_day

    def _unclear(self) -> Iterator[Text]:
        if self.clock.unknown:
            yield _HOURS_UNKNOWN
        if any(self._long(w, n) and not self._allowed(w) for w, n in self.runs):
            yield _STOPPING_UNKNOWN

    def _allowed(self, workload: SizedWorkload) -> bool:
        return self.values.given("w.preemptible_ok", workload.result.id).known

    def _questions(self) -> tuple[str, ...]:
        asked = ["w.usage_profile"] if self.clock.unknown else []
        if any(self._long(w, n) and not self._allowed(w) for w, n in self.runs):
            asked.append("w.preemptible_ok")
        return tuple(asked)

    def _fits(self, needed: int) -> Text:
        return filled(
            _FITS, gpus=number(needed, 0), hours=number(self.clock.free_per_day, 0),
            month=number(self.clock.free_per_month, 0),
        )  # fmt: skip


_NO_HOURS = text(
    "The services leave no hours of the day free.", "Die Dienste lassen keine Stunden des Tages frei."
)  # fmt: skip
_MAY_NOT_STOP = text(
    "{name}: a run takes {hours} h, longer than a night, and may not be interrupted.",
    "{name}: Ein Lauf dauert {hours} h, länger als eine Nacht, und darf nicht unterbrochen werden.",
)
_TOO_LATE = text(
    "{name}: resting by day, a run takes {days} days; {limit} are allowed.",
    "{name}: Mit Pausen am Tag dauert ein Lauf {days} Tage; erlaubt sind {limit}.",
)
_TOO_FEW = text(
    "{name}: needs {needed} GPUs of this kind; the services have {there}.",
    "{name}: Braucht {needed} GPUs dieser Art; die Dienste haben {there}.",
)
_NOT_ENOUGH = text(
    "{needed} GPU hours a month are needed, {free} are free.",
    "Nötig sind {needed} GPU-Stunden im Monat, frei sind {free}.",
)
_HOURS_UNKNOWN = text(
    "The hours of use of a service are assumed, not answered.",
    "Die Nutzungszeiten eines Dienstes sind angenommen, nicht beantwortet.",
)
_STOPPING_UNKNOWN = text(
    "Whether a run may be interrupted has not been answered.",
    "Ob ein Lauf unterbrochen werden darf, ist nicht beantwortet.",
)
_FITS = text(
    "GPUs of the services that are enough: {gpus}. Free are {hours} h on a working day, {month} h a month.",
    "GPUs der Dienste, die reichen: {gpus}. Frei sind {hours} h am Arbeitstag, {month} h im Monat.",
)
