"""Parts of a bill of materials beside the servers: switches, adapters, cables, storage, power."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.provenance import Figure

PartCategory = Literal["switch", "cable", "adapter", "storage", "memory", "power", "rack"]


class Part(Frozen):
    """One part one can order."""

    id: str
    name: str
    category: PartCategory
    facts: dict[str, Figure] = {}
    """Capacities with their unit in the name: ``ports``, ``port_gbit_s``, ``capacity_tb``, ``power_w`` …"""
    price: Figure | None = None
    """Net of VAT; None: no published price was found, which the bill then says."""
    currency: str | None = None
    notes: Text | None = None
