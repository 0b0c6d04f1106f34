"""Peak of engines that allocate memory as they go, instead of filling the card at the start.

Highest memory allocated in PyTorch, as such engines report it: weights, cache and workspace, and on top the larger of
what reading the prompt and what loading the model takes for a moment. Sources: AutoAWQ 0.1.6, ``awq/modules/fused``
(one cache for all new tokens, scores in 16 bit with a softmax in 32 bit, matrices of queries, keys and values joined
at the start); Transformers before 4.36 (each step copies the whole cache; since then ``DynamicCache``); PyTorch,
``CUBLAS_WORKSPACE_CONFIG``.
"""

from dataclasses import dataclass

from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.domain.quantities import MIB
from wizard.domain.workload import Deployment
from wizard.sizing.architecture import BITS_PER_BYTE, sequence_kv_bytes
from wizard.sizing.figures import Facts, pick, pick_for
from wizard.sizing.formats import stored_bits, weight_bytes
from wizard.sizing.memory import stage_share, weights_per_gpu

_HALF_BYTES = 2.0
_JOINED = ("bloom", "dbrx", "falcon", "gpt2", "gpt_bigcode", "gpt_neox", "mpt", "phi3")
"""Model types whose checkpoints hold queries, keys and values in one matrix already."""
RESERVING = "autoawq"


@dataclass(frozen=True)
class GrowingMemory:
    """Bytes on the fullest accelerator."""

    weights: float
    cache: float
    workspace: float
    reading: float
    """Of the prompt, read at once."""
    loading: float
    """Copies made while the model is loaded, gone afterwards."""

    @property
    def passing(self) -> float:
        return max(self.reading, self.loading)

    @property
    def total(self) -> float:
        return self.weights + self.cache + self.workspace + self.passing


def growing_memory(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, engine: str, requests: float,
    prompt: float, output: float, facts: Facts,
) -> GrowingMemory:  # fmt: skip
    """Memory of ``requests`` that run together from their first to their last token.

    Args:
        engine: variant of the figures: ``transformers``, ``transformers_old`` (before 4.36), ``autoawq``, or another.
    """
    return GrowingMemory(
        weights=weights_per_gpu(arch, deployment, facts) + _untied_head(arch, deployment, engine, facts),
        cache=_cache(arch, deployment, engine, requests, prompt, output, facts),
        workspace=pick_for(facts, "workspace_mib", accelerator).value * MIB,
        reading=_reading(arch, engine, requests, prompt, facts),
        loading=_loading(arch, deployment, engine, facts),
    )


def _untied_head(arch: ModelArchitecture, deployment: Deployment, engine: str, facts: Facts) -> float:
    """A head that shares the embedding, stored once more where the engine does not share it in this format."""
    if not arch.tied_embeddings:
        return 0.0
    copies = pick(facts, "head_copies", f"{engine}.{deployment.weights_format}").value
    return copies * weight_bytes(arch, deployment.weights_format, facts).embedding


def _cache(
    arch: ModelArchitecture, deployment: Deployment, engine: str, requests: float, prompt: float, output: float,
    facts: Facts,
) -> float:  # fmt: skip
    """Of all tokens, or where the engine reserves it of the new ones, whose room the prompt uses first."""
    tokens = max(prompt, output) if engine == RESERVING else prompt + output
    each = sequence_kv_bytes(arch, tokens, deployment.kv_format, deployment.tensor_parallel)
    return requests * each * stage_share(arch, deployment) * pick(facts, "cache_copies", engine).value


def _reading(arch: ModelArchitecture, engine: str, requests: float, prompt: float, facts: Facts) -> float:
    """Scores of all pairs of tokens in one layer, and the hidden states beside them."""
    heads = max((g.attention.heads for g in arch.layers), default=0)
    scores = heads * prompt**2 * pick(facts, "score_bytes", engine).value
    hidden = prompt * arch.hidden * pick(facts, "prompt_copies", engine).value * _HALF_BYTES
    return requests * (scores + hidden)


def _loading(arch: ModelArchitecture, deployment: Deployment, engine: str, facts: Facts) -> float:
    """Matrices of queries, keys and values are copied into one before the parts are freed."""
    if engine != RESERVING or arch.model_type in _JOINED:
        return 0.0
    columns = 0.0
    for group in arch.layers:
        attention = group.attention
        columns += group.count * (attention.heads + 2 * attention.kv_heads) * attention.head_dim
    bits = stored_bits(arch, deployment.weights_format, facts)
    return columns * arch.hidden * bits / BITS_PER_BYTE * stage_share(arch, deployment)
