"""Files and folders that cannot be used: the message names them and says what to do, in the person's language."""

import os
from pathlib import Path

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.datafiles.packaged import data_folder

EXAMPLE = data_folder("questionnaires") / "examples" / "stadtwerke.yaml"


@pytest.mark.parametrize("command", ["check", "evaluate"])
def test_missing_files_folders_and_circles_of_links(rechenwerk: Rechenwerk, tmp_path: Path, command: str) -> None:
    (tmp_path / "kreis.yaml").symlink_to("kreis.yaml")
    (tmp_path / "ordner.yaml").mkdir()
    said = {name: rechenwerk(command, tmp_path / name, "--lang", "de") for name in ("fehlt.yaml", "kreis.yaml")}
    assert {outcome.code for outcome in said.values()} == {3}
    assert said["fehlt.yaml"].err == "fehlt.yaml: [S001] diese Datei gibt es nicht\n"
    assert "Kreis symbolischer Verknüpfungen" in said["kreis.yaml"].err
    assert "keine gewöhnliche Datei" in rechenwerk(command, tmp_path / "ordner.yaml", "--lang", "de").err


def test_a_control_character_is_named_with_its_line(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    file = tmp_path / "acme.yaml"
    file.write_bytes('rechenwerk: 1\ntitle: "ä"\nid: a\0b\n'.encode())
    assert rechenwerk("evaluate", file).err.startswith("acme.yaml:3: [Y011] the control character U+0000 ")


def test_a_number_of_thousands_of_digits_is_refused_with_its_line(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    file = tmp_path / "acme.yaml"
    file.write_text(f"rechenwerk: 1\nid: {'9' * 5000}\n")
    assert rechenwerk("evaluate", file).err.startswith("acme.yaml:2: [Y012] a whole number with 5000 digits")


def test_a_file_in_place_of_the_report_folder(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    outcome = rechenwerk("report", EXAMPLE, "--out", tmp_path / "out", "--format", "html", "--samples", "64")
    assert outcome.code == 3
    assert "out: a file stands where the folder should be" in outcome.err
    assert (tmp_path / "out").read_text() == "mine"


@pytest.mark.parametrize("name", ["acme.pdf", "acme"])
def test_an_assessment_is_never_named_like_a_report(rechenwerk: Rechenwerk, tmp_path: Path, name: str) -> None:
    outcome = rechenwerk("new", tmp_path / name, "--no-tui")
    assert (outcome.code, list(tmp_path.glob("acme*"))) == (2, [])
    assert "P007" in outcome.err


def test_the_umask_decides_who_reads_a_report(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        outcome = rechenwerk("report", EXAMPLE, "--out", tmp_path / "out", "--format", "html", "--samples", "64")
    finally:
        os.umask(before)
    assert Path(outcome.out.strip()).stat().st_mode & 0o777 == 0o600
