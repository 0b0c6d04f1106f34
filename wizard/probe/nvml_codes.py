"""What the return codes of NVIDIA's library mean for a reader. No imports: the child process loads it.

Source: nvml.h, ``nvmlReturn_t``.
"""

UNKNOWN = "unknown_error"
OLD_DRIVER = "old_driver"

_REASONS = {
    3: "unsupported",
    4: "no_permission",
    6: "not_found",
    9: "driver_not_loaded",
    10: "timeout",
    12: "no_library",
    13: OLD_DRIVER,  # function not found: the driver is older than the binding
    15: "lost",
    16: "needs_reset",
    17: "blocked_by_system",
    18: "driver_mismatch",
    21: "no_data",
    22: "unsupported",  # no ECC on vGPU
    24: "unsupported",
    25: OLD_DRIVER,  # the driver does not know this version of a structure
    26: "unsupported",
    27: "not_ready",
    28: "not_found",
}


def reason_for(code: int) -> str:
    """Reason code of a return code; one without a meaning of its own is an unknown error."""
    return _REASONS.get(code, UNKNOWN)
