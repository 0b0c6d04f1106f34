"""How software carries a training out: what decides its memory beyond the task.

Sources: DeepSpeed configuration (deepspeed.ai/docs/config-json, read 2026-12-01), Hugging Face guide to ZeRO
(huggingface.co/docs/transformers/deepspeed), PyTorch ``torch.optim.AdamW`` and FSDP2, torchtitan and torchtune recipes,
Liger-Kernel (arXiv 2410.10989) for the fused loss.
"""

from dataclasses import dataclass
from typing import Literal

Software = Literal["", "hf", "hf_deepspeed", "deepspeed", "torchtitan", "torchtune", "megatron"]
Logits = Literal["full", "tiled", "fused"]
Offload = Literal["none", "optimizer", "all"]
Base = Literal["nf4", "gptq"]


@dataclass(frozen=True)
class Recipe:
    """The usual recipe of a search: full logits, fused attention, gradients that stay from step to step."""

    software: Software = ""
    """Variant of the figures; empty: none in particular."""
    logits: Logits = "full"
    """``tiled``: the loss goes over parts of the sequence; ``fused``: logits never stand in memory as a whole."""
    fused_attention: bool = True
    """False: the scores of each pair of tokens are kept."""
    compiled: bool = True
    """False: norms and rotations run one operation after the other and keep 32-bit values."""
    releases_gradients: bool = False
    """Freed after each step; only without accumulation."""
    in_backward: bool = False
    """The optimizer's step follows each gradient at once, so that gradients never stand together."""
    offload: Offload = "none"
    """``optimizer``: its states and the gradients in main memory; ``all``: the weights as well."""
    offload_activations: bool = False
    """What backward needs waits in main memory."""
    trains_embeddings: bool = False
    """Adapters beside which copies of embedding and head are trained whole."""
    adapter_parameters: int = 0
    """Stated number of trained parameters of adapters; 0: what the rank makes of all projections."""
    base: Base = "nf4"
    """Format of a 4-bit base."""

    @property
    def live_window(self) -> bool:
        """DeepSpeed gathers weights up to a number of parameters; others unit by unit."""
        return self.software in ("deepspeed", "hf_deepspeed")


USUAL: dict[Software, Recipe] = {
    "": Recipe(),
    "hf": Recipe("hf", compiled=False),
    "hf_deepspeed": Recipe("hf_deepspeed", compiled=False),
    "deepspeed": Recipe("deepspeed", compiled=False),
    "torchtitan": Recipe("torchtitan", releases_gradients=True),
    "torchtune": Recipe("torchtune", logits="tiled", releases_gradients=True),
    "megatron": Recipe("megatron"),
}
"""Recipes as they come with the software."""
