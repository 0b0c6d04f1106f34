"""One rendered set of files for all tests that only read."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.report.case import AS_OF, Evaluated, assessment, result
from wizard.report import Attachment, missing_pdf_libraries, render
from wizard.report.produce import RenderOutcome

CLIENT_COPY = b'rechenwerk: 1\nid: 01JD0000000000000000000000\ntitle: "KI-Plattform Werk S\xc3\xbcd"\n'

needs_pango = pytest.mark.skipif(bool(missing_pdf_libraries()), reason="the pango libraries are missing here")

__all__ = ["AS_OF", "CLIENT_COPY", "needs_pango"]


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own figures


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> RenderOutcome:
    """German and English, all formats, neutral brand, with the client copy attached."""
    return render(
        assessment(),
        Evaluated(result()),
        tmp_path_factory.mktemp("report"),
        languages=("de", "en"),
        formats=("html", "pdf", "json") if not missing_pdf_libraries() else ("html", "json"),
        attachments=(Attachment("assessment.yaml", CLIENT_COPY, "Source"),),
    )


@pytest.fixture(scope="session")
def german_html(rendered: RenderOutcome) -> str:
    return path_of(rendered, "-de.html").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def german_pdf(rendered: RenderOutcome) -> Path:
    return path_of(rendered, "-de.pdf")


def path_of(outcome: RenderOutcome, ending: str) -> Path:
    return next(f for f in outcome.files if f.name.endswith(ending))
