"""Units as people write them, and their conversion into the unit a question asks for.

Factors are exact definitions: GiB = 2^30 bytes, a month = 730 h, a year = 8,760 h = 12 months.
"""

from collections.abc import Mapping
from decimal import Decimal

_BYTES = {
    "B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12, "PB": 10**15,
    "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40, "PiB": 2**50,
}  # fmt: skip
_BITS_PER_S = {"kbit/s": 10**3, "Mbit/s": 10**6, "Gbit/s": 10**9, "Tbit/s": 10**12}
_HOURS = Decimal(3600)

_TABLE: dict[str, tuple[str, Decimal]] = {}
"""Canonical unit → dimension and factor within it."""


def _define(dimension: str, factors: Mapping[str, int | Decimal]) -> None:
    for unit, factor in factors.items():
        _TABLE[unit] = (dimension, Decimal(factor))


_define("data", _BYTES)
_define("data rate", {f"{unit}/s": factor for unit, factor in _BYTES.items()})
_define("data rate", {unit: Decimal(factor) / 8 for unit, factor in _BITS_PER_S.items()})
_define("data a month", {f"{unit}/month": factor for unit, factor in _BYTES.items()})
_define("power", {"W": 1, "kW": 1000, "MW": 10**6})
_define("energy", {"kWh": 1, "MWh": 1000, "GWh": 10**6})
_define("power a rack", {"W/rack": 1, "kW/rack": 1000})
_define(
    "time",
    {
        "ms": Decimal("0.001"), "s": 1, "min": 60, "h": _HOURS, "days": 24 * _HOURS, "weeks": 168 * _HOURS,
        "months": 730 * _HOURS, "years": 8760 * _HOURS,
    },
)  # fmt: skip
_define("rate", {"1/s": 3600, "1/min": 60, "1/h": 1, "1/day": Decimal(1) / 24})
_define("length", {"mm": 1, "cm": 10, "m": 1000})
_define("count", {"1e6": 10**6, "1e9": 10**9})
for _unit in ("%", "°C", "V", "A", "dB(A)", "kg/m²", "U", "FTE", "people", "requests", "tokens", "samples", "sites"):
    _define(_unit, {_unit: 1})

_ALIASES: dict[str, str] = {
    "kb": "kB", "mb": "MB", "gb": "GB", "tb": "TB", "pb": "PB", "kib": "KiB", "mib": "MiB", "gib": "GiB",
    "tib": "TiB", "gigabyte": "GB", "terabyte": "TB", "megabyte": "MB", "petabyte": "PB", "byte": "B", "bytes": "B",
    "gbps": "Gbit/s", "mbps": "Mbit/s", "kbit/s": "kbit/s", "mbit/s": "Mbit/s", "gbit/s": "Gbit/s",
    "tbit/s": "Tbit/s", "gbe": "Gbit/s", "gbit": "Gbit/s", "mbit": "Mbit/s",
    "w": "W", "watt": "W", "kw": "kW", "kilowatt": "kW", "megawatt": "MW",
    **{f"{unit.casefold()}{year}": unit for unit in ("kWh", "MWh", "GWh") for year in ("", "/a", "/jahr", "/year")},
    "ms": "ms", "millisekunde": "ms", "millisekunden": "ms", "millisecond": "ms", "milliseconds": "ms", "msec": "ms",
    "s": "s", "sek": "s", "sek.": "s", "sec": "s", "sekunde": "s", "sekunden": "s", "second": "s", "seconds": "s",
    "min": "min", "min.": "min", "minute": "min", "minuten": "min", "minutes": "min", "mins": "min",
    "h": "h", "std": "h", "std.": "h", "stunde": "h", "stunden": "h", "hour": "h", "hours": "h", "hrs": "h",
    "d": "days", "tag": "days", "tage": "days", "tagen": "days", "day": "days", "days": "days",
    "woche": "weeks", "wochen": "weeks", "week": "weeks", "weeks": "weeks", "wk": "weeks",
    "monat": "months", "monate": "months", "monaten": "months", "month": "months", "months": "months",
    "mon": "months", "jahr": "years", "jahre": "years", "jahren": "years", "year": "years", "years": "years",
    "a": "A", "ampere": "A", "amp": "A", "v": "V", "volt": "V",
    "%": "%", "prozent": "%", "percent": "%", "pct": "%", "vh": "%", "v.h.": "%",
    "°c": "°C", "c": "°C", "grad": "°C", "celsius": "°C", "db": "dB(A)", "dba": "dB(A)", "db(a)": "dB(A)",
    "mm": "mm", "cm": "cm", "m": "m", "kg/m²": "kg/m²", "kg/m2": "kg/m²", "kg/qm": "kg/m²",
    "u": "U", "he": "U", "hu": "U", "fte": "FTE", "ftes": "FTE", "vzä": "FTE", "vza": "FTE",
    "person": "people", "personen": "people", "people": "people", "users": "people", "user": "people",
    "nutzer": "people", "leute": "people", "mitarbeiter": "people", "beschäftigte": "people", "employees": "people",
    "request": "requests", "requests": "requests", "anfrage": "requests", "anfragen": "requests",
    "token": "tokens", "tokens": "tokens", "tok": "tokens", "sample": "samples", "samples": "samples",
    "beispiel": "samples", "beispiele": "samples", "site": "sites", "sites": "sites", "standort": "sites",
    "standorte": "sites", "standorten": "sites", "parameter": "", "parameters": "", "params": "", "gpu": "",
    "gpus": "", "x": "", "×": "", "anfragen/h": "1/h", "requests/h": "1/h",
}  # fmt: skip

_EXACT = {**{unit: unit for unit in _TABLE}, "Gb/s": "Gbit/s", "Mb/s": "Mbit/s", "Tb/s": "Tbit/s"}
"""Spellings where the case matters: Gb/s is bits, GB/s is bytes."""


def known_unit(entered: str) -> str | None:
    """The canonical name of a unit, ``""`` for words that add nothing, None for an unknown one."""
    spelled = _per(entered)
    if spelled in _EXACT:
        return _EXACT[spelled]
    if spelled.casefold() in _ALIASES:
        return _ALIASES[spelled.casefold()]
    head, slash, tail = spelled.partition("/")
    if not slash:
        return None
    period = {"month": "month", "months": "month", "h": "h", "rack": "rack", "s": "s", "min": "min", "days": "day"}
    per = period.get(_ALIASES.get(tail.casefold(), tail.casefold()))
    base = "1" if head in ("", "1") else _EXACT.get(head) or _ALIASES.get(head.casefold())
    base = "1" if base in ("requests", "") else base
    joined = f"{base}/{per}"
    return joined if joined in _TABLE else None


def conversion(unit: str, wanted: str) -> Decimal | None:
    """Factor from a canonical unit to the wanted one; None when they measure different things."""
    if unit in ("", wanted):
        return Decimal(1)
    dimension, factor = _TABLE.get(unit, ("", Decimal(1)))
    wanted_dimension, wanted_factor = _TABLE.get(wanted, ("-", Decimal(1)))
    if dimension != wanted_dimension:
        return _within_rack(unit, wanted)
    return factor / wanted_factor


def _within_rack(unit: str, wanted: str) -> Decimal | None:
    """``8 kW`` where kW per rack is asked means kW per rack."""
    per = f"{unit}/{wanted.partition('/')[2]}"
    same = wanted.endswith(("/rack", "/month")) and per in _TABLE and _TABLE[per][0] == _TABLE[wanted][0]
    return _TABLE[per][1] / _TABLE[wanted][1] if same else None


def _per(entered: str) -> str:
    """``kW je Rack`` and ``kW per rack`` as ``kW/rack``; a leading ``je`` as ``/``."""
    words = " ".join(entered.split())
    for word in ("je", "pro", "per"):
        words = f" {words} ".replace(f" {word} ", "/").strip()
    return words.replace(" /", "/").replace("/ ", "/")


__all__ = ["conversion", "known_unit"]
