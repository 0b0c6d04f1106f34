"""A plausible transformer for a model of which only the size is known.

States and FLOPs stand on the stated parameters and are exact; width and depth decide the activations only and are an
assumption: 128 times as wide as deep, as in the Llama and GPT-3 families (arXiv 2307.09288, 2005.14165), eight
key-value heads, gated feed-forward parts that take what the stated size leaves.
"""

from dataclasses import dataclass

from wizard.domain.errors import CodedError
from wizard.domain.language import Text
from wizard.domain.model import Attention, FeedForward, LayerGroup, ModelArchitecture
from wizard.sizing.architecture import count_parameters
from wizard.sizing.training_errors import TrainingError
from wizard.sizing.training_flops import ASSUMED
from wizard.sizing.wording import number

BILLION = 1e9
LEAST_BILLIONS, MOST_BILLIONS = 1e-5, 1e6
"""From 10,000 parameters to a thousand times the largest model."""
WIDTH_PER_LAYER = 128
HEAD = 128
KEY_HEADS = 8
MOST_VOCABULARY = 128_256
_EMBEDDING_SHARE = 0.04
_FORMS = 12
"""Parameters of a layer over the squared width in the usual shapes."""
EXPERTS_PER_TOKEN = 8


@dataclass(frozen=True)
class Shape:
    """What is known of the architecture; None: assumed."""

    layers: int | None = None
    hidden: int | None = None
    q_heads: int | None = None
    kv_heads: int | None = None
    head_dim: int | None = None
    vocab: int | None = None


def architecture_of_size(
    total_b: float, active_b: float | None = None, shape: Shape | None = None, ref: str = "custom"
) -> ModelArchitecture:
    """A transformer of exactly ``total_b`` · 10^9 parameters.

    Raises:
        CodedError: E127 impossible sizes; E128 a stated shape that needs more parameters than stated.
    """
    active_b = total_b if active_b is None else active_b
    if not (total_b <= MOST_BILLIONS and LEAST_BILLIONS <= active_b <= total_b):
        raise CodedError(TrainingError.PARAMETERS, active=_billions(active_b), total=_billions(total_b))
    total, active = round(total_b * BILLION), round(active_b * BILLION)
    known = shape or Shape()
    layers, hidden = _depth_and_width(active, known)
    heads = known.q_heads or max(1, hidden // (known.head_dim or HEAD))
    attention = Attention(
        kind="full",
        heads=heads,
        kv_heads=min(known.kv_heads or KEY_HEADS, heads),
        head_dim=known.head_dim or max(1, hidden // heads),
    )
    vocab = known.vocab or max(1, min(MOST_VOCABULARY, int(_EMBEDDING_SHARE * active / hidden)))
    bare = _model(ref, hidden, vocab, LayerGroup(count=layers, attention=attention, feed_forward=None))
    left = total - count_parameters(bare).total
    part = _dense(left // layers, hidden) if active >= total else _experts(left, layers, hidden, total, active)
    if part is None:
        raise CodedError(TrainingError.SHAPE, layers=layers, hidden=hidden, total=_billions(total_b))
    filled = _model(ref, hidden, vocab, LayerGroup(count=layers, attention=attention, feed_forward=part))
    return filled.model_copy(update={"extra_params": total - count_parameters(filled).total})


def _billions(value: float) -> Text | str:
    return number(value, 0 if float(value).is_integer() else 3) if 0.001 <= value <= MOST_BILLIONS else f"{value:g}"


def _depth_and_width(parameters: int, known: Shape) -> tuple[int, int]:
    """Stated ones are kept; an assumed width is a multiple of eight heads where it is wide enough."""
    layers, hidden = known.layers, known.hidden
    if hidden is None:
        deep = layers or (parameters / (_FORMS * WIDTH_PER_LAYER**2)) ** (1 / 3)
        wide = (parameters / (_FORMS * deep)) ** 0.5
        step = HEAD * KEY_HEADS if wide >= HEAD * KEY_HEADS else HEAD
        hidden = max(1, round(wide / step)) * step
    return layers or max(1, round(parameters / (_FORMS * hidden**2))), hidden


def _model(ref: str, hidden: int, vocab: int, group: LayerGroup) -> ModelArchitecture:
    return ModelArchitecture(
        ref=ref, model_type=ASSUMED, hidden=hidden, vocab=vocab, tied_embeddings=False, layers=(group,),
        source="stated number of parameters; width and depth assumed from published families",
    )  # fmt: skip


def _dense(each: int, hidden: int) -> FeedForward | None:
    """Of ``each`` parameters a layer; None where nothing is left for it."""
    width = each // (3 * hidden)
    return FeedForward(intermediate=width) if width >= 1 else None


def _experts(left: int, layers: int, hidden: int, total: int, active: int) -> FeedForward | None:
    """Routed experts hold what a token does not touch: ``(E − k) · width``; a shared one takes the rest.

    The share k/E of the experts a token passes is half the active share, so that a shared part is left.
    """
    experts = max(EXPERTS_PER_TOKEN + 1, round(EXPERTS_PER_TOKEN / (active / total / 2)))
    width = round((total - active) / (layers * (experts - EXPERTS_PER_TOKEN) * 3 * hidden))
    shared = (left // layers - experts * hidden - experts * width * 3 * hidden) // (3 * hidden)
    if width < 1 or shared < 0:
        return None
    return FeedForward(
        intermediate=width, experts=experts, experts_per_token=EXPERTS_PER_TOKEN,
        shared_experts=1 if shared else 0, shared_intermediate=shared,
    )  # fmt: skip
