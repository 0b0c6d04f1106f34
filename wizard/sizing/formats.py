"""Number formats: what a weight occupies, and what an accelerator can compute with."""

import re
from dataclasses import dataclass

from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.sizing.architecture import BITS_PER_BYTE, CACHE_BYTES, Parameters, count_parameters
from wizard.sizing.errors import SizingError
from wizard.sizing.figures import Facts, pick

FLOAT_BITS = {"fp32": 32.0, "bf16": 16.0, "fp16": 16.0}
_WORTH_USING = 0.5
"""Assumption: share of the 16-bit rate below which units for a narrow format are not used."""
NARROW = ("fp8", "int8", "int4", "fp4")
WEIGHT_FORMATS = (*FLOAT_BITS, *NARROW)
HALF = 16.0
_MARLIN = 8
"""Compute capability from which 8-bit weights are unpacked within the product."""
_CUDA = re.compile(r"(\d+)\.\d+")
"""AMD names its generations otherwise, such as gfx1100."""


def check_formats(weights_format: str, kv_format: str) -> None:
    """Raises:
    CodedError: E104, a format nobody knows.
    """
    if weights_format not in WEIGHT_FORMATS:
        raise CodedError(SizingError.FORMAT, value=weights_format, what="weights", known=", ".join(WEIGHT_FORMATS))
    if kv_format not in CACHE_BYTES:
        raise CodedError(SizingError.FORMAT, value=kv_format, what="KV cache", known=", ".join(CACHE_BYTES))


def resolve_weights(arch: ModelArchitecture, weights_format: str) -> str:
    """``native`` becomes the format of the published checkpoint; 32-bit checkpoints are served in 16 bit."""
    if weights_format != "native":
        return weights_format
    native = arch.quantisation.format if arch.quantisation else arch.native_format
    return "bf16" if native.value == "fp32" else native.value


def resolve_cache(accelerator: Accelerator, kv_format: str) -> str:
    """``auto`` becomes the 16-bit format the accelerator computes in, the default of the serving engines."""
    if kv_format != "auto":
        return kv_format
    return "bf16" if "bf16" in accelerator.dense_tflops else "fp16"


def stored_bits(arch: ModelArchitecture, weights_format: str, facts: Facts) -> float:
    """Bits a quantised weight occupies with its share of the group's scale; the checkpoint's own where it has one."""
    if weights_format in FLOAT_BITS:
        return FLOAT_BITS[weights_format]
    if is_native(arch, weights_format) and arch.quantisation is not None:
        return arch.quantisation.bits
    return pick(facts, "stored_bits", weights_format).value


def is_native(arch: ModelArchitecture, weights_format: str) -> bool:
    """True when the published checkpoint already has this format."""
    return arch.quantisation is not None and arch.quantisation.format.value == weights_format


@dataclass(frozen=True)
class WeightBytes:
    """Bytes by part, whole model."""

    embedding: float
    head: float
    attention: float
    replicated: float
    dense: float
    experts: float
    router: float
    norms: float
    extra: float

    @property
    def total(self) -> float:
        return (
            self.embedding + self.head + self.attention + self.dense
            + self.experts + self.router + self.norms + self.extra
        )  # fmt: skip


def weight_bytes(arch: ModelArchitecture, weights_format: str, facts: Facts) -> WeightBytes:
    """``parameters · bits / 8``; embedding, head, router and norms keep at least 16 bit in narrow formats."""
    parameters = count_parameters(arch)
    bits = stored_bits(arch, weights_format, facts)
    kept = max(bits, HALF)
    attention = kept if "attention" in spared(arch, weights_format) else bits
    return _bytes(parameters, bits / BITS_PER_BYTE, attention / BITS_PER_BYTE, kept / BITS_PER_BYTE)


def spared(arch: ModelArchitecture, weights_format: str) -> tuple[str, ...]:
    if arch.quantisation is None or not is_native(arch, weights_format):
        return ()
    return arch.quantisation.unquantised_modules


def _bytes(parameters: Parameters, narrow: float, attention: float, kept: float) -> WeightBytes:
    return WeightBytes(
        embedding=parameters.embedding * kept,
        head=parameters.head * kept,
        attention=parameters.attention * attention,
        replicated=parameters.replicated * attention,
        dense=parameters.dense * narrow,
        experts=parameters.experts * narrow,
        router=parameters.router * kept,
        norms=parameters.norms * kept,
        extra=parameters.extra * kept,
    )


def compute_format(arch: ModelArchitecture, weights_format: str, accelerator: Accelerator) -> str | None:
    """Format the matrix units work in, or None when this accelerator cannot run the weights.

    4-bit integers, and 8-bit integers without hardware for them, are unpacked to 16 bit; so is a checkpoint published
    in 4-bit floats. 8-bit floats need hardware for them, or are unpacked from NVIDIA's Ampere on (vLLM documentation on
    FP8 W8A8: weight-only by Marlin from compute capability 8.0). Units far slower than those for 16 bit, as the 8-bit
    integers of B300, are left alone.
    """
    rates = accelerator.dense_tflops
    half = next((name for name in ("bf16", "fp16") if name in rates), None)
    if weights_format in rates and not (half and rates[weights_format].value < rates[half].value * _WORTH_USING):
        return weights_format
    if weights_format in ("int4", "int8"):
        return half
    if weights_format == "fp4" and is_native(arch, "fp4"):
        return half
    if weights_format == "fp8" and _unpacks_eight_bit(accelerator):
        return half
    return None


def cache_runs(accelerator: Accelerator, kv_format: str, engine: str) -> bool:
    """Whether the engine keeps its cache in this format on this accelerator.

    8-bit floats: with hardware for them, or on NVIDIA from Ampere on (vLLM documentation, quantised KV cache);
    llama.cpp keeps 8-bit integers instead.
    """
    if kv_format != "fp8":
        return True
    if engine == "llama_cpp":
        return False
    if accelerator.vendor != "nvidia":
        return True
    return "fp8" in accelerator.dense_tflops or _unpacks_eight_bit(accelerator)


def _unpacks_eight_bit(accelerator: Accelerator) -> bool:
    found = _CUDA.fullmatch(accelerator.compute_capability or "")
    return found is not None and int(found[1]) >= _MARLIN
