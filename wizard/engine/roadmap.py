"""The way to running hardware: start in the cloud, measure, then buy, with the numbers that decide each step.

Where the law or the gates keep everything on own premises, the order comes first. Durations of pilot, measurement and
move are planning values; delivery comes from the catalogue.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from wizard.decision.wording import filled, number
from wizard.domain.economics import UncertainInput
from wizard.domain.language import Text, text
from wizard.domain.quantities import MONTHS_PER_YEAR
from wizard.domain.result import Assumption, Option
from wizard.domain.roadmap import RoadmapStep, StepId, quarters
from wizard.engine.finding_seen import Seen
from wizard.engine.roadmap_numbers import deciding, lead_time, priced_rent_path, review_numbers

PILOT_MONTHS, MEASURE_MONTHS, DECIDE_MONTHS, MOVE_MONTHS = 1, 2, 1, 1
"""Planning values: a month to set up, two months so that the measurement holds a month's end and a quiet phase."""
MEASURABLE = ("w.users_active_peak", "w.requests_per_user_hour", "w.calls_per_task", "w.inflight_peak")
OWNED = ("on_premises", "colocation", "hybrid")
SERVICES = ("api", "seats")
RENTED = ("cloud", "dedicated", "api", "seats")


def roadmap(
    seen: Seen, winner: str | None, options: Sequence[Option], made: Sequence[Assumption],
    inputs: Mapping[str, UncertainInput],
) -> tuple[RoadmapStep, ...]:  # fmt: skip
    """The steps for the leading option, from the day of the evaluation on."""
    plan = _Plan(seen, winner, tuple(options), tuple(made), inputs)
    return tuple(plan.steps())


def in_words(steps: Sequence[RoadmapStep]) -> tuple[Text, ...]:
    """Each step as one text with its time in front."""
    return tuple(text(f"{quarters(s)}: {s.text.en}", f"{quarters(s)}: {s.text.de}") for s in steps)


def months_later(start: date, months: float) -> date:
    """The same day that many months on, whole months rounded; at most the 28th, which every month has."""
    total = start.year * MONTHS_PER_YEAR + start.month - 1 + round(months)
    return date(total // MONTHS_PER_YEAR, total % MONTHS_PER_YEAR + 1, min(start.day, 28))


@dataclass(frozen=True)
class _Plan:
    """One roadmap on its way: a month counter and what the steps look at."""

    seen: Seen
    winner: str | None
    options: tuple[Option, ...]
    made: tuple[Assumption, ...]
    inputs: Mapping[str, UncertainInput]

    def steps(self) -> Iterator[RoadmapStep]:
        if any(g.verdict == "open" for o in self.options for g in o.gates):
            yield self._step("clarify", 0, 1, _CLEAR_GATES)
        chosen = next((o for o in self.options if o.id == self.winner), None)
        if chosen is None or chosen.cost is None:
            yield self._step("describe", 0, 1, _DESCRIBE)
        elif self.winner in OWNED:
            yield from self._order_first() if self._must_own() else self._rent_then_buy()
        elif self.winner == "status_quo":
            yield from self._keep()
        else:
            yield from self._rent()

    def _must_own(self) -> bool:
        """Whether no rented option may be used, not even for a pilot."""
        rented = [o for o in self.options if o.id in RENTED]
        return all(o.feasible == "no" for o in rented)

    def _measured(self) -> bool:
        given = self.seen.values.given("base.measured")
        return bool(given.known and given.value == "repeatable")

    def _step(self, name: StepId, start: float, end: float, said: Text, numbers: Sequence[Text] = ()) -> RoadmapStep:
        as_of = self.seen.as_of
        return RoadmapStep(
            id=name, starts=months_later(as_of, start), ends=months_later(as_of, end), text=said, numbers=tuple(numbers)
        )

    def _pilot(self) -> Iterator[RoadmapStep]:
        """Pilot and measurement; both are done where a repeatable measurement exists."""
        if self._measured():
            return
        yield self._step("pilot", 0, PILOT_MONTHS, _PILOT_OF_SERVICE if self.winner in SERVICES else _PILOT)
        yield self._step("measure", PILOT_MONTHS, PILOT_MONTHS + MEASURE_MONTHS, _MEASURE, self._uncertain())

    def _piloted(self) -> int:
        return 0 if self._measured() else PILOT_MONTHS + MEASURE_MONTHS

    def _uncertain(self) -> list[Text]:
        """What the measurement is worth: the swing of the leading option's cost by assumed load."""
        swings = [a for a in self.made if a.question in MEASURABLE and a.impact_eur]
        return [filled(_SWING, swing=number(float(f"{abs(a.impact_eur or 0.0):.3g}"), 0)) for a in swings[:1]]

    def _rent_then_buy(self) -> Iterator[RoadmapStep]:
        yield from self._pilot()
        decided = self._piloted()
        yield self._step("decide", decided, decided + DECIDE_MONTHS, _DECIDE, deciding(self.seen))
        yield from self._delivery(decided + DECIDE_MONTHS, _ORDER)

    def _order_first(self) -> Iterator[RoadmapStep]:
        yield from self._delivery(0, _ORDER_NOW)

    def _delivery(self, ordered: float, said: Text) -> Iterator[RoadmapStep]:
        """Order, move and review of own hardware."""
        months = self.inputs["lead_months"].range
        delivered = ordered + months.value
        yield self._step("order", ordered, delivered, said, [lead_time(months)])
        moved = delivered + MOVE_MONTHS
        yield self._step("migrate", delivered, moved, _MIGRATE if ordered else _INSTALL)
        yield self._step("review", moved + MONTHS_PER_YEAR, moved + MONTHS_PER_YEAR, _REVIEW_OWN, self._growth())

    def _rent(self) -> Iterator[RoadmapStep]:
        yield from self._pilot()
        start = self._piloted()
        name: StepId = "subscribe" if self.winner in ("api", "seats") else "reserve"
        said = _SUBSCRIBE if name == "subscribe" else _RESERVE
        yield self._step(name, start, start + DECIDE_MONTHS, said, priced_rent_path(self.inputs))
        review = start + DECIDE_MONTHS + MONTHS_PER_YEAR
        bound = any(o.id in OWNED and o.feasible != "no" for o in self.options)
        yield self._step("review", review, review, _REVIEW_RENT, review_numbers(self.seen) if bound else ())

    def _keep(self) -> Iterator[RoadmapStep]:
        yield self._step("keep", 0, PILOT_MONTHS + MEASURE_MONTHS, _KEEP, self._uncertain())
        yield self._step("review", MONTHS_PER_YEAR, MONTHS_PER_YEAR, _REVIEW_RENT, review_numbers(self.seen))

    def _growth(self) -> list[Text]:
        """GPUs at the end of the first year and of the horizon."""
        option = next((o for o in self.options if o.id == self.winner), None)
        fleet = option.fleet if option else None
        if fleet is None or not fleet.by_year or fleet.by_year[-1] <= fleet.by_year[0]:
            return []
        return [filled(_GROWTH, first=number(fleet.by_year[0], 0), last=number(fleet.by_year[-1], 0))]


_CLEAR_GATES = text(
    "Clear up the open gates with the questions named there, before any price is negotiated.",
    "Offene Ausschlusskriterien mit den dort genannten Fragen klären, bevor über Preise verhandelt wird.",
)
_DESCRIBE = text(
    "Describe the workloads until hardware and cost can be computed; order nothing before.",
    "Die Workloads so weit beschreiben, dass sich Hardware und Kosten berechnen lassen; vorher nichts bestellen.",
)
_PILOT = text(
    "Start a pilot on rented GPUs of the recommended type, without commitment, with real users or real data.",
    "Einen Piloten auf gemieteten GPUs des empfohlenen Typs starten, ohne Bindung, mit echten Nutzern oder Daten.",
)
_PILOT_OF_SERVICE = text(
    "Start a pilot with the recommended service, without commitment, with real users and data that may leave the "
    "house; compare its answers with those of the intended model.",
    "Einen Piloten mit dem empfohlenen Dienst starten, ohne Bindung, mit echten Nutzern und Daten, die das Haus "
    "verlassen dürfen; seine Antworten mit denen des vorgesehenen Modells vergleichen.",
)
_MEASURE = text(
    "Measure users, requests, token throughput and run times; enter them here and evaluate again.",
    "Nutzer, Anfragen, Token-Durchsatz und Laufzeiten messen, hier eintragen und neu auswerten.",
)
_DECIDE = text(
    "Decide on the purchase with the measured load; below the threshold go on renting.",
    "Mit der gemessenen Last über den Kauf entscheiden; unter der Schwelle weiter mieten.",
)
_ORDER = text(
    "Ask for quotes and order; rented capacity bridges the time until the hardware runs.",
    "Angebote einholen und bestellen; Mietkapazität überbrückt die Zeit bis zum Betrieb.",
)
_ORDER_NOW = text(
    "Ask for quotes and order first: nothing may leave own premises, so there is no pilot in the cloud. Use a "
    "workstation or a loan system for measuring meanwhile.",
    "Zuerst Angebote einholen und bestellen: Nichts darf die eigenen Räume verlassen, ein Pilot in der Cloud scheidet "
    "aus. Bis dahin auf einer Workstation oder einem Leihsystem messen.",
)
_MIGRATE = text(
    "Move to the own hardware: acceptance test against the measured figures, then switch over replica by replica.",
    "Auf die eigene Hardware umziehen: Abnahmetest gegen die gemessenen Werte, dann Replikat für Replikat umschalten.",
)
_INSTALL = text(
    "Take into service: acceptance test, measured load against the sizing, then open for users in steps.",
    "In Betrieb nehmen: Abnahmetest, gemessene Last gegen die Auslegung halten, dann schrittweise für Nutzer öffnen.",
)
_RESERVE = text(
    "Reserve capacity with the provider; check quota, region, term and notice period in the contract.",
    "Kapazität beim Anbieter sichern; Kontingent, Region, Laufzeit und Kündigungsfrist im Vertrag prüfen.",
)
_SUBSCRIBE = text(
    "Conclude the contract with data processing agreement, budget limit and notice period.",
    "Vertrag mit Auftragsverarbeitung, Budgetgrenze und Kündigungsfrist abschließen.",
)
_KEEP = text(
    "Go on with what is there and measure how much of it is used.",
    "Mit dem Vorhandenen weiterarbeiten und messen, wie stark es genutzt wird.",
)
_REVIEW_RENT = text(
    "Review: compare renting and buying again with a year of measured load and the prices of that day.",
    "Überprüfen: Miete und Kauf mit einem Jahr gemessener Last und den dann gültigen Preisen neu vergleichen.",
)
_REVIEW_OWN = text(
    "Review: utilisation, growth and resale value against the plan, then decide on the next stage.",
    "Überprüfen: Auslastung, Wachstum und Wiederverkaufswert mit dem Plan vergleichen, dann über die nächste Stufe "
    "entscheiden.",
)
_SWING = text(
    "The assumed load moves the cost of the leading option by up to €{swing}.",
    "Die angenommene Last bewegt die Kosten der führenden Option um bis zu {swing} €.",
)
_GROWTH = text(
    "Planned growth from {first} to {last} GPUs at the end of the planning horizon.",
    "Geplantes Wachstum von {first} auf {last} GPUs am Ende des Planungszeitraums.",
)
