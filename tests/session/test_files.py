"""Opening, saving and closing: resuming, second openers, damaged neighbours, links and limits."""

import os
import stat
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from wizard.domain.assessment import Answer
from wizard.domain.errors import CodedError
from wizard.session import Session
from wizard.store.codec import read_assessment, to_yaml
from wizard.store.journal import journal_of


def _created(path: Path) -> Session:
    return Session.create(path, language="de", questionnaire_path="quick", title="Acme")


def test_a_new_assessment_is_on_disk_at_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.yaml"
    with _created(path) as session:
        assert read_assessment(path) == session.assessment
    modes = [stat.S_IMODE(p.stat().st_mode) for p in (path, path.parent)]
    assert modes == [0o600, 0o700]


@pytest.mark.parametrize("name", ["CON.yaml", "a\nb.yaml", "x" * 201, ".hidden.yaml"])
def test_an_unsafe_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(CodedError, match="S040"):
        _created(tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("title", "code"), [("\udcff", "S018"), ("x" * 401, "S014")])
def test_a_title_no_file_can_carry_creates_none(tmp_path: Path, title: str, code: str) -> None:
    with pytest.raises(CodedError, match=code):
        Session.create(tmp_path / "a.yaml", title=title)
    assert not list(tmp_path.iterdir())


def test_an_existing_file_is_never_replaced_by_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("precious")
    with pytest.raises(CodedError, match="S020"):
        _created(tmp_path / "a.yaml")
    assert (tmp_path / "a.yaml").read_text() == "precious"


def test_closing_saves_and_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    with _created(path) as session:
        session.apply("client.name", Answer(value="Müller"))
        assert not session.is_saved
    assert read_assessment(path).answers["client.name"].value == "Müller"
    assert sorted(p.name for p in tmp_path.iterdir()) == [".a.yaml.journal", "a.yaml", "a.yaml.bak"]


def test_nothing_is_written_when_nothing_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    _created(path).close()
    before = (path.stat().st_ino, path.stat().st_mtime_ns)
    Session.open(path).close()
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == before
    assert list(tmp_path.iterdir()) == [path]


def test_undo_reaches_back_two_hundred_steps_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    with _created(path) as session:
        for number in range(210):
            session.set_title(str(number))
    with Session.open(path) as session:
        steps = 0
        while session.undo():
            steps += 1
        assert (steps, session.assessment.title) == (200, "9")
    with Session.open(path) as session:
        while session.redo():
            pass
        assert session.assessment.title == "209"


def test_unsaved_changes_are_recovered_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    session = _created(path)
    session.apply("client.name", Answer(value="A"))
    session.set_title("B")
    session.close(save=False)
    with Session.open(path) as resumed:
        assert (resumed.recovered, resumed.assessment.title, resumed.is_saved) == (2, "B", False)
    with Session.open(path) as again:
        assert (again.recovered, again.is_saved) == (0, True)


def test_the_second_opener_reads_what_the_first_has_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    with _created(path) as first:
        first.apply("client.name", Answer(value="A"))
        second = Session.open(path)
        assert second.read_only
        assert second.holder is not None
        assert second.holder.pid == os.getpid()
        assert "S024" in str(second.notices[0])
        assert second.assessment == first.assessment
        with pytest.raises(CodedError, match="S023"):
            second.set_title("x")
        second.close()
        first.set_title("still mine")


def test_another_process_is_told_who_writes(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    code = (
        "import sys; from pathlib import Path; from wizard.session import Session\n"
        "session = Session.open(Path(sys.argv[1])); print(session.read_only, session.holder.pid)"
    )
    with _created(path):
        done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert done.stdout.split() == ["True", str(os.getpid())]


def test_reading_only_touches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    session = _created(path)
    session.set_title("B")
    session.close(save=False)
    with journal_of(path).open("ab") as stream:
        stream.write(b"torn")
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    with Session.open(path, read_only=True) as reader:
        assert (reader.assessment.title, reader.notices) == ("B", ())
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_a_write_protected_file_opens_for_reading_and_saves_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    _created(path).close()
    path.chmod(0o444)
    session = Session.open(path)
    assert session.read_only
    assert "S022" in str(session.notices[0])
    with session.save_as(tmp_path / "b.yaml") as copy:
        copy.set_title("Kopie")
    assert (read_assessment(path).title, read_assessment(tmp_path / "b.yaml").title) == ("Acme", "Kopie")


def test_saving_elsewhere_takes_the_undo_history_along(tmp_path: Path) -> None:
    with _created(tmp_path / "a.yaml") as session:
        session.set_title("B")
        session.save_as(tmp_path / "b.yaml").close()
    with Session.open(tmp_path / "b.yaml") as copy:
        assert copy.undo()
        assert copy.assessment.title == "Acme"


def test_a_link_and_its_file_are_one_assessment(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    _created(tmp_path / "real" / "a.yaml").close()
    link = tmp_path / "link.yaml"
    link.symlink_to(tmp_path / "real" / "a.yaml")
    with Session.open(link) as session:
        assert Session.open(tmp_path / "real" / "a.yaml").read_only
        session.set_title("B")
    assert link.is_symlink()
    assert read_assessment(tmp_path / "real" / "a.yaml").title == "B"


def test_a_change_from_outside_is_kept_beside_ours(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    session = _created(path)
    session.set_title("ours")
    path.write_text(to_yaml(session.assessment.model_copy(update={"title": "theirs"})))
    with pytest.raises(CodedError, match="S021"):
        session.close()
    titles = sorted(read_assessment(p).title for p in tmp_path.glob("*.yaml"))
    assert titles == ["ours", "theirs"]


def test_changes_for_another_version_are_set_aside_and_told(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    session = _created(path)
    session.set_title("unsaved")
    session.close(save=False)
    path.write_text(path.read_text() + "# checked out from elsewhere\n")
    with Session.open(path) as resumed:
        assert resumed.assessment.title == "Acme"
        assert "S041" in str(resumed.notices[0])
        resumed.set_title("go on")
    assert len(list(tmp_path.glob(".a.yaml.journal.foreign-*"))) == 1
    assert read_assessment(path).title == "go on"


def test_a_damaged_journal_is_set_aside_and_told(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    session = _created(path)
    for title in ("eins", "zwei"):
        session.set_title(title)
    session.close(save=False)
    journal_of(path).write_bytes(journal_of(path).read_bytes().replace(b"zwei", b"drei"))
    with Session.open(path) as resumed:
        assert (resumed.assessment.title, resumed.recovered) == ("eins", 1)
        assert "S042" in str(resumed.notices[0])
    assert len(list(tmp_path.glob(".a.yaml.journal.damaged-*"))) == 1


def test_a_leftover_journal_of_a_deleted_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    session = _created(path)
    session.set_title("gone")
    session.close(save=False)
    path.unlink()
    with _created(path) as fresh:
        assert fresh.assessment.title == "Acme"
    assert len(list(tmp_path.glob(".a.yaml.journal.foreign-*"))) == 1


def test_a_damaged_file_frees_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("rechenwerk: 1\ntitle: [\n")
    with pytest.raises(CodedError, match="Y003"):
        Session.open(path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(CodedError, match="S001"):
        Session.open(tmp_path / "a.yaml")
    assert not list(tmp_path.iterdir())


def test_a_composed_name_opens_a_decomposed_file(tmp_path: Path) -> None:
    _created(tmp_path / "Müller.yaml").close()
    (tmp_path / "Müller.yaml").rename(tmp_path / unicodedata.normalize("NFD", "Müller.yaml"))
    with Session.open(tmp_path / "Müller.yaml") as session:
        assert session.assessment.title == "Acme"


def test_the_session_needs_no_terminal_and_no_renderer() -> None:
    heavy = {"textual", "rich", "jinja2", "weasyprint", "numpy"}
    code = f"import sys, wizard.session; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "set()"


def test_comments_that_saving_would_lose_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    _created(path).close()
    path.write_text("# by hand\n" + path.read_text())
    with Session.open(path) as session:
        assert "S043" in str(session.notices[0])


def test_a_long_journal_is_taken_into_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    session = _created(path)
    session.adopt(session.assessment.model_copy(update={"overrides": {"x": "a" * 2_000_000}}))
    for number in range(6):
        session.adopt(session.assessment.model_copy(update={"overrides": {"x": str(number) * 2_000_000}}))
    size = journal_of(path).stat().st_size
    assert size < 8_000_000
    assert path.stat().st_size > 2_000_000
    after = session.assessment
    assert session.undo()
    before = session.assessment
    session.close(save=False)
    with Session.open(path) as resumed:
        assert resumed.assessment == before
        assert resumed.redo()
        assert resumed.assessment == after
