"""Whatever lies in a file, the reader answers with an assessment or a coded error, never with a crash."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.strategies import ULID
from wizard.domain.assessment import Answer, Assessment, Note, Workload
from wizard.domain.errors import CodedError
from wizard.session import Session
from wizard.store.codec import parse_assessment, to_yaml
from wizard.store.comments import count_comments
from wizard.store.journal import journal_of, recover
from wizard.store.lock import holder_of, lock_of

VALID = to_yaml(
    Assessment(
        id=ULID,
        answers={"a.x": Answer(value={"typical": 1, "p95": 2.5}, by="Müller", note=Note(text="Zeile\nzwei # drei"))},
        workloads=(Workload(id="w1", label="Chat #1", answers={"w.x": Answer(value=["a", "b"])}),),
    )
)
SPLICES = st.sampled_from(
    ["", ":", "- ", "#", "&a ", "*a", "!!python/object:os.system ", "{", "[", '"', "'", "|", "\t", "\x00", "\n", "? ",
     "~", "1e999", "0x1", "\ufeff", "true", "{}", "[[[[", "<<: ", "\r", "%TAG ! x", "---\n", "...\n", "9" * 5000]
)  # fmt: skip


def _read(data: bytes | str) -> None:
    try:
        read = parse_assessment(data, "a.yaml")
    except CodedError:
        return
    assert parse_assessment(to_yaml(read), "a.yaml") == read


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    _read(data)


@settings(max_examples=400, deadline=None)
@given(st.integers(0, len(VALID)), st.integers(0, 12), SPLICES)
def test_any_damage_to_a_valid_file(at: int, length: int, splice: str) -> None:
    _read(VALID[:at] + splice + VALID[at + length :])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300))
def test_any_journal_and_lock(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.yaml"
    journal_of(path).write_bytes(data)
    lock_of(path).write_bytes(data)
    assert recover(path, Assessment(id=ULID), "base").assessment == Assessment(id=ULID)
    assert holder_of(path) is None


def test_a_lock_with_absurd_values_can_be_told(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    lock_of(path).write_text(
        '{"pid": 99999999999999999999, "host": "x", "user": "u", "since": "0001-01-01T00:00:00+23:59", "token": "t"}'
    )
    holder = holder_of(path)
    assert holder is not None
    assert "0001" in str(holder.notice(path))


def test_a_circle_of_links_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to(tmp_path / "b.yaml")
    (tmp_path / "b.yaml").symlink_to(tmp_path / "a.yaml")
    for path in (tmp_path / "a.yaml", tmp_path / "a\x00.yaml", tmp_path):
        with pytest.raises(CodedError):
            Session.open(path)


def test_comments_are_counted_and_numbers_signs_in_values_are_not() -> None:
    assert count_comments(VALID) == 0
    commented = VALID.replace("title:", "# checked\ntitle:", 1).replace("language: de", "language: de  # ask again", 1)
    assert count_comments(commented) == 2
