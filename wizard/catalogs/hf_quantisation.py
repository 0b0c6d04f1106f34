"""How a published checkpoint stores its weights, from ``quantization_config``."""

import re
from collections.abc import Iterable
from typing import Any

from wizard.catalogs.hf_fields import Fields
from wizard.domain.model import NumberFormat, Quantisation

_PARTS = (("attention", "attn"), ("shared_experts", "shared_expert"), ("embedding", "embed"), ("head", "lm_head"))
_SCALE_BITS = {"mxfp4": 8, "nvfp4": 8, "int4": 16, "int8": 16}
"""Bits of one group's scale: E8M0 or E4M3 for 4-bit floats, 16 bit for integers."""


def quantisation_of(fields: Fields, layers: int) -> Quantisation | None:
    """None for an unquantised checkpoint.

    Raises:
        CodedError: C204 when the method is not understood.
    """
    config = fields.raw("quantization_config")
    if config is None:
        return None
    if not isinstance(config, dict):
        raise fields.wrong("quantization_config", type(config).__name__, "{…}")
    if fields.raw("expert_dtype") == "fp4":  # DeepSeek-V4: the experts, 97 % of the weights, are kept narrower
        return Quantisation(method="fp8", format=NumberFormat.FP4, bits=4 + _SCALE_BITS["mxfp4"] / 32, group_size=32)
    method = str(config.get("quant_method") or (config.get("producer") or {}).get("name") or "").lower()
    weights = _weights(config)
    bits, floating, group = _numbers(config, method, weights)
    number_format = _format(bits, floating=floating)
    if number_format is None:
        raise fields.not_understood("quantization_config.quant_method")
    stored = bits + (_SCALE_BITS[_scale_kind(method, number_format)] / group if group else 0.0)
    return Quantisation(
        method=method or "unnamed",
        format=number_format,
        bits=stored,
        group_size=group,
        unquantised_modules=_unquantised(config, layers),
    )


def _weights(config: dict[str, Any]) -> dict[str, Any]:
    """The scheme of the narrowest group: that one holds the bulk of a mixed checkpoint."""
    groups = config.get("config_groups") or {}
    schemes = [g.get("weights") or {} for g in groups.values() if isinstance(g, dict)]
    return min(schemes, key=lambda s: s.get("num_bits") or 16, default={})


def _numbers(config: dict[str, Any], method: str, weights: dict[str, Any]) -> tuple[int, bool, int | None]:
    if weights.get("num_bits"):
        return int(weights["num_bits"]), weights.get("type", "int") == "float", _group(weights.get("group_size"))
    algorithm = str(config.get("quant_algo") or method).lower()
    if "mxfp4" in algorithm:
        return 4, True, 32
    if "nvfp4" in algorithm or "fp4" in algorithm:
        return 4, True, 16
    if "fp8" in algorithm:
        return 8, True, None
    if method in ("awq", "gptq", "gptq_marlin", "awq_marlin", "auto-round", "autoround"):
        return int(config.get("bits") or config.get("w_bit") or 4), False, _group(config.get("group_size") or 128)
    if method == "bitsandbytes":
        return (4, False, 64) if config.get("load_in_4bit") else (8, False, None)
    return 0, False, None


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


def _scale_kind(method: str, number_format: NumberFormat) -> str:
    if number_format is NumberFormat.FP4:
        return "mxfp4" if "mx" in method else "nvfp4"
    return "int8" if number_format in (NumberFormat.INT8, NumberFormat.FP8) else "int4"


def _unquantised(config: dict[str, Any], layers: int) -> tuple[str, ...]:
    patterns = config.get("modules_to_not_convert") or config.get("ignore") or config.get("exclude_modules") or []
    names = [str(p) for p in patterns] if isinstance(patterns, Iterable) else []
    return tuple(part for part, mark in _PARTS if _mostly(names, mark, layers))


def _mostly(names: list[str], mark: str, layers: int) -> bool:
    """True when a wildcard names the part, or more than half of the layers do."""
    hits = [name for name in names if mark in name]
    numbered = {m.group(1) for name in hits if (m := re.search(r"layers?\.(\d+)\.", name))}
    general = [name for name in hits if not re.search(r"layers?\.\d+\.", name)]
    return bool(general) or len(numbered) * 2 > layers
