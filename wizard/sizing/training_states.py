"""States of a training: weights, gradients and optimizer, from bytes a parameter.

Sources: Rajbhandari et al. (ZeRO), arXiv 1910.02054: mixed precision with Adam keeps 2 + 2 + 12 bytes a parameter, so
7.5e9 parameters need 120 GB; DeepSpeed's estimators count 18 bytes, with gradients in 32 bit. Hu et al. (LoRA), arXiv
2106.09685; Dettmers et al. (QLoRA), arXiv 2305.14314; Dettmers et al., arXiv 2110.02861 (8-bit moments).
"""

from dataclasses import dataclass

from wizard.domain.errors import CodedError
from wizard.domain.model import Attention, LayerGroup, ModelArchitecture
from wizard.domain.quantities import GB
from wizard.domain.workload import TrainingMethod
from wizard.domain.workload_result import TrainingMemory
from wizard.sizing.architecture import BITS_PER_BYTE, count_parameters
from wizard.sizing.figures import Facts
from wizard.sizing.training_errors import TrainingError
from wizard.sizing.training_facts import fact
from wizard.sizing.training_flops import ADAPTERS

HALF_BYTES = 2.0
FULL_BYTES = 4.0
BILLION = 1e9
RULE = (1.30, 1.40)
"""Weights plus 30 to 40 per cent: the rule of thumb found in articles."""


@dataclass(frozen=True)
class Precision:
    """Bytes of one value; ``master`` is the copy of the weights in 32 bit that mixed precision updates."""

    weight: float
    gradient: float
    gradient_high: float
    master: float
    moment: float


PRECISIONS = {
    "bf16_mixed": Precision(HALF_BYTES, HALF_BYTES, FULL_BYTES, FULL_BYTES, FULL_BYTES),
    "fp16_mixed": Precision(HALF_BYTES, HALF_BYTES, FULL_BYTES, FULL_BYTES, FULL_BYTES),
    "fp8_mixed": Precision(HALF_BYTES, HALF_BYTES, FULL_BYTES, FULL_BYTES, FULL_BYTES),
    "fp4_mixed": Precision(HALF_BYTES, HALF_BYTES, FULL_BYTES, FULL_BYTES, FULL_BYTES),
    "bf16": Precision(HALF_BYTES, HALF_BYTES, HALF_BYTES, 0.0, HALF_BYTES),
    "fp32": Precision(FULL_BYTES, FULL_BYTES, FULL_BYTES, 0.0, FULL_BYTES),
}
"""``bf16`` keeps no copy in 32 bit at all."""
MOMENTS = {
    "adamw": 2.0,
    "adamw_8bit": 2.0,
    "adamw_paged": 2.0,
    "adamw_paged_8bit": 2.0,
    "adafactor": 0.0,
    "muon": 1.0,
    "sgd": 1.0,
    "other": 2.0,
}
"""Moments an optimizer keeps of each parameter. Adafactor's row and column sums are below a thousandth of one; an
unknown optimizer counts as AdamW."""


NARROW_MOMENT = 1.0
NARROW_OPTIMIZERS = ("adamw_8bit", "adamw_paged_8bit")
PAGED_OPTIMIZERS = ("adamw_paged", "adamw_paged_8bit")
"""Their states move to main memory when memory grows short (arXiv 2305.14314, section 3)."""


@dataclass(frozen=True)
class StateBytes:
    """Bytes a trained parameter."""

    weights: float
    gradients: float
    gradients_high: float
    optimizer: float

    @property
    def low(self) -> float:
        return self.weights + self.gradients + self.optimizer

    @property
    def high(self) -> float:
        return self.weights + self.gradients_high + self.optimizer


def state_bytes(precision: str, optimizer: str) -> StateBytes:
    """AdamW in mixed precision: 2 + 2 + (4 + 4 + 4) = 16, with 32-bit gradients 18.

    Raises:
        CodedError: E126, a precision or optimizer nobody knows.
    """
    check_choice("precision", precision, PRECISIONS)
    check_choice("optimizer", optimizer, MOMENTS)
    size = PRECISIONS[precision]
    moment = moment_bytes(precision, optimizer)
    return StateBytes(
        weights=size.weight,
        gradients=size.gradient,
        gradients_high=size.gradient_high,
        optimizer=size.master + MOMENTS[optimizer] * moment,
    )


def optimizer_bytes(precision: str, optimizer: str, trained: float, wide: float = 0.0) -> float:
    """Of ``trained`` parameters, ``wide`` of which AdamW updates beside Muon (Jordan et al., kellerjordan.github.io/
    posts/muon, 2024-12-08: matrices of hidden layers only)."""
    return trained * state_bytes(precision, optimizer).optimizer + wide * moment_bytes(precision, optimizer)


def moment_bytes(precision: str, optimizer: str) -> float:
    """Bytes of one moment of a parameter."""
    return NARROW_MOMENT if optimizer in NARROW_OPTIMIZERS else PRECISIONS[precision].moment


def check_choice(what: str, value: str, known: "dict[str, Precision] | dict[str, float]") -> None:
    if value not in known:
        raise CodedError(TrainingError.SETTING, what=what, value=value, known=", ".join(known))


def adapter_parameters(arch: ModelArchitecture, rank: int) -> int:
    """``Σ rank · (inputs + outputs)`` over the projections of attention and dense feed-forward parts.

    Routed experts get no adapters, as in the usual recipes. Llama-3.1-8B with rank 16 gives 41,943,040.
    """
    return rank * sum(g.count * sum(a + b for a, b in _projections(g, arch.hidden)) for g in arch.layers)


def _projections(group: LayerGroup, hidden: int) -> list[tuple[int, int]]:
    found = _attention_projections(group.attention, hidden)
    part = group.feed_forward
    if part is None:
        return found
    width = part.intermediate if not part.experts else part.shared_experts * part.shared_intermediate
    if width:
        found += [(hidden, width)] * (2 if part.gated else 1) + [(width, hidden)]
    return found


def _attention_projections(attention: Attention, hidden: int) -> list[tuple[int, int]]:
    if attention.kind == "none":
        return []
    if attention.kind == "linear":
        return [(hidden, hidden)] * 4
    queries = attention.heads * attention.head_dim
    values = attention.heads * (attention.v_head_dim or attention.head_dim)
    if attention.kind == "mla":
        latent = attention.kv_lora_rank or 0
        up = attention.heads * ((attention.qk_nope_head_dim or 0) + (attention.v_head_dim or 0))
        rank = attention.q_lora_rank
        query = [(hidden, rank), (rank, queries)] if rank else [(hidden, queries)]
        down = (hidden, latent + (attention.qk_rope_head_dim or 0))
        return [*query, down, (latent, up), (values, hidden)]
    keys = attention.kv_heads * attention.head_dim
    kept = attention.kv_heads * (attention.v_head_dim or attention.head_dim)
    return [(hidden, queries), (hidden, keys), (hidden, kept), (values, hidden)]


def base_bytes(
    arch: ModelArchitecture, method: TrainingMethod, precision: str, facts: Facts, base: str = "nf4"
) -> float:
    """Bytes of the whole model's weights as the run holds them; 4-bit bases keep embedding, head and norms in 16."""
    parameters = count_parameters(arch)
    if method != "qlora":
        return parameters.total * PRECISIONS[precision].weight
    matrices = parameters.attention + parameters.dense + parameters.experts
    narrow = matrices * fact(facts, "qlora_bits", base).value / BITS_PER_BYTE
    return narrow + (parameters.total - matrices) * HALF_BYTES


def frozen_copies(method: TrainingMethod, facts: Facts) -> float:
    """Copies of the model that stay fixed beside the trained one; adapters switch off instead."""
    return fact(facts, "frozen_copies", "rl").value if method == "rl" else 0.0


def trained_parameters(arch: ModelArchitecture, method: TrainingMethod, rank: int) -> int:
    """All parameters, or those of the adapters."""
    return adapter_parameters(arch, rank) if method in ADAPTERS else count_parameters(arch).total


def training_memory(
    arch: ModelArchitecture, method: TrainingMethod, precision: str, optimizer: str, rank: int, facts: Facts
) -> TrainingMemory:
    """States of all GPUs together, before activations, beside the rule of weights plus 30 to 40 per cent.

    Raises:
        CodedError: E126.
    """
    each = state_bytes(precision, optimizer)
    total, trained = count_parameters(arch).total, trained_parameters(arch, method, rank)
    base = base_bytes(arch, method, precision, facts)
    held = base + frozen_copies(method, facts) * total * HALF_BYTES
    weights = (held + (trained * each.weights if method in ADAPTERS else 0.0)) / GB
    counted = count_parameters(arch)
    wide = counted.embedding + counted.head + counted.norms if optimizer == "muon" and method not in ADAPTERS else 0
    gradients, optimizer_gb = trained * each.gradients / GB, optimizer_bytes(precision, optimizer, trained, wide) / GB
    low, high = weights + gradients + optimizer_gb, weights + trained * each.gradients_high / GB + optimizer_gb
    return TrainingMemory(
        parameters_b=total / BILLION,
        trained_b=trained / BILLION,
        weights_gb=weights,
        gradients_gb=gradients,
        optimizer_gb=optimizer_gb,
        states_gb=low,
        states_high_gb=high,
        bytes_per_parameter=low * GB / total,
        bytes_per_parameter_high=high * GB / total,
        rule_low_gb=RULE[0] * base / GB,
        rule_high_gb=RULE[1] * base / GB,
    )
