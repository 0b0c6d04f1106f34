"""How long the command line takes before it does anything."""

import subprocess
import sys

from _measure import show, timed

if __name__ == "__main__":
    for arguments in (["--version"], ["doctor", "--json"], ["schema", "result"]):
        command = [sys.executable, "-P", "-m", "wizard", *arguments]
        show(f"rechenwerk {' '.join(arguments)}", timed(lambda c=command: subprocess.run(c, capture_output=True), 9))
