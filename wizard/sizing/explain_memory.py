"""Where each memory figure of a configuration comes from."""

from math import ceil

from wizard.domain.configuration import Memory
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import GB, GIB
from wizard.sizing.architecture import CACHE_BYTES, count_parameters, kv_bytes_per_token, sequence_kv_bytes
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
from wizard.sizing.figures import engine_key, pick
from wizard.sizing.formats import is_native, stored_bits, weight_bytes
from wizard.sizing.memory import stage_share
from wizard.sizing.predict import Replica

WEIGHTS = text("weights", "Gewichte")
CACHE = text("KV cache", "KV-Cache")
ACTIVATIONS = text("activations", "Aktivierungen")
OVERHEAD = text("overhead", "Reserve")
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
        "matrices / TP + copied parts (norms, routers, latent projections, surplus key heads), fullest pipeline stage",
        [whole, _count("TP", deployment.tensor_parallel), _count("PP", deployment.pipeline_parallel)],
        "vLLM tensor and pipeline parallelism",
    )


def _count(name: str, value: int) -> Derivation:
    label = text(f"{name} of the configuration", f"{name} der Konfiguration")
    return leaf(label, value, "GPUs", "layout of the configuration")


def request_gb(replica: Replica) -> Derivation:
    """Cache of one request of full length on one accelerator."""
    arch, deployment = replica.arch, replica.deployment
    block = pick(replica.facts, "kv_block_tokens").value
    tokens = ceil(replica.length / block) * block
    each = sequence_kv_bytes(arch, tokens, deployment.kv_format, deployment.tensor_parallel)
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
        each * stage_share(arch, deployment) / GB,
        "GB",
        "Σ layers 2 · kv_heads / min(TP, kv_heads) · head_dim · bytes · min(tokens, window); latent: (rank + rope) · "
        "bytes, never divided by TP; linear layers: constant state; · share of layers on a pipeline stage",
        [length, _kv_bytes(replica), _count("TP", deployment.tensor_parallel)],
        "arXiv 1911.02150, 2305.13245, 2405.04434",
    )


def _kv_bytes(replica: Replica) -> Derivation:
    arch, deployment = replica.arch, replica.deployment
    return result(
        text("cache of one token, all layers, one GPU", "Cache eines Tokens, alle Schichten, eine GPU"),
        kv_bytes_per_token(arch, deployment.kv_format, deployment.tensor_parallel),
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
    count = memory.kv_cache_gb / number(one) if number(one) else 0.0
    requests = leaf(REQUESTS, float(round(count)), "requests", "load divided by replicas, rounded up")
    return multiplied(text("cache demand on one GPU", "Cache-Bedarf auf einer GPU"), "GB", [requests, one])


def usable(replica: Replica) -> Derivation:
    accelerator = replica.accelerator
    read = figure_leaf(
        text("memory the driver reports", "Speicher laut Treiber"), accelerator.id, accelerator.usable_gib
    )
    return multiplied(USABLE, "GB", [read], GIB / GB)


def activations(replica: Replica, memory: Memory) -> Derivation:
    facts, arch = replica.facts, replica.arch
    inputs = [
        constant(text("base", "Grundbetrag"), facts, "activation_base_gb"),
        constant(text("T, tokens a step", "T, Token je Schritt"), facts, "batched_tokens"),
        constant(text("S, profiled requests", "S, Anfragen im Probelauf"), facts, "profiled_requests"),
        constant(text("bytes a logit", "Byte je Logit"), facts, "logit_bytes"),
        leaf(text("hidden size", "Hidden Size"), arch.hidden, "1", arch.source or arch.ref),
        leaf(text("vocabulary", "Vokabular"), arch.vocab, "1", arch.source or arch.ref),
    ]
    formula = "base + min(T, context) · (4 · hidden + widest feed-forward part / TP) · 2 bytes + S · vocabulary · bytes"
    return result(ACTIVATIONS, memory.activations_gb, "GB", formula, inputs)


def overhead(replica: Replica, memory: Memory) -> Derivation:
    facts, deployment = replica.facts, replica.deployment
    variant = "parallel" if deployment.gpus_per_replica > 1 else "single"
    inputs = [
        usable(replica),
        constant(
            text("share the engine uses", "Anteil, den die Engine nutzt"),
            facts,
            "memory_utilisation",
            engine_key(deployment.engine),
        ),
        constant(text("driver and communication", "Treiber und Kommunikation"), facts, "runtime_gb", variant),
    ]
    formula = "usable · (1 − share the engine uses) + driver and communication"
    return result(OVERHEAD, memory.overhead_gb, "GB", formula, inputs)


def total(replica: Replica, memory: Memory) -> Derivation:
    label = text("memory in use on one GPU", "belegter Speicher auf einer GPU")
    parts = [weights(replica, memory), cache(replica, memory), activations(replica, memory)]
    return added(label, "GB", [*parts, overhead(replica, memory)])


def pool(replica: Replica, memory: Memory) -> Derivation:
    inputs = [usable(replica), weights(replica, memory), activations(replica, memory), overhead(replica, memory)]
    room, *taken = (number(i) for i in inputs)
    label = text("room for the cache on one GPU", "Platz für den Cache auf einer GPU")
    return result(label, room - sum(taken), "GB", "usable − weights − activations − overhead", inputs)


def capacity(replica: Replica, memory: Memory) -> Derivation:
    one, room = request_gb(replica), pool(replica, memory)
    length = leaf(
        text("tokens a request", "Token je Anfrage"), replica.length, "tokens", "input + output"
    )  # fmt: skip
    value = max(0.0, number(room)) / number(one) * replica.length if number(one) else 0.0
    label = text("tokens the cache of a replica holds", "Token, die der Cache eines Replikats fasst")
    return result(label, value, "tokens", "room / cache of one request · tokens a request", [room, one, length])
