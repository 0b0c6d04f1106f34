"""The journal: what is confirmed comes back, what is torn or foreign does not, and nothing is thrown away."""

import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.store.strategies import ULID
from wizard.domain.assessment import Answer, Assessment
from wizard.store.changes import UNDO_LIMIT, History, Step, answer_change
from wizard.store.codec import to_yaml
from wizard.store.files import digest
from wizard.store.journal import Journal, journal_of, recover

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)
START = Assessment(id=ULID)
BASE = digest(to_yaml(START).encode())


def _answered(assessment: Assessment, value: object) -> tuple[Step, Assessment]:
    step = Step(changes=(answer_change(assessment, "a.x", None, Answer(value=value)),), number=1, at=NOW)
    return step, step.applied_to(assessment)


def _written(path: Path, values: list[object]) -> Assessment:
    journal, assessment = Journal(path, ULID, BASE), START
    for value in values:
        step, assessment = _answered(assessment, value)
        journal.append("do", step, NOW)
    journal.close()
    return assessment


def _value(assessment: Assessment) -> object:
    answer = assessment.answers.get("a.x")
    return answer and answer.value


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.yaml"


def test_confirmed_changes_come_back_and_can_be_undone(path: Path) -> None:
    _written(path, [1, "zwei", {"typical": 3, "p95": 4.5}])
    recovery = recover(path, START, BASE)
    assert (_value(recovery.assessment), recovery.replayed) == ({"typical": 3, "p95": 4.5}, 3)
    step = recovery.history.moved_back()
    assert step is not None
    assert _value(step.inverse().applied_to(recovery.assessment)) == "zwei"


def test_the_journal_is_for_its_owner_only(path: Path) -> None:
    _written(path, [1])
    assert stat.S_IMODE(journal_of(path).stat().st_mode) == 0o600


def test_every_cut_of_the_last_line_loses_that_line_only(path: Path) -> None:
    _written(path, [1, 2])
    whole = journal_of(path).read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for end in range(last, len(whole)):
        journal_of(path).write_bytes(whole[:end])
        recovery = recover(path, START, BASE)
        assert (_value(recovery.assessment), recovery.damaged_line, recovery.good_bytes) == (1, None, last)


def test_what_follows_a_torn_line_is_appended_cleanly(path: Path) -> None:
    assessment = _written(path, [1])
    with journal_of(path).open("ab") as stream:
        stream.write(b'{"sum":"0000')
    journal = Journal(path, ULID, BASE, recover(path, START, BASE).good_bytes)
    journal.append("do", _answered(assessment, 2)[0], NOW)
    journal.close()
    assert _value(recover(path, START, BASE).assessment) == 2


def test_zeros_after_a_power_failure_are_a_torn_line(path: Path) -> None:
    _written(path, [1])
    with journal_of(path).open("ab") as stream:
        stream.write(bytes(4096))
    recovery = recover(path, START, BASE)
    assert (_value(recovery.assessment), recovery.damaged_line) == (1, None)


def test_damage_in_the_middle_is_told_and_stops_the_replay(path: Path) -> None:
    _written(path, [1, 2, 3])
    lines = journal_of(path).read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"value":2', b'"value":7')
    journal_of(path).write_bytes(b"".join(lines))
    recovery = recover(path, START, BASE)
    assert (_value(recovery.assessment), recovery.damaged_line) == (1, 3)


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\n", b"garbage\n" * 10, b"\x00" * 100, b"{}\n", b'{"sum":"00000000"}\n', b"[" * 100_000 + b"\n",
     bytes(range(256)) * 16],
)  # fmt: skip
def test_garbage_is_nobodys_journal(path: Path, garbage: bytes) -> None:
    journal_of(path).write_bytes(garbage)
    recovery = recover(path, START, BASE)
    assert (recovery.assessment, recovery.replayed, recovery.good_bytes) == (START, 0, 0)


def test_a_journal_is_replayed_onto_its_own_file_only(path: Path) -> None:
    _written(path, [1, 2])
    recovery = recover(path, START, "another content")
    assert (recovery.assessment, recovery.replayed, recovery.foreign) == (START, 0, 2)


def test_a_journal_of_another_assessment_is_foreign(path: Path) -> None:
    _written(path, [1])
    other = Assessment(id=ULID.replace("0", "1"))
    assert recover(path, other, BASE).foreign == 1


def test_a_change_that_does_not_fit_is_not_forced(path: Path) -> None:
    journal = Journal(path, ULID, BASE)
    _, later = _answered(START, 1)
    journal.append("do", _answered(later, 2)[0], NOW)
    journal.close()
    recovery = recover(path, START, BASE)
    assert (recovery.assessment, recovery.damaged_line) == (START, 2)


def test_the_mark_tells_what_the_file_holds_already(path: Path) -> None:
    journal = Journal(path, ULID, BASE)
    first, one = _answered(START, 1)
    journal.append("do", first, NOW)
    journal.mark_saving("saved", NOW)
    journal.append("do", _answered(one, 2)[0], NOW)
    journal.close()
    before_rename, after_rename = recover(path, START, BASE), recover(path, one, "saved")
    assert (_value(before_rename.assessment), before_rename.replayed) == (2, 2)
    assert (_value(after_rename.assessment), after_rename.replayed) == (2, 1)
    assert len(after_rename.history.past) == 2


def test_compaction_keeps_the_undo_history_and_bounds_it(path: Path) -> None:
    journal, assessment, history = Journal(path, ULID, BASE), START, History()
    for value in range(UNDO_LIMIT + 50):
        step, assessment = _answered(assessment, value)
        journal.append("do", step, NOW)
        history.record(step)
    journal.compact("saved", history)
    journal.close()
    recovery = recover(path, assessment, "saved")
    assert (recovery.assessment, recovery.replayed, len(recovery.history.past)) == (assessment, 0, UNDO_LIMIT)


def test_a_journal_set_aside_is_kept_whole(path: Path) -> None:
    _written(path, [1])
    content = journal_of(path).read_bytes()
    copy = Journal(path, ULID, "another").set_aside("foreign")
    assert copy.read_bytes() == content
    assert not journal_of(path).exists()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_link_in_the_place_of_the_journal_is_not_followed(path: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    journal_of(path).symlink_to(victim)
    with pytest.raises(Exception, match="S0"):
        recover(path, START, BASE)
    with pytest.raises(Exception, match="S0"):
        _written(path, [1])
    assert victim.read_text() == "precious"
