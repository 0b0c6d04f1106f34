"""Whether the rows of a load profile follow one another hour by hour."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

_HOURS_A_DAY = 24
_FORMATS = ("%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%m/%d/%Y %H:%M")
_CLOCK_MONTHS = (3, 10, 11)
_SUNDAY = 6


def first_wrong_hour(told: Sequence[str]) -> int | None:
    """Position of the first row that is not one hour after the row before; None: none, or the column tells no hours.

    Numbers go up by one and may start again after whole days. Local times may leave out or repeat the hour in which
    clocks change.
    """
    numbers = [_number(entry) for entry in told]
    known = [number for number in numbers if number is not None]
    if len(known) == len(told):
        return _first(_next_number(*pair) for pair in pairwise(known))
    times = [time for entry in told if (time := _time(entry)) is not None]
    if len(times) == len(told):
        return _first(_next_time(*pair) for pair in pairwise(times))
    return None


def _first(follows: Iterable[bool]) -> int | None:
    return next((number for number, good in enumerate(follows, start=1) if not good), None)


def _number(entry: str) -> float | None:
    try:
        return float(entry)
    except ValueError:
        return None


def _time(entry: str) -> datetime | None:
    try:
        return datetime.fromisoformat(entry)
    except ValueError:
        pass
    for shape in _FORMATS:
        try:
            return datetime.strptime(entry, shape)  # noqa: DTZ007 - compared with its neighbours only
        except ValueError:
            continue
    return None


def _next_number(before: float, value: float) -> bool:
    whole_days = before % _HOURS_A_DAY in (0, _HOURS_A_DAY - 1)
    return value == before + 1 or (whole_days and before > 0 and value in (0, 1))


def _next_time(before: datetime, value: datetime) -> bool:
    if (before.tzinfo is None) != (value.tzinfo is None):
        return False
    step = value - before
    if step == timedelta(hours=1):
        return True
    change = before.tzinfo is None and before.weekday() == _SUNDAY and before.month in _CLOCK_MONTHS
    return change and before.hour <= 2 and step in (timedelta(0), timedelta(hours=2))
