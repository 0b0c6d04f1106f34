"""How long a model takes until it answers, from each place it can lie in: page cache, local NVMe, network storage.

``weights / rate + start of the engine``. The page cache counts only where main memory holds every model beside the
system; the network is the link of the machine, which the storage behind it may not fill.
"""

from wizard.domain.fleet import Enough, ModelLoad
from wizard.domain.quantities import Range
from wizard.sizing.figures import Facts, pick
from wizard.sizing.host_demand import HostDemand

_BITS_PER_BYTE = 8.0


def model_loads(demand: HostDemand, link_gbit_s: float, facts: Facts) -> tuple[ModelLoad, ...]:
    """The largest model from each place; empty where nothing is served."""
    if not demand.models:
        return ()
    weights = max(model.weights_gb for model in demand.models)
    accepted = demand.cold_start_s if demand.cold_start_stated else None
    return loads_from_each_place(weights, accepted, link_gbit_s, facts)


def loads_from_each_place(
    weights: float, accepted: float | None, link_gbit_s: float, facts: Facts
) -> tuple[ModelLoad, ...]:  # fmt: skip
    """One model of ``weights`` GB; ``accepted``: longest loading time in seconds, None: nobody said."""
    link, share = link_gbit_s / _BITS_PER_BYTE, pick(facts, "network_load_share").range()
    nvme = pick(facts, "model_load_gb_s").range()
    network = Range(
        low=min(link * share.low, nvme.low), value=min(link * share.value, nvme.value),
        high=min(link * share.high, nvme.high),
    )  # fmt: skip
    return (
        _load("page_cache", weights, pick(facts, "cache_load_gb_s").range(), accepted, facts),
        _load("local_nvme", weights, nvme, accepted, facts),
        _load("network", weights, network, accepted, facts),
    )


def _load(source: str, weights: float, rate: Range, accepted: float | None, facts: Facts) -> ModelLoad:
    start = pick(facts, "engine_start_s").range()
    low, high = weights / rate.high + start.low, weights / rate.low + start.high
    return ModelLoad.model_validate(
        {
            "source": source, "rate_gb_s": rate.value, "seconds": weights / rate.value + start.value,
            "low_s": low, "high_s": high, "in_time": None if accepted is None else within(low, high, accepted),
        }
    )  # fmt: skip


def within(low: float, high: float, limit: float) -> Enough:
    """Whether a span stays below a limit."""
    if high <= limit:
        return "pass"
    return "fail" if low > limit else "open"
