"""Spellings of number formats and engines in published tables."""

from wizard.domain.hardware import Accelerator

_WEIGHTS = {
    "": "native", "bf16": "bf16", "bfloat16": "bf16", "fp16": "fp16", "float16": "fp16", "bf16/fp16": "bf16",
    "fp32": "fp32", "fp8": "fp8", "nvfp4": "fp4", "mxfp4": "fp4", "fp4": "fp4", "int8": "int8", "int8-wo": "int8",
    "gptq-int8": "int8", "int4": "int4", "awq-int4": "int4", "awq-int4-g128": "int4", "gptq-int4": "int4",
    "int4-g32": "int4", "gptq-4bit-g128": "int4", "gptq-4bit-g128-act": "int4", "gguf-q4_k_m": "int4",
    "exl2-4.0bpw": "int4", "bnb-nf4": "int4", "bnb-int4": "int4", "bnb-int8": "int8", "uint4": "int4",
}  # fmt: skip
_CACHE = {
    "fp8": "fp8", "fp8_e4m3": "fp8", "fp8_e5m2": "fp8", "bf16": "bf16", "fp16": "fp16", "bfloat16": "bf16",
    "float16": "fp16", "int8": "int8",
}  # fmt: skip
CACHE_WORDS = ("auto", *_CACHE)
"""Spellings of the cache's format; ``auto`` leaves it to the engine."""
_HALF = ("bf16", "fp16")
_ENGINES = (
    ("tensorrt", "tensorrt_llm"), ("trtllm", "tensorrt_llm"), ("sglang", "sglang"), ("vllm", "vllm"),
    ("llama.cpp", "llama_cpp"),
)  # fmt: skip
_TITLES = {"tensorrt_llm": "TensorRT-LLM", "sglang": "SGLang", "vllm": "vLLM", "llama_cpp": "llama.cpp"}
UNPOOLED = ("transformers", "autoawq", "gpt-fast", "exllama", "optimum")
"""Engines that allocate memory as they go instead of filling the card at the start."""


def weights_format(label: str) -> str | None:
    """The format behind a label; None for one this version does not know."""
    return _WEIGHTS.get(label.lower().split(" (")[0])


def cache_format(label: str, weights: str, engine: str) -> str:
    """The cache's format; where a table names none, eight-bit engines of TensorRT-LLM keep an eight-bit cache."""
    known = _CACHE.get(label.lower().split(" ")[0])
    if known is not None:
        return known
    return "fp8" if not label and engine == "tensorrt_llm" and weights == "fp8" else "auto"


def knows_cache(label: str) -> bool:
    """Whether the first word says a format of the cache."""
    return label.lower().split(" ")[0] in CACHE_WORDS


def half_of(name: str, accelerator: Accelerator) -> str:
    """A 16-bit format, in the kind of 16 bit the accelerator computes with."""
    if name not in _HALF or name in accelerator.dense_tflops:
        return name
    return next((other for other in _HALF if other in accelerator.dense_tflops), name)


def engine_name(label: str) -> str:
    """The engine as the product names it; others keep their own name."""
    name = label.lower()
    return next((key for mark, key in _ENGINES if mark in name), name or "unknown")


def engine_title(name: str) -> str:
    """The engine as its makers spell it."""
    return _TITLES.get(engine_name(name), name)


def unpooled(label: str) -> bool:
    return label.lower().startswith(UNPOOLED)
