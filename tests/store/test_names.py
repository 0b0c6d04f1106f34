"""Names of files and assessments."""

import stat
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wizard.domain.errors import CodedError
from wizard.store.ids import new_ulid
from wizard.store.slug import MAX_NAME_BYTES, check_file_name, ensure_folder, existing_variant, suggest_file_name


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../x.yaml", "a/b.yaml", "a\\b.yaml", "CON", "con.yaml", "Lpt1.yaml", "a\x00.yaml", "a\nb.yaml",
     "-rf.yaml", ".hidden.yaml", "~root.yaml", " x.yaml", "x.yaml ", "x.", "a:b.yaml", "a?.yaml",
     "ä" * 120 + ".yaml", "a\u202eb.yaml", "a\udcffb"],
)  # fmt: skip
def test_an_unsafe_name_is_refused(name: str) -> None:
    with pytest.raises(CodedError, match="S040"):
        check_file_name(name)


def test_a_name_is_kept_in_composed_form() -> None:
    assert check_file_name(unicodedata.normalize("NFD", "Müller.yaml")) == "Müller.yaml"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Müller & Söhne GmbH", "müller-söhne-gmbh.yaml"),
        ("../../etc/passwd", "etc-passwd.yaml"),
        ("", "assessment.yaml"),
        ("CON", "assessment.yaml"),
        ("💥", "assessment.yaml"),
    ],
)
def test_a_title_becomes_a_name(title: str, name: str) -> None:
    assert suggest_file_name(title) == name


@given(st.text(max_size=300))
def test_every_title_becomes_a_safe_name(title: str) -> None:
    name = suggest_file_name(title)
    assert check_file_name(name) == name
    assert len(name.encode()) <= MAX_NAME_BYTES


def test_new_folders_are_closed_to_others(tmp_path: Path) -> None:
    ensure_folder(tmp_path / "a" / "b")
    assert [stat.S_IMODE((tmp_path / p).stat().st_mode) for p in ("a", "a/b")] == [0o700, 0o700]


def test_a_decomposed_file_is_found_by_its_composed_name(tmp_path: Path) -> None:
    stored = tmp_path / unicodedata.normalize("NFD", "Müller.yaml")
    stored.write_text("x")
    assert existing_variant(tmp_path / "Müller.yaml") == stored


def test_ulids_follow_the_specification() -> None:
    # Time part of the ULID specification's example 01ARZ3NDEKTSV4RRFFQ69G5FAV: 1469922850259 ms.
    assert new_ulid(1469922850259, bytes(10)) == "01ARZ3NDEK" + "0" * 16
    assert new_ulid((1 << 48) - 1, b"\xff" * 10) == "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"


@pytest.mark.parametrize(("time", "randomness"), [(-1, bytes(10)), (1 << 48, bytes(10)), (0, bytes(9))])
def test_a_ulid_needs_a_fitting_time_and_randomness(time: int, randomness: bytes) -> None:
    with pytest.raises(ValueError, match="ULID"):
        new_ulid(time, randomness)
