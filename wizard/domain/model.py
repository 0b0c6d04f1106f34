"""Architecture of a model, layer by layer: all that memory and speed depend on. Sizes are computed, never typed."""

from enum import StrEnum
from typing import Literal

from wizard.domain.base import Frozen


class NumberFormat(StrEnum):
    """Storage formats of weights and caches."""

    FP32 = "fp32"
    BF16 = "bf16"
    FP16 = "fp16"
    FP8 = "fp8"
    INT8 = "int8"
    INT4 = "int4"
    FP4 = "fp4"


class Attention(Frozen):
    """Attention of one layer kind.

    ``full`` and ``sliding`` hold 2 · kv_heads · head_dim values a token (``sliding`` at most ``window`` tokens),
    ``mla`` holds kv_lora_rank + qk_rope_head_dim values a token, ``linear`` a constant state per sequence,
    ``none`` nothing. ``mla`` with a ``window`` holds the last tokens one by one and, where ``compress`` is given, one
    entry for that many tokens over the whole sequence.
    """

    kind: Literal["full", "sliding", "mla", "linear", "none"]
    heads: int = 0
    kv_heads: int = 0
    head_dim: int = 0
    v_head_dim: int | None = None
    window: int | None = None
    compress: int | None = None
    q_lora_rank: int | None = None
    kv_lora_rank: int | None = None
    qk_nope_head_dim: int | None = None
    qk_rope_head_dim: int | None = None
    state_bytes: float = 0.0
    """Constant state per sequence and layer of linear attention or state-space layers, in bytes."""
    params: int | None = None
    """Parameters of one layer's mixer where the fields above do not determine them (linear layers)."""
    qkv_bias: bool = False
    output_bias: bool = False
    output_gate: bool = False
    index_dim: int = 0
    """Width of the additional indexer key of sparse attention, held for every token."""


class FeedForward(Frozen):
    """Feed-forward part of one layer kind; ``experts`` 0 means dense."""

    intermediate: int
    gated: bool = True
    experts: int = 0
    experts_per_token: int = 0
    shared_experts: int = 0
    shared_intermediate: int = 0
    """Width of one shared expert."""
    shared_gate: bool = False
    router_bias: bool = False
    bias: bool = False
    """Every projection of the dense part or of each expert has a bias."""
    latent: int | None = None
    """Width the experts work in, where it differs from the hidden size."""


class LayerGroup(Frozen):
    """``count`` equal layers."""

    count: int
    attention: Attention
    feed_forward: FeedForward | None
    extra_params: int = 0
    """Of one layer, beside attention, feed-forward and the norms: query and key norms, indexers, layer inputs."""


class Quantisation(Frozen):
    """How the published checkpoint stores its weights."""

    method: str
    format: NumberFormat
    bits: float
    group_size: int | None = None
    weight_block_size: tuple[int, int] | None = None
    """Rows and columns of the weight blocks that share one scale; a tensor-parallel part must be whole blocks."""
    unquantised_modules: tuple[str, ...] = ()


class ModelArchitecture(Frozen):
    """A transformer (or hybrid) as its configuration describes it."""

    ref: str
    """Catalogue id, Hugging Face id or file name."""
    model_type: str
    hidden: int
    vocab: int
    tied_embeddings: bool
    layers: tuple[LayerGroup, ...]
    context: int | None = None
    learned_positions: int = 0
    extra_params: int = 0
    """Parts outside the layer groups: encoders, towers, projectors."""
    native_format: NumberFormat = NumberFormat.BF16
    quantisation: Quantisation | None = None
    checkpoint_of: str = ""
    """Of a published copy that differs only by how its weights are stored: the model it is a copy of."""
    format_known: bool = True
    """False: nobody recorded how such a copy stores its weights; ``native_format`` is that of the original."""
    norm_params_per_layer: int | None = None
    """None: two norms of the hidden size a layer."""
    source: str = ""

    @property
    def model_ref(self) -> str:
        """The model without regard to how a copy of it stores its weights."""
        return self.checkpoint_of or self.ref

    @property
    def layer_count(self) -> int:
        return sum(group.count for group in self.layers)
