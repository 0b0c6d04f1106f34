"""Time of attention: to the cache in a decode step, and within a prompt.

Sources: Kwon et al., arXiv 2309.06180; grouped heads, arXiv 2305.13245; latent attention, arXiv 2405.04434; Dao, arXiv
2307.08691.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from wizard.domain.language import Text, text
from wizard.domain.model import Attention
from wizard.domain.provenance import Derivation
from wizard.sizing.architecture import CACHE_BYTES
from wizard.sizing.derive import added, again, computed, constant, figure_leaf, leaf, multiplied
from wizard.sizing.explain_products import bandwidth, dense_peak
from wizard.sizing.explain_shapes import Fields
from wizard.sizing.figures import engine_key, key_for
from wizard.sizing.layers import attending_layers
from wizard.sizing.replica import Replica

_MB = 1e6
_GFLOP = 1e9
_PAPERS = {"full": "arXiv 2305.13245", "sliding": "arXiv 2305.13245", "mla": "arXiv 2405.04434"}
_FLASH = "arXiv 2307.08691"


@dataclass(frozen=True)
class _Held:
    """What ``layers`` layers hold of every token: one entry, or one for several tokens."""

    attention: Attention
    layers: int
    window: int | None
    tokens_an_entry: int = 1

    @property
    def latent(self) -> bool:
        return self.attention.kind == "mla"


def _held(replica: Replica) -> Iterator[_Held]:
    totals: dict[Attention, int] = {}
    for group in replica.arch.layers:
        if group.attention.kind in _PAPERS:
            totals[group.attention] = totals.get(group.attention, 0) + group.count
    for attention, layers in totals.items():
        yield _Held(attention, layers, attention.window if attention.kind in ("sliding", "mla") else None)
        if attention.kind == "mla" and attention.window and attention.compress:
            yield _Held(attention, layers, None, attention.compress)


def _figure(replica: Replica, label: Text, name: str, *, engine: bool = False) -> Derivation:
    running = engine_key(replica.deployment.engine) if engine else None
    key = key_for(replica.facts, name, replica.accelerator, None, running)
    return figure_leaf(label, key, replica.facts[key])


def _pace(replica: Replica) -> Derivation:
    label = text("p, pace against the measured kernel", "p, Tempo gegenüber dem gemessenen Kernel")
    return _figure(replica, label, "cache_pace", engine=True)


_SHARE = text("s, share the kernel reaches", "s, Anteil, den der Kernel erreicht")


def attention_starts(replica: Replica) -> Derivation:
    """Each layer starts its attention, or another mixer, once a step."""
    count = leaf(
        text("layers that mix tokens", "Schichten, die Token mischen"),
        attending_layers(replica.arch),
        "1",
        replica.arch.ref,
    )
    start = _figure(replica, text("start of the measured kernel", "Start des gemessenen Kernels"), "cache_start_us")
    label = text("starts of attention", "Starts der Attention")
    return multiplied(label, "ms", [count, start, _pace(replica)], 1e-3)


def cache_attention(replica: Replica, requests: Derivation, rows: Derivation | None = None) -> Derivation:
    """Attention of ``requests`` requests on one accelerator: the longer of reading and computing.

    ``rows`` are the tokens that attend, where a request has several at once; None: one a request.
    """
    context = _context(replica)
    read = _sum(
        text("cache read", "gelesener Cache"), "MB", [_cache_bytes(replica, h, context) for h in _held(replica)]
    )
    pace = _pace(replica)
    rate = bandwidth(replica).model_copy(update={"label": text("r, memory bandwidth", "r, Speicherbandbreite")})
    reading = computed(
        text("R, reading", "R, Lesen"), "ms", "(B + Z) · T / (r · s) · p",
        lambda b, z, t, r, s, p: (b + z) * t / (r * s) * p,
        [
            _named(read, text("B, cache of one request", "B, Cache einer Anfrage")),
            _state(replica), requests, rate, _figure(replica, _SHARE, "cache_read"), pace,
        ],
    )  # fmt: skip
    operations = _sum(
        text("operations", "Operationen"), "GFLOP", [_operations(replica, h, context) for h in _held(replica)]
    )  # fmt: skip
    computing = computed(
        text("C, computing", "C, Rechnen"), "ms", "O · T / (P · s) · p",
        lambda o, t, peak, s, p: o * t / (peak * s) * p,
        [
            _named(operations, text("O, operations of one request", "O, Operationen einer Anfrage")),
            again(requests) if rows is None else rows, dense_peak(replica, replica.model.units.half),
            _figure(replica, _SHARE, "cache_compute"), pace,
        ],
    )  # fmt: skip
    label = text("attention to the cache", "Attention auf den Cache")
    return computed(label, "ms", "max(R, C)", max, [reading, computing], "arXiv 2309.06180")


def _named(derivation: Derivation, label: Text) -> Derivation:
    return derivation.model_copy(update={"label": label})


def _sum(label: Text, unit: str, parts: list[Derivation]) -> Derivation:
    if not parts:
        return leaf(label, 0.0, unit, "no layer holds a cache")
    return parts[0] if len(parts) == 1 else added(label, unit, parts)


def _context(replica: Replica) -> Derivation:
    load = replica.load
    inputs = [
        leaf(text("I, input tokens", "I, Eingabe-Token"), load.prompt, "tokens", "mean of answer w.tokens_in"),
        leaf(text("O, output tokens", "O, Ausgabe-Token"), load.output, "tokens", "mean of answer w.tokens_out"),
    ]
    label = text("c, mean context", "c, mittlerer Kontext")
    return computed(label, "tokens", "I + O / 2", lambda i, o: i + o / 2, inputs)


def _state(replica: Replica) -> Derivation:
    """Constant states are read and written back."""
    arch, model = replica.arch, replica.model
    held = leaf(
        text("b, states of linear layers", "b, Zustände linearer Schichten"), model.state_bytes / _MB, "MB",
        f"counted layer by layer from {arch.source or arch.ref}",
    )  # fmt: skip
    return computed(
        text("Z, states of one request", "Z, Zustände einer Anfrage"), "MB", "2 · b", lambda b: 2 * b, [held]
    )


def _cache_bytes(replica: Replica, held: _Held, context: Derivation) -> Derivation:
    fields, attention = Fields(replica), held.attention
    size = leaf(
        text("b, bytes a value", "b, Byte je Wert"), CACHE_BYTES[replica.deployment.kv_format], "bytes",
        f"cache format {replica.deployment.kv_format}",
    )  # fmt: skip
    layers = fields.of(_LAYERS, held.layers)
    if held.latent:
        index = attention.index_dim if held.tokens_an_entry > 1 else 0
        values = fields.of(
            text("v, latent, rotated and index values", "v, latente, rotierte und Index-Werte"),
            (attention.kv_lora_rank or 0) + (attention.qk_rope_head_dim or 0) + index,
        )  # fmt: skip
        each = computed(
            _EACH_BYTES, "bytes", "L · v · b", lambda n, v, b: n * v * b, [layers, values, size], _PAPERS["mla"]
        )  # fmt: skip
    else:
        heads = fields.of(text("m, key-value heads", "m, Key-Value-Heads"), attention.kv_heads)
        each = computed(
            _EACH_BYTES, "bytes", "L · m · w / min(S, m) · b", lambda n, m, w, s, b: n * m * w / min(s, m) * b,
            [layers, heads, _both(fields, attention), fields.shards, size], _PAPERS[attention.kind],
        )  # fmt: skip
    label = _kind(held, text("cache", "Cache"))
    return computed(label, "MB", "k · e / 10^6", lambda k, e: k * e / _MB, [each, _entries(held, context)])


_LAYERS = text("L, layers", "L, Schichten")
_EACH_BYTES = text("k, bytes an entry", "k, Byte je Eintrag")
_EACH_OPERATIONS = text("k, operations an entry", "k, Operationen je Eintrag")


def _both(fields: Fields, attention: Attention) -> Derivation:
    """Width of a key and of its value together."""
    width = attention.head_dim + (attention.v_head_dim or attention.head_dim)
    return fields.of(text("w, width of a key and a value", "w, Breite eines Keys und eines Values"), width)


def _entries(held: _Held, tokens: Derivation) -> Derivation:
    """Of ``c`` tokens: each, those of the window, or one for several."""
    label = text("e, entries held", "e, gehaltene Einträge")
    if held.tokens_an_entry > 1:
        return computed(label, "1", "c / q", lambda c, q: c / q, [tokens, _compressed(held)], _PAPERS["mla"])
    if held.window is None:
        return computed(label, "1", "c", lambda c: c, [tokens])
    return computed(label, "1", "min(c, x)", min, [tokens, _window(held.window)])


def _compressed(held: _Held) -> Derivation:
    label = text("q, tokens an entry", "q, Token je Eintrag")
    return leaf(label, held.tokens_an_entry, "tokens", "compression in the architecture")


def _window(size: int) -> Derivation:
    return leaf(text("x, window", "x, Fenster"), size, "tokens", "attention window in the architecture")


def _kind(held: _Held, what: Text) -> Text:
    kinds = {
        "full": text("full layers", "volle Schichten"),
        "sliding": text("layers with a window", "Schichten mit Fenster"),
        "mla": text("latent layers", "latente Schichten"),
    }  # fmt: skip
    plain = held.tokens_an_entry == 1
    kind = kinds[held.attention.kind] if plain else text("compressed entries", "verdichtete Einträge")
    return text(f"{what.en} of {kind.en}", f"{what.de}: {kind.de}")


def _operations(replica: Replica, held: _Held, context: Derivation) -> Derivation:
    """Of one new token; latent attention works on the latents themselves."""
    fields, attention = Fields(replica), held.attention
    if not held.latent:
        each = _unfolded(fields, held)
    else:
        shared = [fields.of(_LAYERS, held.layers), _heads(fields, attention)]
        rank = fields.of(text("r, rank of keys and values", "r, Rang von Keys und Values"), attention.kv_lora_rank or 0)
        rope = fields.of(text("o, rotated width", "o, rotierte Breite"), attention.qk_rope_head_dim or 0)
        each = computed(
            _EACH_OPERATIONS, "FLOP", "2 · L · n · (2 · r + o) / S",
            lambda n, h, r, o, s: 2 * n * h * (2 * r + o) / s, [*shared, rank, rope, fields.shards], _PAPERS["mla"],
        )  # fmt: skip
    label = _kind(held, text("operations", "Operationen"))
    entries = _entries(held, again(context))
    return computed(label, "GFLOP", "k · e / 10^9", lambda k, e: k * e / _GFLOP, [each, entries])


def _heads(fields: Fields, attention: Attention) -> Derivation:
    return fields.of(text("n, query heads", "n, Query-Heads"), attention.heads)


def _unfolded(fields: Fields, held: _Held) -> Derivation:
    """One query against one key, and its value, in all heads."""
    attention = held.attention
    width = attention.head_dim + (attention.v_head_dim or (0 if held.latent else attention.head_dim))
    both = fields.of(text("w, width of a key and a value", "w, Breite eines Keys und eines Values"), width)
    return computed(
        _EACH_OPERATIONS, "FLOP", "2 · L · n · w / S", lambda n, h, w, s: 2 * n * h * w / s,
        [fields.of(_LAYERS, held.layers), _heads(fields, attention), both, fields.shards], _FLASH,
    )  # fmt: skip


def prompt_attention(replica: Replica, prompt: Derivation) -> Derivation:
    """Attention of all layers within the prompt ``t``."""
    facts, engine = replica.facts, engine_key(replica.deployment.engine)
    parts = [_prompt_operations(replica, held, prompt) for held in _held(replica)]
    operations = _sum(text("operations", "Operationen"), "GFLOP", parts)
    return computed(
        text("attention in the prompt", "Attention im Prompt"), "ms", "O / (P · s) · p · y · (t + u) / t",
        lambda o, peak, s, p, y, t, u: o / (peak * s) * p * y * (t + u) / t,
        [
            _named(operations, text("O, operations", "O, Operationen")),
            dense_peak(replica, replica.model.units.half),
            _figure(replica, _SHARE, "prompt_compute"),
            _figure(
                replica, text("p, pace against the measured kernel", "p, Tempo gegenüber dem gemessenen Kernel"),
                "prompt_pace", engine=True,
            ),
            constant(text("y, pace of this engine", "y, Tempo dieser Engine"), facts, "prompt_engine_pace", engine),
            prompt,
            _figure(replica, text("u, tokens of half the rate", "u, Token der halben Rate"), "prompt_half_tokens"),
        ],
        _FLASH,
    )  # fmt: skip


def _prompt_operations(replica: Replica, held: _Held, prompt: Derivation) -> Derivation:
    label = _kind(held, text("operations", "Operationen"))
    each = _unfolded(Fields(replica), held)
    return computed(label, "GFLOP", "k · e / 10^9", lambda k, e: k * e / _GFLOP, [each, _pairs(held, prompt)])


def _pairs(held: _Held, prompt: Derivation) -> Derivation:
    """Query-key pairs of a causal prompt."""
    label = text("e, pairs of queries and entries", "e, Paare aus Queries und Einträgen")
    if held.tokens_an_entry > 1:
        return computed(label, "1", "t · t / 2 / q", lambda t, q: t * t / 2 / q, [prompt, _compressed(held)])
    if held.window is None:
        return computed(label, "1", "t · t / 2", lambda t: t * t / 2, [prompt])
    window = _window(held.window)
    return computed(
        label, "1", "min(t, x) · (t − min(t, x) / 2)", lambda t, x: min(t, x) * (t - min(t, x) / 2), [prompt, window]
    )  # fmt: skip
