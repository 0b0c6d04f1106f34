"""Brand files: colours that read, logos without teeth."""

import base64
import struct
import zlib
from pathlib import Path

import pytest
from wizard.datafiles.packaged import data_folder
from wizard.domain.errors import CodedError
from wizard.report.brand import load_brand
from wizard.report.contrast import contrast, text_on
from wizard.report.errors import ReportError
from wizard.report.logo import clean_svg, logo_data_uri
from wizard.report.symbols import _SHAPES

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">{}</svg>'


def brand_file(folder: Path, text: str) -> Path:
    path = folder / "_brand.yml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(folder: Path, text: str) -> ReportError:
    with pytest.raises(CodedError) as caught:
        load_brand(brand_file(folder, text))
    assert isinstance(caught.value.error, ReportError)
    return caught.value.error


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)


@pytest.mark.parametrize(
    ("colour", "ratio"), [("#0b5cad", 6.67), ("#c2410c", 5.18), ("#76b900", 2.41), ("#fbc847", 1.56)]
)
def test_contrast_with_white_matches_published_values(colour: str, ratio: float) -> None:
    assert contrast(colour, "#ffffff") == pytest.approx(ratio, abs=0.01)


@pytest.mark.parametrize(
    "colour", ["#76b900", "#fbc847", "#eab308", "#0b5cad", "#777777", "#000000", "#ffffff", "#ff0000"]
)
def test_text_on_any_colour_reads(colour: str) -> None:
    assert contrast(text_on(colour), colour) >= 4.5


@pytest.mark.parametrize("colour", ["#76b900", "#fbc847", "#ffffff", "#123456"])
def test_every_brand_colour_used_for_text_reads_on_paper(tmp_path: Path, colour: str) -> None:
    brand = load_brand(
        brand_file(tmp_path, f'color: {{primary: "{colour}", secondary: "{colour}", foreground: "{colour}"}}')
    )
    for used in (brand.primary_text, brand.secondary_text, brand.foreground):
        assert contrast(used, "#ffffff") >= 4.5
    assert contrast(brand.on_primary, brand.primary) >= 4.5


def test_symbol_colours_read_on_paper() -> None:
    assert all(contrast(colour, "#ffffff") >= 4.5 for colour, _ in _SHAPES.values())


def test_palette_names_and_short_colours(tmp_path: Path) -> None:
    brand = load_brand(brand_file(tmp_path, 'color: {palette: {sea: "#036"}, primary: sea}'))
    assert brand.primary == "#003366"


def test_shipped_example_loads() -> None:
    brand = load_brand(data_folder("report_templates") / "brands" / "nordlicht" / "_brand.yml")
    assert brand.name == "Nordlicht Beratung GmbH"
    assert brand.logo.startswith("data:image/svg+xml;base64,")


def test_unknown_key_is_named(tmp_path: Path) -> None:
    with pytest.raises(CodedError) as caught:
        load_brand(brand_file(tmp_path, "colour: {}"))
    assert "colour" in str(caught.value)


@pytest.mark.parametrize("value", ["red;}", "#12345", "url(x)", "expression(1)"])
def test_no_style_gets_in_through_a_colour(tmp_path: Path, value: str) -> None:
    assert refused(tmp_path, f'color: {{primary: "{value}"}}') is ReportError.BRAND_COLOUR


def test_logo_outside_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "brand"
    folder.mkdir()
    (tmp_path / "secret.svg").write_text(SVG.format(""))
    assert refused(folder, "logo: ../secret.svg") is ReportError.LOGO_OUTSIDE


def test_logo_through_a_link_outside(tmp_path: Path) -> None:
    folder = tmp_path / "brand"
    folder.mkdir()
    (tmp_path / "secret.svg").write_text(SVG.format(""))
    (folder / "logo.svg").symlink_to(tmp_path / "secret.svg")
    assert refused(folder, "logo: logo.svg") is ReportError.LOGO_OUTSIDE


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<rect width="1" height="1" onload="alert(1)"/>',
        '<image href="http://x/y"/>',
        '<use xlink:href="http://x/#a"/>',
        "<style>@import 'http://x'</style>",
        "<foreignObject><b/></foreignObject>",
        '<rect fill="url(http://x/#a)"/>',
        '<a xlink:href="javascript:alert(1)"><rect/></a>',
        '<animate attributeName="href"/>',
    ],
)
def test_svg_loses_scripts_and_outside_references(inside: str) -> None:
    cleaned = clean_svg(SVG.format(inside).encode()).decode()
    assert not any(word in cleaned for word in ("script", "onload", "http://x", "foreign", "animate", "import"))


def test_svg_keeps_drawing_and_local_gradient() -> None:
    cleaned = clean_svg(SVG.format('<path d="M0 0h9" fill="url(#g)"/>').encode()).decode()
    assert 'd="M0 0h9"' in cleaned
    assert 'fill="url(#g)"' in cleaned


@pytest.mark.parametrize("head", ["<!DOCTYPE svg>", '<!DOCTYPE x [<!ENTITY a "b">]>'])
def test_svg_with_declarations_is_refused(head: str) -> None:
    with pytest.raises(CodedError):
        clean_svg((head + SVG.format("")).encode())


def png(width: int, height: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    return b"\x89PNG\r\n\x1a\n" + chunk


def test_png_is_taken_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "l.png").write_bytes(png(40, 20))
    assert base64.b64decode(logo_data_uri(tmp_path / "l.png").split(",")[1]) == png(40, 20)


def test_huge_png_is_refused(tmp_path: Path) -> None:
    (tmp_path / "l.png").write_bytes(png(50_000, 50_000))
    with pytest.raises(CodedError) as caught:
        logo_data_uri(tmp_path / "l.png")
    assert caught.value.error is ReportError.LOGO_SIZE


def test_other_files_are_no_logo(tmp_path: Path) -> None:
    (tmp_path / "l.svg").write_text("just text")
    with pytest.raises(CodedError) as caught:
        logo_data_uri(tmp_path / "l.svg")
    assert caught.value.error is ReportError.LOGO_KIND
