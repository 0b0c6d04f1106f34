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
    adapters: int = 0
    """LoRA adapters served on the same base model."""
    shared_prefix: float = 0.0
    """Share of the prompt with which many requests begin alike; 0 where nobody said so."""
    evidence: Evidence = Evidence.STATED


class ServiceLoad(Frozen):
    """Steady load of a workload that answers items instead of tokens: images, pages, texts, seconds of audio."""

    unit: str
    """What one item is: ``images pages texts audio_s predictions videos characters``."""
    per_s_peak: Range
    """Items a second at the busiest hour; live audio counts its streams as seconds of audio a second."""
    streams: Range | None = None
    """Simultaneous live streams, where the load was given so."""
    size: float | None = None
    """Pixels of the longer side, tokens of a text, seconds of a clip; None: the class's usual size."""
    latency_p95_s: float | None = None
    """None: no limit (batch)."""
    active_hours_per_month: float
    mean_to_peak: float
    evidence: Evidence = Evidence.STATED


TrainingMethod = Literal["qlora", "lora", "full", "cpt", "scratch", "rl", "other"]
Recompute = Literal["none", "selective", "full"]


class TrainingTask(Frozen):
    """One kind of training run and how often it is made."""

    method: TrainingMethod
    tokens: Range
    """Of one pass over the data; samples for ``other``."""
    epochs: float
    seq_len: int
    """Tokens a sample; pixels of the longer side for ``other``."""
    global_batch: int
    """Samples an optimizer step."""
    precision: str = "bf16_mixed"
    optimizer: str = "adamw"
    recompute: Recompute = "full"
    sharding: tuple[str, ...] = ("fsdp", "zero3")
    """Ways to shard the states that are allowed."""
    lora_rank: int = 16
    deadline_h: float | None = None
    """Longest acceptable duration of one run; None: no limit."""
    deadline_stated: bool = True
    """False: a planning value, which sizes new clusters but condemns no hardware that is there."""
    runs_per_month: Range
    evidence: Evidence = Evidence.STATED


class Draft(Frozen):
    """A small model that proposes tokens, which the served one verifies: speculative decoding, arXiv 2211.17192."""

    ref: str
    tokens: int = 5
    """Proposed a step, by one pass of the draft each."""
    accepted: float | None = None
    """Chance that a proposed token is accepted when all before it were, 0 to 1; None: nobody measured it."""
    weights_format: str = "native"


class Deployment(Frozen):
    """One way to run one copy of a model."""

    accelerator: str
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    expert_parallel: int = 1
    attention: Literal["tensor", "data"] = "tensor"
    """``data``: every accelerator attends to requests of its own and holds all of the attention; experts are spread."""
    weights_format: str = "bf16"
    kv_format: str = "bf16"
    engine: str = "vllm"
    origin: Literal["search", "client"] = "search"
    adapters: int = 0
    """LoRA adapters served beside the base model."""
    draft: Draft | None = None

    @property
    def gpus_per_replica(self) -> int:
        return self.tensor_parallel * self.pipeline_parallel

    @property
    def attention_shards(self) -> int:
        """Accelerators that share the attention of one request, and its cache."""
        return self.tensor_parallel if self.attention == "tensor" else 1

    @property
    def attention_ranks(self) -> int:
        """Groups of accelerators that share the requests among themselves."""
        return self.tensor_parallel // self.attention_shards
