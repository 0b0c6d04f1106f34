"""How long loading the whole catalogue takes at the first use, without the start of the interpreter."""

import subprocess
import sys

from _measure import show

_RUNS = 9
_PROGRAM = """
import time
from wizard.catalogs.compiled import inputs_hash, read_compiled
from wizard.catalogs.load import read_catalog
from wizard.datafiles.packaged import data_folder
import wizard.catalogs.hf_config
folder = data_folder("catalogs")
start = time.perf_counter()
found = {action}(folder)
print((time.perf_counter() - start) * 1000 if found else "")
"""
_WAYS = {
    "catalogue, compiled, cold (goal: 150 ms)": "read_compiled",
    "  of it the hash of files and code": "inputs_hash",
    "catalogue, from its files, cold": "read_catalog",
}


def cold_ms(action: str) -> float | None:
    """In a fresh interpreter: nothing is cached but the files and the compiled modules. None: there is none to use."""
    program = _PROGRAM.format(action=action)
    finished = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    return float(finished.stdout) if finished.stdout.strip() else None


if __name__ == "__main__":
    for name, action in _WAYS.items():
        samples = [cold_ms(action) for _ in range(_RUNS + 1)][1:]  # the first one warms the disk
        if found := [sample for sample in samples if sample is not None]:
            show(name, found)
        else:
            sys.stdout.write(f"{name:<44} not there or outdated: python -m wizard.catalogs.compiling\n")
