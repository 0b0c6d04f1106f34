"""Settings for all tests."""

import os
import signal
from pathlib import Path

from hypothesis import settings

# A loaded machine must not fail a property that holds.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")

# A shell that starts the tests in the background hands down an ignored Ctrl+C, which all programs under test inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Prices that whoever runs the tests has refreshed for their own work must not move a result.
os.environ["XDG_DATA_HOME"] = str(Path(__file__).parent / "no user data")
