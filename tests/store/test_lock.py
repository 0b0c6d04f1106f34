"""One writer per file; everybody else is told who."""

import errno
import fcntl
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from wizard.domain.errors import CodedError
from wizard.store.lock import FileLock, Locked, holder_of, lock_of

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)


def _left_by(path: Path, host: str, pid: int) -> None:
    holder = {"pid": pid, "host": host, "user": "eva", "since": NOW.isoformat(), "token": "abc"}
    lock_of(path).write_text(json.dumps(holder))


def _dead_pid() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
        return process.pid


def test_the_second_opener_is_told_who_and_since_when(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    lock = FileLock.acquire(path, NOW)
    with pytest.raises(Locked) as caught:
        FileLock.acquire(path, NOW)
    holder = caught.value.holder
    assert holder is not None
    assert (holder.pid, holder.since, holder.is_here) == (os.getpid(), NOW, True)
    lock.release()


def test_a_released_lock_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    FileLock.acquire(path, NOW).release()
    assert not list(tmp_path.iterdir())
    FileLock.acquire(path, NOW).release()


def test_a_dead_owner_on_this_host_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    _left_by(path, os.uname().nodename, _dead_pid())
    assert holder_of(path) is None
    FileLock.acquire(path, NOW).release()


def test_a_killed_owner_frees_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    code = (
        "import sys, time; from datetime import datetime, UTC; from pathlib import Path\n"
        "from wizard.store.lock import FileLock\n"
        "lock = FileLock.acquire(Path(sys.argv[1]), datetime.now(UTC)); print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE) as owner:
        assert owner.stdout
        owner.stdout.readline()
        with pytest.raises(Locked) as caught:
            FileLock.acquire(path, NOW)
        assert caught.value.holder is not None
        assert caught.value.holder.pid == owner.pid
        owner.kill()
        owner.wait()
    FileLock.acquire(path, NOW).release()


def test_a_lock_of_another_host_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    _left_by(path, "elsewhere", 1)
    with pytest.raises(Locked) as caught:
        FileLock.acquire(path, NOW)
    assert caught.value.holder is not None
    assert "eva on elsewhere" in str(caught.value.holder.notice(path))


def test_a_lock_of_another_host_is_broken_with_its_token_only(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    _left_by(path, "elsewhere", 1)
    with pytest.raises(Locked):
        FileLock.acquire(path, NOW, break_token="guess")  # noqa: S106
    FileLock.acquire(path, NOW, break_token="abc").release()  # noqa: S106


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\x00", b"[]", b"{}" * 4000])
def test_a_garbled_lock_file_blocks_nobody(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.yaml"
    lock_of(path).write_bytes(content)
    FileLock.acquire(path, NOW).release()


def test_a_link_in_the_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    path, victim = tmp_path / "a.yaml", tmp_path / "victim"
    victim.write_text("precious")
    lock_of(path).symlink_to(victim)
    with pytest.raises(Exception, match="S0"):
        FileLock.acquire(path, NOW)
    assert victim.read_text() == "precious"


def test_many_processes_write_one_at_a_time(tmp_path: Path) -> None:
    """Each of four processes adds one, ten times, reading and writing a number while it holds the lock."""
    number = tmp_path / "number"
    number.write_text("0")
    code = (
        "import sys, time; from datetime import datetime, UTC; from pathlib import Path\n"
        "from wizard.store.lock import FileLock, Locked\n"
        "number, done = Path(sys.argv[1]), 0\n"
        "while done < 10:\n"
        "    try: lock = FileLock.acquire(number, datetime.now(UTC))\n"
        "    except Locked: time.sleep(0.001); continue\n"
        "    value = int(number.read_text()); time.sleep(0.001); number.write_text(str(value + 1))\n"
        "    lock.release(); done += 1\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, number]) for _ in range(4)]
    assert [process.wait() for process in processes] == [0] * 4
    assert number.read_text() == "40"


def test_without_system_locks_the_process_named_in_the_file_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    path = tmp_path / "a.yaml"
    _left_by(path, os.uname().nodename, os.getppid())
    with pytest.raises(Locked):
        FileLock.acquire(path, NOW)
    _left_by(path, os.uname().nodename, _dead_pid())
    FileLock.acquire(path, NOW).release()


def test_a_lock_that_cannot_be_written_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"

    def full(*_arguments: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("wizard.store.lock.os.pwrite", full)
        with pytest.raises(CodedError, match="S030"):
            FileLock.acquire(path, NOW)
    assert not lock_of(path).exists()
    FileLock.acquire(path, NOW).release()
