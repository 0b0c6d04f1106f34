"""What stands by when a machine fails, what of it is in the price, and what is missing would cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from wizard.costs.capacity import machines_at_peak
from wizard.costs.renting import price_of
from wizard.costs.world import World
from wizard.decision.wording import filled, number
from wizard.domain.catalog import Catalog
from wizard.domain.economics import CapacityNeed, OwnPlan, RentPlan
from wizard.domain.language import Text, text
from wizard.domain.layout import Redundancy
from wizard.domain.quantities import HOURS_PER_MONTH
from wizard.engine.plan_parts import machine_of
from wizard.engine.plans_mixed import price_eur
from wizard.engine.plans_survival import Demand, demanded, not_surviving
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values
from wizard.sizing.packing import Geometry, Tenant, pack


@dataclass(frozen=True)
class Failure:
    """One option with its machines, at the highest need of the first year."""

    values: Values
    catalog: Catalog
    sized: Sequence[SizedWorkload]
    plan: OwnPlan | RentPlan
    nodes: int
    tenants: Sequence[Tenant]
    world: World
    """One month of the middle case."""
    geometry: Geometry

    def redundancy(self) -> Redundancy:
        """What stands by, whether that is asked for, and what it costs."""
        verdict = self._verdict()
        protected = self._protected(verdict)
        standing = self._standing(protected)
        bare = self._machines(not_surviving(self.plan.needs))
        added = max(0, min(self.nodes, self._machines(self.plan.needs)) - bare)
        further = max(0, self._machines(self._marked(protected)) - self.nodes)
        count = added or further
        spare = [t for t in self.tenants if t.spare]
        return Redundancy(
            spare_replicas=len(spare), spare_gpus=sum(t.gpus for t in spare), machines_may_fail=standing,
            machines_for_one_failure=further, demanded=verdict, machines_added=added,
            price_eur=self._price() * count if count else None, per_month=isinstance(self.plan, RentPlan),
            critical=tuple(n for n in protected if verdict == "yes"),
            why=self._why(verdict, protected, added, further),
            questions=("w.criticality",) if verdict == "open" else (),
        )  # fmt: skip

    def _services(self) -> list[str]:
        trained = {w.result.id for w in self.sized if w.run is not None}
        return [n.workload_id for n in self.plan.needs if n.workload_id not in trained]

    def _verdict(self) -> Demand:
        found = {demanded(self.values, self.catalog, name) for name in self._services()}
        return "yes" if "yes" in found else "open" if "open" in found else "no"

    def _protected(self, verdict: Demand) -> list[str]:
        """Services that must go on; where nothing demands it, all of them."""
        services = self._services()
        return [n for n in services if verdict != "yes" or demanded(self.values, self.catalog, n) == "yes"]

    def _marked(self, protected: Sequence[str]) -> tuple[CapacityNeed, ...]:
        return tuple(
            n.model_copy(update={"survives": n.workload_id in protected}) for n in not_surviving(self.plan.needs)
        )

    def _machines(self, needs: tuple[CapacityNeed, ...]) -> int:
        return int(machines_at_peak(needs, machine_of(self.plan).accelerators, self.world)[0, 0])

    def _standing(self, protected: Sequence[str]) -> int:
        """Machines that may fail while the others of the same pool hold the protected services."""
        pools = {n.pool for n in self.plan.needs if n.workload_id in protected}
        if not pools:
            return 0
        elsewhere = tuple(n for n in self.plan.needs if n.pool not in pools)
        there = self.nodes - (self._machines(elsewhere) if elsewhere else 0)
        serving = [t for t in self.tenants if not t.spare and t.workload_id in protected]
        return max(0, there - len(pack(serving, machine_of(self.plan).accelerators, self.geometry)))

    def _price(self) -> float:
        """List price of one machine, or of a month of it, in euro."""
        if isinstance(self.plan, OwnPlan):
            return price_eur(self.plan.server, self.catalog)
        offer = self.plan.offer
        rate = self.catalog.eur_per_unit[offer.currency].value if offer.currency != "EUR" else 1.0
        return price_of(offer, self.plan.commitment).value * rate * HOURS_PER_MONTH

    def _why(self, verdict: Demand, protected: Sequence[str], added: int, further: int) -> Text:
        if not protected:
            return _ONLY_TRAINING
        labels = {w.result.id: w.result.label or w.result.id for w in self.sized}
        parts: dict[str, Text | str] = {
            "names": ", ".join(labels[name] for name in protected), "added": number(added, 0),
            "further": number(further, 0), "price": number(_rounded(self._price() * (added or further)), 0),
        }  # fmt: skip
        rented = isinstance(self.plan, RentPlan)
        if verdict == "yes":
            if further:
                by_the_hour = rented and self.plan.option == "cloud"
                return filled(_BY_THE_HOUR if by_the_hour else _MISSING, **parts)
            if not added:
                return filled(_THERE, **parts)
            return filled(_ADDED_RENT if rented else _ADDED, **parts)
        if not further:
            return _ANYWAY
        if verdict == "open":
            return filled(_ADVICE_RENT if rented else _ADVICE, **parts)
        return filled(_NOT_ASKED_RENT if rented else _NOT_ASKED, **parts)


def _rounded(euro: float) -> float:
    return round(euro, -3) if euro >= 10_000.0 else round(euro, -1)


_ONLY_TRAINING = text(
    "Only training: a run waits for the repair and resumes from its checkpoint.",
    "Nur Training: Ein Lauf wartet auf die Reparatur und setzt am Checkpoint fort.",
)
_THERE = text(
    "One machine may fail, as the answers for {names} demand; the others carry the peak without a further one.",
    "Eine Maschine darf ausfallen, wie es die Antworten zu {names} verlangen; die anderen tragen die Spitze ohne "
    "weitere Maschine.",
)
_ADDED = text(
    "One machine may fail, as the answers for {names} demand. Machines in the price for that alone: {added}, about "
    "€{price} to buy.",
    "Eine Maschine darf ausfallen, wie es die Antworten zu {names} verlangen. Maschinen, die nur dafür im Preis "
    "stehen: {added}, in der Anschaffung etwa {price} €.",
)
_ADDED_RENT = text(
    "One machine may fail, as the answers for {names} demand. Machines in the price for that alone: {added}, about "
    "€{price} rent a month.",
    "Eine Maschine darf ausfallen, wie es die Antworten zu {names} verlangen. Maschinen, die nur dafür im Preis "
    "stehen: {added}, etwa {price} € Miete im Monat.",
)
_BY_THE_HOUR = text(
    "One machine may fail, as the answers for {names} demand: by the hour another one is started in its place, so that "
    "none is rented in reserve. Until it is up and the models are loaded, the others do not carry the peak.",
    "Eine Maschine darf ausfallen, wie es die Antworten zu {names} verlangen: Stundenweise gemietet startet eine "
    "andere an ihrer Stelle, daher wird keine in Reserve gehalten. Bis sie läuft und die Modelle geladen sind, tragen "
    "die anderen die Spitze nicht.",
)
_MISSING = text(
    "The answers for {names} demand that one machine may fail; of the machines that stand there, {further} more would "
    "be needed.",
    "Die Antworten zu {names} verlangen, dass eine Maschine ausfallen darf; zu den vorhandenen fehlen dafür {further}.",
)
_ANYWAY = text(
    "One machine may fail: the others carry the peak of the services.",
    "Eine Maschine darf ausfallen: Die anderen tragen die Spitze der Dienste.",
)
_ADVICE = text(
    "Open: nobody has said how much an outage hurts. For one machine to fail without one, {further} more would be "
    "needed, about €{price} to buy; not in the price.",
    "Offen: Wie sehr ein Ausfall schadet, ist nicht beantwortet. Damit eine Maschine folgenlos ausfallen darf, "
    "bräuchte es {further} mehr, in der Anschaffung etwa {price} €; nicht im Preis.",
)
_ADVICE_RENT = text(
    "Open: nobody has said how much an outage hurts. For one machine to fail without one, {further} more would be "
    "needed, about €{price} rent a month; not in the price.",
    "Offen: Wie sehr ein Ausfall schadet, ist nicht beantwortet. Damit eine Maschine folgenlos ausfallen darf, "
    "bräuchte es {further} mehr, etwa {price} € Miete im Monat; nicht im Preis.",
)
_NOT_ASKED = text(
    "As answered, an outage may be waited out: no machine stands by. N+1 would take {further} more, about €{price} to "
    "buy.",
    "Wie beantwortet, lässt sich ein Ausfall abwarten: Keine Maschine steht bereit. N+1 bräuchte {further} mehr, in "
    "der Anschaffung etwa {price} €.",
)
_NOT_ASKED_RENT = text(
    "As answered, an outage may be waited out: no machine stands by. N+1 would take {further} more, about €{price} "
    "rent a month.",
    "Wie beantwortet, lässt sich ein Ausfall abwarten: Keine Maschine steht bereit. N+1 bräuchte {further} mehr, etwa "
    "{price} € Miete im Monat.",
)
