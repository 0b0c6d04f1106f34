"""A fake of NVIDIA's library, compiled from C, under NVIDIA's real binding in the real child process."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Outcome, Rechenwerk, rechenwerk

__all__ = ["rechenwerk"]

SOURCE = Path(__file__).parents[1] / "fake_nvml" / "fakenvml.c"

Library = Callable[[int], Path]
Look = Callable[..., Outcome]
Machine = Callable[..., Any]


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """``library(580)``: the folder with a library as drivers of that series export it."""
    if sys.platform != "linux" or shutil.which("gcc") is None:
        pytest.skip("the fake library needs Linux and gcc")
    base = tmp_path_factory.mktemp("nvml")

    @cache
    def built(driver: int) -> Path:
        folder = base / str(driver)
        folder.mkdir()
        target = folder / "libnvidia-ml.so.1"
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-w", f"-DDRIVER={driver}", "-o", target, SOURCE], check=True)
        return folder

    return built


@pytest.fixture
def look(rechenwerk: Rechenwerk, library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Look:
    """``look("devices 2", "--lang", "de")``: the command on a machine whose library plays the scenario."""

    def call(scenario: str | bytes, *arguments: object, driver: int = 580) -> Outcome:
        script = tmp_path / "scenario.txt"
        script.write_bytes(scenario.encode() if isinstance(scenario, str) else scenario)
        monkeypatch.setenv("FAKE_NVML", str(script))
        monkeypatch.setenv("LD_LIBRARY_PATH", str(library(driver)))
        return rechenwerk("probe", *arguments)

    return call


@pytest.fixture
def machine(look: Look) -> Machine:
    """``machine("devices 2")``: the probe file as a document; the command must end with 0."""

    def call(scenario: str | bytes, *arguments: object, driver: int = 580) -> Any:
        outcome = look(scenario, "--json", *arguments, driver=driver)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.document

    return call
