"""Checks a calculation that somebody printed: the right values, and by name what is wrong with it.

A printed value follows from its inputs when it lies within 1 % or one unit of its last digit. The wrong ways of
calculating that are looked for were found in published calculators and vendor papers.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from wizard.costs.breakeven import hours_until_cheaper
from wizard.costs.errors import CostError
from wizard.costs.published import Given, Outputs, Value, recompute
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.quantities import HOURS_PER_MONTH

TOLERANCE = 0.01
_TRAILING_ZEROS_MOST = 0.02
_TIE = 0.05
_FAR_APART = 1.5
_LEAST_INPUT_SHARE = 0.5


@dataclass(frozen=True)
class Mistake:
    """What is wrong, and the right value beside the printed one."""

    id: str
    text: Text
    output: str = ""
    """Which printed value it is about; empty: the whole calculation."""
    printed: float | None = None
    right: Value | None = None


@dataclass(frozen=True)
class Checked:
    """A printed calculation with what follows from its inputs."""

    kind: str
    outputs: Outputs
    mistakes: tuple[Mistake, ...]


def check(kind: str, given: Mapping[str, object], printed: Mapping[str, float], place: str = "") -> Checked:
    """Recomputes, compares and names the mistakes.

    Raises:
        CodedError: ``E262`` to ``E265``.
    """
    outputs = recompute(kind, given, place)
    for name in printed:
        if name not in outputs:
            raise CodedError(CostError.NO_OUTPUT, place=place, name=name, names=", ".join(outputs))
    asked = Given(given, place)
    found = [*_values(kind, asked, outputs, printed), *_ABOUT.get(kind, _nothing)(asked, outputs), *_month(asked)]
    return Checked(kind, outputs, tuple(found))


def follows(printed: float, right: Value) -> bool:
    """Whether a printed number is the right one, rounded."""
    if isinstance(right, str):
        return False
    away = abs(printed - right)
    unit = last_digit(printed)
    rounded = unit if unit < 1.0 else min(unit, max(1.0, _TRAILING_ZEROS_MOST * abs(right)))
    return away <= max(TOLERANCE * abs(right), rounded * (1.0 + 1e-9))


def last_digit(printed: float) -> float:
    """The unit of the last digit that is not a trailing zero: 0.1 for 3.6, 10 for 130."""
    exponent = Decimal(repr(float(printed))).normalize().as_tuple().exponent
    return float(10.0 ** int(exponent)) if printed else 1.0


def _values(kind: str, given: Given, outputs: Outputs, printed: Mapping[str, float]) -> Iterator[Mistake]:
    """One mistake for each printed value that does not follow."""
    told = _DIAGNOSES.get(kind)
    for name, value in printed.items():
        right = outputs[name]
        if follows(value, right) or (kind == "throughput" and isinstance(right, float) and value < right):
            continue
        said = told(given, name, value, right) if told else None
        identity, words = said or ("CALC-06", _OTHER)
        yield Mistake(identity, words, name, value, right)
    if kind == "score" and any(not follows(value, outputs[name]) for name, value in printed.items()):
        yield from _tie(outputs)


Diagnosis = Callable[[Given, str, float, Value], tuple[str, Text] | None]


def _counted_twice(given: Given, name: str, value: float, _right: Value) -> tuple[str, Text] | None:
    """Depreciation of the purchase is part of the hourly cost it is divided by."""
    part = given.number("depreciation_per_hour", 0.0)
    if part <= 0.0 or name not in ("break_even_hours", "break_even_months"):
        return None
    wrong = hours_until_cheaper(given.positive("capex"), given.number("own_per_hour"), given.number("rented_per_hour"))
    month = given.positive("hours_per_month", float(HOURS_PER_MONTH))
    scaled = wrong if isinstance(wrong, str) or name == "break_even_hours" else wrong / month
    return ("CALC-01", _TWICE) if follows(value, scaled) else None


def _summed_wrongly(_given: Given, _name: str, _value: float, _right: Value) -> tuple[str, Text]:
    return "CALC-02", _SUM


def _too_many_tokens(_given: Given, _name: str, _value: float, _right: Value) -> tuple[str, Text]:
    return "CALC-03", _LITTLE


def _half_a_rent(given: Given, _name: str, value: float, right: Value) -> tuple[str, Text] | None:
    use = given.number("utilisation", 1.0)
    halved = isinstance(right, float) and use < 1.0 and follows(value, right * use)
    return ("CALC-04", _RENT) if halved and given.values.get("stays_on") is True else None


def _too_little_power(given: Given, name: str, value: float, right: Value) -> tuple[str, Text] | None:
    if not isinstance(right, float) or right <= 0.0 or value >= right or name == "kwh_month":
        return None
    return "CALC-05", _power_text(given.number("kw") * value / right, given.number("kw"))


_DIAGNOSES: dict[str, Diagnosis] = {
    "purchase": _counted_twice, "score": _summed_wrongly, "throughput": _too_many_tokens, "rent": _half_a_rent,
    "power": _too_little_power,
}  # fmt: skip


def _tie(outputs: Outputs) -> Iterator[Mistake]:
    best, *others = sorted((v for v in outputs.values() if isinstance(v, float)), reverse=True)
    if others and best - others[0] <= _TIE * best:
        first, second = f"{best:.4g}", f"{others[0]:.4g}"
        yield Mistake("CALC-02", text(
            f"Rightly added, {first} stands against {second}: a tie that a small change of the weights turns.",
            f"Richtig addiert steht {first.replace('.', ',')} gegen {second.replace('.', ',')}: ein Gleichstand, den "
            "eine kleine Änderung der Gewichte dreht.",
        ))  # fmt: skip


def _nothing(_given: Given, _outputs: Outputs) -> Iterator[Mistake]:
    return iter(())


def _about_purchase(given: Given, _outputs: Outputs) -> Iterator[Mistake]:
    if not given.has("own_per_hour") and not given.has("own_per_month"):
        yield Mistake("CALC-10", _LEFT_OUT)
    yield from _price_elsewhere(given)


def _about_totals(_given: Given, outputs: Outputs) -> Iterator[Mistake]:
    npv, saving = outputs["npv"], outputs["saving"]
    if isinstance(npv, float) and isinstance(saving, float) and npv < 0.0 <= saving:
        yield Mistake("CALC-07", _TIME_VALUE, "npv", None, npv)


def _about_rent(given: Given, _outputs: Outputs) -> Iterator[Mistake]:
    if given.number("utilisation", 1.0) < 1.0 and given.values.get("stays_on") is not True:
        full = recompute("rent", {**given.values, "stays_on": True})["month"]
        yield Mistake("CALC-04", _IF_OFF, "month", None, full)


def _about_tokens(given: Given, _outputs: Outputs) -> Iterator[Mistake]:
    """Input is most of what is read and written in every measured trace."""
    came, went = given.number("input_tokens", 0.0), given.number("output_tokens", 0.0)
    if went > 0.0 and came / (came + went) < _LEAST_INPUT_SHARE:
        yield Mistake("CALC-08", _MIX)


def _about_own_or_tokens(given: Given, outputs: Outputs) -> Iterator[Mistake]:
    yield from _about_tokens(given, outputs)
    yield Mistake("CALC-09", _FULL)
    if given.has("gpu_watts"):
        hours, gpus = given.positive("hours_per_month"), given.positive("gpus", 1.0)
        watts = given.number("own_per_month") / given.positive("per_kwh") / hours / gpus * 1_000.0
        if watts < given.number("gpu_watts") * (1.0 - TOLERANCE):
            yield Mistake("CALC-05", _power_text(watts / 1_000.0, given.number("gpu_watts") / 1_000.0))


def _price_elsewhere(given: Given) -> Iterator[Mistake]:
    other, capex = given.number("price_elsewhere", 0.0), given.positive("capex")
    if other > 0.0 and max(other, capex) / min(other, capex) > _FAR_APART:
        yield Mistake("CALC-12", _TWO_PRICES, "", capex, other)


def _about_years(given: Given, _outputs: Outputs) -> Iterator[Mistake]:
    yield from _price_elsewhere(given)


def _about_write_off(given: Given, _outputs: Outputs) -> Iterator[Mistake]:
    if not given.has("rented_per_gpu_hour"):
        return
    month = given.positive("rented_per_month")
    machine = month / HOURS_PER_MONTH
    called = given.positive("rented_per_gpu_hour")
    if called * given.positive("gpus") > _FAR_APART * machine:
        yield Mistake("CALC-13", _UNIT, "rented_per_gpu_hour", called, machine / given.positive("gpus"))


def _month(given: Given) -> Iterator[Mistake]:
    if given.number("hours_per_month", float(HOURS_PER_MONTH)) == 720.0:
        yield Mistake("CALC-11", _SHORT_MONTH)


_ABOUT: dict[str, Callable[[Given, Outputs], Iterator[Mistake]]] = {
    "purchase": _about_purchase, "totals": _about_totals, "rent": _about_rent, "rent_or_tokens": _about_tokens,
    "own_or_tokens": _about_own_or_tokens, "years": _about_years, "write_off": _about_write_off,
}  # fmt: skip


def _power_text(used_kw: float, stated_kw: float) -> Text:
    used, stated = round(used_kw * 1_000.0), round(stated_kw * 1_000.0)
    return text(
        f"The electricity stands for {used} W, the stated power is {stated} W: less power is paid for than is drawn.",
        f"Der Strom entspricht {used} W, genannt sind {stated} W: bezahlt wird weniger Leistung, als genutzt wird.",
    )


_TWICE = text(
    "The hardware is counted twice: the purchase is divided by a saving that depreciation has already lowered.",
    "Die Hardware ist doppelt gezählt: Der Kaufpreis wird durch eine Ersparnis geteilt, die um die Abschreibung schon "
    "vermindert ist.",
)
_SUM = text(
    "The weighted scores are added up wrongly.",
    "Die gewichtete Bewertung ist falsch addiert.",
)
_LITTLE = text(
    "More tokens than the stated simultaneous requests and answer time can give (Little's law).",
    "Mehr Token, als gleichzeitige Anfragen und Antwortzeit hergeben (Littles Gesetz).",
)
_RENT = text(
    "The rent is multiplied with the use although the machine stays on: all hours are paid for.",
    "Die Miete ist mit der Auslastung multipliziert, obwohl die Maschine anbleibt: bezahlt werden alle Stunden.",
)
_IF_OFF = text(
    "The rent is multiplied with the use: right only if the machine is switched off when idle; left on, all hours are "
    "paid for.",
    "Die Miete ist mit der Auslastung multipliziert: richtig nur, wenn die Maschine im Leerlauf abgeschaltet wird; "
    "bleibt sie an, werden alle Stunden bezahlt.",
)
_OTHER = text(
    "The printed value does not follow from the stated inputs.",
    "Der gedruckte Wert folgt nicht aus den genannten Angaben.",
)
_TIME_VALUE = text(
    "The undiscounted sum says buy, the net present value says rent: later savings are worth less than the purchase.",
    "Die nicht abgezinste Summe spricht für den Kauf, der Kapitalwert dagegen: spätere Ersparnisse sind weniger wert "
    "als der Kaufpreis.",
)
_MIX = text(
    "More output than input is assumed; measured use reads 5 to 100 tokens for each one it writes (Azure traces 2023).",
    "Angenommen ist mehr Ausgabe als Eingabe; gemessene Nutzung liest 5 bis 100 Token je geschriebenem (Azure-Traces "
    "2023).",
)
_FULL = text(
    "Own hardware is taken as fully used; staff, chassis, cooling and time value are left out.",
    "Die eigene Hardware gilt als voll genutzt; Personal, Server, Kühlung und Zinsen fehlen.",
)
_LEFT_OUT = text(
    "Every running cost of owning is left out: power, cooling, maintenance, staff.",
    "Alle laufenden Kosten des Eigenbetriebs fehlen: Strom, Kühlung, Wartung, Personal.",
)
_SHORT_MONTH = text(
    "A month of 720 hours is used; a year has 12 months of 730 hours.",
    "Gerechnet ist mit einem Monat von 720 Stunden; ein Jahr hat 12 Monate zu 730 Stunden.",
)
_TWO_PRICES = text(
    "The same machine carries two prices that lie far apart: they cannot both be its price.",
    "Dieselbe Maschine hat zwei weit auseinanderliegende Preise: beide zugleich können nicht stimmen.",
)
_UNIT = text(
    "The price called one GPU hour is that of the whole machine.",
    "Der Preis „je GPU-Stunde“ ist der der ganzen Maschine.",
)
