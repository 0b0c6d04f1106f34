"""Connections that carry the machines: what each kind holds for days, and how many of them it takes. Orientation.

Schuko: 230 V · 10 A for hours (elektrofachkraft.de, 2021-04). Connectors of IEC 60309 (CEE): volt · ampere, with three
phases √3 · 400 V · ampere, of which the continuous share is used. An electrician decides.
"""

from math import ceil, sqrt

from wizard.domain.fleet import Supply
from wizard.domain.language import Text, text
from wizard.sizing.figures import Facts

_WATTS_PER_KW = 1_000.0
SCHUKO = "schuko"
_SINGLE_PHASE = (SCHUKO, "single16")
_NAMES: dict[str, Text] = {
    SCHUKO: text("Schuko socket, 230 V, 16 A", "Schuko-Steckdose, 230 V, 16 A"),
    "single16": text("CEE or C19 on its own circuit, 230 V, 16 A", "CEE oder C19 am eigenen Stromkreis, 230 V, 16 A"),
    "cee16": text("CEE, three-phase 400 V, 16 A", "CEE-Drehstrom, 400 V, 16 A"),
    "cee32": text("CEE, three-phase 400 V, 32 A", "CEE-Drehstrom, 400 V, 32 A"),
    "cee63": text("CEE, three-phase 400 V, 63 A", "CEE-Drehstrom, 400 V, 63 A"),
}


def supplies(nodes: int, server_kw: float, facts: Facts) -> tuple[Supply, ...]:
    """Each kind of connection for ``nodes`` machines of ``server_kw`` at their rating."""
    return tuple(_supply(kind, nodes, server_kw, facts) for kind in _NAMES)


def continuous_kw(kind: str, facts: Facts) -> float:
    """What one connection carries day and night."""
    if kind == SCHUKO:
        return facts["site.supply_volt"].value * facts["site.schuko_continuous_a"].value / _WATTS_PER_KW
    return rated_kw(kind, facts) * facts["site.circuit_continuous_share"].value


def rated_kw(kind: str, facts: Facts) -> float:
    """At the fuse."""
    phases = 1.0 if kind in _SINGLE_PHASE else 3.0
    line = facts["site.supply_volt"].value * sqrt(phases)
    return sqrt(phases) * line * facts[f"site.supply_a.{kind}"].value / _WATTS_PER_KW


def _supply(kind: str, nodes: int, server_kw: float, facts: Facts) -> Supply:
    usable = continuous_kw(kind, facts)
    sharing = int(usable // server_kw)
    each = 1 if sharing >= 1 else ceil(server_kw / usable)
    return Supply(
        name=_NAMES[kind], circuit_kw=rated_kw(kind, facts), continuous_kw=usable,
        circuits=ceil(nodes / sharing) if sharing >= 1 else nodes * each, circuits_per_machine=each,
    )  # fmt: skip
