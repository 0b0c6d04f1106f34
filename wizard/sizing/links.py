"""What the exchange between accelerators asks of their links.

One accelerator sends in a ring sum of M bytes over t accelerators 2 · (t − 1) / t · M (Thakur et al. 2005). Serving:
two sums a layer and token (Megatron-LM, arXiv 1909.08053), each of hidden · 2 bytes. Training: gradients 2 · trained
parameters a step, with sharded weights (ZeRO stage 3, arXiv 1910.02054 section 7) two gathers of the weights each
micro-batch beside them; tensor parallelism sums twice forward and twice backward. The sums of tensor parallelism are
waited for, gradients travel beside the computation: the accepted shares of the time are ``sizing.link_time_share`` and
``sizing.overlap_time_share``.

Between machines a group's ring enters and leaves a machine once, over all its adapters (one ring an adapter, as NCCL
lays them), so that the group has the fabric of the machine; groups side by side in a machine share it.
"""

from collections.abc import Iterator

from wizard.domain.base import Frozen
from wizard.domain.fleet import Enough, LinkNeed, LinkPattern
from wizard.domain.hardware import Accelerator
from wizard.domain.provenance import Figure
from wizard.sizing.figures import Facts, pick
from wizard.sizing.steps import link_gb_per_s

BITS_PER_BYTE = 8.0
_GIGA = 1e9
_HALF = 2.0
"""Bytes of an activation in 16 bit."""
_SERVING_SUMS, _TRAINING_SUMS = 2.0, 4.0
_WAITED_FOR: tuple[LinkPattern, ...] = ("tensor", "pipeline", "experts")


class Exchange(Frozen):
    """What one workload exchanges at full load; rates are those of one replica or run."""

    workload_id: str
    gpus: int
    """Of one replica or run."""
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    expert_parallel: int = 1
    data_parallel: int = 1
    zero_stage: int = 0
    layers: int
    hidden: int
    tokens_per_s: float
    """Read and written tokens of one replica; of a run on one of its tensor groups."""
    parameters_b: float = 0.0
    trained_b: float = 0.0
    """0: nothing is trained."""
    step_s: float = 0.0
    micro_batches: int = 1
    experts_per_token: int = 0
    expert_layers: int = 0


def link_needs(
    exchanges: tuple[Exchange, ...], accelerator: Accelerator, per_machine: int, fabric_gbit_s: float | None,
    facts: Facts,
) -> tuple[LinkNeed, ...]:  # fmt: skip
    """Each kind of exchange with the link it goes over.

    Args:
        fabric_gbit_s: of one machine to the others; None: not known, as of a rented one.
    """
    inside = link_gb_per_s(accelerator)
    found = []
    for exchange in exchanges:
        for pattern, gpus, traffic in _traffic(exchange, facts):
            if traffic <= 0.0:
                continue
            groups = side_by_side(exchange, pattern, per_machine)
            across = None if fabric_gbit_s is None else min(inside, fabric_gbit_s / groups / BITS_PER_BYTE)
            link = inside if gpus <= per_machine else across
            found.append(_need(exchange, pattern, gpus, traffic, link, per_machine, groups, facts))
    return tuple(found)


def side_by_side(exchange: Exchange, pattern: LinkPattern, per_machine: int) -> int:
    """Groups of one machine that exchange at the same time."""
    if pattern == "tensor":
        return max(1, per_machine // exchange.tensor_parallel)
    split = exchange.tensor_parallel * (1 if pattern == "pipeline" else exchange.pipeline_parallel)
    return min(per_machine, split)


def internode_needed_gbit_s(links: tuple[LinkNeed, ...]) -> float:
    """Of one machine towards the others: the exchange that needs most, of all its groups side by side."""
    across = (link.needed_gb_s * link.groups for link in links if link.scope == "between_machines")
    return max(across, default=0.0) * BITS_PER_BYTE


def _traffic(exchange: Exchange, facts: Facts) -> Iterator[tuple[LinkPattern, int, float]]:
    """Kind, accelerators that take part, GB/s one of them sends."""
    training = exchange.trained_b > 0.0
    message = exchange.hidden * _HALF * exchange.tokens_per_s / _GIGA
    if exchange.tensor_parallel > 1:
        sums = _TRAINING_SUMS if training else _SERVING_SUMS
        yield "tensor", exchange.tensor_parallel, sums * exchange.layers * message * _ring(exchange.tensor_parallel)
    if exchange.pipeline_parallel > 1:
        yield "pipeline", exchange.gpus if not training else _stages(exchange), message * (2.0 if training else 1.0)
    if exchange.expert_parallel > 1 and exchange.experts_per_token:
        away = (exchange.expert_parallel - 1) / exchange.expert_parallel
        sent = 2.0 * exchange.experts_per_token * message * exchange.expert_layers / exchange.expert_parallel
        yield "experts", exchange.expert_parallel, sent * away
    if training and exchange.data_parallel > 1 and exchange.step_s > 0.0:
        yield from _data_parallel(exchange, facts)


def _data_parallel(exchange: Exchange, facts: Facts) -> Iterator[tuple[LinkPattern, int, float]]:
    split, members = exchange.tensor_parallel * exchange.pipeline_parallel, exchange.data_parallel
    each = exchange.trained_b / split * pick(facts, "gradient_bytes").value / exchange.step_s
    away = (members - 1) / members
    if exchange.zero_stage < 3:
        yield "gradients", exchange.gpus, _ring(members) * each
        return
    weights = exchange.parameters_b / split * _HALF / exchange.step_s
    yield "sharded_weights", exchange.gpus, away * (each + 2.0 * exchange.micro_batches * weights)


def _stages(exchange: Exchange) -> int:
    return exchange.tensor_parallel * exchange.pipeline_parallel


def _ring(members: int) -> float:
    return 2.0 * (members - 1) / members


def _need(
    exchange: Exchange, pattern: LinkPattern, gpus: int, traffic: float, link: float | None, per_machine: int,
    groups: int, facts: Facts,
) -> LinkNeed:  # fmt: skip
    limit = pick(facts, "link_time_share" if pattern in _WAITED_FOR else "overlap_time_share")
    reached = pick(facts, "link_reached").value
    return LinkNeed(
        workload=exchange.workload_id,
        pattern=pattern,
        scope="machine" if gpus <= per_machine else "between_machines",
        gpus=gpus,
        groups=groups,
        traffic_gb_s=traffic,
        needed_gb_s=traffic / limit.value / reached,
        link_gb_s=link,
        share=traffic / (link * reached) if link else None,
        enough=_enough(traffic, link, reached, limit),
    )


def _enough(traffic: float, link: float | None, reached: float, limit: Figure) -> Enough:
    if not link:
        return "open"
    share, span = traffic / (link * reached), limit.range()
    if share <= span.low:
        return "pass"
    return "open" if share <= span.high else "fail"
