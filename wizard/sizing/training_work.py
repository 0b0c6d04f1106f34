"""What one token takes in one forward pass of a training: products, attention, values moved, messages.

Sources: Megatron-LM, arXiv 1909.08053 (tensor parallelism), 2205.05198 (sequence parallelism: what is not multiplied is
divided too); Ainslie et al., arXiv 2305.13245 (grouped heads); DeepSeek-V2, arXiv 2405.04434 (latent attention). The
counts of values are those of fused kernels that read their inputs and write their results once.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from wizard.domain.model import Attention, FeedForward, LayerGroup, ModelArchitecture
from wizard.sizing.training_flops import idle_parameters

_NORMS_AND_SUMS = 9
"""Two norms read and write the hidden values; two sums read two and write one, one of them within a norm."""
_NORM_AND_SUM = 4
"""Of layers with one part only."""
_ROTATED = 4
"""Queries and outputs, keys and values: rotated or gathered, and read again."""
_SCANNED = 6
"""Convolution, gates and the scan of a mixer without attention."""
_UNKNOWN_MIXER = 4
"""Widths of the hidden size a linear mixer multiplies with where its parameters are not known."""
_ROUTED = 4
"""Permuted for the experts and back, read and written."""


@dataclass(frozen=True, slots=True)
class Product:
    """``count`` products of a token's ``depth`` values with ``depth · width`` weights."""

    count: float
    width: float
    depth: float


@dataclass(frozen=True, slots=True)
class Routed:
    """Routed experts of ``layers`` layers."""

    layers: int
    experts: int
    per_token: int
    width: int
    hidden: int
    matrices: int

    @property
    def flops(self) -> float:
        """Of one token in one layer."""
        return 2.0 * self.matrices * self.width * self.hidden * self.per_token

    @property
    def values(self) -> float:
        """Moved a token in one layer, beside the products."""
        return self.per_token * (_ROUTED * self.hidden + self.matrices * self.width)

    @property
    def inputs(self) -> float:
        """Values of products that a narrow format converts."""
        return self.per_token * float(self.hidden + self.width)


@dataclass(frozen=True, slots=True)
class Work:
    """One token, forward, all layers, before anything is divided but the products."""

    layers: int
    products: tuple[Product, ...]
    attention: float
    """Operations of queries with keys and of weights with values, without what the causal mask leaves out."""
    softmaxed: float
    """Query-key pairs times heads."""
    values: float
    """Moved by everything that is no product."""
    scanned: float
    """Of these, by mixers without attention."""
    inputs: float
    """Inputs of products."""
    outputs: float
    """Results of products, whose gradients come back."""
    messages: float
    """Times a layer's values are gathered and scattered between tensor-parallel GPUs."""
    key_values: float
    routed: tuple[Routed, ...]
    head: Product


def token_work(arch: ModelArchitecture, seq_len: int, tensor: int) -> Work:
    """``seq_len`` tokens a sample, products divided over ``tensor`` GPUs."""
    parts = [_layer(group, arch.hidden, seq_len, tensor) for group in arch.layers]
    beside = arch.extra_params - idle_parameters(arch)
    return Work(
        layers=arch.layer_count,
        products=(*(product for part in parts for product in part.products), *_others(beside, arch.hidden, tensor)),
        attention=sum(part.attention for part in parts),
        softmaxed=sum(part.softmaxed for part in parts),
        values=sum(part.values for part in parts),
        scanned=sum(part.scanned for part in parts),
        inputs=sum(part.inputs for part in parts),
        outputs=sum(part.outputs for part in parts),
        messages=sum(part.messages for part in parts),
        key_values=sum(part.key_values for part in parts),
        routed=tuple(found for group in arch.layers if (found := _routed(group, arch.hidden)) is not None),
        head=Product(1.0, arch.vocab / tensor, arch.hidden),
    )


def _layer(group: LayerGroup, hidden: int, seq_len: int, tensor: int) -> Work:
    count, attention, part = group.count, group.attention, group.feed_forward
    shapes = [*_mixing(attention, hidden, tensor), *_feeding(part, hidden, tensor)]
    products = (
        *(Product(float(count), width, depth) for width, depth in shapes),
        *_others(count * group.extra_params, hidden, tensor),
    )
    value = attention.v_head_dim or attention.head_dim
    pairs = attention.heads / tensor * attended(attention, seq_len)
    both = attention.kind != "none" and part is not None
    return Work(
        layers=count,
        products=products,
        attention=count * 2.0 * (attention.head_dim + value) * pairs,
        softmaxed=count * 2.0 * pairs,
        values=count * (_mixed_values(attention, hidden) + _fed_values(part)),
        scanned=count * _SCANNED * _mixer_width(attention, hidden),
        inputs=count * tensor * sum(_taken(shapes, hidden, tensor)),
        outputs=count * tensor * sum(_given(shapes, hidden, tensor)),
        messages=count * (2.0 if both else 1.0),
        key_values=count * attention.kv_heads * float(attention.head_dim + value),
        routed=(),
        head=Product(0.0, 0.0, 0.0),
    )


def _others(parameters: int, hidden: int, tensor: int) -> Iterator[Product]:
    """Weights of which only the number is known: cross-attention, encoders, layer inputs; as squares of the width."""
    if parameters > 0:
        yield Product(parameters / hidden**2, hidden / tensor, hidden)


def attended(attention: Attention, seq_len: int) -> float:
    """Keys a token looks at on the average under the causal mask."""
    if attention.kind in ("linear", "none"):
        return 0.0
    window = attention.window if attention.kind == "sliding" and attention.window else seq_len
    return seq_len / 2 if seq_len <= window else window * (seq_len - window / 2) / seq_len


def _taken(shapes: list[tuple[float, float]], hidden: int, tensor: int) -> Iterator[float]:
    """Inputs a token and GPU: those of the full hidden size stand divided over the sequence."""
    return (depth / tensor if depth == hidden else depth for _width, depth in shapes)


def _given(shapes: list[tuple[float, float]], hidden: int, tensor: int) -> Iterator[float]:
    return (width / tensor if width == hidden else width for width, _depth in shapes)


def _mixing(attention: Attention, hidden: int, tensor: int) -> Iterator[tuple[float, float]]:
    """Width and depth of the products of attention or another mixer."""
    heads, value = attention.heads / tensor, attention.v_head_dim or attention.head_dim
    if attention.kind in ("full", "sliding"):
        yield heads * attention.head_dim + attention.kv_heads / tensor * (attention.head_dim + value), hidden
        yield hidden, heads * value
    elif attention.kind == "mla":
        rank, low = attention.kv_lora_rank or 0, attention.q_lora_rank or 0
        latent_value = attention.v_head_dim or 0
        yield low + rank + (attention.qk_rope_head_dim or 0), hidden
        yield heads * attention.head_dim, low or hidden
        yield heads * ((attention.qk_nope_head_dim or 0) + latent_value), rank
        yield hidden, heads * latent_value
    elif attention.kind == "linear":
        width = _mixer_width(attention, hidden)
        yield width * 2 / 3 / tensor, hidden
        yield hidden, width / 3 / tensor
    elif attention.params:
        # Nothing is cached, as in encoders and image models, but the weights are multiplied all the same.
        yield attention.params / hidden / tensor, hidden


def _mixer_width(attention: Attention, hidden: int) -> float:
    if attention.kind != "linear":
        return 0.0
    return (attention.params or _UNKNOWN_MIXER * hidden * hidden) / hidden


def _feeding(part: FeedForward | None, hidden: int, tensor: int) -> Iterator[tuple[float, float]]:
    """Products of the dense or shared feed-forward part."""
    if part is None:
        return
    wide = 2 if part.gated else 1
    width = part.shared_experts * part.shared_intermediate if part.experts else part.intermediate
    if width:
        yield wide * width / tensor, hidden
        yield hidden, width / tensor
    if part.experts and part.latent:
        yield part.latent, hidden
        yield hidden, part.latent


def _mixed_values(attention: Attention, hidden: int) -> float:
    value = attention.v_head_dim or attention.head_dim
    queries, results = attention.heads * attention.head_dim, attention.heads * value
    if attention.kind in ("full", "sliding"):
        keys = attention.kv_heads * (attention.head_dim + value)
        return _NORMS_AND_SUMS * hidden + _ROTATED * queries + _ROTATED / 2 * keys
    if attention.kind == "mla":
        latent = (attention.kv_lora_rank or 0) + (attention.q_lora_rank or 0)
        return _NORMS_AND_SUMS * hidden + _ROTATED * latent + (_ROTATED + 1) * queries + _ROTATED / 2 * results
    return _NORM_AND_SUM * hidden


def _fed_values(part: FeedForward | None) -> float:
    if part is None:
        return 0.0
    width = part.shared_experts * part.shared_intermediate if part.experts else part.intermediate
    return (3.0 if part.gated else 2.0) * width


def _routed(group: LayerGroup, hidden: int) -> Routed | None:
    part = group.feed_forward
    if part is None or not part.experts:
        return None
    return Routed(
        layers=group.count, experts=part.experts, per_token=part.experts_per_token, width=part.intermediate,
        hidden=part.latent or hidden, matrices=3 if part.gated else 2,
    )  # fmt: skip
