"""Exit codes: part of the interface, relied upon by scripts."""

from enum import IntEnum


class Exit(IntEnum):
    DONE = 0
    PROBLEMS = 1
    """The check found problems."""
    USAGE = 2
    """The command line itself is wrong."""
    INPUT = 3
    """An input file cannot be used."""
    MISSING = 4
    """A component is missing; the message says how to install it."""
    INTERRUPTED = 130
