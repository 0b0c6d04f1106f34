"""The only place of the command line that reads the clock; everything below takes the date as an argument."""

import argparse
from datetime import UTC, date, datetime


def as_of(arguments: argparse.Namespace) -> date:
    """The day named by ``--as-of``, else today in local time."""
    given: date | None = getattr(arguments, "as_of", None)
    return given or datetime.now().astimezone().date()


def now() -> datetime:
    """The present moment, for ages."""
    return datetime.now(UTC)
