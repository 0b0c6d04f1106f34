"""Arithmetic of training: floating-point operations a token, a step and a run.

Sources: Kaplan et al., arXiv 2001.08361 and Hoffmann et al., arXiv 2203.15556 (6 · parameters · tokens); Chowdhery et
al. (PaLM), arXiv 2204.02311, appendix B (attention: 12 · layers · heads · head size · sequence a token, counted without
the causal mask); Hu et al. (LoRA), arXiv 2106.09685 (frozen weights need no weight gradients).
"""

from dataclasses import dataclass

from wizard.domain.model import Attention, ModelArchitecture
from wizard.domain.workload import Recompute, TrainingMethod
from wizard.sizing.architecture import attention_params, count_parameters

FORWARD = 2.0
"""Operations a parameter and token of one forward pass: a multiplication and an addition."""
FROZEN_PASSES = 2.0
"""Forward, and backward for the activations: adapters leave out the gradients of the base's weights."""
TRAINED_PASSES = 3.0
ADAPTERS = ("lora", "qlora")
ASSUMED = "assumed"
"""Type of an architecture of which only the size is known."""


@dataclass(frozen=True)
class TokenFlops:
    """Operations one token of a sequence takes."""

    parameters: float
    """Parameters a token touches; towers and tables that a token of text does not pass are left out."""
    forward: float
    """One forward pass through them: 2 · parameters."""
    attention: float
    """One forward pass of the attention over the sequence."""
    passes: float
    """Forward passes that forward and backward together are worth: 3, with a frozen base 2."""
    recomputed: float
    """Forward passes made a second time because activations were not kept."""

    @property
    def model(self) -> float:
        """What the training needs: the basis of MFU."""
        return self.passes * (self.forward + self.attention)

    @property
    def hardware(self) -> float:
        """What the hardware computes, recomputation included."""
        return (self.passes + self.recomputed) * (self.forward + self.attention)


def token_flops(arch: ModelArchitecture, method: TrainingMethod, seq_len: int, recompute: Recompute) -> TokenFlops:
    """``passes · (2 · N_active + attention)``; full recomputation adds one forward pass (factor 4/3)."""
    active = float(count_parameters(arch).active - idle_parameters(arch))
    return TokenFlops(
        parameters=active,
        forward=FORWARD * active,
        attention=attention_flops(arch, seq_len),
        passes=FROZEN_PASSES if method in ADAPTERS else TRAINED_PASSES,
        recomputed=1.0 if recompute == "full" else 0.0,
    )


def encoder_decoder(arch: ModelArchitecture) -> bool:
    """Layers that attend to an encoder as well hold that attention beside their own."""
    return any(
        group.attention.kind == "full" and group.extra_params >= attention_params(group.attention, arch.hidden)
        for group in arch.layers
    )


def idle_parameters(arch: ModelArchitecture) -> int:
    """Of towers for images or sound and of tables that are looked up: no token of text is multiplied with them.

    An encoder works for its decoder; what stands beside the layers of an image model or a stated size works too.
    """
    works = encoder_decoder(arch) or not arch.vocab or arch.model_type == ASSUMED
    return 0 if works else arch.extra_params


def attention_flops(arch: ModelArchitecture, seq_len: int) -> float:
    """One forward pass, a token: ``Σ layers 2 · heads · (key size + value size) · tokens looked at``."""
    return sum(group.count * _layer_attention(group.attention, seq_len) for group in arch.layers)


def _layer_attention(attention: Attention, seq_len: int) -> float:
    if attention.kind in ("linear", "none"):
        return 0.0
    looked_at = min(seq_len, attention.window) if attention.kind == "sliding" and attention.window else seq_len
    width = attention.head_dim + (attention.v_head_dim or attention.head_dim)
    return FORWARD * attention.heads * width * looked_at
