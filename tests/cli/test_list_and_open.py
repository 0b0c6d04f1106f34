"""``list`` and ``open``: finding assessments and getting back to them."""

from pathlib import Path

from tests.cli.conftest import Rechenwerk


def _new(rechenwerk: Rechenwerk, file: Path, *more: str) -> None:
    outcome = rechenwerk("new", file, "--no-tui", "--lang", "en", *more)
    assert outcome.code == 0, outcome.err


def test_list_counts_answers_of_the_asked_questions(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    _new(rechenwerk, tmp_path / "acme.yaml", "--title", "Acme", "--set", "client.country=DE")
    (row,) = rechenwerk("list", tmp_path, "--json").document
    assert (row["title"], row["status"], row["answered"], row["age_days"]) == ("Acme", "open", 1, 0)
    assert row["asked"] <= 15


def test_list_shows_a_damaged_assessment_with_its_fault(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("rechenwerk: 1\nanswers: [\n", encoding="utf-8")
    outcome = rechenwerk("list", tmp_path)
    assert outcome.code == 0
    assert "damaged" in outcome.out
    assert "[Y003]" in outcome.out


def test_list_makes_a_hostile_title_harmless(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    _new(rechenwerk, tmp_path / "acme.yaml")
    file = tmp_path / "acme.yaml"
    text = file.read_text(encoding="utf-8").replace("title: ''", 'title: "\\e]52;c;ZXZpbA==\\a[/]"')
    file.write_text(text, encoding="utf-8")
    for arguments in (["list", tmp_path], ["list", tmp_path, "--json"]):
        assert "\x1b" not in rechenwerk(*arguments).out


def test_list_of_an_empty_folder_says_so_on_stderr(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("list", tmp_path)
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err


def test_list_of_a_missing_folder_is_wrong_usage(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    assert rechenwerk("list", tmp_path / "none").code == 2


def test_open_refuses_a_file_that_is_no_assessment(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text("a: 1\n", encoding="utf-8")
    outcome = rechenwerk("open", tmp_path / "notes.yaml", "--no-tui")
    assert (outcome.code, "[S003]" in outcome.err) == (3, True)


def test_open_refuses_a_newer_file_and_leaves_it_alone(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    file = tmp_path / "acme.yaml"
    _new(rechenwerk, file)
    newer = file.read_text(encoding="utf-8").replace("rechenwerk: 1", "rechenwerk: 99")
    file.write_text(newer, encoding="utf-8")
    assert rechenwerk("open", file, "--no-tui").code == 3
    assert file.read_text(encoding="utf-8") == newer
