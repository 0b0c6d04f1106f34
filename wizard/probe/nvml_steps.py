"""What is asked of each card, in order: every step is one call or a few that belong together.

Runs in the child process only, with the standard library and NVIDIA's binding. A step returns values by field name;
a field that cannot be read on its own stands as ``Missing``. What a step raises counts for all its fields.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wizard.probe.nvml_codes import OLD_DRIVER, UNKNOWN, reason_for

Fields = dict[str, Any]

_LEVELS = {0: "same_board", 10: "one_switch", 20: "several_switches", 30: "host_bridge", 40: "numa_node", 50: "system"}
_VIRTUALIZATION = {0: "none", 1: "passthrough", 2: "vgpu", 3: "vgpu_host", 4: "vgpu_host"}
_LINK_ENDS = {0: "gpu", 1: "cpu", 2: "switch"}
_CLOCK_BITS = {
    0x1: "idle",
    0x2: "application_clocks",
    0x4: "sw_power_cap",
    0x8: "hw_slowdown",
    0x10: "sync_boost",
    0x20: "sw_thermal",
    0x40: "hw_thermal",
    0x80: "hw_power_brake",
    0x100: "display_clocks",
    0x200: "board_limit",
    0x400: "reliability",
}
_NOT_SUPPORTED, _INVALID_ARGUMENT, _NO_DATA = 3, 2, 21
_MAX_LINKS = 36
_GPM_METRICS = {"sm_percent": 2, "tensor_percent": 5, "dram_percent": 10}
_GPM_PAUSE_S = 0.12
"""NVIDIA asks for at least 100 ms between the two samples."""


@dataclass(frozen=True)
class Missing:
    """A field without a value."""

    reason: str
    code: int | None = None


@dataclass(frozen=True)
class Step:
    fields: tuple[str, ...]
    ask: Callable[[Any, Any], Fields]
    """Called with the binding and the card's handle."""


def missing(error: Exception) -> Missing:
    """Why a call gave no value. The binding's mismatch error is no NVMLError, so nothing is told by class."""
    code = getattr(error, "value", None)
    if isinstance(code, int):
        return Missing(reason_for(code), code)
    return Missing(OLD_DRIVER if type(error).__name__ == "NVMLLibraryMismatchError" else UNKNOWN)


def reading(value: Any) -> Any:
    """A field as the program reads it: its value, or why there is none."""
    return value if isinstance(value, Missing) else {"value": value}


def plain_text(ask: Callable[[], Any]) -> str:
    """A text of the library; bytes that are no UTF-8 survive as ``\\xNN``."""
    try:
        given = ask()
    except UnicodeDecodeError as error:
        given = error.object
    return given.decode("utf-8", "backslashreplace") if isinstance(given, bytes) else str(given)


def _text(field: str, function: str) -> Step:
    return Step((field,), lambda n, card: {field: plain_text(lambda: getattr(n, function)(card))})


def _number(field: str, function: str, *arguments: int, divisor: int = 1) -> Step:
    def ask(n: Any, card: Any) -> Fields:
        value = getattr(n, function)(card, *arguments)
        return {field: value if divisor == 1 else value / divisor}

    return Step((field,), ask)


def _switch(field: str, function: str) -> Step:
    """A mode that is on or off; some calls give the pending mode as well."""

    def ask(n: Any, card: Any) -> Fields:
        given = getattr(n, function)(card)
        return {field: "enabled" if (given[0] if isinstance(given, list) else given) else "disabled"}

    return Step((field,), ask)


def _bus_id(n: Any, card: Any) -> Fields:
    return {"pci_bus_id": plain_text(lambda: n.nvmlDeviceGetPciInfo(card).busId)}


def _capability(n: Any, card: Any) -> Fields:
    return {"compute_capability": ".".join(str(part) for part in n.nvmlDeviceGetCudaComputeCapability(card))}


def _virtualization(n: Any, card: Any) -> Fields:
    return {"virtualization": _VIRTUALIZATION.get(n.nvmlDeviceGetVirtualizationMode(card), "unknown")}


def _memory(n: Any, card: Any) -> Fields:
    """The second version keeps what the driver reserves apart; the first counts it as used."""
    reserved: Any
    try:
        memory = n.nvmlDeviceGetMemoryInfo(card, version=n.nvmlMemory_v2)
        reserved = memory.reserved
    except Exception as error:
        why = missing(error)
        if why.reason != OLD_DRIVER:
            raise
        memory, reserved = n.nvmlDeviceGetMemoryInfo(card), why
    return {
        "memory_total_bytes": memory.total,
        "memory_free_bytes": memory.free,
        "memory_used_bytes": memory.used,
        "memory_reserved_bytes": reserved,
    }


def _mig_instances(n: Any, card: Any) -> Fields:
    if not n.nvmlDeviceGetMigMode(card)[0]:
        return {"mig_instances": []}
    found = []
    for index in range(n.nvmlDeviceGetMaxMigDeviceCount(card)):
        try:
            instance = n.nvmlDeviceGetMigDeviceHandleByIndex(card, index)
        except Exception as error:
            if missing(error).reason == "not_found":  # numbers of instances have gaps
                continue
            raise
        facts = {**_mig_memory(n, instance), **_mig_size(n, instance)}
        found.append({"index": index, **{name: reading(value) for name, value in facts.items()}})
    return {"mig_instances": found}


def _mig_memory(n: Any, instance: Any) -> Fields:
    try:
        memory = _memory(n, instance)
    except Exception as error:
        return dict.fromkeys(("memory_total_bytes", "memory_free_bytes"), missing(error))
    return {key: memory[key] for key in ("memory_total_bytes", "memory_free_bytes")}


def _mig_size(n: Any, instance: Any) -> Fields:
    try:
        size = n.nvmlDeviceGetAttributes(instance)
    except Exception as error:
        return dict.fromkeys(("multiprocessors", "gpu_slices"), missing(error))
    return {"multiprocessors": size.multiprocessorCount, "gpu_slices": size.gpuInstanceSliceCount}


def _utilisation(n: Any, card: Any) -> Fields:
    rates = n.nvmlDeviceGetUtilizationRates(card)
    return {"utilisation_gpu_percent": rates.gpu, "utilisation_memory_percent": rates.memory}


def _throttle(n: Any, card: Any) -> Fields:
    try:
        bits = n.nvmlDeviceGetCurrentClocksEventReasons(card)
    except Exception as error:
        if missing(error).reason != OLD_DRIVER:
            raise
        bits = n.nvmlDeviceGetCurrentClocksThrottleReasons(card)
    named = [name for bit, name in _CLOCK_BITS.items() if bits & bit]
    rest = bits & ~sum(_CLOCK_BITS)
    return {"throttle_reasons": [*named, f"bits_{rest:#x}"] if rest else named}


def _nvlinks(n: Any, card: Any) -> Fields:
    """A card says at its first link that it has none, and behind its last one that the number is wrong."""
    links: list[Fields] = []
    for number in range(_MAX_LINKS):
        try:
            active = bool(n.nvmlDeviceGetNvLinkState(card, number))
        except Exception as error:
            code = getattr(error, "value", None)
            if code == _INVALID_ARGUMENT or (links and code == _NOT_SUPPORTED):
                break
            raise
        links.append({"link": number, "active": active, **(_link_end(n, card, number) if active else {})})
    return {"nvlinks": links}


def _link_end(n: Any, card: Any, number: int) -> Fields:
    end: Fields = {}
    try:
        end["leads_to"] = _LINK_ENDS.get(n.nvmlDeviceGetNvLinkRemoteDeviceType(card, number), "unknown")
        end["peer_bus_id"] = plain_text(lambda: n.nvmlDeviceGetNvLinkRemotePciInfo(card, number).busId)
    except Exception:
        end.setdefault("leads_to", "unknown")  # the link itself was read; its far end is an extra
    return end


def _paths(n: Any, card: Any) -> Fields:
    """How far the way through PCIe is to each other card that can still be reached."""
    own, found = n.nvmlDeviceGetIndex(card), []
    for other in range(n.nvmlDeviceGetCount()):
        if other == own:
            continue
        try:
            peer = n.nvmlDeviceGetHandleByIndex(other)
        except Exception:  # noqa: S112 - a lost neighbour says so under its own number
            continue
        level = n.nvmlDeviceGetTopologyCommonAncestor(card, peer)
        found.append({"gpu": other, "level": _LEVELS.get(level, "unknown")})
    return {"pcie_paths": found}


def _processes(n: Any, card: Any) -> Fields:
    """Number and memory only: names and numbers of processes are nobody's business here."""
    sizes = [process.usedGpuMemory for process in n.nvmlDeviceGetComputeRunningProcesses(card)]
    known = [size for size in sizes if size is not None]
    total: Any = sum(known) if len(known) == len(sizes) else Missing("unsupported")
    return {"process_count": len(sizes), "process_memory_bytes": total}


def _activity(n: Any, card: Any) -> Fields:
    """GPM: real activity of the units, from two samples; Hopper and later."""
    if not n.nvmlGpmQueryDeviceSupport(card).isSupportedDevice:
        return {"activity": Missing("unsupported")}
    first, second = n.nvmlGpmSampleAlloc(), n.nvmlGpmSampleAlloc()
    try:
        n.nvmlGpmSampleGet(card, first)
        time.sleep(_GPM_PAUSE_S)
        n.nvmlGpmSampleGet(card, second)
        asked = n.c_nvmlGpmMetricsGet_t()
        asked.version, asked.numMetrics = n.NVML_GPM_METRICS_GET_VERSION, len(_GPM_METRICS)
        asked.sample1, asked.sample2 = first, second
        for place, metric in enumerate(_GPM_METRICS.values()):
            asked.metrics[place].metricId = metric
        n.nvmlGpmMetricsGet(asked)
        answers = [asked.metrics[place] for place in range(len(_GPM_METRICS))]
    finally:
        n.nvmlGpmSampleFree(first)
        n.nvmlGpmSampleFree(second)
    if failed := next((answer.nvmlReturn for answer in answers if answer.nvmlReturn), 0):
        return {"activity": Missing(reason_for(failed), failed)}
    return {"activity": {name: answer.value for name, answer in zip(_GPM_METRICS, answers, strict=True)}}


_SM, _MEMORY_CLOCK = 1, 2
_CORRECTED, _UNCORRECTED, _SINCE_START = 0, 1, 0

STEPS: tuple[Step, ...] = (
    _text("name", "nvmlDeviceGetName"),
    _text("uuid", "nvmlDeviceGetUUID"),
    Step(("pci_bus_id",), _bus_id),
    Step(("compute_capability",), _capability),
    Step(("virtualization",), _virtualization),
    Step(("memory_total_bytes", "memory_free_bytes", "memory_used_bytes", "memory_reserved_bytes"), _memory),
    _switch("mig_mode", "nvmlDeviceGetMigMode"),
    Step(("mig_instances",), _mig_instances),
    _number("power_draw_w", "nvmlDeviceGetPowerUsage", divisor=1000),
    _number("power_limit_w", "nvmlDeviceGetEnforcedPowerLimit", divisor=1000),
    _number("power_limit_default_w", "nvmlDeviceGetPowerManagementDefaultLimit", divisor=1000),
    _number("clock_sm_mhz", "nvmlDeviceGetClockInfo", _SM),
    _number("clock_memory_mhz", "nvmlDeviceGetClockInfo", _MEMORY_CLOCK),
    _number("clock_sm_max_mhz", "nvmlDeviceGetMaxClockInfo", _SM),
    _number("clock_memory_max_mhz", "nvmlDeviceGetMaxClockInfo", _MEMORY_CLOCK),
    _number("temperature_c", "nvmlDeviceGetTemperature", 0),
    Step(("throttle_reasons",), _throttle),
    _switch("persistence_mode", "nvmlDeviceGetPersistenceMode"),
    _switch("ecc_mode", "nvmlDeviceGetEccMode"),
    _number("ecc_corrected", "nvmlDeviceGetTotalEccErrors", _CORRECTED, _SINCE_START),
    _number("ecc_uncorrected", "nvmlDeviceGetTotalEccErrors", _UNCORRECTED, _SINCE_START),
    _number("pcie_gen", "nvmlDeviceGetCurrPcieLinkGeneration"),
    _number("pcie_gen_max", "nvmlDeviceGetMaxPcieLinkGeneration"),
    _number("pcie_width", "nvmlDeviceGetCurrPcieLinkWidth"),
    _number("pcie_width_max", "nvmlDeviceGetMaxPcieLinkWidth"),
    Step(("utilisation_gpu_percent", "utilisation_memory_percent"), _utilisation),
    Step(("nvlinks",), _nvlinks),
    Step(("pcie_paths",), _paths),
    Step(("process_count", "process_memory_bytes"), _processes),
    Step(("activity",), _activity),
)
