"""The polite ways to end a command: exit code 130, nothing left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.report.conftest import needs_pango
from wizard.datafiles.packaged import data_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

EXAMPLE = data_folder("questionnaires") / "examples" / "stadtwerke.yaml"


@needs_pango
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_report_leaves_nothing_when_ended(tmp_path: Path, number: signal.Signals) -> None:
    """While the PDF is being laid out, which takes seconds."""
    program, child = _report_at_its_pdf(tmp_path)
    program.send_signal(number)
    assert program.wait(timeout=60) == 130
    assert program.stderr is not None
    assert "Traceback" not in program.stderr.read()
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not _is_alive(child)


@needs_pango
def test_a_killed_program_takes_its_child_along(tmp_path: Path) -> None:
    program, child = _report_at_its_pdf(tmp_path)
    os.kill(child, signal.SIGSTOP)  # so that it cannot end by finishing its work
    program.kill()
    program.wait(timeout=60)
    os.kill(child, signal.SIGCONT)
    _wait(lambda: not _is_alive(child))


def test_an_early_interrupt_is_no_traceback() -> None:
    source = (
        "import os, signal, sys\n"
        "class Late:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'wizard.cli.main':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Late())\n"
        "from wizard.__main__ import main\n"
        "sys.argv = ['rechenwerk', '--version']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


def test_a_closed_stdout_is_no_fault(tmp_path: Path) -> None:
    shell = ["/bin/sh", "-c", '"$0" -m wizard list "$1" >&-', sys.executable, str(tmp_path)]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, f"No assessments in {tmp_path}.\n")


def _report_at_its_pdf(folder: Path) -> tuple["subprocess.Popen[str]", int]:
    (folder / "temporary").mkdir()
    command = [sys.executable, "-m", "wizard", "report", str(EXAMPLE), "--out", str(folder / "out")]
    environment = {**os.environ, "TMPDIR": str(folder / "temporary")}
    program = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)
    children: list[str] = []

    def has_child() -> bool:
        children[:] = Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split()
        return bool(children)

    _wait(has_child)
    return program, int(children[0])


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def _wait(condition: Callable[[], bool]) -> None:
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("waited for a minute")
