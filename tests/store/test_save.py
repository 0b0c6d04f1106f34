"""Saving: modes, links, backup, conflicts and limits."""

import errno
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from wizard.domain.errors import CodedError
from wizard.store.files import digest, sweep_litter, temporary_prefix
from wizard.store.save import save_new, save_over


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    save_new(tmp_path / "a.yaml", b"one")
    assert _mode(tmp_path / "a.yaml") == 0o600


def test_a_new_file_never_replaces_another(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"theirs")
    with pytest.raises(CodedError, match="S020"):
        save_new(path, b"ours")
    assert path.read_bytes() == b"theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_saving_keeps_the_previous_version_and_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"one")
    path.chmod(0o640)
    save_over(path, b"two", digest(b"one"))
    backup = tmp_path / "a.yaml.bak"
    assert (path.read_bytes(), backup.read_bytes(), _mode(path), _mode(backup)) == (b"two", b"one", 0o640, 0o640)


def test_a_file_system_without_hard_links_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "no hard links")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "a.yaml"
    base = save_new(path, b"one")
    save_over(path, b"two", base)
    assert (path.read_bytes(), (tmp_path / "a.yaml.bak").read_bytes()) == (b"two", b"one")
    with pytest.raises(CodedError, match="S020"):
        save_new(path, b"three")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "a.yaml", tmp_path / "link.yaml"
    real.write_bytes(b"one")
    link.symlink_to(real)
    save_over(link, b"two", digest(b"one"))
    assert link.is_symlink()
    assert real.read_bytes() == b"two"


def test_a_write_protected_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"one")
    path.chmod(0o444)
    with pytest.raises(CodedError, match=r"S022.*save under another name"):
        save_over(path, b"two", digest(b"one"))
    assert path.read_bytes() == b"one"


def test_changes_of_another_program_are_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"theirs")
    with pytest.raises(CodedError, match="S021") as caught:
        save_over(path, b"ours", digest(b"one"))
    copy = tmp_path / str(caught.value.details["copy"])
    assert (path.read_bytes(), copy.read_bytes(), copy.suffix) == (b"theirs", b"ours", ".yaml")


def test_a_size_limit_of_the_system_keeps_the_old_version(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"one")
    code = (
        "import sys; from pathlib import Path; from wizard.store.save import save_over\n"
        "from wizard.store.files import digest\n"
        "save_over(Path(sys.argv[1]), b'x' * 100_000, digest(b'one'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, path],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536)),
        capture_output=True,
        text=True,
    )
    assert "S035" in done.stderr
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["missing/a.yaml", "x" * 300 + ".yaml"])
def test_a_place_that_takes_no_file_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(CodedError, match=r"S036|S037"):
        save_new(tmp_path / name, b"one")


def test_litter_of_killed_saves_is_swept_when_it_is_old(tmp_path: Path) -> None:
    target = tmp_path / "a.yaml"
    old, fresh = (tmp_path / f"{temporary_prefix(target)}{name}.tmp" for name in ("old", "fresh"))
    other = tmp_path / f"{temporary_prefix(tmp_path / 'b.yaml')}old.tmp"
    for path in (old, fresh, other):
        path.write_bytes(b"x")
    for path in (old, other):
        os.utime(path, (1000, 1000))
    assert sweep_litter(target) == 1
    assert set(tmp_path.iterdir()) == {fresh, other}
