"""The PDF: archival, tagged, the same bytes again, contents that tell the truth."""

import hashlib
import re
import sys
import time
from pathlib import Path

import pdfplumber
import pikepdf
import pytest
from tests.report.case import AS_OF, Evaluated, assessment, result
from tests.report.conftest import CLIENT_COPY, needs_pango
from wizard.domain.errors import CodedError
from wizard.report import Attachment, read_attached_assessment, render
from wizard.report.errors import ReportError
from wizard.report.pdf import Limits, render_pdf
from wizard.report.produce import RenderOutcome

pytestmark = pytest.mark.pdf

PAGE = "<!DOCTYPE html><html lang='de'><head><title>t</title><meta name='dcterms.created' content='2026-11-30'></head>"


@needs_pango
def test_no_warning_of_the_pdf_library(rendered: RenderOutcome) -> None:
    assert rendered.warnings == []


@needs_pango
def test_profile_language_and_tags(german_pdf: Path) -> None:
    with pikepdf.open(german_pdf) as pdf:
        with pdf.open_metadata() as meta:
            assert (meta["pdfaid:part"], meta["pdfaid:conformance"]) == ("3", "A")
        assert str(pdf.Root.Lang) == "de"
        assert bool(pdf.Root.MarkInfo.Marked)
        assert str(pdf.docinfo["/Title"]) == "KI-Plattform Werk Süd – Musterwerk Maschinenbau GmbH"


@needs_pango
def test_every_figure_has_alternative_text(german_pdf: Path) -> None:
    with pikepdf.open(german_pdf) as pdf:
        figures = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/Figure"]
        assert len(figures) == 4
        assert all(str(f.get("/Alt", "")).strip() for f in figures)


@needs_pango
def test_contents_name_the_right_pages(german_pdf: Path) -> None:
    with pdfplumber.open(german_pdf) as pdf:
        texts = [page.extract_text() or "" for page in pdf.pages]
    contents = texts[2]
    entries = re.findall(r"^(?:(\d+) )?(.+?)\s?\.{3,}\s?(\d+)$", contents, re.MULTILINE)
    assert len(entries) >= 15
    for number, title, page in entries:
        heading = f"{number} {title}" if number else title
        assert heading in texts[int(page) - 1], heading


@needs_pango
def test_bookmarks_lead_to_the_chapters(german_pdf: Path) -> None:
    with pikepdf.open(german_pdf) as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert titles[0].endswith("Die Entscheidung auf einer Seite")
    assert len(titles) == 11


@needs_pango
def test_only_bundled_fonts(german_pdf: Path) -> None:
    with pikepdf.open(german_pdf) as pdf:
        names = {str(o["/BaseFont"]) for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o}
    assert names
    assert {n.split("+")[-1] for n in names if "Report-" not in n} == set()


@needs_pango
def test_decision_fits_on_its_page(german_pdf: Path) -> None:
    with pdfplumber.open(german_pdf) as pdf:
        second = pdf.pages[1].extract_text()
    assert "Die Optionen im Überblick" in second
    assert "API-Dienst" in second


@needs_pango
def test_no_page_is_empty(german_pdf: Path) -> None:
    with pdfplumber.open(german_pdf) as pdf:
        assert [p.page_number for p in pdf.pages if len(p.extract_text() or "") < 150] == []


@needs_pango
def test_nothing_runs_over_the_edge(german_pdf: Path) -> None:
    """Left 24 mm, right 20 mm; cover excepted."""
    with pdfplumber.open(german_pdf) as pdf:
        right = 595.3 - 20 / 25.4 * 72 + 1
        over = [(p.page_number, w["text"]) for p in pdf.pages[1:] for w in p.extract_words() if w["x1"] > right]
    assert over == []


@needs_pango
def test_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    def digest(folder: str) -> str:
        outcome = render(
            assessment(),
            Evaluated(result()),
            tmp_path / folder,
            formats=("pdf",),
            attachments=(Attachment("assessment.yaml", CLIENT_COPY),),
        )
        return hashlib.sha256(outcome.files[0].read_bytes()).hexdigest()

    assert digest("a") == digest("b")


@needs_pango
def test_attached_assessment_comes_back(german_pdf: Path) -> None:
    assert read_attached_assessment(german_pdf) == CLIENT_COPY


@needs_pango
def test_accessible_profile_on_demand(tmp_path: Path) -> None:
    outcome = render(assessment(), Evaluated(result()), tmp_path, formats=("pdf",), pdf="ua1")
    with pikepdf.open(outcome.files[0]) as pdf, pdf.open_metadata() as meta:
        assert meta["pdfuaid:part"] == "1"


@needs_pango
def test_letters_of_several_scripts_print_as_themselves() -> None:
    """The PDF library mixes up glyphs of files that share a family name."""
    made = render_pdf(_styled("<p>Größe Łódź Σλ Привет ≤ Ắ</p>"), AS_OF)
    assert made.lost == frozenset()
    with pikepdf.open(_bytes(made.content)) as pdf:
        fonts = {
            str(o["/BaseFont"]) for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/FontDescriptor" in o
        }
    assert {f.split("+")[-1] for f in fonts} == {
        "Report-Sans", "Report-Sans-Ext", "Report-Sans-Greek", "Report-Sans-Cyrillic", "Report-Math",
        "Report-Sans-Vietnamese",
    }  # fmt: skip


@needs_pango
def test_unprintable_characters_are_named() -> None:
    made = render_pdf(_styled("<p>契約 ✓</p>"), AS_OF)
    assert made.lost == frozenset("契約")


def _styled(body: str) -> str:
    from wizard.report.fonts import bundled_fonts, font_rules

    families = ", ".join(dict.fromkeys(f'"{f.family}"' for f in bundled_fonts()))
    style = f"<style>{font_rules(body, embed=False)} body{{font-family:{families}}}</style>"
    return f"{PAGE}{style}<body>{body}</body></html>"


def _bytes(content: bytes) -> "object":
    import io

    return io.BytesIO(content)


def test_crash_of_the_library_is_a_plain_message() -> None:
    child = (sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(CodedError) as caught:
        render_pdf(PAGE, AS_OF, command=child)
    assert caught.value.error is ReportError.CRASHED


def test_hanging_child_is_stopped() -> None:
    child = (sys.executable, "-c", "import time; time.sleep(60)")
    with pytest.raises(CodedError) as caught:
        render_pdf(PAGE, AS_OF, command=child, limits=Limits(seconds=0.5))
    assert caught.value.error is ReportError.TIMEOUT


def test_cancel_kills_the_child(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    code = f"import sys, time; sys.stdin.read(); time.sleep(1.5); open({str(mark)!r}, 'w')"
    with pytest.raises(CodedError) as caught:
        render_pdf(PAGE, AS_OF, command=(sys.executable, "-c", code), cancelled=lambda: True)
    assert caught.value.error is ReportError.CANCELLED
    time.sleep(2)
    assert not mark.exists()


def test_missing_library_names_the_remedy() -> None:
    code = 'import sys; sys.stdin.read(); print(\'{"error": "missing", "detail": "libpango"}\'); sys.exit(4)'
    with pytest.raises(CodedError) as caught:
        render_pdf(PAGE, AS_OF, command=(sys.executable, "-c", code))
    assert caught.value.error is ReportError.MISSING_LIBRARY
    assert "pango" in str(caught.value)


@needs_pango
def test_memory_limit_holds() -> None:
    with pytest.raises(CodedError) as caught:
        render_pdf(PAGE + "<body>x</body></html>", AS_OF, limits=Limits(memory_bytes=60_000_000))
    assert caught.value.error in (
        ReportError.MEMORY,
        ReportError.MISSING_LIBRARY,
        ReportError.FAILED,
        ReportError.CRASHED,
    )


def test_html_is_written_when_the_pdf_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_args: object, **_more: object) -> None:
        raise CodedError(ReportError.MISSING_LIBRARY, libraries="pango", fix="apt-get install …")

    monkeypatch.setattr("wizard.report.produce.render_pdf", fails)
    outcome = render(assessment(), Evaluated(result()), tmp_path, formats=("html", "pdf"))
    assert [f.suffix for f in outcome.files] == [".html"]
    assert "R001" in outcome.warnings[0].de


def test_pdf_alone_raises_its_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_args: object, **_more: object) -> None:
        raise CodedError(ReportError.MISSING_LIBRARY, libraries="pango", fix="apt-get install …")

    monkeypatch.setattr("wizard.report.produce.render_pdf", fails)
    with pytest.raises(CodedError):
        render(assessment(), Evaluated(result()), tmp_path, formats=("pdf",))
    assert list(tmp_path.iterdir()) == []


def test_cancelled_report_leaves_no_part_behind(tmp_path: Path) -> None:
    calls = iter([False, True])
    with pytest.raises(CodedError):
        render(
            assessment(), Evaluated(result()), tmp_path, formats=("html", "json"), cancelled=lambda: next(calls, True)
        )
    assert [f.suffix for f in tmp_path.iterdir()] == [".html"]
