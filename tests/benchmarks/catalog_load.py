"""How long loading the whole catalogue takes at the first use, without the start of the interpreter."""

import subprocess
import sys

from _measure import show

_RUNS = 9
_PROGRAM = """
import time
from wizard.catalogs import load
import wizard.catalogs.hf_config
start = time.perf_counter()
load.load_catalog()
print((time.perf_counter() - start) * 1000)
"""


def cold_ms() -> float:
    """In a fresh interpreter: nothing is cached but the files and the compiled modules."""
    finished = subprocess.run([sys.executable, "-P", "-c", _PROGRAM], capture_output=True, text=True, check=True)
    return float(finished.stdout)


if __name__ == "__main__":
    cold_ms()  # warms the disk
    show("catalogue, cold load (goal: 150 ms)", [cold_ms() for _ in range(_RUNS)])
