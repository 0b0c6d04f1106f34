"""Power of a measured server at the wall: rated cards at their measured share, and what the rest of the machine takes.

Nothing of the rows is read but the machine and a power limit that the submitter published beside them.
"""

from collections.abc import Iterable

from wizard.accuracy.answers import Predicted
from wizard.accuracy.names import Names
from wizard.accuracy.reasons import NO_SERVER, POWER_LIMIT, Unanswered
from wizard.accuracy.rows import Row
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Server
from wizard.domain.language import text
from wizard.domain.provenance import Evidence
from wizard.sizing.figures import Facts
from wizard.sizing.power import machine_power

_WATTS_PER_KW = 1_000.0
_LIMIT = "sizing.power_limit_w."


def power_answer(row: Row, names: Names, servers: Iterable[Server], facts: Facts) -> tuple[Predicted, ...]:
    """Raises:
    Unanswered: with the reason.
    """
    try:
        accelerator = names.accelerator(row.text("gpu"))
    except CodedError as error:
        raise Unanswered(text(error.message("en"), error.message("de"))) from error
    limit = _limit(row, facts)
    gpus, nodes = row.count("n_gpus") or 1, row.count("nodes") or 1
    fitting = [s for s in servers if s.accelerator == accelerator.id and s.accelerators * nodes == gpus]
    if not fitting:
        raise Unanswered(NO_SERVER)
    server = min(fitting, key=lambda s: s.max_power_kw.value)
    power, watts = machine_power(server, accelerator, facts, limit).full_load, nodes * _WATTS_PER_KW
    return (
        Predicted(
            "system_power_w", power.value * watts, power.low * watts, power.high * watts, Evidence.DOCUMENTED
        ),
    )  # fmt: skip


def _limit(row: Row, facts: Facts) -> float | None:
    """The published power limit of a card; None: the row is not of a power-limited machine."""
    if "maxq" not in f"{row.text('system')} {row.id}".lower():
        return None
    model = row.text("model").lower()
    found = [
        figure.value for key, figure in facts.items() if key.startswith(_LIMIT) and key.removeprefix(_LIMIT) in model
    ]
    if not found:
        raise Unanswered(POWER_LIMIT)
    return found[0]
