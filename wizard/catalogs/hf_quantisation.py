"""How a published checkpoint stores its weights, from ``quantization_config``."""

import re
from collections.abc import Iterable, Mapping

from wizard.catalogs.hf_fields import LARGEST_SIZE, Fields
from wizard.domain.model import NumberFormat, Quantisation

_PARTS = (("attention", "attn"), ("shared_experts", "shared_expert"), ("embedding", "embed"), ("head", "lm_head"))
_BESIDE = ("norm", "indexer")
"""Small tensors within a part; what is said about them is not said about the part."""
_SCALE_BITS = {"mxfp4": 8, "nvfp4": 8, "int4": 16, "int8": 16}
"""Bits of one group's scale: E8M0 or E4M3 for 4-bit floats, 16 bit for integers."""


def quantisation_of(fields: Fields, layers: int) -> Quantisation | None:
    """None for an unquantised checkpoint.

    Raises:
        CodedError: C204 when the method is not understood, C202 for a wrong value.
    """
    if "quantization_config" not in fields:
        return None
    config = fields.part("quantization_config")
    if fields.raw("expert_dtype") == "fp4":  # DeepSeek-V4: the experts, 97 % of the weights, are kept narrower
        width = 16 if config.raw("moe_quant_algo") == "NVFP4" else 32
        narrow = 4 + _SCALE_BITS["nvfp4"] / width
        return Quantisation(method="fp8", format=NumberFormat.FP4, bits=narrow, group_size=width)
    producer = config.part("producer").raw("name") if "producer" in config else None
    method = str(config.raw("quant_method") or producer or "").lower()
    bits, floating, group = _numbers(config, method, _weights(config))
    number_format = _format(bits, floating=floating)
    if number_format is None:
        raise fields.not_understood("quantization_config.quant_method")
    stored = bits + (_scale_bits(config, method, number_format) / group if group else 0.0)
    return Quantisation(
        method=method or "unnamed",
        format=number_format,
        bits=stored,
        group_size=group,
        weight_block_size=_block(config),
        unquantised_modules=_unquantised(config, layers),
    )


def _weights(config: Fields) -> Fields:
    """The scheme of the narrowest group: that one holds the bulk of a mixed checkpoint."""
    groups = config.part("config_groups") if config.raw("config_groups") else Fields({}, config.place)
    named = [groups.part(name) for name in list(groups.values) if isinstance(groups.raw(name), Mapping)]
    schemes = [group.part("weights") for group in named if "weights" in group]
    return min(schemes, key=lambda s: s.optional("num_bits") or 16, default=Fields({}, config.place))


def _numbers(config: Fields, method: str, weights: Fields) -> tuple[int, bool, int | None]:
    if bits := weights.optional("num_bits"):
        return bits, weights.raw("type") == "float", _group(weights.raw("group_size"))
    algorithm = str(config.raw("quant_algo") or method).lower()
    if "mxfp4" in algorithm:
        return 4, True, 32
    if "nvfp4" in algorithm or "fp4" in algorithm:
        return 4, True, 16
    if "fp8" in algorithm:
        return 8, True, None
    if method in ("awq", "gptq", "gptq_marlin", "awq_marlin", "auto-round", "autoround"):
        return config.optional("bits", "w_bit") or 4, False, _group(config.raw("group_size") or 128)
    if method == "bitsandbytes":
        return (4, False, 64) if config.raw("load_in_4bit") else (8, False, None)
    return 0, False, None


def _block(config: Fields) -> tuple[int, int] | None:
    """Raises:
    CodedError: C202.
    """
    sizes = config.sequence("weight_block_size", exactly=2)
    if sizes is None:
        return None
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= LARGEST_SIZE:
            raise config.wrong("weight_block_size", size, f"1 … {LARGEST_SIZE}")
    return sizes[0], sizes[1]


def _group(value: object) -> int | None:
    return value if isinstance(value, int) and value > 0 else None


def _format(bits: int, *, floating: bool) -> NumberFormat | None:
    by_kind = {
        (8, True): NumberFormat.FP8,
        (4, True): NumberFormat.FP4,
        (8, False): NumberFormat.INT8,
        (4, False): NumberFormat.INT4,
    }
    return by_kind.get((bits, floating))


def _scale_bits(config: Fields, method: str, number_format: NumberFormat) -> float:
    """Of one group; bitsandbytes keeps 32, or 8 and a second scale for 256 groups (arXiv 2305.14314, section 3)."""
    if method == "bitsandbytes":
        return 8 + 32 / 256 if config.raw("bnb_4bit_use_double_quant") else 32
    return _SCALE_BITS[_scale_kind(method, number_format)]


def _scale_kind(method: str, number_format: NumberFormat) -> str:
    if number_format is NumberFormat.FP4:
        return "mxfp4" if "mx" in method else "nvfp4"
    return "int8" if number_format in (NumberFormat.INT8, NumberFormat.FP8) else "int4"


def _unquantised(config: Fields, layers: int) -> tuple[str, ...]:
    named = (config.raw(name) for name in ("modules_to_not_convert", "ignore", "exclude_modules"))
    patterns: object = next((found for found in named if found), [])
    names = [str(p) for p in patterns] if isinstance(patterns, Iterable) else []
    return tuple(part for part, mark in _PARTS if _mostly(names, mark, layers))


def _mostly(names: list[str], mark: str, layers: int) -> bool:
    """True when a wildcard names the part, or more than half of the layers do."""
    hits = [name for name in names if mark in name and not any(part in name for part in _BESIDE)]
    numbered = {m.group(1) for name in hits if (m := re.search(r"layers?\.(\d+)\.", name))}
    general = [name for name in hits if not re.search(r"layers?\.\d+\.", name)]
    return bool(general) or len(numbered) * 2 > layers
