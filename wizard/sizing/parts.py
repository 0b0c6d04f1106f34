"""Bill of materials beside the servers: switches, adapters, cables, further storage.

``part_needs`` lists everything, also what nobody published a price for. ``parts_for`` gives the parts whose prices
stand in for the cost share of network and storage (``finance.network_storage_share``): it is empty, and the share stays
in force, as soon as one needed part has no published price, because a bill with a hole would make owning look cheap.
So nothing is ever paid twice. Cables and optics are listed but never paid by the piece: the installation share holds
them. Racks, power distribution and batteries belong to the room and are in neither.

Workstations use ports of the existing network, a few servers share one small switch; backup takes disks in the system
that exists. Only where a training run spans machines does a fabric appear.
"""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Literal

from wizard.domain.economics import PlannedPart
from wizard.domain.fleet import NetworkNeed, PartNeed, StorageNeed
from wizard.domain.hardware import Server
from wizard.domain.parts import Part
from wizard.sizing.figures import Facts, pick

Per = Literal["site", "node"]
_Line = tuple[str, float, Per]

_PAID_BY_INSTALLATION = "cable"
_ADAPTERS = ((10.0, "adapter-25g"), (25.0, "adapter-25g"), (50.0, "adapter-100g"), (100.0, "adapter-100g"),
             (200.0, "adapter-200g"), (400.0, "adapter-400g"), (800.0, "adapter-800g"))  # fmt: skip
_CABLES = ((10.0, "cable-copper-10g"), (25.0, "cable-25g"), (100.0, "cable-100g"), (800.0, "cable-400g"))
"""Highest rate each part carries."""
_FABRIC_ADAPTER, _FABRIC_CABLE = "adapter-400g", "cable-400g-optical"
_SMALL_SWITCH, _FRONT_SWITCH, _FABRIC_SWITCH = "switch-ethernet-50g", "switch-ethernet-400g", "switch-infiniband-400g"
_DRIVE, _DISK = "nvme-7.68tb", "disk-18tb"
_FEWEST_DISKS = 2
"""One copy survives the loss of a disk."""
_SHARED_STORAGE, _BACKUP_SYSTEM = "storage-parallel", "storage-backup"


def part_needs(
    server: Server, nodes: int, storage: StorageNeed, network: NetworkNeed, *, backup_needs_system: bool,
    parts: Mapping[str, Part], facts: Facts,
) -> tuple[PartNeed, ...]:  # fmt: skip
    """Every part ``nodes`` servers need beside them; a catalogue without parts gives none."""
    if not parts or nodes == 0:
        return ()
    lines = [*_network(server, nodes, network, parts), *_storage(server, storage, parts, facts)]
    if backup_needs_system:
        lines.append((_BACKUP_SYSTEM, 1.0, "site"))
    return tuple(
        PartNeed(ref=ref, quantity=quantity, per=per, priced=parts[ref].price is not None)
        for ref, quantity, per in lines
        if quantity > 0.0
    )


def parts_for(needs: tuple[PartNeed, ...], parts: Mapping[str, Part]) -> tuple[PlannedPart, ...]:
    """The parts that are paid by the piece; empty: the cost share stays in force."""
    paid = [need for need in needs if parts[need.ref].category != _PAID_BY_INSTALLATION]
    if not all(need.priced for need in paid):
        return ()
    return tuple(PlannedPart(part=parts[need.ref], quantity=need.quantity, per=need.per) for need in paid)


def _network(server: Server, nodes: int, network: NetworkNeed, parts: Mapping[str, Part]) -> Iterator[_Line]:
    rate = network.frontend_gbit_s
    built_in = server.frontend_gbit_s.value if server.frontend_gbit_s is not None else 0.0
    if built_in < rate:
        yield _carrying(_ADAPTERS, rate), 1.0, "node"
    yield _carrying(_CABLES, rate), network.frontend_ports / nodes, "node"
    small = parts[_SMALL_SWITCH].facts
    enough = network.frontend_ports <= small["ports"].value and rate <= small["port_gbit_s"].value
    yield _SMALL_SWITCH if enough else _FRONT_SWITCH, float(network.frontend_switches), "site"
    if network.internode_gbit_s <= 0.0:
        return
    each = network.fabric_ports / nodes
    if server.fabric_gbit_s is None:
        yield _FABRIC_ADAPTER, each, "node"
    leaves_only = network.fabric_switches == 1
    yield _FABRIC_CABLE, each if leaves_only else 2 * each, "node"
    yield _FABRIC_SWITCH, float(network.fabric_switches), "site"


def _storage(server: Server, storage: StorageNeed, parts: Mapping[str, Part], facts: Facts) -> Iterator[_Line]:
    missing = max(0.0, storage.nvme_tb_per_node - server.nvme_tb)
    yield _DRIVE, float(ceil(missing / _capacity(parts[_DRIVE]))), "node"
    if storage.shared_tb > 0.0:
        yield _SHARED_STORAGE, 1.0, "site"
    raw = storage.capacity_tb * pick(facts, "capacity_redundancy").value
    yield _DISK, float(max(_FEWEST_DISKS, ceil(raw / _capacity(parts[_DISK])))), "site"


def _capacity(part: Part) -> float:
    return part.facts["capacity_tb"].value


def _carrying(parts: tuple[tuple[float, str], ...], rate: float) -> str:
    return next((name for carries, name in parts if rate <= carries), parts[-1][1])
