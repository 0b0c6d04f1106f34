"""What a model type implies beyond its fields: gates, norms, biases, and the pattern of sliding layers.

Read off the model classes of Hugging Face transformers 5 (Apache-2.0), class by class; a type that is not listed is
not guessed.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Family:
    """Defaults of one model class; a field of the configuration wins over them."""

    gated: bool = True
    norms: int = 2
    norm_bias: bool = False
    qk_norm: Literal["none", "head", "full"] = "none"
    qkv_bias: bool = False
    output_bias: bool = False
    """Also the output projection carries the bias of ``attention_bias``."""
    mlp_bias: bool = False
    tied: bool = False
    head_dim: int | None = None
    vocab: int | None = None
    head_bias: bool = False
    learned_positions: bool = False
    sliding: Literal["none", "all", "period"] = "none"
    period: int = 0
    """Of ``period`` layers the last one is global."""
    shared_gate: bool = False
    router_bias: bool = False
    feed_forward: bool = True
    """Layers without experts have a feed-forward part."""


_LLAMA = Family()
_QWEN2 = Family(qkv_bias=True)
_QWEN3 = Family(qk_norm="head")
_QWEN35 = Family(qk_norm="head", shared_gate=True)
_DEEPSEEK = Family(router_bias=True)

FAMILIES: dict[str, Family] = {
    "llama": _LLAMA,
    "llama4_text": _LLAMA,
    "mllama_text_model": _LLAMA,
    "mistral": Family(sliding="all"),
    "ministral3": _LLAMA,
    "mixtral": Family(sliding="all"),
    "baichuan": _LLAMA,
    "internlm": _LLAMA,
    "internlm2": _LLAMA,
    "granite": _LLAMA,
    "minicpm": _LLAMA,
    "phi3": Family(sliding="all"),
    "phi3_v": Family(sliding="all"),
    "qwen": _QWEN2,
    "qwen2": _QWEN2,
    "qwen2_vl_text": _QWEN2,
    "qwen2_5_vl_text": _QWEN2,
    "qwen2_vl": _QWEN2,
    "qwen2_5_vl": _QWEN2,
    "qwen2_moe": Family(qkv_bias=True, shared_gate=True),
    "mimo": _QWEN2,
    "mimo_v2_flash": Family(router_bias=True),
    "qwen3": Family(qk_norm="head", head_dim=128),
    "qwen3_moe": _QWEN3,
    "qwen3_vl_text": _QWEN3,
    "qwen3_vl_moe_text": _QWEN3,
    "qwen3_omni_moe_text": Family(qk_norm="head", head_dim=128),
    "qwen3_next": _QWEN35,
    "qwen3_5_text": _QWEN35,
    "qwen3_5_moe_text": _QWEN35,
    "gemma": Family(tied=True, head_dim=256, vocab=256_000),
    "gemma2": Family(norms=4, tied=True, head_dim=256, vocab=256_000, sliding="period", period=2),
    "gemma3_text": Family(norms=4, qk_norm="head", tied=True, head_dim=256, vocab=262_208, sliding="period", period=6),
    "gemma4_text": Family(norms=4, qk_norm="head", tied=True, head_dim=256, vocab=262_144, sliding="period", period=6),
    "lfm2": Family(qk_norm="head", tied=True),
    "granitemoehybrid": Family(tied=True),
    "ernie4_5_moe": Family(tied=True, router_bias=True),
    "cohere": Family(norms=1, tied=True),
    "cohere2": Family(norms=1, tied=True, sliding="period", period=4),
    "olmo2": Family(qk_norm="full"),
    "olmo3": Family(qk_norm="full", sliding="period", period=4),
    "orion": Family(norm_bias=True),
    "stablelm": Family(norm_bias=True),
    "chatglm": _LLAMA,
    "glm4": Family(norms=4),
    "glm4_moe": Family(router_bias=True),
    "pharia-v1": Family(gated=False, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True),
    "starcoder2": Family(
        gated=False, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True, tied=True, sliding="all"
    ),
    "gpt2": Family(
        gated=False, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True, tied=True, learned_positions=True
    ),
    "gpt_bigcode": Family(
        gated=False, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True, tied=True, learned_positions=True
    ),
    "gptj": Family(gated=False, norms=1, norm_bias=True, mlp_bias=True, head_bias=True),
    "phi": Family(gated=False, norms=1, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True, head_bias=True),
    "gpt_neox": Family(gated=False, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True),
    "bloom": Family(gated=False, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True, tied=True),
    "falcon": Family(gated=False, norm_bias=True, tied=True),
    "mpt": Family(gated=False, tied=True),
    "deepseek": _LLAMA,
    "deepseek_v2": _LLAMA,
    "deepseek_v3": _DEEPSEEK,
    "deepseek_v32": _DEEPSEEK,
    "kimi_k2": _DEEPSEEK,
    "glm4_moe_lite": _DEEPSEEK,
    "glm_moe_dsa": _DEEPSEEK,
    "gpt_oss": Family(qkv_bias=True, output_bias=True, mlp_bias=True, router_bias=True, sliding="period", period=2),
    "minimax_m2": Family(qk_norm="full", router_bias=True),
    "minimax_m3": Family(qk_norm="head", router_bias=True),
    "step3p7": Family(router_bias=True),
    "step3p5": Family(router_bias=True),
    "afmoe": Family(norms=4, qk_norm="head", router_bias=True),
    "apertus": Family(gated=False, qk_norm="head"),
    "arcee": Family(gated=False),
    "apertus1p5_text": Family(gated=False, qk_norm="head"),
    "aria_text": _LLAMA,
    "axk1": Family(norms=3, router_bias=True),
    "bamba": _LLAMA,
    "bitnet": _LLAMA,
    "codegen": Family(gated=False, norms=1, norm_bias=True, mlp_bias=True, head_bias=True),
    "cohere2_moe": Family(norms=1, tied=True, sliding="period", period=4),
    "cwm": _LLAMA,
    "dbrx": _LLAMA,
    "dots1": Family(qk_norm="head", router_bias=True),
    "emu3_text_model": _LLAMA,
    "ernie4_5": Family(tied=True),
    "exaone": _LLAMA,
    "diffllama": _LLAMA,
    "exaone_moe": Family(qk_norm="head", router_bias=True),
    "exaone4": Family(qk_norm="head", sliding="period", period=4),
    "falcon_h1": _LLAMA,
    "falcon_mamba": Family(norms=1, tied=True, feed_forward=False),
    "flex_olmo": Family(qk_norm="full"),
    "gemma3n_text": Family(norms=4, qk_norm="head", tied=True, sliding="period", period=5),
    "glm": Family(qkv_bias=True),
    "glm4v_text": Family(norms=4, qkv_bias=True),
    "glm4v_moe_text": Family(qkv_bias=True, router_bias=True),
    "glm_ocr_text": Family(norms=4),
    "gpt_neo": Family(gated=False, norm_bias=True, mlp_bias=True, tied=True, learned_positions=True),
    "granite_swa": _LLAMA,
    "granitemoe": _LLAMA,
    "granitemoe_swa": _LLAMA,
    "granitemoeshared": _LLAMA,
    "helium": _LLAMA,
    "hunyuan_v1_dense": Family(qk_norm="head"),
    "hunyuan_v1_moe": Family(qk_norm="head"),
    "hyperclovax": Family(norms=4),
    "hy_v3": Family(qk_norm="head", router_bias=True),
    "internlm3": _LLAMA,
    "jais2": Family(gated=False, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True),
    "jamba": _LLAMA,
    "kolibri1": Family(qk_norm="head"),
    "laguna": Family(qk_norm="head", router_bias=True),
    "kimi_linear": Family(router_bias=True),
    "lfm2_moe": Family(qk_norm="head", tied=True, router_bias=True),
    "mamba": Family(norms=1, tied=True, feed_forward=False),
    "mamba2": Family(norms=1, feed_forward=False),
    "mellum": _QWEN3,
    "minicpm3": Family(tied=True),
    "minimax": _LLAMA,
    "minimax_m3_vl_text": Family(qk_norm="head", router_bias=True),
    "mistral4": _DEEPSEEK,
    "nemotron": Family(gated=False, norm_bias=True),
    "olmo": Family(norms=0),
    "olmo_hybrid": Family(qk_norm="full"),
    "olmoe": Family(qk_norm="full"),
    "opt": Family(
        gated=False, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True, tied=True, learned_positions=True
    ),
    "persimmon": Family(gated=False, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True, qk_norm="head"),
    "phimoe": Family(norm_bias=True, output_bias=True),
    "qwen2_5_omni_text": _QWEN2,
    "sarvam_mla": _DEEPSEEK,
    "sarvam_moe": Family(router_bias=True),
    "seed_oss": Family(qkv_bias=True),
    "smollm3": Family(tied=True),
    "solar_open": Family(router_bias=True),
    "vaultgemma": Family(norms=2, tied=True, head_dim=256, vocab=256_000, sliding="period", period=2),
    "voxtral_realtime_text": _LLAMA,
    "xglm": Family(gated=False, norm_bias=True, qkv_bias=True, output_bias=True, mlp_bias=True, tied=True),
    "youtu": Family(tied=True),
}

ALIASES = {
    "RefinedWeb": "falcon",
    "RefinedWebModel": "falcon",
    "deepseek_ref": "deepseek_v4",
    "phi-msft": "phi",
    "mimo_v2": "mimo_v2_flash",
    "gemma3": "gemma3_text",
    "gemma4": "gemma4_text",
    "gemma3n": "gemma3n_text",
    "minimax_text_01": "minimax",
    "MiniMaxText01": "minimax",
    "hunyuan": "hunyuan_v1_moe",
    "iquestcoder": "llama",
    "new": "gte",
    "hunyuan_dense": "hunyuan_v1_dense",
    "qwen3_omni_moe": "qwen3_omni_moe_text",
}
"""Spellings of the same class."""
