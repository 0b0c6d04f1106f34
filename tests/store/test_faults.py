"""A save that meets a fault at any of its file operations leaves the old or the new version, and says why it failed."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

HERE = Path(__file__).parent
CODES = {"eio": "[S034]", "enospc": "[S030]", "edquot": "[S031]", "erofs": "[S032]", "eacces": "[S033]"}
KINDS = ["kill", "killmid", "short", *CODES]

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None, reason="fault injection needs Linux and gcc"
)


@pytest.fixture(scope="module")
def outcomes() -> Iterator[dict[str, Any]]:
    """In memory where the system offers it: the faults are the same, and thousands of syncs cost nothing."""
    with TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as name:
        yield _outcomes(Path(name))


def _outcomes(folder: Path) -> dict[str, Any]:
    library = folder / "faultfs.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-w", "-o", library, HERE / "faultfs.c", "-ldl"], check=True)
    (folder / "cases").mkdir()
    done = subprocess.run(
        [sys.executable, HERE / "fault_driver.py", folder / "cases", *KINDS],
        env={**os.environ, "LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_every_kind_of_operation_was_met(outcomes: dict[str, Any]) -> None:
    assert {"open", "write", "fsync", "link", "rename", "unlink", "fchmod", "ftruncate", "sync-folder"} <= set(
        outcomes["steps"]
    )


def test_nothing_is_renamed_before_it_is_on_disk_and_every_rename_is_made_to_last(outcomes: dict[str, Any]) -> None:
    """What a power failure needs: content synced before its name changes, the folder synced after."""
    steps = outcomes["steps"]
    replaced = [i for i, step in enumerate(steps) if step == "rename"]
    assert len(replaced) == 3  # backup, file, journal
    for index in replaced[1:]:
        since_write = steps[: index + 1][::-1].index("write")
        assert "fsync" in steps[index - since_write : index]
        assert "sync-folder" in steps[index : index + 3]


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_holds_a_whole_version(outcomes: dict[str, Any], kind: str) -> None:
    assert {case["in_file"] for case in outcomes["cases"][kind]} <= {"old", "new", "newer"}


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_confirmed_is_lost(outcomes: dict[str, Any], kind: str) -> None:
    lost = [case for case in outcomes["cases"][kind] if "a" in case["said"] and case["resumed"] == "old"]
    assert not lost


@pytest.mark.parametrize("kind", KINDS)
def test_a_save_that_was_confirmed_is_in_the_file(outcomes: dict[str, Any], kind: str) -> None:
    assert not [case for case in outcomes["cases"][kind] if "s" in case["said"] and case["in_file"] == "old"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_next_session_can_write(outcomes: dict[str, Any], kind: str) -> None:
    assert all(case["writable"] for case in outcomes["cases"][kind])


@pytest.mark.parametrize("kind", list(CODES))
def test_the_fault_is_told_in_its_own_words(outcomes: dict[str, Any], kind: str) -> None:
    told = {case["said"].strip("asc") for case in outcomes["cases"][kind]}
    assert told <= {"", CODES[kind], "[S023]"}
    assert CODES[kind] in told


@pytest.mark.parametrize("kind", list(CODES))
def test_work_goes_on_after_the_fault(outcomes: dict[str, Any], kind: str) -> None:
    """Where the session was open for writing, the next save succeeds without a false conflict."""
    interrupted = [case for case in outcomes["cases"][kind] if f"a{CODES[kind]}" in case["said"]]
    assert interrupted
    assert not [case for case in interrupted if not case["said"].endswith("asc") or case["in_file"] != "newer"]


def test_a_partial_write_is_completed(outcomes: dict[str, Any]) -> None:
    assert {(case["said"], case["in_file"]) for case in outcomes["cases"]["short"]} == {("asc", "new")}
