"""Access to the catalogue's ``sizing.*`` figures: the most specific one that exists."""

from collections.abc import Mapping
from functools import lru_cache

from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.provenance import Figure
from wizard.sizing.errors import SizingError

Facts = Mapping[str, Figure]

DEFAULT = "default"
PCIE = "pcie"
_STACKED = "HBM"
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
MEASURED_APART = ("vllm", "sglang")
"""Engines with figures of their own by generation; the general ones rest on TensorRT-LLM where it was measured."""
ENGINES = frozenset(key for _mark, key in _ENGINES)


@lru_cache(maxsize=256)
def engine_key(engine: str) -> str:
    """Name of a serving engine in the figures; ``default`` for one without figures of its own."""
    name = engine.lower()
    return next((key for mark, key in _ENGINES if mark in name), DEFAULT)


def generations(accelerator: Accelerator) -> tuple[str, ...]:
    """Names under which a generation has figures, the most specific first.

    Chips of one generation for graphics memory are built differently from those for stacked memory.
    """
    return _generations(accelerator.architecture, accelerator.memory_type or _STACKED)


@lru_cache(maxsize=256)
def _generations(name: str, memory: str) -> tuple[str, ...]:
    return (name,) if memory.startswith(_STACKED) else (f"{name}_gddr", name)


def pick(facts: Facts, name: str, variant: str | None = None) -> Figure:
    """``sizing.name.variant`` where it exists, else ``sizing.name.default``, else ``sizing.name``.

    Raises:
        CodedError: E101, none of them is in the catalogue.
    """
    return facts[pick_key(facts, name, variant)]


def pick_key(facts: Facts, name: str, variant: str | None = None) -> str:
    """The key that ``pick`` reads."""
    return _first(facts, name, (variant, DEFAULT))


def pick_for(
    facts: Facts, name: str, accelerator: Accelerator, units: str | None = None, engine: str | None = None
) -> Figure:  # fmt: skip
    """The figure of a generation in a number format, under an engine where that has figures of its own.

    Tried in turn: engine with generation and format, generation and format, the generation alone, all generations in
    this format, ``sizing.name``.

    Raises:
        CodedError: E101.
    """
    return facts[key_for(facts, name, accelerator, units, engine)]


def key_for(
    facts: Facts, name: str, accelerator: Accelerator, units: str | None = None, engine: str | None = None
) -> str:  # fmt: skip
    """The key that ``pick_for`` reads."""
    return _first(facts, name, _variants(generations(accelerator), units, engine))


@lru_cache(maxsize=1024)
def _variants(named: tuple[str, ...], units: str | None, engine: str | None) -> tuple[str, ...]:
    wanted = [
        variant
        for generation in (*named, DEFAULT)
        for variant in ((f"{generation}.{units}", generation) if units else (generation,))
    ]
    own = [f"{engine}.{variant}" for variant in wanted] if engine and engine != DEFAULT else []
    return (*own, *wanted)


def pick_link(facts: Facts, name: str, accelerator: Accelerator, kind: str) -> Figure:
    """Of messages between accelerators: PCIe and switched links apart, each by generation where it is known.

    Raises:
        CodedError: E101.
    """
    slot = f"{kind}." if kind == PCIE else ""
    own = [f"{slot}{generation}" for generation in generations(accelerator)]
    return facts[_first(facts, name, (*own, kind, DEFAULT))]


def pick_running(facts: Facts, name: str, engine: str, accelerator: Accelerator) -> Figure:
    """A setting that an engine chooses by the accelerator it finds, as it does where no flag is given.

    Raises:
        CodedError: E101.
    """
    return facts[running_key(facts, name, engine, accelerator)]


def running_key(facts: Facts, name: str, engine: str, accelerator: Accelerator) -> str:
    """The key that ``pick_running`` reads: by generation, for large memory, of the engine, of any engine."""
    large = accelerator.usable_gib.value >= pick(facts, "large_accelerator_gib").value
    return _first(facts, name, _settings(engine_key(engine), generations(accelerator), large))


@lru_cache(maxsize=1024)
def _settings(engine: str, named: tuple[str, ...], large: bool) -> tuple[str, ...]:
    own = [f"{engine}.{generation}" for generation in named]
    return (*own, *([f"{engine}.large"] if large else []), engine, DEFAULT)


def _first(facts: Facts, name: str, variants: tuple[str | None, ...]) -> str:
    keys = _keys(name, variants)
    for key in keys:
        if key in facts:
            return key
    raise CodedError(SizingError.FIGURE, name=keys[-1])


@lru_cache(maxsize=8192)
def _keys(name: str, variants: tuple[str | None, ...]) -> tuple[str, ...]:
    """Names only: which of them exist is asked of the figures at hand."""
    return (*(f"sizing.{name}.{variant}" for variant in variants), f"sizing.{name}")
