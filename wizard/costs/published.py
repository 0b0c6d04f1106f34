"""Recomputes calculations that somebody printed, by the cash-flow engine: what follows from their own inputs.

Each kind takes named inputs and answers with named outputs; money in the currency of the calculation.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from wizard.costs.bare import bare_api, bare_own, bare_rent, bare_seats, bare_table
from wizard.costs.breakeven import needed_utilisation
from wizard.costs.calculators import Purchase, break_even
from wizard.costs.errors import CostError
from wizard.costs.financing import by_age
from wizard.costs.writing_off import linear
from wizard.domain.errors import CodedError
from wizard.domain.quantities import HOURS_PER_MONTH, HOURS_PER_YEAR, MONTHS_PER_YEAR

MILLION = 1e6
MOST, MOST_ENTRIES = 1e15, 50
"""Amounts up to which every sum is a number, and entries of a list."""
_MOST_YEARS, _MOST_HOURS = 50.0, 8_760.0
_LONG = 600
"""Months within which a break-even is looked for."""
Value = float | str
Outputs = dict[str, Value]


@dataclass(frozen=True)
class Given:
    """The inputs of one calculation."""

    values: Mapping[str, object]
    place: str = ""

    def number(self, name: str, default: float | None = None, *, most: float = MOST) -> float:
        """A number from 0.

        Raises:
            CodedError: ``E262`` missing, ``E263`` not a number from 0 or above ``most``.
        """
        value = self.values.get(name, default)
        if value is None:
            raise CodedError(CostError.NOT_GIVEN, place=self.place, name=name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= most:
            raise CodedError(CostError.NOT_A_NUMBER, place=self.place, name=name, value=str(value))
        return float(value)

    def positive(self, name: str, default: float | None = None, *, most: float = MOST) -> float:
        """A number above 0.

        Raises:
            CodedError: ``E262``, ``E263``.
        """
        value = self.number(name, default, most=most)
        if value <= 0.0:
            raise CodedError(CostError.NOT_A_NUMBER, place=self.place, name=name, value=str(value))
        return value

    def numbers(self, name: str) -> tuple[float, ...]:
        """A list of numbers from 0; empty where none is given.

        Raises:
            CodedError: ``E263``.
        """
        found = self.values.get(name, ())
        if not isinstance(found, list | tuple) or len(found) > MOST_ENTRIES:
            raise CodedError(CostError.NOT_A_NUMBER, place=self.place, name=name, value=str(found))
        return tuple(Given({name: value}, self.place).number(name) for value in found)

    def has(self, name: str) -> bool:
        return self.values.get(name) is not None


def purchase(given: Given) -> Outputs:
    """A machine bought against the same one rented; prices an hour, or a month with ``_per_month``.

    Depreciation of the purchase within ``own_per_hour`` is taken out: the purchase is counted already.
    """
    month = given.positive("hours_per_month", float(HOURS_PER_MONTH), most=_MOST_HOURS)
    own = max(0.0, _hourly(given, "own", month, 0.0) - given.number("depreciation_per_hour", 0.0))
    rented = _hourly(given, "rented", month, None)
    capex = given.positive("capex")
    # A month of the engine has 730 hours; another month changes what an hour of it costs.
    scale = month / HOURS_PER_MONTH
    found = break_even(Purchase(capex=capex, own_per_hour=own * scale, cloud_per_hour=rented * scale, months=_LONG))
    outputs: Outputs = {
        "break_even_hours": break_even(Purchase(capex=capex, own_per_hour=own, cloud_per_hour=rented)).break_even_hours,
        "break_even_months": found.break_even_months_simple,
    }
    for hours in given.numbers("daily_hours"):
        part = hours / 24.0
        daily = Purchase(capex=capex, own_per_hour=own * part, cloud_per_hour=rented * part, months=_LONG)
        outputs[f"years_at_{hours:g}h"] = _years(break_even(daily).break_even_months_simple)
    return outputs


def _hourly(given: Given, who: str, month: float, default: float | None) -> float:
    if given.has(f"{who}_per_month"):
        return given.number(f"{who}_per_month") / month
    return given.number(f"{who}_per_hour", default)


def _years(months: Value) -> Value:
    return months if isinstance(months, str) else months / MONTHS_PER_YEAR


def totals(given: Given) -> Outputs:
    """Sums over some years: purchase and running cost against rent, with and without time value."""
    years = given.positive("years", most=_MOST_YEARS)
    hours = years * HOURS_PER_YEAR
    asked = Purchase(
        capex=given.positive("capex"), own_per_hour=given.number("running_total") / hours,
        cloud_per_hour=given.positive("rented_total") / hours,
        discount_rate=given.number("discount_rate", 0.0, most=1.0),
        months=max(1, round(years * MONTHS_PER_YEAR)),
    )  # fmt: skip
    found = break_even(asked)
    use = found.break_even_utilisation
    outputs: Outputs = {
        "own_total": asked.capex + asked.own_per_hour * hours,
        "saving": found.undiscounted_difference,
        "npv": found.npv_difference,
        "payback_years": _years(found.break_even_months_simple),
    }
    if use is not None:
        outputs["break_even_utilisation"] = use * given.number("utilisation", 1.0, most=1.0)
    return outputs


def years(given: Given) -> Outputs:
    """Yearly cost of an own machine, against rent; maintenance may differ by year, the rest does not."""
    capex, maintenance = given.positive("capex"), given.numbers("maintenance")
    plan = bare_own(capex, kw=given.number("own_per_hour", 0.0))
    other = given.number("network_storage", 0.0)
    by_year = []
    for year, amount in enumerate(maintenance):
        table = bare_table(
            plan, months=len(maintenance) * MONTHS_PER_YEAR, electricity_eur_per_kwh=1.0,
            maintenance_share_per_year=(amount + other) / capex, staff_fte_own=given.number("staff_fte", 0.0),
            fte_eur_per_year=given.number("fte_per_year", 0.0),
        )  # fmt: skip
        by_year.append(table.plans[0].cost.by_year_eur[year])
    months = len(maintenance) * MONTHS_PER_YEAR
    rented = bare_table(bare_rent(given.number("rented_per_hour", 0.0)), months=months).plans[0].cost
    outputs: Outputs = {f"year{number}": amount for number, amount in enumerate(by_year, start=1)}
    return outputs | {
        "own_total": sum(by_year), "rented_year": rented.by_year_eur[0], "rented_total": rented.nominal_eur,
    }  # fmt: skip


def tokens(given: Given) -> Outputs:
    """Cost of tokens a month at an API, or of one request with its tokens and a fee."""
    plan = bare_api(
        given.number("input_tokens", 0.0), given.number("output_tokens", 0.0), given.number("price_in", 0.0),
        given.number("price_out", 0.0),
    )  # fmt: skip
    return {"cost": bare_table(plan, months=1).plans[0].cost.nominal_eur + given.number("fee", 0.0)}


def rent(given: Given) -> Outputs:
    """Rent of machines a month; what stays on is paid for all hours, whatever its use."""
    hours, use = (
        given.positive("hours", float(HOURS_PER_MONTH), most=_MOST_HOURS),
        given.number("utilisation", 1.0, most=1.0),
    )
    paid = hours if given.values.get("stays_on") is True else hours * use
    cost = _rented(given.number("per_hour"), paid) * given.positive("machines", 1.0)
    cost *= 1.0 + given.number("overhead", 0.0)
    outputs: Outputs = {"month": cost}
    if given.has("tokens_per_s"):
        outputs["per_million_tokens"] = _rented(given.number("per_hour"), 1.0) / _millions_an_hour(given)
    if given.has("price_per_million"):
        outputs["break_even_millions"] = cost / given.positive("price_per_million")
    return outputs


def _rented(per_hour: float, hours: float) -> float:
    """A longer month than the engine's is spread over as many of its months as it takes."""
    months = max(1, -(-int(hours) // HOURS_PER_MONTH))
    return bare_table(bare_rent(per_hour, hours / months), months=months).plans[0].cost.nominal_eur


def _millions_an_hour(given: Given) -> float:
    return given.positive("tokens_per_s") * 3_600.0 / MILLION


def rent_or_tokens(given: Given) -> Outputs:
    """A rented machine against tokens of an API."""
    bought = tokens(given)["cost"]
    hired = rent(given)["month"]
    assert isinstance(bought, float) and isinstance(hired, float)  # noqa: S101, PT018 - sums of the engine
    volume = given.number("input_tokens", 0.0) + given.number("output_tokens", 0.0)
    outputs: Outputs = {"api": bought, "rented": hired, "difference": hired - bought}
    if bought > 0.0:
        outputs |= {"break_even_millions": hired / bought * volume / MILLION, "requests_per_day": hired / bought / 30.0}
    return outputs


def own_or_tokens(given: Given) -> Outputs:
    """Own hardware at full load against the same tokens at an API."""
    plan = bare_own(given.positive("capex"), kw=given.number("own_per_month", 0.0) / HOURS_PER_MONTH)
    api = bare_api(
        given.number("input_tokens"), given.number("output_tokens"), given.number("price_in"),
        given.number("price_out"),
    )  # fmt: skip
    table = bare_table(plan, api, months=_LONG, electricity_eur_per_kwh=1.0)
    months = table.break_even(0, 1).simple_months
    return {"break_even_months": "never" if months is None else months}


def write_off(given: Given) -> Outputs:
    """A purchase over its life, by month, by hour, and with running cost."""
    capex, months = given.positive("capex"), given.positive("months")
    monthly = float((by_age(linear(months / MONTHS_PER_YEAR), 1) @ [capex])[0])
    outputs: Outputs = {"month": monthly}
    if given.has("hours_per_year"):
        outputs["hour"] = monthly * MONTHS_PER_YEAR / given.positive("hours_per_year")
    if given.has("running_per_hour"):
        day = _rented(given.number("running_per_hour"), given.number("hours_per_day", 24.0, most=24.0))
        running = _rented(given.number("running_per_hour"), given.number("hours_per_day", 24.0, most=24.0) * 30.0)
        outputs |= {"day": day, "running_month": running, "total_month": monthly + running}
    if given.has("rented_per_month"):
        found = purchase(Given({"capex": capex, "rented_per_month": given.number("rented_per_month")}, given.place))
        outputs["break_even_months"] = found["break_even_months"]
    return outputs


def power(given: Given) -> Outputs:
    """Electricity of machines by their draw; an hour and the hours of a month."""
    kw, pue = given.number("kw"), given.number("pue", 1.0)
    table = bare_table(bare_own(0.0, kw=kw), months=1, pue=max(pue, 1.0),
                       electricity_eur_per_kwh=given.number("per_kwh"))  # fmt: skip
    hour = table.plans[0].cost.nominal_eur / HOURS_PER_MONTH
    hours = given.positive("hours", float(HOURS_PER_MONTH), most=_MOST_HOURS)
    energy = float(table.plans[0].drivers["energy_kwh"].sum()) / HOURS_PER_MONTH
    return {"hour": hour, "month": hour * hours, "kwh_month": energy * hours}


def licences(given: Given) -> Outputs:
    """Software by the GPU, bought for a year or with each rented hour."""
    gpus = int(given.positive("gpus"))
    own = bare_table(
        bare_own(0.0, gpus=gpus), months=60, licence_eur_per_gpu_year=given.number("per_gpu_year")
    ).plans[0].cost  # fmt: skip
    hourly = given.number("per_gpu_hour", 0.0) * HOURS_PER_YEAR
    cloud = bare_table(bare_rent(0.0, gpus=gpus), months=1, licence_eur_per_gpu_year=hourly).plans[0].cost
    return {
        "year": own.by_year_eur[0], "five_years": own.nominal_eur, "cloud_hour": cloud.nominal_eur / HOURS_PER_MONTH,
    }  # fmt: skip


def seats(given: Given) -> Outputs:
    """A product by the seat for a year."""
    plan = bare_seats(given.positive("users"), given.number("per_seat_month"))
    return {"year": bare_table(plan, months=MONTHS_PER_YEAR).plans[0].cost.nominal_eur}


def commitment(given: Given) -> Outputs:
    """A committed hour against one on demand: the use from which it pays, and what it saves."""
    on_demand = given.positive("on_demand_per_hour")
    if given.has("committed_year"):
        yearly = given.number("committed_year")
    else:
        yearly = given.number("committed_per_hour") * HOURS_PER_YEAR
    use = needed_utilisation(yearly / HOURS_PER_YEAR, on_demand, 0.0)
    outputs: Outputs = {"committed_month": yearly / MONTHS_PER_YEAR}
    if use is not None:
        outputs |= {"break_even_utilisation": use, "break_even_hours_per_month": use * HOURS_PER_MONTH}
    if given.has("utilisation"):
        hours = HOURS_PER_MONTH * given.number("utilisation", most=1.0)
        paid = bare_table(bare_rent(on_demand, hours), months=MONTHS_PER_YEAR).plans[0].cost.nominal_eur
        outputs["saving_year"] = paid - yearly
    return outputs


def score(given: Given) -> Outputs:
    """A weighted sum for each option; weights are scaled to 1."""
    weights = given.numbers("weights")
    outputs: Outputs = {}
    scores = given.values.get("scores")
    if not weights or sum(weights) <= 0.0 or not isinstance(scores, Mapping):
        raise CodedError(CostError.NOT_GIVEN, place=given.place, name="weights, scores")
    for name in scores:
        row = Given(scores, given.place).numbers(str(name))
        if len(row) != len(weights):
            raise CodedError(CostError.NOT_GIVEN, place=given.place, name=f"scores.{name}")
        outputs[str(name)] = sum(w * s for w, s in zip(weights, row, strict=True)) / sum(weights)
    return outputs


def throughput(given: Given) -> Outputs:
    """Tokens a day that so many simultaneous answers can give (Little's law)."""
    answers = given.positive("concurrency") / given.positive("seconds_per_answer") * 86_400.0
    return {"answers_per_day": answers, "tokens_per_day": answers * given.positive("tokens_per_answer")}


KINDS: dict[str, Callable[[Given], Outputs]] = {
    "purchase": purchase, "totals": totals, "years": years, "tokens": tokens, "rent": rent,
    "rent_or_tokens": rent_or_tokens, "own_or_tokens": own_or_tokens, "write_off": write_off, "power": power,
    "licences": licences, "seats": seats, "commitment": commitment, "score": score, "throughput": throughput,
}  # fmt: skip


def recompute(kind: str, given: Mapping[str, object], place: str = "") -> Outputs:
    """What follows from the inputs of one calculation.

    Raises:
        CodedError: ``E262`` to ``E264``.
    """
    if kind not in KINDS:
        raise CodedError(CostError.KIND, place=place, kind=kind, kinds=", ".join(KINDS))
    return KINDS[kind](Given(given, place))
