"""``validate`` overwrites nothing it was not told to, and says so before it computes."""

from pathlib import Path

import pytest
from tests.accuracy.test_validate import HEADER, ROWS
from tests.cli.conftest import Rechenwerk

_OPTIONS = ["--rows", "--page", "--fit"]


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    file = tmp_path / "measured.csv"
    file.write_text(HEADER + ROWS, encoding="utf-8")
    return file


@pytest.fixture
def uncomputed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No prediction is made."""

    def never(*_: object) -> None:
        raise AssertionError("predicted before the outputs were looked at")

    monkeypatch.setattr("wizard.accuracy.validate.answer", never)
    monkeypatch.setattr("wizard.accuracy.leave_out.fitted_anew", never)


@pytest.mark.usefixtures("uncomputed")
@pytest.mark.parametrize("force", [(), ("--force",)])
@pytest.mark.parametrize("option", _OPTIONS)
def test_the_input_is_never_overwritten(
    rechenwerk: Rechenwerk, measured: Path, option: str, force: tuple[str, ...]
) -> None:
    outcome = rechenwerk("validate", measured, option, measured, *force)
    assert (outcome.code, "V015" in outcome.err) == (3, True), outcome.err
    assert measured.read_text(encoding="utf-8") == HEADER + ROWS


@pytest.mark.usefixtures("uncomputed")
def test_the_input_under_another_name_is_never_overwritten(
    rechenwerk: Rechenwerk, measured: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.csv"
    other.hardlink_to(measured)
    assert "V015" in rechenwerk("validate", measured, "--rows", other, "--force").err


@pytest.mark.usefixtures("uncomputed")
def test_two_outputs_are_two_files(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    outcome = rechenwerk("validate", measured, "--rows", out, "--page", tmp_path / "." / "out")
    assert (outcome.code, "V015" in outcome.err, "--rows" in outcome.err) == (3, True, True)


@pytest.mark.usefixtures("uncomputed")
@pytest.mark.parametrize("option", _OPTIONS)
def test_a_file_that_is_there_stays(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path, option: str) -> None:
    out = tmp_path / "report.md"
    out.write_text("years of work", encoding="utf-8")
    outcome = rechenwerk("validate", measured, option, out)
    assert (outcome.code, "V014" in outcome.err, "--force" in outcome.err) == (3, True, True), outcome.err
    assert out.read_text(encoding="utf-8") == "years of work"


def test_a_file_that_is_there_goes_with_force(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    out.write_text("old", encoding="utf-8")
    assert rechenwerk("validate", measured, "--rows", out, "--force").code == 0
    assert out.read_text(encoding="utf-8").startswith("id,quantity")


def test_a_page_of_its_own_is_written_anew(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    assert rechenwerk("validate", measured, "--page", page, "--as-of", "2026-11-30").code == 0
    assert rechenwerk("validate", measured, "--page", page, "--as-of", "2026-12-01").code == 0
    assert "on 2026-12-01." in page.read_text(encoding="utf-8")


def test_a_page_of_its_own_is_no_table(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    rechenwerk("validate", measured, "--page", page)
    assert "V014" in rechenwerk("validate", measured, "--rows", page).err


@pytest.mark.usefixtures("uncomputed")
@pytest.mark.parametrize("extra", [(), ("--leave-out", "gpu")])
@pytest.mark.parametrize("option", _OPTIONS)
def test_a_missing_folder_is_said_first(
    rechenwerk: Rechenwerk, measured: Path, tmp_path: Path, option: str, extra: tuple[str, ...]
) -> None:
    outcome = rechenwerk("validate", measured, option, tmp_path / "no" / "out", *extra)
    assert (outcome.code, "V013" in outcome.err) == (3, True), outcome.err


@pytest.mark.usefixtures("uncomputed")
def test_a_folder_is_no_output(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    assert "V013" in rechenwerk("validate", measured, "--rows", tmp_path, "--force").err


def test_looking_leaves_nothing_behind(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    rechenwerk("validate", measured, "--rows", tmp_path / "out.csv", "--page", measured)
    assert [one.name for one in tmp_path.iterdir()] == ["measured.csv"]


def test_too_few_values_are_called_values(rechenwerk: Rechenwerk, measured: Path, tmp_path: Path) -> None:
    """One row of the table has two of them."""
    outcome = rechenwerk("validate", measured, "--fit", tmp_path / "fit.yaml")
    assert (outcome.code, "V012" in outcome.err) == (3, True), outcome.err
    assert "2 usable measured values" in outcome.err
