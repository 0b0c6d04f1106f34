"""Cards against cached tokens a request: the table behind every "how many GPUs for n users"."""

from math import ceil

from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import Deployment
from wizard.domain.workload_result import CardsByTokens
from wizard.sizing.figures import Facts, pick_running
from wizard.sizing.memory import memory_budget, request_cache_bytes

STEPS = (256, 512, 768, 900, 1_024, 1_536, 2_048, 3_072, 4_096, 6_144, 8_192, 16_384, 32_768, 65_536, 131_072)
"""Tokens a request in the rows of the table."""


def cards_by_tokens(
    arch: ModelArchitecture,
    accelerator: Accelerator,
    deployment: Deployment,
    requests: float,
    facts: Facts,
    *,
    configuration: str = "",
) -> tuple[CardsByTokens, ...]:
    """Cards that hold ``requests`` at once by memory and the engine's limit, with and without a spare replica.

    No response time is looked at: a sizing with one may need more cards than this.

    Rows end where the model's context ends or where a replica no longer holds one request.
    """
    budget = memory_budget(arch, accelerator, deployment, facts)
    size = deployment.gpus_per_replica
    engine_limit = int(pick_running(facts, "max_running_requests", deployment.engine, accelerator).value)
    rows = []
    for tokens in STEPS:
        held = _held(max(0.0, budget.pool), request_cache_bytes(arch, deployment, tokens, facts), engine_limit)
        if held < 1 or (arch.context and tokens > arch.context):
            break
        gpus = ceil(requests / held) * size
        rows.append(
            CardsByTokens(
                accelerator=accelerator.id,
                configuration=configuration,
                tokens_per_request=tokens,
                requests_per_replica=held,
                gpus=gpus,
                gpus_with_spare=gpus + size,
            )
        )
    return tuple(rows)


def _held(pool: float, each: float, most: int) -> int:
    """Requests the pool holds, ``most`` that the engine runs; a model without cache needs no pool."""
    return min(int(pool // each), most) if each > 0 else most
