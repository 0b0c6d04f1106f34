"""Identifiers of assessments: ULID (github.com/ulid/spec), sortable by time, readable aloud."""

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 26


def new_ulid(milliseconds: int, randomness: bytes) -> str:
    """A ULID from a Unix time in ms (48 bits) and 10 random bytes (80 bits).

    Raises:
        ValueError: the time does not fit 48 bits, or not exactly 10 bytes were given.
    """
    if not 0 <= milliseconds < 1 << 48 or len(randomness) != 10:
        raise ValueError("a ULID needs a time of 48 bits and 10 random bytes")
    number = milliseconds << 80 | int.from_bytes(randomness, "big")
    return "".join(_ALPHABET[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))
