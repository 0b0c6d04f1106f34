"""Values of the rules about the fleet of an option: machines, storage, loading times."""

from collections.abc import Iterator
from typing import Any

from wizard.domain.result import Fleet


def fleet_values(fleet: Fleet) -> Iterator[tuple[str, Any]]:
    """What the machines of the option need, by the rules of the sizing."""
    yield "calc.gpus", sum(fleet.gpus.values())
    yield "rec.nodes", fleet.nodes
    if fleet.storage is None:
        return
    yield "calc.read_gb_s_needed", fleet.storage.read_gb_s
    yield "calc.iops_needed", fleet.storage.iops
    yield "calc.ckpt_gb", fleet.storage.checkpoint_gb
    for name, value in (("ckpt_write_s", fleet.storage.checkpoint_write_s),
                        ("ckpt_stall_pct", fleet.storage.checkpoint_stall_pct),
                        ("model_load_s", fleet.storage.model_load_s)):  # fmt: skip
        if value is not None:
            yield f"calc.{name}", value
