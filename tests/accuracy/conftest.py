"""The command line, as in the tests of commands."""

from tests.cli.conftest import rechenwerk

__all__ = ["rechenwerk"]
