"""Names of the probe's fields and codes for people. A code without a name stands for itself."""

from wizard.i18n.catalog import Translate


def field_name(field: str, _: Translate) -> str:
    """A field of a card."""
    return {
        "name": _("name"),
        "uuid": "UUID",
        "pci_bus_id": _("place on the PCI bus"),
        "compute_capability": _("compute capability"),
        "virtualization": _("virtualisation"),
        "memory_total_bytes": _("memory"),
        "memory_free_bytes": _("free memory"),
        "memory_used_bytes": _("used memory"),
        "memory_reserved_bytes": _("reserved memory"),
        "memory_shared_available_bytes": _("available main memory"),
        "mig_mode": "MIG",
        "mig_instances": _("MIG instances"),
        "power_draw_w": _("power"),
        "power_limit_w": _("power limit"),
        "power_limit_default_w": _("power limit as delivered"),
        "clock_sm_mhz": _("clock"),
        "clock_memory_mhz": _("memory clock"),
        "clock_sm_max_mhz": _("highest clock"),
        "clock_memory_max_mhz": _("highest memory clock"),
        "temperature_c": _("temperature"),
        "throttle_reasons": _("reasons for lower clocks"),
        "persistence_mode": _("persistence mode"),
        "ecc_mode": "ECC",
        "ecc_corrected": _("corrected memory errors"),
        "ecc_uncorrected": _("uncorrected memory errors"),
        "pcie_gen": _("PCIe generation"),
        "pcie_gen_max": _("highest PCIe generation"),
        "pcie_width": _("PCIe lanes"),
        "pcie_width_max": _("most PCIe lanes"),
        "utilisation_gpu_percent": _("busy"),
        "utilisation_memory_percent": _("memory busy"),
        "activity": _("activity of the units (GPM)"),
        "nvlinks": "NVLink",
        "pcie_paths": _("ways to other cards"),
        "process_count": _("processes"),
        "process_memory_bytes": _("memory of the processes"),
    }.get(field, field)


def throttle_name(code: str, _: Translate) -> str:
    """Why a card runs below its clock."""
    return {
        "application_clocks": _("application clocks set by hand"),
        "sw_power_cap": _("power limit"),
        "hw_slowdown": _("hardware slowdown"),
        "sync_boost": _("clocks in step with other cards"),
        "sw_thermal": _("temperature (driver)"),
        "hw_thermal": _("temperature (hardware)"),
        "hw_power_brake": _("power brake of the machine"),
        "display_clocks": _("display"),
        "board_limit": _("limit of the board"),
        "reliability": _("voltage reliability"),
    }.get(code, code)


def word(code: str | None, _: Translate) -> str:
    """A code of the host report or of a link."""
    return {
        "server": _("server"),
        "workstation": _("workstation"),
        "notebook": _("notebook"),
        "virtual": _("virtual"),
        "other": _("another case"),
        "unknown": _("unknown"),
        "hdd": _("turning disk (HDD)"),
        "ssd": "SSD",
        "nvme": "NVMe",
        "gpu": _("cards"),
        "switch": _("switches"),
        "cpu": _("processor"),
    }.get(code or "", code or "")
