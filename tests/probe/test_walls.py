"""What keeps a faulty driver out of the program: NVIDIA's binding is loaded in the child process only."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.probe.conftest import Library
from wizard.probe.nvml_steps import STEPS
from wizard.probe.schema import Gpu


def _modules_of(*arguments: str) -> set[str]:
    code = (
        "import sys; from wizard.cli.main import run; code = run(sys.argv[1:]);"
        "print('\\n'.join(sys.modules), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert done.returncode == 0
    return set(done.stderr.split())


def test_the_program_itself_never_loads_the_binding_or_the_wizards_screens() -> None:
    assert _modules_of("probe", "--json").isdisjoint({"pynvml", "textual", "rich", "weasyprint", "numpy"})


def test_the_child_loads_the_standard_library_and_the_binding_only(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", str(library(580)))
    command = [sys.executable, "-X", "importtime", "-P", "-m", "wizard.probe.nvml_child", "0", "0", "30"]
    done = subprocess.run(command, capture_output=True, text=True)
    loaded = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert loaded.isdisjoint({"pydantic", "yaml", "textual", "numpy"})


def test_every_field_of_a_card_is_asked_for_once() -> None:
    asked = [field for step in STEPS for field in step.fields]
    assert sorted(asked) == sorted(Gpu.model_fields.keys() - {"index", "notes", "memory_shared_available_bytes"})


def test_what_a_library_prints_does_not_mix_with_the_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library may write to standard output; the answers have a channel of their own."""
    module = "import os\nos.write(1, b'{\"done\": true}\\n')\nraise ImportError\n"
    (tmp_path / "pynvml.py").write_text(module)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    command = [sys.executable, "-P", "-m", "wizard.probe.nvml_child", "0", "0", "30"]
    done = subprocess.run(command, capture_output=True, text=True)
    lines: list[Any] = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines == [{"init": {"reason": "no_binding"}}, {"done": True}]
