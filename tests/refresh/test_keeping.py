"""Whatever ends a save, the old or the new prices are there, whole."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from wizard.catalogs.load import load_catalog
from wizard.catalogs.refreshed import refreshed_fault, refreshed_file
from wizard.domain.errors import CodedError
from wizard.refresh import layer

OFFER = "aws-p5-48xlarge-us-east-1"


def sections(value: float) -> dict[str, Any]:
    figure = {"value": value, "unit": "USD/h", "basis": "list", "source": "a trial"}
    dated = {**figure, "retrieved_on": "2026-11-30", "confidence": "high"}
    return {"offers": {OFFER: {"on_demand_per_hour": dated}}}


def value() -> float:
    figure = load_catalog().offers[OFFER].on_demand_per_hour
    assert refreshed_fault() is None
    assert figure is not None
    return figure.value


KILLED = """
import os, sys
from pathlib import Path
from tests.refresh.test_keeping import sections
from wizard.refresh import layer

left, replace = int(sys.argv[1]), Path.replace

def counted(self, target):
    global left
    if left == 0:
        os._exit(9)
    left -= 1
    return replace(self, target)

Path.replace = counted
layer.save(sections(52.0))
"""


@pytest.mark.parametrize(("renames", "kept"), [(0, 51.0), (1, 51.0), (2, 52.0)])
def test_a_program_killed_between_two_steps_leaves_whole_prices(renames: int, kept: float) -> None:
    """The first rename keeps the file before, the second brings the new one."""
    layer.save(sections(50.0))
    layer.save(sections(51.0))
    root = Path(__file__).parents[2]
    ended = subprocess.run([sys.executable, "-c", KILLED, str(renames)], cwd=root, timeout=60)
    assert ended.returncode == (0 if renames == 2 else 9)
    layer.forget_reading()
    assert value() == kept


def test_a_full_disk_keeps_the_prices_and_those_before(monkeypatch: pytest.MonkeyPatch) -> None:
    layer.save(sections(50.0))
    layer.save(sections(51.0))

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(os, "write", full)
        with pytest.raises(CodedError, match=r"\[S"):
            layer.save(sections(52.0))
    assert value() == 51.0
    layer.undo()
    assert value() == 50.0


def test_nothing_is_left_beside_the_two_files() -> None:
    for step in (50.0, 51.0, 52.0):
        layer.save(sections(step))
    assert sorted(path.name for path in refreshed_file().parent.iterdir()) == ["refreshed.yaml", "refreshed.yaml.1"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_told() -> None:
    layer.save(sections(50.0))
    refreshed_file().parent.chmod(0o500)
    try:
        with pytest.raises(CodedError, match=r"\[S"):
            layer.save(sections(51.0))
    finally:
        refreshed_file().parent.chmod(0o700)
    assert value() == 50.0


def test_what_could_not_be_read_back_is_never_written() -> None:
    layer.save(sections(50.0))
    with pytest.raises(CodedError):
        layer.save(sections(-1.0))
    assert value() == 50.0
