"""``brand check``: what a consultancy learns about its brand file before a client sees a report in it."""

import os
import struct
import zlib
from pathlib import Path

import pytest
from tests.cli.conftest import Outcome, Rechenwerk
from wizard.datafiles.packaged import data_folder

BRANDS = data_folder("report_templates") / "brands"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">{}</svg>'


@pytest.fixture
def brand(tmp_path: Path):
    def write(text: str, logo: str | bytes = "") -> Path:
        if logo:
            (tmp_path / "logo").write_bytes(logo if isinstance(logo, bytes) else logo.encode())
        file = tmp_path / "_brand.yml"
        file.write_text(text, encoding="utf-8")
        return file

    return write


def _png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + chunk(b"IDAT", zlib.compress(b"\0" * (width * 3 + 1) * height))
        + chunk(b"IEND", b"")
    )


def _faults(outcome: Outcome) -> dict[str, str]:
    return {check["subject"]: check["code"] for check in outcome.document["checks"] if not check["ok"]}


@pytest.mark.parametrize("name", ["nordlicht", "werkhof"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_example_brands_pass(rechenwerk: Rechenwerk, name: str, language: str) -> None:
    outcome = rechenwerk("brand", "check", BRANDS / name / "_brand.yml", "--lang", language, "--json")
    assert (outcome.code, _faults(outcome), outcome.document["ok"]) == (0, {}, True)


@pytest.mark.parametrize(
    ("colour", "ratio"), [("#0b5cad", "6.67"), ("#c2410c", "5.18"), ("#76b900", "2.41"), ("#fbc847", "1.56")]
)
def test_contrast_is_measured_as_published(rechenwerk: Rechenwerk, brand, colour: str, ratio: str) -> None:
    """Ratios of white text on these colours, measured with an independent tool (2026)."""
    outcome = rechenwerk("brand", "check", brand(f'color: {{primary: "{colour}"}}'), "--json", "--lang", "en")
    check = next(check for check in outcome.document["checks"] if check["subject"] == "color.primary")
    assert check["value"] == f"{colour} · {ratio}"
    assert (check["code"], outcome.code) == ((None, 0) if float(ratio) >= 4.5 else ("R037", 1))


@pytest.mark.parametrize("colour", ["#fbc847", "#ffffff", "#000000", "#777777", "#ff0000", "#00ffff"])
def test_every_pair_the_report_uses_reads(rechenwerk: Rechenwerk, brand, colour: str) -> None:
    file = brand(f'color: {{primary: "{colour}", secondary: "{colour}", foreground: "{colour}"}}')
    checks = rechenwerk("brand", "check", file, "--json").document["checks"]
    assert [check["subject"] for check in checks if check["kind"] == "contrast" and not check["ok"]] == []


def test_one_fault_hides_no_other(rechenwerk: Rechenwerk, brand) -> None:
    file = brand(
        "meta: {name: Grell, slogan: x}\ncolours: {}\ntypography: {base: Comic Sans MS}\n"
        'color: {primry: "#123456", secondary: nonsense, foreground: "#bbbbbb"}\nlegal: {de: nur deutsch}\nlogo: 7\n'
    )
    outcome = rechenwerk("brand", "check", file, "--json", "--lang", "en")
    assert outcome.code == 1
    assert _faults(outcome) == {
        "meta.slogan": "R036", "colours": "R036", "color.primry": "R036", "logo": "R030", "color.secondary": "R031",
        "color.foreground": "R037", "typography.base": "R039", "legal.en": "R043",
    }  # fmt: skip


def test_an_unknown_key_is_answered_with_the_nearest(rechenwerk: Rechenwerk, brand) -> None:
    file = brand('color: {secondry: "#123456"}')
    assert "did you mean color.secondary?" in rechenwerk("brand", "check", file, "--lang", "en").out
    assert "ist color.secondary gemeint?" in rechenwerk("brand", "check", file, "--lang", "de").out


@pytest.mark.parametrize(
    ("logo", "code"),
    [
        (SVG.format('<path d="M0 0"/>'), None),
        (SVG.format("<script>x</script>"), "R041"),
        (SVG.format('<rect width="3" height="3" onload="x()"/>'), "R041"),
        (SVG.format('<text>Hi</text><image href="file:///etc/passwd"/>'), "R041"),
        (SVG.format('<rect fill="url(http://x/y)" width="1" height="1"/>'), "R041"),
        ('<!DOCTYPE x [<!ENTITY a "b">]>' + SVG.format("&a;"), "R032"),
        (SVG.format("<g>" * 5_000 + "</g>" * 5_000), "R032"),
        (_png(600, 200), None),
        (_png(120, 40), "R042"),
        (_png(5_000, 10), "R033"),
        (b"GIF89a", "R034"),
        (b"x" * 600_000, "R033"),
    ],
)
def test_a_logo_is_looked_into(rechenwerk: Rechenwerk, brand, logo: str | bytes, code: str | None) -> None:
    outcome = rechenwerk("brand", "check", brand("logo: logo", logo), "--json", "--lang", "en")
    assert outcome.err == ""
    found = next(check for check in outcome.document["checks"] if check["kind"] == "logo")
    assert (found["code"], outcome.code) == (code, 1 if code else 0)


@pytest.mark.parametrize("name", ["../secret.svg", "/etc/passwd", "missing.svg", '"a\\0b"'])
def test_a_logo_outside_or_missing_is_told(rechenwerk: Rechenwerk, brand, name: str) -> None:
    outcome = rechenwerk("brand", "check", brand(f"logo: {name}"), "--json")
    assert outcome.code in (1, 3)
    assert "Traceback" not in outcome.err
    assert outcome.code == 3 or list(_faults(outcome).values()) in (["R035"], ["R032"])


def test_a_file_that_is_no_yaml_cannot_be_checked(rechenwerk: Rechenwerk, brand, tmp_path: Path) -> None:
    assert rechenwerk("brand", "check", brand("a: [")).code == 3
    assert rechenwerk("brand", "check", tmp_path / "none.yml").code == 3


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_sample_needs_nothing_from_outside(rechenwerk: Rechenwerk, tmp_path: Path, language: str) -> None:
    file = BRANDS / "werkhof" / "_brand.yml"
    arguments = ("--sample", tmp_path / "out", "--lang", language, "--json", "--as-of", "2026-11-30")
    outcome = rechenwerk("brand", "check", file, *arguments)
    page = tmp_path / "out" / f"brand-sample-{language}.html"
    assert str(page) in outcome.document["files"]
    html = page.read_text(encoding="utf-8")
    assert "Werkhof Analytik eG" in html
    assert {"de": "Musterseite der Marke", "en": "Sample page of the brand"}[language] in html
    assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in html


def test_a_sample_is_made_of_what_is_right(rechenwerk: Rechenwerk, brand, tmp_path: Path) -> None:
    file = brand('meta: {name: "<script>x</script>"}\ncolor: {primary: nonsense}\nlogo: none.svg\nslogan: x\n')
    outcome = rechenwerk("brand", "check", file, "--sample", tmp_path / "out", "--lang", "de", "--json")
    assert outcome.code == 1
    html = (tmp_path / "out" / "brand-sample-de.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;" in html
    assert "<script" not in html


@pytest.mark.pdf
def test_the_sample_is_printed_as_pdf(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    file = BRANDS / "nordlicht" / "_brand.yml"
    outcome = rechenwerk("brand", "check", file, "--sample", tmp_path, "--lang", "en", "--as-of", "2026-11-30")
    assert outcome.code == 0, outcome.err
    assert (tmp_path / "brand-sample-en.pdf").read_bytes().startswith(b"%PDF-")


def test_a_pipe_or_device_as_brand_file_is_never_opened(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yml")
    for file in (tmp_path / "pipe.yml", "/dev/zero"):
        outcome = rechenwerk("brand", "check", file, "--lang", "de")
        assert (outcome.code, "[Y009] nicht lesbar: keine gewöhnliche Datei" in outcome.err) == (3, True)


def test_a_brand_file_without_keys_is_no_brand(rechenwerk: Rechenwerk, brand) -> None:
    outcome = rechenwerk("brand", "check", brand("- primary\n"), "--lang", "en")
    assert (outcome.code, "[R030]" in outcome.err) == (3, True)
