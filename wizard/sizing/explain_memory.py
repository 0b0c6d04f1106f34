"""Where each memory figure of a configuration comes from."""

from dataclasses import replace
from math import ceil

from wizard.domain.configuration import DraftedMemory, Memory
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import GB, GIB
from wizard.sizing.architecture import CACHE_BYTES, count_parameters, kv_bytes_per_token
from wizard.sizing.derive import (
    REQUESTS,
    added,
    constant,
    figure_leaf,
    leaf,
    multiplied,
    number,
    result,
)
from wizard.sizing.engine_memory import has_tower, logit_figure, profiled_run, runtime_key
from wizard.sizing.figures import engine_key, pick, pick_key, running_key
from wizard.sizing.formats import is_native, stored_bits, weight_bytes
from wizard.sizing.memory import adapter_bytes, expert_padding, request_cache_bytes
from wizard.sizing.prefix import own_bytes, shared_bytes
from wizard.sizing.replica import Replica
from wizard.sizing.steps import StepModels

WEIGHTS = text("weights", "Gewichte")
CACHE = text("KV cache", "KV-Cache")
ACTIVATIONS = text("activations", "Aktivierungen")
OVERHEAD = text("overhead", "Reserve")
_PARTS = 3
"""Taken from the usable memory beside the cache where there is no draft."""
USABLE = text("usable memory", "nutzbarer Speicher")


def explain_memory(field: str, replica: Replica, memory: Memory) -> Derivation:
    """The tree behind one field of ``Memory``; ``requests`` follow from the cache it shows."""
    trees = {
        "weights_gb": lambda: weights(replica, memory),
        "kv_cache_gb": lambda: cache(replica, memory),
        "kv_pool_gb": lambda: pool(replica, memory),
        "activations_gb": lambda: activations(replica, memory),
        "gradients_gb": lambda: none(text("gradients", "Gradienten")),
        "optimizer_gb": lambda: none(text("optimizer states", "Optimierer-Zustände")),
        "overhead_gb": lambda: overhead(replica, memory),
        "total_gb": lambda: total(replica, memory),
        "usable_gb": lambda: usable(replica),
        "kv_capacity_tokens": lambda: capacity(replica, memory),
    }
    if isinstance(memory, DraftedMemory):
        draft = drafted(replica, memory)
        trees |= {"draft_weights_gb": lambda: draft[0], "draft_cache_gb": lambda: draft[1]}
    return trees[field]()


def none(label: Text) -> Derivation:
    return leaf(label, 0.0, "GB", "inference keeps none")


def weights(replica: Replica, memory: Memory) -> Derivation:
    arch, deployment = replica.arch, replica.deployment
    parameters = count_parameters(arch)
    parts = weight_bytes(arch, deployment.weights_format, replica.facts)
    source = f"counted layer by layer from {arch.source or arch.ref}"
    bits = stored_bits(arch, deployment.weights_format, replica.facts)
    narrow = (
        leaf(text("bits a weight", "Bit je Gewicht"), bits, "bit", f"quantization_config of {arch.ref}")
        if is_native(arch, deployment.weights_format) or deployment.weights_format in ("bf16", "fp16", "fp32")
        else constant(text("bits a weight", "Bit je Gewicht"), replica.facts, "stored_bits", deployment.weights_format)
    )
    matrices = parameters.attention + parameters.dense + parameters.experts
    whole = result(
        text("all weights", "alle Gewichte"),
        parts.total / GB,
        "GB",
        "(matrices · bits / 8 + embedding, head, norms, routers and towers · at least 2 bytes) / 10^9",
        [
            leaf(text("parameters", "Parameter"), parameters.total, "1", source),
            leaf(text("of these in matrices", "davon in Matrizen"), matrices, "1", source),
            narrow,
        ],
    )
    return result(
        text("weights on one GPU", "Gewichte auf einer GPU"),
        memory.weights_gb,
        "GB",
        "matrices / TP (attention: / its ranks) + copied parts (norms, routers, latent projections, surplus key heads) "
        "+ adapters, fullest pipeline stage; experts in whole tiles",
        [
            whole,
            _count("TP", deployment.tensor_parallel),
            _count("PP", deployment.pipeline_parallel),
            *_attention_ranks(replica),
            *_further_weights(replica),
        ],
        "vLLM tensor and pipeline parallelism",
    )


def _attention_ranks(replica: Replica) -> list[Derivation]:
    """Named only where attention is divided otherwise than the rest."""
    deployment = replica.deployment
    if deployment.attention_shards == deployment.tensor_parallel:
        return []
    label = text("ranks that share the attention of a request", "Ränge, die sich die Attention einer Anfrage teilen")
    return [leaf(label, deployment.attention_shards, "GPUs", "layout of the configuration: attention by requests")]


def _further_weights(replica: Replica) -> list[Derivation]:
    arch, deployment, facts = replica.arch, replica.deployment, replica.facts
    found = []
    padding = expert_padding(arch, deployment, facts)
    if padding != 1.0:
        variant = f"{engine_key(deployment.engine)}.{deployment.weights_format}"
        tiles = [
            constant(text("tile of the width", "Kachel der Breite"), facts, "expert_tile", variant),
            constant(text("tile of the inputs", "Kachel der Eingänge"), facts, "expert_depth_tile", variant),
        ]
        label = text("padding of the experts", "Auffüllung der Experten")
        found.append(result(label, padding, "1", "widths rounded up to whole tiles / widths", tiles))
    if deployment.adapters:
        count = leaf(text("adapters", "Adapter"), deployment.adapters, "1", "answer w.adapters")
        stay = constant(text("of these resident, at most", "davon resident, höchstens"), facts, "resident_adapters")
        rank = constant(text("rank", "Rang"), facts, "adapter_rank")
        label = text("adapters on one GPU", "Adapter auf einer GPU")
        formula = "n · Σ rank · (inputs + outputs) · 2 bytes · (1 + 1 / TP) / 2"
        size = adapter_bytes(arch, deployment, facts) / GB
        found.append(result(label, size, "GB", formula, [count, stay, rank], "arXiv 2106.09685"))
    return found


def drafted(replica: Replica, memory: Memory) -> list[Derivation]:
    """Weights and cache of a draft model, by the same rules as those of the served one; nothing without a draft."""
    if replica.drafting is None or not isinstance(memory, DraftedMemory):
        return []
    beside = served_draft(replica)
    own = memory.model_copy(
        update={"weights_gb": memory.draft_weights_gb, "kv_cache_gb": memory.draft_cache_gb}
    )  # fmt: skip
    said = (
        ("weights of the draft on one GPU", "Gewichte des Entwurfsmodells auf einer GPU", weights(beside, own)),
        ("KV cache of the draft on one GPU", "KV-Cache des Entwurfsmodells auf einer GPU", cache(beside, own)),
    )
    return [tree.model_copy(update={"label": text(en, de)}) for en, de, tree in said]


def served_draft(replica: Replica) -> Replica:
    """The draft as a model that is served like its target."""
    drafting = replica.drafting
    assert drafting is not None  # noqa: S101 - asked for only where there is one
    models = StepModels(drafting.arch, replica.accelerator, replica.facts)
    return replace(replica, arch=drafting.arch, deployment=drafting.deployment, models=models, drafting=None)


def _count(name: str, value: int) -> Derivation:
    label = text(f"{name} of the configuration", f"{name} der Konfiguration")
    return leaf(label, value, "GPUs", "layout of the configuration")


def request_gb(replica: Replica) -> Derivation:
    """Cache of one request of full length on one accelerator."""
    arch, deployment = replica.arch, replica.deployment
    block = pick(replica.facts, "kv_block_tokens").value
    tokens = ceil(replica.length / block) * block
    length = result(
        text("tokens held", "gehaltene Token"),
        tokens,
        "tokens",
        "(input + output), rounded up to whole blocks",
        [
            leaf(text("input tokens", "Eingabe-Token"), replica.load.prompt, "tokens", "mean of answer w.tokens_in"),
            leaf(text("output tokens", "Ausgabe-Token"), replica.load.output, "tokens", "mean of answer w.tokens_out"),
            constant(text("block", "Block"), replica.facts, "kv_block_tokens"),
        ],
    )
    return result(
        text("cache of one request", "Cache einer Anfrage"),
        request_cache_bytes(arch, deployment, replica.length, replica.facts) / GB,
        "GB",
        "Σ layers 2 · kv_heads / min(TP, kv_heads) · head_dim · bytes · min(tokens, window); latent: (rank + rope) · "
        "bytes, never divided by TP; linear layers: constant state; · share of layers on a pipeline stage; "
        "/ groups of ranks that have requests of their own",
        [length, _kv_bytes(replica), _count("TP", deployment.tensor_parallel), *_attention_ranks(replica)],
        "arXiv 1911.02150, 2305.13245, 2405.04434",
    )


def _kv_bytes(replica: Replica) -> Derivation:
    arch, deployment = replica.arch, replica.deployment
    return result(
        text("cache of one token, all layers, one GPU", "Cache eines Tokens, alle Schichten, eine GPU"),
        kv_bytes_per_token(arch, deployment.kv_format, deployment.attention_shards),
        "bytes",
        "Σ layers 2 · kv_heads · head_dim · bytes",
        [
            leaf(text("layers", "Schichten"), arch.layer_count, "1", arch.source or arch.ref),
            leaf(
                text("bytes a value", "Byte je Wert"),
                CACHE_BYTES[deployment.kv_format],
                "bytes",
                f"cache format {deployment.kv_format}",
            ),
        ],
    )


def cache(replica: Replica, memory: Memory) -> Derivation:
    one = request_gb(replica)
    if replica.load.beginnings:
        return _shared_cache(replica, memory, one)
    count = memory.kv_cache_gb / number(one) if number(one) else 0.0
    requests = leaf(REQUESTS, float(round(count)), "requests", "load divided by replicas, rounded up")
    return multiplied(text("cache demand on one GPU", "Cache-Bedarf auf einer GPU"), "GB", [requests, one])


def _shared_cache(replica: Replica, memory: Memory, one: Derivation) -> Derivation:
    """Where requests begin alike: the beginnings once, and what each request holds beside its own."""
    arch, deployment, load, facts = replica.arch, replica.deployment, replica.load, replica.facts
    shared = "share of the prompt that is equal in many requests (answer w.shared_prefix_pct), in whole blocks"
    inputs = [
        one,
        leaf(text("of its tokens shared", "davon gemeinsame Token"), load.cached, "tokens", shared),
        leaf(
            text("cache of one request beside them", "Cache einer Anfrage daneben"),
            own_bytes(arch, deployment, load, facts) / GB, "GB", "as one request, of its other tokens",
        ),
        leaf(
            text("cache of one beginning", "Cache eines Anfangs"),
            shared_bytes(arch, deployment, load, facts) / GB, "GB", "as one request, of the shared tokens",
        ),
        constant(text("different beginnings", "verschiedene Anfänge"), facts, "distinct_prefixes"),
    ]  # fmt: skip
    formula = "requests · beside them + min(requests, beginnings) · beginning, at most requests · one request"
    label = text("cache demand on one GPU", "Cache-Bedarf auf einer GPU")
    return result(label, memory.kv_cache_gb, "GB", formula, inputs, "arXiv 2312.07104")


def usable(replica: Replica) -> Derivation:
    accelerator = replica.accelerator
    read = figure_leaf(
        text("memory the driver reports", "Speicher laut Treiber"), accelerator.id, accelerator.usable_gib
    )
    return multiplied(USABLE, "GB", [read], GIB / GB)


def activations(replica: Replica, memory: Memory) -> Derivation:
    facts, arch, deployment = replica.facts, replica.arch, replica.deployment
    logit = pick_key(facts, "logit_bytes", engine_key(deployment.engine))
    inputs = [
        constant(text("base", "Grundbetrag"), facts, "activation_base_gb"),
        _setting(text("T, tokens a step", "T, Token je Schritt"), replica, "batched_tokens"),
        _profiled(replica, memory),
        figure_leaf(text("bytes a logit", "Byte je Logit"), logit, logit_figure(deployment, facts)),
        leaf(text("hidden size", "Hidden Size"), arch.hidden, "1", arch.source or arch.ref),
        leaf(text("vocabulary", "Vokabular"), arch.vocab, "1", arch.source or arch.ref),
    ]
    formula = (
        "base + max(min(T, context) · (2 · hidden + widest feed-forward part / TP) · 2 bytes, S · vocabulary · bytes"
    )
    if has_tower(arch):
        inputs.append(constant(text("tower for images", "Bild-Encoder"), facts, "tower_peak_gb"))
        formula += ", tower"
    return result(ACTIVATIONS, memory.activations_gb, "GB", formula + ")", inputs)


def _profiled(replica: Replica, memory: Memory) -> Derivation:
    """Requests of the profiling run: the default, or what a cache that would else get too little leaves."""
    facts, arch, deployment = replica.facts, replica.arch, replica.deployment
    fewest, most = (
        profiled_run(arch, replica.accelerator, deployment, facts, fewest=few)[1] for few in (True, False)
    )  # fmt: skip
    peak = memory.activations_gb * GB - pick(facts, "activation_base_gb").value * GB
    held = peak / (arch.vocab * logit_figure(deployment, facts).value) if arch.vocab else most
    default = _setting(text("profiled requests", "Anfragen im Probelauf"), replica, "profiled_requests")
    least = constant(text("least share of the cache", "kleinster Anteil des Caches"), facts, "least_cache_share")
    return result(
        text("S, requests of the profiling run", "S, Anfragen des Probelaufs"),
        float(int(min(most, max(fewest, held)))),
        "requests",
        "default, at most T; fewer where the cache would get less than its least share",
        [default, least],
    )


def _setting(label: Text, replica: Replica, name: str) -> Derivation:
    """A setting the engine chooses by the accelerator."""
    key = running_key(replica.facts, name, replica.deployment.engine, replica.accelerator)
    return figure_leaf(label, key, replica.facts[key])


_RESERVES = {
    "tensorrt_llm": "runtime + (1 − share) · (usable − weights − activations − runtime)",
    "sglang": "max(runtime, (1 − share) · usable − activations)",
}
_RESERVE = "runtime + (1 − share) · usable"


def overhead(replica: Replica, memory: Memory) -> Derivation:
    facts, engine = replica.facts, engine_key(replica.deployment.engine)
    key = runtime_key(replica.accelerator, replica.deployment, facts)
    inputs = [
        usable(replica),
        _share(replica),
        figure_leaf(text("runtime and communication", "Laufzeitumgebung und Kommunikation"), key, facts[key]),
    ]
    if engine in _RESERVES:
        inputs.append(activations(replica, memory))
    if engine == "tensorrt_llm":
        inputs += [weights(replica, memory), *drafted(replica, memory)[:1]]
    return result(OVERHEAD, memory.overhead_gb, "GB", _RESERVES.get(engine, _RESERVE), inputs)


def _share(replica: Replica) -> Derivation:
    """The default of the engine, or what it is started with where the cache would get too little."""
    facts, engine = replica.facts, engine_key(replica.deployment.engine)
    label = text("share the engine uses", "Anteil, den die Engine nutzt")
    default = constant(label, facts, "memory_utilisation", engine)
    if replica.budget.share <= number(default):
        return default
    least = constant(
        text("least share the engine is told to leave the cache", "kleinster Anteil, der dem Cache bleiben soll"),
        facts,
        "least_filled_share",
    )
    formula = "default, raised until the cache has its least share, at most to the upper end of the default's span"
    return result(label, replica.budget.share, "share of the usable memory", formula, [default, least])


def total(replica: Replica, memory: Memory) -> Derivation:
    label = text("memory in use on one GPU", "belegter Speicher auf einer GPU")
    parts = [weights(replica, memory), cache(replica, memory), activations(replica, memory)]
    return added(label, "GB", [*parts, overhead(replica, memory), *drafted(replica, memory)])


def pool(replica: Replica, memory: Memory) -> Derivation:
    inputs = [usable(replica), weights(replica, memory), activations(replica, memory), overhead(replica, memory)]
    inputs += drafted(replica, memory)[:1]
    room, *taken = (number(i) for i in inputs)
    label = text("room for the cache on one GPU", "Platz für den Cache auf einer GPU")
    formula = "usable − weights − activations − overhead" + (" − weights of the draft" if len(taken) > _PARTS else "")
    return result(label, room - sum(taken), "GB", formula, inputs)


def capacity(replica: Replica, memory: Memory) -> Derivation:
    one, room = request_gb(replica), pool(replica, memory)
    length = leaf(
        text("tokens a request", "Token je Anfrage"), replica.length, "tokens", "input + output"
    )  # fmt: skip
    label = text("tokens the cache of a replica holds", "Token, die der Cache eines Replikats fasst")
    both = [one] if replica.drafting is None else [one, draft_request_gb(replica)]
    each = sum(number(part) for part in both)
    value = max(0.0, number(room)) / each * replica.length if each else 0.0
    formula = "room / cache of one request · tokens a request"
    if len(both) > 1:
        formula = "room / (cache of one request + that of the draft) · tokens a request"
    return result(label, value, "tokens", formula, [room, *both, length])


def draft_request_gb(replica: Replica) -> Derivation:
    """Cache of one request in the draft on one accelerator."""
    label = text("cache of one request in the draft", "Cache einer Anfrage im Entwurfsmodell")
    return request_gb(served_draft(replica)).model_copy(update={"label": label})
