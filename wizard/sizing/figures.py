"""Access to the catalogue's ``sizing.*`` figures: the most specific one that exists."""

from collections.abc import Mapping

from wizard.domain.errors import CodedError
from wizard.domain.provenance import Figure
from wizard.sizing.errors import SizingError

Facts = Mapping[str, Figure]

_ENGINES = (
    ("tensorrt", "tensorrt_llm"),
    ("trtllm", "tensorrt_llm"),
    ("trt-llm", "tensorrt_llm"),
    ("vllm", "vllm"),
    ("sglang", "sglang"),
    ("llama.cpp", "llama_cpp"),
    ("llama_cpp", "llama_cpp"),
    ("ollama", "llama_cpp"),
)


def engine_key(engine: str) -> str:
    """Name of a serving engine in the figures; ``default`` for one without figures of its own."""
    name = engine.lower()
    return next((key for mark, key in _ENGINES if mark in name), "default")


def pick(facts: Facts, name: str, variant: str | None = None) -> Figure:
    """``sizing.name.variant`` where it exists, else ``sizing.name.default``, else ``sizing.name``.

    Raises:
        CodedError: E101, none of them is in the catalogue.
    """
    key = pick_key(facts, name, variant)
    return facts[key]


def pick_key(facts: Facts, name: str, variant: str | None = None) -> str:
    """The key that ``pick`` reads."""
    for key in (f"sizing.{name}.{variant}", f"sizing.{name}.default", f"sizing.{name}"):
        if key in facts:
            return key
    raise CodedError(SizingError.FIGURE, name=f"sizing.{name}")
