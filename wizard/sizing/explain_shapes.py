"""The matrices a token passes, each with the architecture fields its shape follows from.

Sources: Ainslie et al., arXiv 2305.13245 (grouped heads); DeepSeek-V2, arXiv 2405.04434 (latent attention); tensor
parallelism as in Megatron-LM, arXiv 1909.08053.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wizard.domain.language import Text, text
from wizard.domain.model import Attention, FeedForward
from wizard.domain.provenance import Derivation
from wizard.sizing.derive import computed, leaf, number
from wizard.sizing.formats import HALF
from wizard.sizing.replica import Replica

_UNKNOWN_MIXER = 4
"""Widths of the hidden size a linear mixer multiplies with where its parameters are not known."""
_MEGATRON = "arXiv 1909.08053"
_LATENT = "arXiv 2405.04434"
_WIDTH, _DEPTH = text("W, width", "W, Breite"), text("D, depth", "D, Tiefe")


@dataclass(frozen=True)
class Shape:
    """``layers`` equal products of rows with ``width × depth`` weights."""

    name: Text
    layers: float
    width: Derivation
    depth: Derivation
    narrow: bool
    """In the format of the weights; the others stay in 16 bit."""

    @property
    def _kind(self) -> tuple[str, float, float, bool]:
        return self.name.en, number(self.width), number(self.depth), self.narrow


def shapes(replica: Replica) -> tuple[Shape, ...]:
    """All products of the layers on one accelerator, equal ones together; experts and vocabulary apart."""
    found: dict[tuple[str, float, float, bool], Shape] = {}
    fields = Fields(replica)
    narrow = replica.model.units.attention_bits < HALF
    for group in replica.arch.layers:
        parts = [*_attention(group.attention, fields, narrow=narrow)]
        if group.feed_forward is not None:
            parts += _feed_forward(group.feed_forward, fields)
        for part in parts:
            known = found.get(part._kind)
            layers = group.count + (known.layers if known else 0.0)
            found[part._kind] = replace(part, layers=layers)
    return tuple(found.values())


def vocabulary(replica: Replica) -> Shape:
    """The projection onto the vocabulary, in 16 bit."""
    fields = Fields(replica)
    entries = fields.of(text("v, vocabulary", "v, Vokabular"), replica.arch.vocab)
    width = computed(_WIDTH, "1", "v / S", lambda v, s: v / s, [entries, fields.shards], _MEGATRON)
    return Shape(text("output vocabulary", "Ausgabe-Vokabular"), 1.0, width, fields.hidden(_DEPTH), narrow=False)


class Fields:
    """Numbers of one architecture as leaves."""

    def __init__(self, replica: Replica) -> None:
        self._arch = replica.arch
        self._source = replica.arch.source or replica.arch.ref
        label = text("S, GPUs that share one request", "S, GPUs, die sich eine Anfrage teilen")
        self.shards = leaf(label, replica.deployment.attention_shards, "GPUs", "layout of the configuration")

    def of(self, label: Text, value: float) -> Derivation:
        return leaf(label, value, "1", self._source)

    def hidden(self, label: Text) -> Derivation:
        """The hidden size in the role that ``label`` names."""
        size = self.of(text("h, hidden size", "h, Hidden Size"), self._arch.hidden)
        return computed(label, "1", "h", lambda h: h, [size])

    @property
    def size(self) -> int:
        return self._arch.hidden


def _attention(attention: Attention, fields: Fields, *, narrow: bool) -> Iterator[Shape]:
    heads = fields.of(text("n, query heads", "n, Query-Heads"), attention.heads)
    value = attention.v_head_dim or attention.head_dim
    values = fields.of(text("e, width of a value head", "e, Breite eines Value-Heads"), value)
    width = fields.of(text("d, width of a head", "d, Breite eines Heads"), attention.head_dim)
    if attention.kind in ("full", "sliding"):
        yield Shape(
            text("query, key and value projection", "Query-, Key- und Value-Projektion"),
            1.0, _queries(attention, fields, [heads, width, values]), fields.hidden(_DEPTH), narrow,
        )  # fmt: skip
    elif attention.kind == "mla":
        yield from _latent(attention, fields, [heads, width, values], narrow=narrow)
    elif attention.kind == "linear":
        yield _linear(attention, fields, narrow=narrow)
    if attention.kind in ("full", "sliding", "mla"):
        depth = computed(_DEPTH, "1", "n · e / S", lambda n, e, s: n * e / s, [heads, values, fields.shards], _MEGATRON)
        yield Shape(
            text("output projection", "Ausgabe-Projektion"), 1.0, fields.hidden(_WIDTH), depth, narrow
        )  # fmt: skip


def _queries(attention: Attention, fields: Fields, parts: list[Derivation]) -> Derivation:
    heads, width, values = parts
    kept = fields.of(text("m, key-value heads", "m, Key-Value-Heads"), attention.kv_heads)
    gates = 2 if attention.output_gate else 1
    queries = "2 · n · d" if attention.output_gate else "n · d"
    return computed(
        _WIDTH, "1", f"{queries} / S + max(1, m / S) · (d + e)",
        lambda n, d, e, m, s: gates * n * d / s + max(1.0, m / s) * (d + e),
        [heads, width, values, kept, fields.shards], "arXiv 2305.13245",
    )  # fmt: skip


def _latent(attention: Attention, fields: Fields, parts: list[Derivation], *, narrow: bool) -> Iterator[Shape]:
    """Down to the latent vectors, kept whole by every accelerator, and up from them by heads."""
    heads, width, values = parts
    low = fields.of(text("q, rank of the queries", "q, Rang der Queries"), attention.q_lora_rank or 0)
    rank = fields.of(text("r, rank of keys and values", "r, Rang von Keys und Values"), attention.kv_lora_rank or 0)
    rope = fields.of(text("p, rotated width", "p, rotierte Breite"), attention.qk_rope_head_dim or 0)
    plain = fields.of(text("o, unrotated width", "o, nicht rotierte Breite"), attention.qk_nope_head_dim or 0)
    down = computed(_WIDTH, "1", "q + r + p", lambda q, r, p: q + r + p, [low, rank, rope], _LATENT)
    yield Shape(
        text("projection to latents", "Projektion in den latenten Raum"), 1.0, down, fields.hidden(_DEPTH), narrow
    )
    up = computed(_WIDTH, "1", "n · d / S", lambda n, d, s: n * d / s, [heads, width, fields.shards], _LATENT)
    depth = computed(_DEPTH, "1", "q", lambda q: q, [low]) if attention.q_lora_rank else fields.hidden(_DEPTH)
    yield Shape(text("queries from latents", "Queries aus dem latenten Raum"), 1.0, up, depth, narrow)
    unfold = computed(
        _WIDTH, "1", "n · (o + e) / S", lambda n, o, e, s: n * (o + e) / s, [heads, plain, values, fields.shards],
        _LATENT,
    )  # fmt: skip
    depth = computed(_DEPTH, "1", "r", lambda r: r, [rank])
    yield Shape(
        text("keys and values from latents", "Keys und Values aus dem latenten Raum"), 1.0, unfold, depth, narrow
    )  # fmt: skip


def _linear(attention: Attention, fields: Fields, *, narrow: bool) -> Shape:
    count = attention.params or _UNKNOWN_MIXER * fields.size * fields.size
    weights = fields.of(text("w, parameters of the mixer", "w, Parameter der Mischschicht"), count)
    hidden = fields.of(text("h, hidden size", "h, Hidden Size"), fields.size)
    width = computed(_WIDTH, "1", "w / h / S", lambda w, h, s: w / h / s, [weights, hidden, fields.shards], _MEGATRON)
    return Shape(text("linear mixer", "lineare Mischschicht"), 1.0, width, fields.hidden(_DEPTH), narrow)


def _feed_forward(part: FeedForward, fields: Fields) -> Iterator[Shape]:
    if not part.experts:
        inner = fields.of(text("f, feed-forward width", "f, Feed-Forward-Breite"), part.intermediate)
        names = (
            text("feed-forward, up", "Feed-Forward, aufwärts"),
            text("feed-forward, down", "Feed-Forward, abwärts"),
        )  # fmt: skip
        yield from _pair(names, inner, 2 if part.gated else 1, fields)
        return
    experts = fields.of(text("E, experts", "E, Experten"), part.experts)
    router = computed(_WIDTH, "1", "E", lambda e: e, [experts])
    yield Shape(text("router", "Router"), 1.0, router, fields.hidden(_DEPTH), narrow=False)
    if part.shared_experts:
        together = part.shared_experts * part.shared_intermediate
        inner = fields.of(text("f, width of the shared experts", "f, Breite der geteilten Experten"), together)
        names = (
            text("shared experts, up", "geteilte Experten, aufwärts"),
            text("shared experts, down", "geteilte Experten, abwärts"),
        )  # fmt: skip
        yield from _pair(names, inner, 2, fields)


def _pair(names: tuple[Text, Text], inner: Derivation, gates: int, fields: Fields) -> Iterator[Shape]:
    """Up to the inner width, with its gate where there is one, and down from it."""
    formula = f"{gates} · f / S" if gates > 1 else "f / S"
    wide = computed(_WIDTH, "1", formula, lambda f, s: gates * f / s, [inner, fields.shards], _MEGATRON)
    yield Shape(names[0], 1.0, wide, fields.hidden(_DEPTH), narrow=True)
    deep = computed(_DEPTH, "1", "f / S", lambda f, s: f / s, [inner, fields.shards], _MEGATRON)
    yield Shape(names[1], 1.0, fields.hidden(_WIDTH), deep, narrow=True)
