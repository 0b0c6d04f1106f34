"""Power of a measured server at the wall."""

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

_WATTS_PER_KW = 1_000.0

_UTILISATION = "finance.power_utilisation"
"""Share of the rated power a server draws, the figure the product reckons electricity with."""


def power_answer(row: Row, names: Names, servers: Iterable[Server], facts: Facts) -> tuple[Predicted, ...]:
    """Raises:
    Unanswered: with the reason.
    """
    try:
        accelerator = names.accelerator(row.text("gpu"))
    except CodedError as error:
        raise Unanswered(text(error.message("en"), error.message("de"))) from error
    if "maxq" in f"{row.text('system')} {row.id}".lower():
        raise Unanswered(POWER_LIMIT)
    gpus, nodes = row.count("n_gpus") or 1, row.count("nodes") or 1
    fitting = [s for s in servers if s.accelerator == accelerator.id and s.accelerators * nodes == gpus]
    if not fitting:
        raise Unanswered(NO_SERVER)
    rated = min(server.max_power_kw.value for server in fitting) * nodes * _WATTS_PER_KW
    share = facts[_UTILISATION].range()
    return (
        Predicted("system_power_w", rated * share.value, rated * share.low, rated * share.high, Evidence.DOCUMENTED),
    )
