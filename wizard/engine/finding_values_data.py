"""Values of the rules about data: moving it, and reading it fast enough."""

from collections.abc import Iterator, Mapping
from typing import Any

from wizard.engine.finding_seen import Seen

BITS_PER_BYTE = 8
GB_PER_TB = 1000.0
SECONDS_PER_DAY = 86_400
SECONDS_PER_HOUR = 3_600
_RENTED = ("dedicated", "cloud", "hybrid", "api", "seats")


def data_values(seen: Seen) -> Mapping[str, Any]:
    """A name that is left out is unknown."""
    return dict(_values(seen))


def _values(seen: Seen) -> Iterator[tuple[str, Any]]:
    answers = seen.values.answers()
    stored, line = answers.get("data.train_tb"), answers.get("data.wan_gbit_per_s")
    if isinstance(stored, int | float) and isinstance(line, int | float) and line > 0:
        yield "calc.transfer_days", stored * GB_PER_TB * BITS_PER_BYTE / line / SECONDS_PER_DAY
    yield from _reading(seen, stored)
    place, option = answers.get("data.location"), seen.likely
    if option is not None and place in ("onprem", "cloud"):
        yield "calc.data_move_needed", (option in _RENTED) == (place == "onprem")


def _reading(seen: Seen, stored: object) -> Iterator[tuple[str, Any]]:
    """The fastest reader: all data once an epoch, within the time of the run."""
    speeds = []
    for workload in seen.workloads:
        configuration = seen.judged(workload)
        epochs = seen.values.given("w.epochs", workload.result.id).value
        if configuration is None or configuration.training is None or not isinstance(stored, int | float):
            continue
        seconds = configuration.training.duration_h * SECONDS_PER_HOUR
        if isinstance(epochs, int | float) and seconds > 0:
            speeds.append(stored * GB_PER_TB * epochs / seconds)
    if speeds:
        yield "calc.read_gb_s_needed", max(speeds)
