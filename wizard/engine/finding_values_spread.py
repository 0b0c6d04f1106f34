"""Values of the rules about work that spreads over machines: training across servers, pools, models kept loaded."""

from collections.abc import Iterator
from math import ceil
from typing import Any

from wizard.domain.quantities import GB, GIB
from wizard.engine.finding_seen import Seen
from wizard.engine.machines import client_hardware
from wizard.engine.options import PricedOption
from wizard.engine.plan_parts import own_part, rented_part
from wizard.sizing.storage import resident_set_gb


def spread_values(seen: Seen, found: PricedOption) -> Iterator[tuple[str, Any]]:
    """Over how many machines of the option a replica or a training run reaches."""
    plan = found.priced.plan
    own, rented = own_part(plan), rented_part(plan)
    machine = own.server.accelerators if own is not None else rented.offer.accelerators if rented is not None else 0
    if not machine:
        return
    chosen = [(w, w.configuration(n.configuration_id)) for n in plan.needs for w in seen.workloads
              if w.result.id == n.workload_id]  # fmt: skip
    training = [c for _, c in chosen if c.training is not None]
    across = max((ceil(c.gpus_per_replica / machine) for c in training), default=0)
    yield "calc.trains_across_nodes", across > 1
    yield "calc.training_nodes", across
    yield "calc.nodes_per_replica", max((ceil(c.gpus_per_replica / machine) for _, c in chosen), default=1)
    yield "calc.shared_pool", own is not None and 0 < len(training) < len(chosen)


def resident_values(seen: Seen) -> Iterator[tuple[str, Any]]:
    """All models kept loaded on the client's own cards; each of them alone may fit."""
    cards = client_hardware(seen.values, seen.catalog)
    loaded = [
        next((c for c in w.result.configurations if c.origin == "client" and c.training is None), None)
        for w in seen.workloads
    ]
    models = [c for c in loaded if c is not None]
    if len(models) > 1 and cards:
        weights = tuple(c.memory.weights_gb * c.gpus_per_replica for c in models)
        yield "calc.resident_set_gb", resident_set_gb(weights, _resident(seen, len(models)))
        yield "calc.own_vram_gb", sum(row.count * row.accelerator.usable_gib.value * GIB / GB for row in cards)


def _resident(seen: Seen, described: int) -> int:
    """Models that stay loaded: as answered, else all that were described."""
    loading = seen.values.given("ops.model_loading")
    stated = loading.value.get("resident") if loading.known and isinstance(loading.value, dict) else None
    return int(stated) if isinstance(stated, int | float) else described
