"""``report`` and ``demo``: the files that leave the house."""

from pathlib import Path
from typing import NoReturn

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.cli.demo import EXAMPLE
from wizard.datafiles.packaged import data_folder
from wizard.domain.errors import CodedError
from wizard.report.errors import ReportError

FAST = ("--as-of", "2026-11-30", "--samples", "256")


@pytest.fixture
def example() -> Path:
    return data_folder("questionnaires") / "examples" / EXAMPLE


def test_html_and_json_in_both_languages(rechenwerk: Rechenwerk, example: Path, tmp_path: Path) -> None:
    outcome = rechenwerk(
        "report", example, "--out", tmp_path, "--lang", "de,en", "--format", "html,json", "--json", *FAST
    )
    assert outcome.code == 0, outcome.err
    names = sorted(Path(file).name.rsplit("-", 1)[1] for file in outcome.document["files"])
    assert names == ["de.html", "de.json", "en.html", "en.json"]
    assert all(Path(file).is_file() for file in outcome.document["files"])


@pytest.fixture
def without_pango(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which the render process finds no pango."""

    def render(*_: object, **__: object) -> NoReturn:
        raise CodedError(ReportError.MISSING_LIBRARY, libraries="pango", fix="apt-get install libpango-1.0-0")

    monkeypatch.setattr("wizard.report.produce.render_pdf", render)
    monkeypatch.setattr("wizard.report.native.missing_pdf_libraries", lambda: ["pango"])


@pytest.mark.usefixtures("without_pango")
def test_without_the_libraries_html_is_there_and_the_exit_code_says_what_is_missing(
    rechenwerk: Rechenwerk, example: Path, tmp_path: Path
) -> None:
    outcome = rechenwerk("report", example, "--out", tmp_path, "--format", "html,pdf", *FAST)
    assert outcome.code == 4
    assert outcome.out.strip().endswith(".html")
    assert "apt-get install" in outcome.err


@pytest.mark.usefixtures("without_pango")
def test_a_pdf_alone_without_the_libraries_is_a_missing_component(
    rechenwerk: Rechenwerk, example: Path, tmp_path: Path
) -> None:
    outcome = rechenwerk("report", example, "--out", tmp_path, "--format", "pdf", *FAST)
    assert (outcome.code, outcome.out, "[R001]" in outcome.err) == (4, "", True)


@pytest.mark.usefixtures("without_pango")
def test_the_demo_goes_on_with_html(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("demo", "--out", tmp_path, "--as-of", "2026-11-30")
    assert outcome.code == 0
    assert outcome.out.count(".html") == 2
    assert "apt-get install" in outcome.err


@pytest.mark.usefixtures("without_pango")
@pytest.mark.parametrize(("attach", "warned"), [("full", True), ("client", False), ("none", False)])
def test_attaching_everything_warns(
    rechenwerk: Rechenwerk, example: Path, tmp_path: Path, attach: str, warned: bool
) -> None:
    outcome = rechenwerk("report", example, "--out", tmp_path, "--attach", attach, *FAST)
    assert ("internal notes" in outcome.err) is warned


@pytest.mark.parametrize("wrong", [["--format", "docx"], ["--lang", "fr"], ["--as-of", "30.11.2026"]])
def test_what_is_not_offered_is_wrong_usage(
    rechenwerk: Rechenwerk, example: Path, tmp_path: Path, wrong: list[str]
) -> None:
    assert rechenwerk("report", example, "--out", tmp_path, *wrong).code == 2


@pytest.mark.pdf
def test_the_same_report_twice_is_the_same_file(rechenwerk: Rechenwerk, example: Path, tmp_path: Path) -> None:
    """Renders two PDFs, because nothing less shows that they are equal."""
    made = []
    for number in range(2):
        out = tmp_path / str(number)
        outcome = rechenwerk("report", example, "--out", out, "--format", "pdf", *FAST)
        assert outcome.code == 0, outcome.err
        made.append(next(out.glob("*.pdf")).read_bytes())
    assert made[0] == made[1]


def test_the_demo_prints_the_decision_and_where_the_files_lie(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    out = tmp_path / "out"
    outcome = rechenwerk("demo", "--out", out, "--format", "html", "--as-of", "2026-11-30")
    assert outcome.code == 0, outcome.err
    assert "Own premises" in outcome.out
    listed = [line.strip() for line in outcome.out.splitlines() if line.strip().startswith(str(out))]
    assert sorted(listed) == sorted(str(path) for path in out.iterdir() if not path.name.startswith("."))


def test_a_second_demo_keeps_what_was_changed(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    arguments = ("demo", "--out", tmp_path, "--format", "json", "--as-of", "2026-11-30")
    assert rechenwerk(*arguments).code == 0
    assert rechenwerk("set", tmp_path / EXAMPLE, "site.power_kw=40").code == 0
    changed = (tmp_path / EXAMPLE).read_bytes()
    assert rechenwerk(*arguments).code == 0
    assert (tmp_path / EXAMPLE).read_bytes() == changed
