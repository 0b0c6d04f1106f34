"""Client text is hostile: it appears as text, and nothing of the machine or the net gets into the report."""

import io
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pikepdf
import pytest
from tests.report.case import AS_OF, Evaluated, assessment, result
from tests.report.conftest import needs_pango
from wizard.domain.errors import CodedError
from wizard.report import render
from wizard.report.errors import ReportError
from wizard.report.pdf import render_pdf
from wizard.report.plain_text import plain, slug

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}} {% raw %}",
    "[/] [bold]x[/bold]",
    "&lt;b&gt; &amp; ]]>",
    "</title></style><style>body{display:none}</style>",
    "مرحبا بالعالم",
    "Werk 🏭 Süd",
    "'; DROP TABLE x; --",
]


def html_of(folder: Path, text: str) -> str:
    outcome = render(
        assessment(title=text[:400], client=text, label=text[:200]),
        Evaluated(result(label=text)),
        folder,
        formats=("html",),
    )
    return outcome.files[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("text", HOSTILE)
def test_client_text_stays_text(tmp_path: Path, text: str) -> None:
    html = html_of(tmp_path, text)
    from html import unescape

    heading = re.search(r"<h1><bdi>(.*?)</bdi></h1>", html, re.DOTALL)
    assert heading is not None
    assert "<" not in heading[1]
    assert unescape(heading[1]) == plain(text)


def test_no_markup_of_the_client_survives(tmp_path: Path) -> None:
    html = html_of(tmp_path, "".join(HOSTILE[:6])).lower()
    assert "<script" not in html
    assert "<img src=x" not in html
    assert html.count("</style>") == 1


def test_control_sequences_are_stripped(tmp_path: Path) -> None:
    html = html_of(tmp_path, "A\x1b[31mB\x1b]0;title\x07C\x9b2JD\x00\u202eE")
    assert "ABCDE" in html
    assert not set("\x1b\x07\x00\x9b\u202e") & set(html)


def test_very_long_name_is_shortened(tmp_path: Path) -> None:
    html = html_of(tmp_path, "x" * 2000)
    assert "x" * 161 not in html
    assert "…" in html


def test_file_name_is_made_of_harmless_characters() -> None:
    assert slug("../../etc/passwd\x00 Größe <&>") == "etc-passwd-groesse"
    assert slug("مرحبا") == "report"


@pytest.mark.pdf
@needs_pango
@pytest.mark.parametrize(
    ("title", "client", "label"),
    [(HOSTILE[0], HOSTILE[5], HOSTILE[6]), (HOSTILE[7], "y" * 2000, "Ω" * 200), ("z" * 400, HOSTILE[3], HOSTILE[4])],
)
def test_hostile_names_render_as_pdf_with_bundled_fonts(tmp_path: Path, title: str, client: str, label: str) -> None:
    outcome = render(
        assessment(title=title, client=client, label=label), Evaluated(result(label=label)), tmp_path, formats=("pdf",)
    )
    with pikepdf.open(outcome.files[0]) as pdf:
        names = {str(o["/BaseFont"]) for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o}
    assert all("Report-" in n for n in names)


@pytest.fixture
def server() -> Iterator[tuple[str, list[str]]]:
    hits: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hits.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    http = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{http.server_port}", hits
    http.shutdown()
    http.server_close()


PROBES = [
    '<link rel="attachment" href="URL/a">',
    '<a rel="attachment" href="URL/b">x</a>',
    '<img src="URL/c">',
    '<link rel="stylesheet" href="URL/d">',
    "<style>@import 'URL/e';</style>",
    "<style>body{background:url(URL/f)}</style>",
    "<style>@font-face{font-family:q;src:url(URL/g)} body{font-family:q}</style>",
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="URL/h" width="9" height="9"/></svg>',
    '<object data="URL/i"></object><embed src="URL/j">',
    '<base href="URL/"><img src="k.png">',
]


@pytest.mark.pdf
@needs_pango
@pytest.mark.parametrize("probe", PROBES)
def test_nothing_is_fetched_from_the_net(server: tuple[str, list[str]], probe: str) -> None:
    address, hits = server
    refused(probe.replace("URL", address))
    assert hits == []


@pytest.mark.pdf
@needs_pango
@pytest.mark.parametrize("probe", [*PROBES[:4], PROBES[7]])
def test_no_file_of_the_machine_is_embedded(tmp_path: Path, probe: str) -> None:
    canary = tmp_path / "canary.txt"
    canary.write_text("CANARY-4711")
    source = re.sub(r"URL/\w", canary.as_uri(), probe)
    assert b"CANARY" not in refused(source)


def refused(body: str) -> bytes:
    """All streams of the PDF; empty when the child gave up, which it does for every reference but those in figures."""
    try:
        made = render_pdf(f"<!DOCTYPE html><html><head></head><body>{body}</body></html>", AS_OF)
    except CodedError as error:
        if error.error is not ReportError.FAILED:
            raise
        return b""
    with pikepdf.open(io.BytesIO(made.content)) as pdf:
        return b"".join(o.read_bytes() for o in pdf.objects if isinstance(o, pikepdf.Stream))
