"""The recent list, and what lies in a folder."""

import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.store.strategies import ULID
from wizard.domain.assessment import Assessment
from wizard.store import recent
from wizard.store.codec import to_yaml

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


def test_the_latest_file_stands_first_and_only_once(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml", "a.yaml"):
        recent.remember(tmp_path / name, NOW)
    assert [entry.path.name for entry in recent.recent()] == ["a.yaml", "b.yaml"]
    recent.forget(tmp_path / "a.yaml")
    assert [entry.path.name for entry in recent.recent()] == ["b.yaml"]


def test_the_list_is_for_its_owner_and_holds_no_titles(tmp_path: Path, state: Path) -> None:
    (tmp_path / "a.yaml").write_text(to_yaml(Assessment(id=ULID, title="Geheim GmbH")))
    recent.remember(tmp_path / "a.yaml", NOW)
    stored = state / "rechenwerk" / "recent.json"
    assert stat.S_IMODE(stored.stat().st_mode) == 0o600
    assert "Geheim" not in stored.read_text()


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"recent": [{"path": 1}]}', b'{"recent": 5}', b"[" * 100_000])
def test_a_garbled_list_is_an_empty_one(tmp_path: Path, state: Path, content: bytes) -> None:
    (state / "rechenwerk").mkdir()
    (state / "rechenwerk" / "recent.json").write_bytes(content)
    assert recent.recent() == ()
    recent.remember(tmp_path / "a.yaml", NOW)
    assert len(recent.recent()) == 1


def test_an_unwritable_state_folder_costs_only_the_entry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    recent.remember(tmp_path / "a.yaml", NOW)
    assert recent.recent() == ()


def test_a_folder_shows_assessments_latest_first_and_damaged_ones_with_their_fault(tmp_path: Path) -> None:
    for name, age in (("old.yaml", 1000), ("new.yaml", 2000)):
        (tmp_path / name).write_text(to_yaml(Assessment(id=ULID, title=name)))
        os.utime(tmp_path / name, (age, age))
    (tmp_path / "broken.yaml").write_text("rechenwerk: 1\ntitle: [\n")
    (tmp_path / "emptied.yaml").write_text("")
    (tmp_path / "emptied.yaml.bak").write_text("rechenwerk: 1\n")
    (tmp_path / "compose.yaml").write_text("services: {}\n")
    (tmp_path / "folder.yaml").mkdir()
    found = {item.path.name: item for item in recent.find_assessments(tmp_path)}
    assert sorted(found) == ["broken.yaml", "emptied.yaml", "new.yaml", "old.yaml"]
    assert list(found).index("new.yaml") < list(found).index("old.yaml")
    assert found["new.yaml"].title == "new.yaml"
    assert found["broken.yaml"].error is not None
    assert found["broken.yaml"].title == "broken"
    assert found["emptied.yaml"].error is not None


def test_a_missing_folder_holds_nothing(tmp_path: Path) -> None:
    assert recent.find_assessments(tmp_path / "none") == ()


def test_the_same_assessment_is_found_in_the_folder_and_on_the_list(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        (folder / "a.yaml").write_text(to_yaml(Assessment(id=ULID)))
    (here / "other.yaml").write_text(to_yaml(Assessment(id=ULID.replace("0", "1"))))
    recent.remember(there / "a.yaml", NOW)
    assert recent.find_same_id(ULID, here) == (here / "a.yaml", there / "a.yaml")


def test_a_free_name_is_found_beside_existing_files(tmp_path: Path) -> None:
    (tmp_path / "acme.yaml").write_text("")
    assert recent.free_path(tmp_path, "Acme").name == "acme-2.yaml"
