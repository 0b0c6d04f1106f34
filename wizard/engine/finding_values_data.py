"""Values of the rules about data: moving it, and reading it fast enough."""

from collections.abc import Iterator, Mapping
from typing import Any

from wizard.engine.finding_seen import Seen
from wizard.questionnaire.logic import Scope
from wizard.sizing.storage import storage_gb_s, storage_iops, transfer_days

_RENTED = ("dedicated", "cloud", "hybrid", "api", "seats")


def data_values(seen: Seen) -> Mapping[str, Any]:
    """A name that is left out is unknown."""
    return dict(_values(seen))


def _values(seen: Seen) -> Iterator[tuple[str, Any]]:
    answers = seen.values.answers()
    stored, line = answers.get("data.train_tb"), answers.get("data.wan_gbit_per_s")
    if isinstance(stored, int | float) and isinstance(line, int | float) and line > 0:
        yield "calc.transfer_days", transfer_days(stored, line)
    yield from _storage(seen, answers)
    place, option = answers.get("data.location"), seen.likely
    if option is not None and place in ("onprem", "cloud"):
        yield "calc.data_move_needed", (option in _RENTED) == (place == "onprem")


def _storage(seen: Seen, answers: Scope) -> Iterator[tuple[str, Any]]:
    """What the named storage gives; a measured rate outranks the usual one of its kind."""
    tier, measured = answers.get("data.storage_tier"), answers.get("data.read_gb_per_s")
    if not isinstance(tier, str):
        return
    rate = float(measured) if isinstance(measured, int | float) else None
    yield "calc.storage_gb_s", storage_gb_s(tier, seen.catalog.figures, rate)
    yield "calc.storage_iops", storage_iops(tier, seen.catalog.figures)
