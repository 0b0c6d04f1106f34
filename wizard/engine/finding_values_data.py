"""Values of the rules about data: moving it, and reading it fast enough."""

from collections.abc import Iterator, Mapping
from typing import Any

from wizard.engine.finding_seen import Seen

BITS_PER_BYTE = 8
GB_PER_TB = 1000.0
SECONDS_PER_DAY = 86_400
_RENTED = ("dedicated", "cloud", "hybrid", "api", "seats")


def data_values(seen: Seen) -> Mapping[str, Any]:
    """A name that is left out is unknown."""
    return dict(_values(seen))


def _values(seen: Seen) -> Iterator[tuple[str, Any]]:
    answers = seen.values.answers()
    stored, line = answers.get("data.train_tb"), answers.get("data.wan_gbit_per_s")
    if isinstance(stored, int | float) and isinstance(line, int | float) and line > 0:
        yield "calc.transfer_days", stored * GB_PER_TB * BITS_PER_BYTE / line / SECONDS_PER_DAY
    place, option = answers.get("data.location"), seen.likely
    if option is not None and place in ("onprem", "cloud"):
        yield "calc.data_move_needed", (option in _RENTED) == (place == "onprem")
