"""A fit takes minutes: it must end at once when asked to, with its workers."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def test_an_interrupted_fit_leaves_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "wizard", "validate", "--leave-out", "gpu", "--fit", str(tmp_path / "fit.yaml")]
    program = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert program.stderr is not None
    while "1000 of" not in program.stderr.readline():  # the fit begins after the last rows
        assert program.poll() is None
    workers: list[str] = []
    while not workers:
        workers = Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text(encoding="utf-8").split()
    program.send_signal(signal.SIGINT)
    rest = program.stderr.read()
    assert program.wait(timeout=60) == 130
    assert "Traceback" not in rest
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    assert list(tmp_path.iterdir()) == []
