"""What a workload asks of the hardware: token lengths, load and service targets."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.provenance import Evidence
from wizard.domain.quantities import Range


class TokenLengths(Frozen):
    """Tokens a request: typical (median) and 95 % value."""

    typical: float
    p95: float


class ServiceTarget(Frozen):
    """Latency targets; None: no limit."""

    name: str
    ttft_p95_ms: float | None = None
    tpot_p95_ms: float | None = None


class InferenceLoad(Frozen):
    """Steady load at the busiest hour.

    Either users (open loop: ``requests_per_s``) or a stated number of simultaneous requests (closed loop:
    ``in_flight``).
    """

    requests_per_s: Range | None
    in_flight: Range | None
    burst_factor: Range
    """p99 of simultaneous requests over their mean within the busiest hour."""
    input_tokens: TokenLengths
    output_tokens: TokenLengths
    context_max: float
    active_hours_per_month: float
    """Hours in which the service must be up."""
    mean_to_peak: float
    """Mean over peak load within the active hours."""
    evidence: Evidence = Evidence.STATED


class Deployment(Frozen):
    """One way to run one copy of a model."""

    accelerator: str
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    expert_parallel: int = 1
    weights_format: str = "bf16"
    kv_format: str = "bf16"
    engine: str = "vllm"
    origin: Literal["search", "client"] = "search"

    @property
    def gpus_per_replica(self) -> int:
        return self.tensor_parallel * self.pipeline_parallel
