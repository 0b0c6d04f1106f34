"""How the GPUs of a configuration are divided, and whether it meets its target."""

from wizard.domain.configuration import Configuration
from wizard.report.view.model import Cell, SymbolId
from wizard.report.view.pen import Pen


def layout(pen: Pen, c: Configuration) -> str:
    """``(2 + 1) × 2``: replicas, spare, GPUs each."""
    replicas = pen.number(c.replicas, 0)
    if c.spare_replicas:
        replicas += f" + {pen.number(c.spare_replicas, 0)}"
        replicas = f"({replicas})"
    return f"{replicas} × {pen.number(c.gpus_per_replica, 0)}"


def target(pen: Pen, c: Configuration) -> Cell:
    """Whether the latency target or the deadline is met."""
    _ = pen.translate
    words: dict[bool | None, tuple[str, SymbolId]] = {
        True: (_("met"), "pass"),
        False: (_("missed"), "fail"),
        None: (_("no target"), "open"),
    }
    word, symbol = words[c.slo_met]
    return Cell(word, symbol=symbol)
