"""A probe as a person reads it: the machine, the cards in a table, and why figures are missing."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from wizard.cli.probe_words import field_name, throttle_name, word
from wizard.cli.table import table, wrapped
from wizard.i18n.catalog import Translate
from wizard.i18n.format import NO_VALUE, format_number, format_quantity

if TYPE_CHECKING:
    from wizard.probe.schema import Disk, Gpu, Mount, Probe, Reading

_GIGA, _GIBI = 1e9, 2**30
_MOST_NAMES = 8


def lines(probe: "Probe", language: str, _: Translate) -> Iterator[str]:
    """The whole view."""
    pen = _Pen(language, _)
    yield _("This machine")
    yield from table(list(pen.machine(probe)), indent="  ")
    yield ""
    yield _("NVIDIA cards")
    yield from pen.cards(probe)
    yield ""
    yield from wrapped(
        _(
            "Left out on purpose: serial numbers, names of host, users and processes, full mount paths. A card's UUID "
            "stands in the file, so that cards can be told apart."
        )
    )
    if probe.nvidia.gpus:
        yield from wrapped(_("Next: rechenwerk probe --out FILE, then rechenwerk probe import FILE ASSESSMENT"))


class _Pen:
    def __init__(self, language: str, translate: Translate) -> None:
        self._language, self._ = language, translate

    def machine(self, probe: "Probe") -> Iterator[list[str]]:
        _, host, system = self._, probe.host, probe.os
        named = [self._text(one) for one in (host.machine, host.chassis) if one.value is not None]
        yield [_("machine"), self._joined(*(named or [self._text(host.machine)]))]
        versions = [system.system, *(one.value or "" for one in (system.distribution, system.kernel))]
        yield [_("operating system"), self._joined(*versions, system.architecture.value or "")]
        yield [_("runs in"), self._surroundings(probe)]
        yield [_("processor"), self._processor(probe)]
        yield [_("main memory"), self._memory(probe)]
        for disk in host.disks.value or ():
            yield [_("disk"), self._disk(disk)]
        for mount in host.mounts.value or ():
            yield [_("file system"), self._mount(mount)]
        for device in host.bus_devices.value or ():
            yield [_("on the PCI bus"), f"{device.count} × {device.vendor} {device.device}"]
        clock = probe.clock.kernel_source.value or NO_VALUE
        taken = _("{moment} UTC, took {n} ms, clock {clock}")
        yield [
            _("measured"),
            taken.format(moment=f"{probe.taken_at:%Y-%m-%d %H:%M}", n=probe.duration_ms, clock=clock),
        ]

    def _surroundings(self, probe: "Probe") -> str:
        _, host = self._, probe.host
        kinds = [one.value for one in (host.container, host.hypervisor) if one.value not in (None, "none")]
        parts = [_("a virtual machine") if kind == "unknown" else str(kind) for kind in kinds]
        if host.wsl.value:
            parts.append("WSL")
        if parts:
            return " · ".join(parts)
        return self._text(host.container) if host.container.value is None else _("the machine itself")

    def _processor(self, probe: "Probe") -> str:
        _, cpu = self._, probe.host.cpu
        named = (
            (cpu.sockets, _("sockets: {n}")),
            (cpu.cores, _("cores: {n}")),
            (cpu.threads, _("threads: {n}")),
            (cpu.numa_nodes, _("NUMA nodes: {n}")),
        )
        parts = [form.format(n=self._number(one.value)) for one, form in named if one.value is not None]
        if cpu.threads_usable.value is not None and cpu.threads_usable.value != cpu.threads.value:
            parts.append(_("threads to be used here: {n}").format(n=self._number(cpu.threads_usable.value)))
        return self._joined(self._text(cpu.model), *parts)

    def _memory(self, probe: "Probe") -> str:
        _, memory = self._, probe.host.memory
        parts = [_("{size} in all").format(size=self._both_units(memory.total_bytes))]
        if memory.available_bytes.value is not None:
            parts.append(_("{size} available").format(size=self._size(memory.available_bytes)))
        if memory.limit_bytes.value is not None:
            parts.append(_("the container may use {size}").format(size=self._size(memory.limit_bytes)))
        return self._joined(*parts)

    def _disk(self, disk: "Disk") -> str:
        kind = word(disk.kind, self._)
        return self._joined(disk.name, self._size(disk.size_bytes), kind, disk.model.value or "")

    def _mount(self, mount: "Mount") -> str:
        free = self._("{size} free").format(size=self._size(mount.free_bytes))
        return self._joined(mount.path, mount.file_system, self._size(mount.total_bytes), free)

    def cards(self, probe: "Probe") -> Iterator[str]:
        _, nvidia = self._, probe.nvidia
        if nvidia.status.reason is not None:
            yield from self._refusal(probe)
        elif not nvidia.gpus:
            yield from wrapped(_("The driver works and shows no card."), indent="  ")
        if nvidia.driver_version.value:
            versions = _("driver {driver}, CUDA up to {cuda}")
            yield "  " + versions.format(driver=nvidia.driver_version.value, cuda=self._text(nvidia.cuda_version))
        if nvidia.gpus:
            yield from self._table(nvidia.gpus)
            yield from self._remarks(nvidia.gpus)
            yield from self._missing(nvidia.gpus)
            yield from self._meanings(nvidia.gpus)

    def _refusal(self, probe: "Probe") -> Iterator[str]:
        from wizard.probe.reasons import Reason, remedy

        _, status = self._, probe.nvidia.status
        code = f" (NVML {status.code})" if status.code is not None else ""
        yield from wrapped(remedy(status.reason or Reason.UNKNOWN).in_language(self._language) + code, indent="  ")
        seen = [device for device in probe.host.bus_devices.value or () if device.vendor == "NVIDIA"]
        if seen:
            yield from wrapped(_("The PCI bus shows an NVIDIA card, so the driver is what is missing."), indent="  ")
        if probe.nvidia.kernel_module_version.value:
            loaded = _("Version of the loaded driver: {version}")
            yield "  " + loaded.format(version=probe.nvidia.kernel_module_version.value)

    def _table(self, gpus: "tuple[Gpu, ...]") -> Iterator[str]:
        _ = self._
        head = ["", _("card"), _("memory"), _("free"), _("power"), _("limit"), _("heat"), _("busy"), "PCIe"]
        rows = [[str(gpu.index), self._short(gpu.name), *self._figures(gpu)] for gpu in gpus]
        yield from table([head, *rows], right=(2, 3, 4, 5, 6, 7), indent="  ")

    def _figures(self, gpu: "Gpu") -> list[str]:
        link = f"Gen{gpu.pcie_gen.value or NO_VALUE} ×{gpu.pcie_width.value}"
        internal = "internal_pcie_link" in gpu.notes
        return [
            self._size(gpu.memory_total_bytes, gap=NO_VALUE),
            self._size(gpu.memory_free_bytes, gap=NO_VALUE),
            self._quantity(gpu.power_draw_w, "W"),
            self._quantity(gpu.power_limit_w, "W"),
            self._quantity(gpu.temperature_c, "°C"),
            self._quantity(gpu.utilisation_gpu_percent, "%"),
            self._("internal") if internal else NO_VALUE if gpu.pcie_width.value is None else link,
        ]

    def _remarks(self, gpus: "tuple[Gpu, ...]") -> Iterator[str]:
        said: dict[str, list[int]] = {}
        for gpu in gpus:
            for remark in self._remarks_on(gpu):
                said.setdefault(remark, []).append(gpu.index)
        for remark, numbers in said.items():
            yield from wrapped(f"GPU {spans(numbers)}: {remark}", first="  ", indent="    ")

    def _remarks_on(self, gpu: "Gpu") -> Iterator[str]:
        _ = self._
        if "memory_shared_with_host" in gpu.notes:
            shared = _("works in main memory; available there: {size}")
            yield shared.format(size=self._size(gpu.memory_shared_available_bytes))
        if "used_includes_reserved" in gpu.notes:
            yield _("an old driver counts what it reserves itself as used")
        if gpu.mig_mode.value == "enabled":
            instances = gpu.mig_instances.value or ()
            sizes = ", ".join(self._size(one.memory_total_bytes) for one in instances)
            yield _("MIG is on, {n} instances: {sizes}").format(n=len(instances), sizes=sizes or NO_VALUE)
        links = [link for link in gpu.nvlinks.value or () if link.active]
        if links:
            ends = sorted({link.leads_to or "unknown" for link in links})
            ends_named = ", ".join(word(end, _) for end in ends)
            yield _("{n} NVLink links up, to: {ends}").format(n=len(links), ends=ends_named)
        held = [throttle_name(name, _) for name in gpu.throttle_reasons.value or () if name != "idle"]
        if held:
            yield _("clocks held back: {reasons}").format(reasons=", ".join(held))
        if gpu.ecc_uncorrected.value:
            yield _("{n} memory errors that could not be corrected").format(n=self._number(gpu.ecc_uncorrected.value))
        width, most = gpu.pcie_width.value, gpu.pcie_width_max.value
        if width and most and width < most and "internal_pcie_link" not in gpu.notes:
            yield _("PCIe uses {width} of {most} lanes").format(width=width, most=most)
        if gpu.activity.value:
            found = gpu.activity.value
            parts = (found.sm_percent, found.tensor_percent, found.dram_percent)
            sm, tensor, dram = (self._number(round(part)) for part in parts)
            form = _("really active: multiprocessors {sm} %, tensor cores {tensor} %, memory bandwidth {dram} %")
            yield form.format(sm=sm, tensor=tensor, dram=dram)

    def _missing(self, gpus: "tuple[Gpu, ...]") -> Iterator[str]:
        """Fields without a value, gathered by reason and by the cards they share."""
        from wizard.probe.reasons import Reason, short

        fields: dict[tuple[str, Any], list[int]] = {}
        for gpu in gpus:
            for name in type(gpu).model_fields:
                reading = getattr(gpu, name)
                reason = getattr(reading, "reason", None)
                if reason is not None and reason is not Reason.NOT_APPLICABLE:
                    fields.setdefault((name, reason), []).append(gpu.index)
        gathered: dict[tuple[Reason, str], list[str]] = {}
        for (name, reason), numbers in fields.items():
            gathered.setdefault((reason, spans(numbers)), []).append(field_name(name, self._))
        for (reason, cards), names in gathered.items():
            why = short(reason).in_language(self._language)
            yield from wrapped(f"GPU {cards}: {why}: {self._listed(names)}", first="  – ", indent="    ")

    def _listed(self, names: list[str]) -> str:
        """A card that is gone lacks everything; that needs no list."""
        if len(names) <= _MOST_NAMES:
            return ", ".join(names)
        shown = ", ".join(names[: _MOST_NAMES // 2])
        return self._("{names} and {n} more").format(names=shown, n=len(names) - _MOST_NAMES // 2)

    def _meanings(self, gpus: "tuple[Gpu, ...]") -> Iterator[str]:
        from wizard.probe.meanings import MEANINGS

        if any(gpu.utilisation_gpu_percent.value is not None for gpu in gpus):
            meaning = MEANINGS["utilisation_gpu_percent"].in_language(self._language)
            yield from wrapped(f"{self._('busy')}: {meaning}", first="  ", indent="    ")

    def _joined(self, *parts: str) -> str:
        return " · ".join(part for part in parts if part)

    def _text(self, reading: "Reading[Any]") -> str:
        from wizard.probe.reasons import short

        if reading.reason is not None:
            return short(reading.reason).in_language(self._language)
        return word(str(reading.value), self._)

    def _short(self, reading: "Reading[str]") -> str:
        return self._text(reading) if reading.value is None else reading.value[:60]

    def _number(self, value: float | None) -> str:
        return format_number(value, self._language)

    def _quantity(self, reading: "Reading[Any]", unit: str) -> str:
        return NO_VALUE if reading.value is None else format_quantity(reading.value, unit, self._language, 0)

    def _size(self, reading: "Reading[int]", gap: str | None = None) -> str:
        if reading.value is None:
            return self._text(reading) if gap is None else gap
        value, unit = (reading.value / 1e12, "TB") if reading.value >= 1e12 else (reading.value / _GIGA, "GB")
        return format_quantity(value, unit, self._language, 1)

    def _both_units(self, reading: "Reading[int]") -> str:
        if reading.value is None:
            return self._text(reading)
        return f"{self._size(reading)} ({format_quantity(reading.value / _GIBI, 'GiB', self._language, 1)})"


def spans(numbers: list[int]) -> str:
    """``[0, 1, 2, 5]`` becomes ``0–2, 5``."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)
