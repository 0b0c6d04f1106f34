"""Round axis ticks."""

import math


def ticks(low: float, high: float, wanted: int = 5) -> tuple[float, ...]:
    """Round values that enclose ``low``..``high`` in steps of 1, 2, 2.5 or 5 times a power of ten."""
    if high <= low:
        high = low + 1
    raw = (high - low) / wanted
    power: float = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return tuple(round(i * step, 10) for i in range(first, last + 1))
