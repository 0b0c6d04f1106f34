"""Time from start to the first frame of the form, through a pseudo-terminal, with compiled modules as installed."""

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from _measure import show
from tests.tui.pty_driver import Terminal
from wizard.session import Session

_RUNS = 9
_QUESTION = "Kunde und Projektname"


def first_frame_ms(path: Path, state: Path) -> float:
    """From fork to the first question in the output, in milliseconds."""
    compiled = {"PYTHONPYCACHEPREFIX": str(state / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    with Terminal(["open", str(path), "--lang", "de"], state, **compiled) as terminal:
        terminal.wait_for(_QUESTION)
        return (time.monotonic() - terminal.started) * 1000


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "example.yaml"
        with Session.create(file, language="de", questionnaire_path="normal", title="Example") as session:
            session.add_workload("Chat")
        first_frame_ms(file, Path(folder))  # compiles the modules and warms the disk
        samples = [first_frame_ms(file, Path(folder)) for _ in range(_RUNS)]
    show("first frame of the form (goal: 600 ms)", samples)
