"""The uncertain inputs of the cost model, each from an answer where there is one, else from a dated figure."""

from dataclasses import dataclass
from math import exp, log

from wizard.domain.catalog import Catalog
from wizard.domain.economics import Correlation, UncertainInput
from wizard.domain.language import Text, text
from wizard.domain.offers import Colocation
from wizard.domain.provenance import Confidence, Evidence, Figure, weakest
from wizard.domain.quantities import Range
from wizard.engine.electricity import price_figure
from wizard.engine.figure_inputs import basis_of, from_figure
from wizard.engine.loads import demand_span
from wizard.engine.paying import vat_share
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Given, Values

PERCENT = 100.0
_SITE_PRICES, SITE_MWH = "fin.site_prices", "site_mwh"
_LICENCES = "fin.licence_cost"
_COLOCATION_FIELD = "colo_kw_month"
_OWN_ROOMS = ("office", "server_room", "own_dc", "edge")


@dataclass(frozen=True)
class InputBuilder:
    """Builds inputs from the answers of one assessment."""

    values: Values
    catalog: Catalog
    country: str

    def all(self, sized: tuple[SizedWorkload, ...], hardware_price: Range | None = None) -> dict[str, UncertainInput]:
        """Every key of the cost model.

        Args:
            sized: workloads that options have to carry.
            hardware_price: span of the chosen server's price around its value, as factors; None before the choice.
        """
        built = [
            self._demand(sized),
            self._answered("growth_per_year", "road.growth_pct", 1 / PERCENT, "1/a", _GROWTH),
            self._electricity(),
            self._pue(),
            self._answered("discount_rate", "fin.wacc_pct", 1 / PERCENT, "1/a", _DISCOUNT),
            self._hardware(hardware_price),
            self._cloud_price(),
            self._figure("cloud_price_change_per_year", "1/a", _CLOUD_CHANGE),
            self._residual(),
            self._maintenance(),
            self._figure("insurance_share_per_year", "1/a", _INSURANCE),
            self._figure("install_share", "share", _INSTALL),
            self._figure("staff_fte_own", "FTE", _STAFF_OWN),
            self._figure("staff_fte_rented", "FTE", _STAFF_RENTED),
            self._fte_cost(),
            self._licence(),
            self._answered("egress_tb_per_month", "data.egress_tb_month", 1.0, "TB/month", _EGRESS),
            self._figure("egress_eur_per_tb", "EUR/TB", _EGRESS_PRICE),
            self._figure("power_utilisation", "share", _POWER),
            self._figure("lead_months", "months", LEAD),
            self._figure("network_storage_share", "share", _NETWORK),
            self._colocation(),
            self._figure("pue_hosted", "", _PUE_HOSTED, "finance.pue.hosted"),
            self._figure("remote_hands_hours_per_server_month", "h", _REMOTE_HANDS),
            self._figure("staff_fte_hosted", "FTE", _STAFF_HOSTED),
            self._figure("api_price_factor", "×", _API),
            self._figure("api_price_change_per_year", "1/a", _API_CHANGE),
            self._figure("seat_price_change_per_year", "1/a", _SEAT_CHANGE),
            self._figure("hybrid_fixed_eur_per_month", "EUR/month", _SECOND_PLATFORM),
            vat_share(self.values, self.catalog),
            self._figure("spares_share", "share", _SPARES),
            self._figure("cloud_support_share", "share", _SUPPORT),
            self._figure("idle_share", "share", _IDLE),
            self._figure("spot_overhead_share", "share", _SPOT),
            self._figure("migration_days", "d", _MIGRATION),
            self._figure("exit_days", "d", _EXIT),
            self._stored(),
            self._figure("storage_eur_per_tb_month", "EUR/TB/month", _STORAGE_PRICE),
        ]
        return {entry.key: entry for entry in built}

    def _demand(self, sized: tuple[SizedWorkload, ...]) -> UncertainInput:
        """One common factor: the workloads' spans averaged in logarithms, weighted by their requests in flight."""
        moved = [w for w in sized if w.factors]
        spans = [demand_span(w.factors) for w in moved] or [(1.0, 1.0)]
        low = exp(sum(log(s[0]) for s in spans) / len(spans))
        high = exp(sum(log(s[1]) for s in spans) / len(spans))
        evidence = weakest(*(w.evidence for w in sized)) if sized else Evidence.ASSUMED
        return UncertainInput(
            key="demand_factor",
            label=_DEMAND,
            range=Range(low=low, value=1.0, high=high),
            unit="×",
            evidence=evidence,
            basis=text(
                "spans of users, requests per hour and calls per task, combined as independent",
                "Spannen von Nutzern, Anfragen je Stunde und Aufrufen je Aufgabe, als unabhängig verbunden",
            ),
            question=moved[0].factors[0].given.question_id if moved else None,
            workload=moved[0].factors[0].given.workload_id if moved else None,
            in_logarithms=True,
        )

    def _answered(self, key: str, question: str, scale: float, unit: str, label: Text) -> UncertainInput:
        given = self.values.given(question)
        span = _span(given)
        if span is None:
            return self._figure(key, unit, label)
        return _from_answer(key, given, span.scaled(scale), unit, label)

    def _figure(self, key: str, unit: str, label: Text, name: str | None = None) -> UncertainInput:
        figure = self.catalog.figure(name or f"finance.{key}")
        return from_figure(key, figure, unit, label)

    def _struct(self, question: str, field: str) -> float | None:
        given = self.values.given(question)
        stated: dict[str, object] = given.value if given.known and isinstance(given.value, dict) else {}
        value = stated.get(field)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def _stated(self, key: str, question: str, value: float, unit: str, label: Text) -> UncertainInput:
        return _from_answer(key, self.values.given(question), Range.exact(value), unit, label)

    def _electricity(self) -> UncertainInput:
        stated = self._struct(_SITE_PRICES, "power_kwh")
        if stated is not None:
            return self._stated("electricity_eur_per_kwh", _SITE_PRICES, stated, "EUR/kWh", _ELECTRICITY)
        figure = price_figure(self.catalog, self.country, self._struct(_SITE_PRICES, SITE_MWH))
        return from_figure("electricity_eur_per_kwh", figure, "EUR/kWh", _ELECTRICITY)

    def _pue(self) -> UncertainInput:
        given = self.values.given("fin.pue")
        span = _span(given)
        if given.known and span is not None:
            return _from_answer("pue", given, span, "", _PUE)
        place = str(self.values.given("site.place").value)
        return self._figure("pue", "", _PUE, f"finance.pue.{place if place in _OWN_ROOMS else 'server_room'}")

    def _hardware(self, price: Range | None) -> UncertainInput:
        discount = self._struct("fin.discounts", "hardware_pct") or 0.0
        span = (price or Range.exact(1.0)).scaled(1 - discount / PERCENT)
        evidence = Evidence.STATED if discount else Evidence.DOCUMENTED
        return UncertainInput(
            key="hardware_price_factor", label=_HARDWARE, range=span, unit="×", evidence=evidence,
            basis=text("span of published prices of this server class, less the stated discount",
                       "Spanne veröffentlichter Preise dieser Serverklasse, abzüglich des genannten Rabatts"),
            question="fin.discounts" if discount else None,
        )  # fmt: skip

    def _cloud_price(self) -> UncertainInput:
        discount = self._struct("fin.discounts", "cloud_commit_pct")
        if discount:
            return self._stated("cloud_price_factor", "fin.discounts", 1 - discount / PERCENT, "×", _CLOUD)
        return self._figure("cloud_price_factor", "×", _CLOUD)

    def _colocation(self) -> UncertainInput:
        """A stated price ends the span; ``with_stated_prices`` puts it into the catalogue."""
        if self._struct(_SITE_PRICES, _COLOCATION_FIELD) is not None:
            return self._stated("colo_price_factor", _SITE_PRICES, 1.0, "×", _COLO)
        return self._figure("colo_price_factor", "×", _COLO)

    def _residual(self) -> UncertainInput:
        stated = self._struct("fin.depreciation", "residual_pct")
        if stated is not None:
            return self._stated("residual_share", "fin.depreciation", stated / PERCENT, "share", _RESIDUAL)
        months = self.values.given("project.horizon_months").value
        horizon = float(months) if isinstance(months, int | float) else 36.0
        nearest = min((6, 12, 18, 24, 36, 48, 60), key=lambda m: (abs(m - horizon), -m))
        return self._figure("residual_share", "share", _RESIDUAL, f"finance.residual_share.{nearest}_months")

    def _stored(self) -> UncertainInput:
        """Data in active use, where the client has such data at all."""
        given = self.values.given("data.train_tb")
        span = _span(given) if given.known else None
        return (
            _from_answer("stored_tb", given, span, "TB", _STORED) if span else self._figure("stored_tb", "TB", _STORED)
        )

    def _fte_cost(self) -> UncertainInput:
        given = self.values.given("fin.fte_cost")
        span = _span(given)
        if given.known and span is not None:
            return _from_answer("fte_eur_per_year", given, span, "EUR/a", _FTE_COST)
        name = f"finance.fte_eur_per_year.{self.country.lower()}"
        known = name if name in self.catalog.figures else "finance.fte_eur_per_year.de"
        return self._figure("fte_eur_per_year", "EUR/a", _FTE_COST, known)

    def _maintenance(self) -> UncertainInput:
        """A stated contract ends the span; nobody's silence is taken for one of the published figures."""
        stated = self._struct(_LICENCES, "support_pct")
        if stated is not None:
            return self._stated("maintenance_share_per_year", _LICENCES, stated / PERCENT, "1/a", _MAINTENANCE)
        return self._figure("maintenance_share_per_year", "1/a", _MAINTENANCE)

    def _licence(self) -> UncertainInput:
        """All stated licences of one GPU and year together."""
        stated = [self._struct(_LICENCES, name) for name in ("gpu_software", "virtualisation", "mlops")]
        paid = [amount for amount in stated if amount is not None]
        if paid:
            return self._stated("licence_eur_per_gpu_year", _LICENCES, sum(paid), "EUR/GPU/a", _LICENCE)
        return self._figure("licence_eur_per_gpu_year", "EUR/GPU/a", _LICENCE)


_CORRELATION = "finance.correlation."


def correlations(catalog: Catalog) -> tuple[Correlation, ...]:
    """Inputs that move together, from figures named ``finance.correlation.LEADER.FOLLOWER``."""
    found = []
    for name, figure in catalog.figures.items():
        if name.startswith(_CORRELATION):
            leader, follower = name.removeprefix(_CORRELATION).split(".")
            found.append(
                Correlation(
                    leader=leader,
                    follower=follower,
                    coefficient=figure.value,
                    basis=basis_of(figure),
                    source=figure.source,
                )
            )
    return tuple(found)


def with_stated_prices(values: Values, catalog: Catalog) -> Catalog:
    """The catalogue with the colocation price the client stated, in euro per kW and month, at every provider."""
    given = values.given(_SITE_PRICES)
    stated = given.value.get(_COLOCATION_FIELD) if given.known and isinstance(given.value, dict) else None
    if not isinstance(stated, int | float) or isinstance(stated, bool):
        return catalog
    price = Figure(
        value=float(stated), unit="EUR/kW/month", basis="quote", source=f"answer {_SITE_PRICES}",
        retrieved_on=catalog.as_of, confidence=Confidence.MEDIUM, layer="client",
    )  # fmt: skip
    sites = {
        key: site.model_copy(update={"per_kw_month": price, "currency": "EUR", **_in_other_currency(site, catalog)})
        for key, site in catalog.colocation.items()
    }
    return catalog.model_copy(update={"colocation": sites})


def _in_other_currency(site: Colocation, catalog: Catalog) -> dict[str, Figure | None]:
    """Prices beside that per kW, which the client did not state, carried over into euro."""
    rate = catalog.eur_per_unit[site.currency].value if site.currency != "EUR" else 1.0
    found = {"setup_per_rack": site.setup_per_rack, "remote_hands_per_hour": site.remote_hands_per_hour}
    return {
        name: figure
        and figure.model_copy(update={"value": figure.value * rate, "unit": "EUR", "low": None, "high": None})
        for name, figure in found.items()
    }


def _from_answer(key: str, given: Given, span: Range, unit: str, label: Text) -> UncertainInput:
    return UncertainInput(
        key=key, label=label, range=span, unit=unit, evidence=given.evidence, basis=given.basis,
        question=given.question_id, workload=given.workload_id,
    )  # fmt: skip


def _span(given: Given) -> Range | None:
    """Value with low and high; spans may come as a mapping."""
    value, low, high = given.value, given.low, given.high
    if isinstance(given.value, dict):
        span: dict[str, object] = given.value
        value, low, high = span.get("value"), span.get("low", low), span.get("high", high)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    low = low if isinstance(low, int | float) else value
    high = high if isinstance(high, int | float) else value
    return Range(low=min(float(low), float(value)), value=float(value), high=max(float(high), float(value)))


_DEMAND = text("demand against today's estimate", "Bedarf gegenüber der heutigen Schätzung")
_GROWTH = text("growth of demand per year", "Wachstum des Bedarfs je Jahr")
_ELECTRICITY = text("electricity price", "Strompreis")
_PUE = text("PUE of the room", "PUE des Raums")
_DISCOUNT = text("discount rate", "Kalkulationszins")
_HARDWARE = text("hardware price against the middle price", "Hardwarepreis gegenüber dem mittleren Preis")
_CLOUD = text("rental price against the list", "Mietpreis gegenüber der Liste")
_CLOUD_CHANGE = text("change of rental prices per year", "Änderung der Mietpreise je Jahr")
_RESIDUAL = text("residual value of the hardware", "Restwert der Hardware")
_MAINTENANCE = text("maintenance per year, share of the price", "Wartung je Jahr, Anteil am Kaufpreis")
_INSURANCE = text("insurance per year, share of the price", "Versicherung je Jahr, Anteil am Kaufpreis")
_INSTALL = text("cabling and installation, share of the price", "Verkabelung und Einbau, Anteil am Kaufpreis")
_SPARES = text("spare parts, share of the price", "Ersatzteile, Anteil am Kaufpreis")
_STAFF_OWN = text("staff to run own hardware", "Personal für den eigenen Betrieb")
_STAFF_RENTED = text("staff to run rented hardware", "Personal für den Betrieb gemieteter Hardware")
_FTE_COST = text("cost of a full-time position", "Kosten einer Vollzeitstelle")
_LICENCE = text("GPU software licence", "GPU-Softwarelizenz")
_EGRESS = text("data leaving the cloud", "Datenabfluss aus der Cloud")
_EGRESS_PRICE = text("price of data leaving the cloud", "Preis des Datenabflusses")
_POWER = text("mean power utilisation", "mittlere Leistungsauslastung")
LEAD = text("delivery time of own hardware", "Lieferzeit eigener Hardware")
_NETWORK = text("network and storage, share of the server price", "Netz und Datenspeicher, Anteil am Serverpreis")
_COLO = text("colocation price against the middle price", "Colocation-Preis gegenüber dem mittleren Preis")
_PUE_HOSTED = text("PUE of the provider's data centre", "PUE des Rechenzentrums beim Anbieter")
_REMOTE_HANDS = text("work on site per server and month", "Arbeit vor Ort je Server und Monat")
_STAFF_HOSTED = text("staff beside a service run by others", "Personal neben einem fremd betriebenen Dienst")
_API = text("API price against the list", "API-Preis gegenüber der Liste")
_API_CHANGE = text("change of API prices per year", "Änderung der API-Preise je Jahr")
_SEAT_CHANGE = text("change of seat prices per year", "Änderung der Preise je Nutzer und Jahr")
_SECOND_PLATFORM = text("running a second platform (hybrid)", "Betrieb einer zweiten Plattform (Hybrid)")
_SUPPORT = text("support contract of the cloud, share of the rent", "Supportvertrag der Cloud, Anteil an der Miete")
_IDLE = text(
    "hours rented without load, against those with load", "gemietete Stunden ohne Last, gegenüber denen mit Last"
)
_SPOT = text("work repeated after interruptions", "wiederholte Arbeit nach Unterbrechungen")
_MIGRATION = text("days of work to move in", "Arbeitstage für den Umzug zum Start")
_EXIT = text("days of work to move out", "Arbeitstage für den Ausstieg")
_STORED = text("data kept with the provider", "Daten beim Anbieter")
_STORAGE_PRICE = text("price of storage at the provider", "Preis des Speichers beim Anbieter")
