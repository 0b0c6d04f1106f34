"""What a probe says about the questions of the interview, and what it leaves open with the reason."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from wizard.catalogs.find import find_accelerator
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.probe.schema import Gpu, Probe

GIGA, TERA = 1e9, 1e12
BUSY_PERCENT = 10.0
"""Below this share of time with a kernel, temperature and power say nothing about a run (assumption)."""
_CLOUDS = {"aws", "google_cloud", "openstack", "hetzner", "scaleway", "ovh", "alibaba_cloud", "oracle_cloud"}
_THROTTLING = ("hw_thermal", "sw_thermal", "hw_slowdown", "hw_power_brake", "sw_power_cap")


@dataclass(frozen=True)
class Findings:
    """Values by question id; ``left_out`` says why a question got none or only a part."""

    values: dict[str, Any] = field(default_factory=dict)
    left_out: tuple[tuple[str, Text], ...] = ()
    unknown_cards: tuple[str, ...] = ()
    """Names that stand for themselves because the catalogue does not know them."""


def findings(probe: Probe, catalog: Catalog) -> Findings:
    """Answers that the probe measured, in the shapes of the questionnaire."""
    groups = _by_name(probe.nvidia.gpus)
    if not groups:
        return Findings(left_out=(("hw.nodes", _no_card(probe)),))
    known = {name: _known(catalog, name) for name in groups}
    rows = [_row(probe, cards, known[name], first=index == 0) for index, (name, cards) in enumerate(groups.items())]
    values: dict[str, Any] = {"hw.nodes": rows}
    left = list(_gaps(probe))
    place = _place(probe, [card for card in known.values() if card])
    if place:
        values["hw.has_gpu"] = place
    else:
        left.append(("hw.has_gpu", _NO_PLACE))
    measured = {"base.thermal": _thermal(probe), "base.utilisation": _utilisation(probe)}
    values.update({question: value for question, value in measured.items() if value})
    if not _busy(probe):
        left.append(("base.thermal", _IDLE))
    return Findings(values, tuple(left), tuple(name for name, card in known.items() if card is None))


def _by_name(gpus: tuple[Gpu, ...]) -> dict[str, list[Gpu]]:
    groups: dict[str, list[Gpu]] = {}
    for gpu in gpus:
        if gpu.name.value is not None:
            groups.setdefault(printable(gpu.name.value), []).append(gpu)
    return groups


def printable(name: str) -> str:
    """The name on one line, with a mark for each character that is none."""
    return " ".join("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name).split()) or "?"


def _one_line(given: str | None) -> str | None:
    return None if given is None else printable(given)


def _known(catalog: Catalog, name: str) -> Accelerator | None:
    try:
        return find_accelerator(catalog, name)
    except CodedError:
        return None


def _row(probe: Probe, cards: list[Gpu], known: Accelerator | None, *, first: bool) -> dict[str, Any]:
    """One row of ``hw.nodes``. Processor, memory and disks stand once, also where the machine has several kinds."""
    nvidia, host = probe.nvidia, probe.host
    first_name = printable(cards[0].name.value or "")
    whole = {
        "cpu_cores": host.cpu.cores.value,
        "ram_gb": _rounded(host.memory.total_bytes.value, GIGA, 1),
        "nvme_tb": _rounded(_nvme_bytes(probe), TERA, 2),
    }
    row = {
        "gpu": known.id if known else first_name,
        "count": len(cards),
        "vram_gb": _rounded(_same(gpu.memory_total_bytes.value for gpu in cards), GIGA, 1),
        "interconnect": _interconnect(cards, known),
        "driver": _one_line(nvidia.driver_version.value),
        "cuda": _one_line(nvidia.cuda_version.value),
        "pcie_width_ok": _full_width(cards),
        **(whole if first else {}),
    }
    return {key: value for key, value in row.items() if value is not None}


def _nvme_bytes(probe: Probe) -> int | None:
    """A virtual machine hides what its disks are made of."""
    disks = probe.host.disks.value
    sizes = [disk.size_bytes.value for disk in disks or () if disk.kind == "nvme"]
    hidden = disks is None or (not sizes and probe.host.hypervisor.value != "none")
    return None if hidden or None in sizes else sum(size or 0 for size in sizes)


def _same(values: Iterator[int | None]) -> int | None:
    """The value all share; the smallest where they differ, as the weakest card decides."""
    known = [value for value in values if value is not None]
    return min(known, default=None)


def _rounded(value: float | None, unit: float, digits: int) -> float | None:
    return None if value is None else round(value / unit, digits)


def _interconnect(cards: list[Gpu], known: Accelerator | None) -> str | None:
    """Links that are up decide. None where nobody could say, as inside a vGPU."""
    if len(cards) == 1:
        return "none"
    if any(gpu.virtualization.value == "vgpu" for gpu in cards):
        return None
    if all(any(link.active for link in gpu.nvlinks.value or ()) for gpu in cards):
        return "nvlink_bridge" if known and known.form_factor.startswith("PCIe") else "nvlink"
    answered = all(gpu.nvlinks.value is not None or gpu.nvlinks.reason == "unsupported" for gpu in cards)
    return "pcie" if answered else None


def _full_width(cards: list[Gpu]) -> bool | None:
    """Whether each card uses all lanes it could. Chips with an internal link have no lanes to lose."""
    widths = [
        (gpu.pcie_width.value, gpu.pcie_width_max.value) for gpu in cards if "internal_pcie_link" not in gpu.notes
    ]
    if not widths or any(now is None or most is None for now, most in widths):
        return None
    return all(now == most for now, most in widths)


def _place(probe: Probe, known: list[Accelerator]) -> str | None:
    """Where the cards stand: a cloud says so itself, then the case, then what the cards are made for."""
    host = probe.host
    if host.hypervisor.value in _CLOUDS:
        return "cloud"
    if host.chassis.value in ("server", "workstation"):
        return host.chassis.value
    if host.chassis.value == "notebook":
        return "workstation"
    tiers = {card.tier for card in known}
    if not tiers:
        return None
    return "server" if "datacenter" in tiers else "workstation"


def _busy(probe: Probe) -> bool:
    return any((gpu.utilisation_gpu_percent.value or 0) >= BUSY_PERCENT for gpu in probe.nvidia.gpus)


def _thermal(probe: Probe) -> dict[str, Any]:
    """The limit holds at rest as well; heat, power and throttling count only under load."""
    gpus = probe.nvidia.gpus
    limits = [gpu.power_limit_w.value for gpu in gpus if gpu.power_limit_w.value is not None]
    found: dict[str, Any] = {}
    if _busy(probe):
        busy = [gpu for gpu in gpus if (gpu.utilisation_gpu_percent.value or 0) >= BUSY_PERCENT]
        heat = [gpu.temperature_c.value for gpu in busy if gpu.temperature_c.value is not None]
        power = [gpu.power_draw_w.value for gpu in busy if gpu.power_draw_w.value is not None]
        reasons = [gpu.throttle_reasons.value for gpu in busy if gpu.throttle_reasons.value is not None]
        found["temp_max_c"] = max(heat, default=None)
        found["power_mean_w"] = round(math.fsum(power) / len(power), 1) if power else None
        named = {name for one in reasons for name in one}
        found["throttle_reasons"] = ([n for n in _THROTTLING if n in named] or ["none"]) if reasons else None
    found["power_limit_w"] = min(limits, default=None)
    return {key: value for key, value in found.items() if value is not None}


def _utilisation(probe: Probe) -> dict[str, Any]:
    """Means over the cards that were working; the units' activity only where it was measured."""
    busy = [gpu for gpu in probe.nvidia.gpus if (gpu.utilisation_gpu_percent.value or 0) >= BUSY_PERCENT]
    if not busy:
        return {}
    found = {"gpu_util": _mean([gpu.utilisation_gpu_percent.value for gpu in busy])}
    active = [gpu.activity.value for gpu in busy if gpu.activity.value is not None]
    if active:
        found["sm_active"] = _mean([one.sm_percent for one in active])
        found["tensor_active"] = _mean([one.tensor_percent for one in active])
        found["dram_active"] = _mean([one.dram_percent for one in active])
    return {key: value for key, value in found.items() if value is not None}


def _mean(values: list[float | None] | list[float]) -> float | None:
    known = [value for value in values if value is not None]
    return round(math.fsum(known) / len(known), 1) if known else None


def _gaps(probe: Probe) -> Iterator[tuple[str, Text]]:
    unread = [str(gpu.index) for gpu in probe.nvidia.gpus if gpu.name.value is None]
    if unread:
        numbers = ", ".join(unread)
        yield (
            "hw.nodes",
            text(
                f"cards that could not be read are not counted: number {numbers}",
                f"nicht lesbare Karten sind nicht mitgezählt: Nummer {numbers}",
            ),
        )


def _no_card(probe: Probe) -> Text:
    nvidia = [device for device in probe.host.bus_devices.value or () if device.vendor == "NVIDIA"]
    return _UNREAD_CARD if nvidia or probe.nvidia.gpu_count.value else _NONE_HERE


_NONE_HERE = text(
    "no NVIDIA card on this machine; that says nothing about other machines of the client",
    "keine NVIDIA-Karte auf diesem Rechner; über andere Rechner des Kunden sagt das nichts",
)
_UNREAD_CARD = text(
    "there is an NVIDIA card, but the driver told nothing about it",
    "eine NVIDIA-Karte ist vorhanden, aber der Treiber hat nichts über sie gesagt",
)
_NO_PLACE = text(
    "workstation or server could not be told apart; please answer by hand, so that the cards count",
    "Workstation oder Server war nicht zu unterscheiden; bitte von Hand beantworten, damit die Karten zählen",
)
_IDLE = text(
    "the cards were idle: temperature, power and throttling need a probe during a representative run",
    "die Karten waren im Leerlauf: Temperatur, Leistung und Drosselung brauchen eine Messung während eines "
    "repräsentativen Laufs",
)
