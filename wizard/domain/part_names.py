"""Ids and names of parts of GPUs, such as a MIG instance: ``<accelerator>/<way>-<profile>``."""

from collections.abc import Mapping

SEPARATOR = "/"
WAYS = {"mig": "MIG", "mps": "MPS", "timeslice": "time slices", "vgpu": "vGPU"}
_PROFILES = {"half": "1/2", "quarter": "1/4"}


def part_id(accelerator: str, way: str, profile: str) -> str:
    """The id of a part."""
    return f"{accelerator}{SEPARATOR}{way}-{profile}"


def profile_name(profile: str) -> str:
    """As it is shown: MIG profiles as they are called, equal parts as a fraction."""
    return _PROFILES.get(profile, profile)


def hardware_name(identifier: str, names: Mapping[str, str]) -> str:
    """The name of an accelerator or a part of one, else of whatever the id names; an unknown id stands for itself."""
    whole, _, part = identifier.partition(SEPARATOR)
    way, _, profile = part.partition("-")
    if whole not in names or way not in WAYS:
        return names.get(identifier, identifier)
    return f"{names[whole]}, {WAYS[way]} {profile_name(profile)}"
