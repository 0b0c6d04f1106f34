"""Files that are no question sheet, or want to do harm: a clear sentence, exit 3, and the assessment as before."""

import io
import os
import re
import shutil
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from tests.cli.conftest import Rechenwerk
from tests.cli.filling import change_workbook, column_of, fill_markdown, fill_workbook, rows
from wizard.datafiles.packaged import data_folder
from wizard.domain.errors import CodedError
from wizard.report.sheet.reading import read_sheet

EXAMPLE = data_folder("questionnaires") / "examples" / "stadtwerke.yaml"
DAY = ("--as-of", "2026-11-30")
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600


@pytest.fixture
def acme(tmp_path: Path) -> Path:
    file = tmp_path / "acme.yaml"
    shutil.copyfile(EXAMPLE, file)
    return file


def _sheet(rechenwerk: Rechenwerk, acme: Path, kind: str = "xlsx") -> Path:
    outcome = rechenwerk("questions", acme, "--format", kind, "--lang", "de", *DAY)
    assert outcome.code == 0, outcome.err
    return Path(outcome.out.strip())


def _repacked(path: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    change(parts)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("alt.xls", OLE, "R051"),
        ("geheim.xlsx", OLE + "EncryptedPackage".encode("utf-16-le"), "R053"),
        ("bericht.pdf", b"%PDF-1.7\n", "R050"),
        ("bild.xlsx", b"\x89PNG\r\n\x1a\n", "R050"),
        ("leer.xlsx", b"", "R056"),
        ("notiz.md", b"# Hallo\n\n**Antwort:** 3\n", "R056"),
        ("latin1.md", "Größe".encode("latin-1"), "R050"),
        ("halb.xlsx", b"PK\x03\x04halb", "R055"),
        ("gross.md", b"x" * 5_000_001, "R054"),
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_wrong_file_is_named_with_its_remedy(
    rechenwerk: Rechenwerk, acme: Path, name: str, content: bytes, code: str, language: str
) -> None:
    before = acme.read_bytes()
    (acme.parent / name).write_bytes(content)
    outcome = rechenwerk("import", "answers", acme.parent / name, acme, "--yes", "--lang", language)
    assert (outcome.code, outcome.out) == (3, "")
    assert outcome.err.startswith(f"{name}: [{code}] ")
    assert acme.read_bytes() == before


def test_missing_files_and_folders(rechenwerk: Rechenwerk, acme: Path) -> None:
    for path in (acme.parent / "none.xlsx", acme.parent):
        outcome = rechenwerk("import", "answers", path, acme, "--yes")
        assert (outcome.code, "[R062]" in outcome.err) == (3, True)


def test_a_pipe_is_called_what_it_is(rechenwerk: Rechenwerk, acme: Path) -> None:
    os.mkfifo(acme.parent / "pipe.md")
    outcome = rechenwerk("import", "answers", acme.parent / "pipe.md", acme, "--yes", "--lang", "de")
    assert (outcome.code, outcome.err.strip()) == (3, "pipe.md: [R062] nicht lesbar: keine gewöhnliche Datei")


def test_a_zip_that_is_no_workbook(rechenwerk: Rechenwerk, acme: Path) -> None:
    with zipfile.ZipFile(acme.parent / "a.zip", "w") as package:
        package.writestr("a.txt", "x")
    assert "[R050]" in rechenwerk("import", "answers", acme.parent / "a.zip", acme).err


def _refused(rechenwerk: Rechenwerk, acme: Path, sheet: Path) -> str:
    before = acme.read_bytes()
    outcome = rechenwerk("import", "answers", sheet, acme, "--yes", "--lang", "en")
    assert (outcome.code, outcome.out) == (3, "")
    assert acme.read_bytes() == before
    found = re.search(r"\[(R\d+)\]", outcome.err)
    assert found is not None
    return found[1]


def test_macros_are_refused(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = _sheet(rechenwerk, acme)
    _repacked(sheet, lambda parts: parts.update({"xl/vbaProject.bin": b"x"}))
    assert _refused(rechenwerk, acme, sheet) == "R052"


def test_a_workbook_of_the_macro_kind_is_refused(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = _sheet(rechenwerk, acme)

    def mark(parts: dict[str, bytes]) -> None:
        plain = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
        parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(
            plain, b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
        )

    _repacked(sheet, mark)
    assert _refused(rechenwerk, acme, sheet) == "R052"


def test_a_zip_with_a_password_is_refused(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = _sheet(rechenwerk, acme)
    data = bytearray(sheet.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        for found in re.finditer(re.escape(signature), bytes(data)):
            data[found.start() + offset] |= 1
    sheet.write_bytes(data)
    assert _refused(rechenwerk, acme, sheet) == "R053"


def test_a_bomb_is_refused_before_it_unfolds(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = _sheet(rechenwerk, acme)
    _repacked(sheet, lambda parts: parts.update({"xl/worksheets/sheet9.xml": b" " * 40_000_000}))
    assert sheet.stat().st_size < 200_000
    assert _refused(rechenwerk, acme, sheet) == "R054"


def test_a_bomb_that_lies_about_its_size_is_refused(rechenwerk: Rechenwerk, acme: Path) -> None:
    """The directory says ten bytes, the stream holds forty million."""
    sheet = _sheet(rechenwerk, acme)
    _repacked(sheet, lambda parts: parts.update({"xl/theme/bomb.xml": b" " * 40_000_000}))
    data = sheet.read_bytes()
    sheet.write_bytes(data.replace(struct.pack("<I", 40_000_000), struct.pack("<I", 10)))
    assert _refused(rechenwerk, acme, sheet) == "R055"


@pytest.mark.parametrize("declaration", [b'<!DOCTYPE x [<!ENTITY a "aaaa">]>', b"<!doctype x>"])
def test_entities_are_refused(rechenwerk: Rechenwerk, acme: Path, declaration: bytes) -> None:
    sheet = _sheet(rechenwerk, acme)

    def declare(parts: dict[str, bytes]) -> None:
        head, rest = parts["xl/workbook.xml"].split(b"?>", 1)
        parts["xl/workbook.xml"] = head + b"?>" + declaration + rest

    _repacked(sheet, declare)
    assert _refused(rechenwerk, acme, sheet) == "R055"


def test_a_deleted_id_column_is_told(rechenwerk: Rechenwerk, acme: Path) -> None:
    def delete(book: Workbook) -> None:
        for page in book.worksheets:
            page.delete_cols(1)

    sheet = change_workbook(fill_workbook(_sheet(rechenwerk, acme), {"client.employees": 12}), delete)
    assert _refused(rechenwerk, acme, sheet) == "R056"


def _codes(rechenwerk: Rechenwerk, acme: Path, sheet: Path) -> list[list[str]]:
    outcome = rechenwerk("import", "answers", sheet, acme, "--json")
    assert outcome.code == 1, outcome.err
    assert "\x1b" not in outcome.out + outcome.err
    return [[problem["code"] for problem in row["problems"]] for row in outcome.document["rows"]]


@pytest.mark.parametrize("formula", ['=HYPERLINK("http://x/","y")', "=1+1", "=cmd|' /C calc'!A0"])
def test_a_formula_is_no_answer(rechenwerk: Rechenwerk, acme: Path, formula: str) -> None:
    sheet = fill_workbook(_sheet(rechenwerk, acme), {"client.employees": formula, "client.name": formula})
    assert _codes(rechenwerk, acme, sheet) == [["R058"], ["R058"]]


def test_a_cell_of_ten_million_characters_is_one_bad_row(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = fill_workbook(_sheet(rechenwerk, acme), {"client.name": "LANG", "client.employees": 12})

    def stretch(parts: dict[str, bytes]) -> None:
        for name, content in parts.items():
            parts[name] = content.replace(b">LANG<", b">" + b"L" * 10_000_000 + b"<")

    _repacked(sheet, stretch)
    assert _codes(rechenwerk, acme, sheet) == [["Q010"], []]


def test_escape_sequences_are_refused_and_never_shown(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = fill_workbook(_sheet(rechenwerk, acme), {"client.name": ("_x001B_]0;x_x0007_", "_x001B_[31m")})
    assert _codes(rechenwerk, acme, sheet) == [[]]  # workbooks carry no control characters; this is their spelling
    text = fill_markdown(_sheet(rechenwerk, acme, "md"), {"client.name": ("\x1b[31mrot", "\x9b31m")})
    assert _codes(rechenwerk, acme, text) == [["Q015"]]
    assert "\x1b" not in rechenwerk("import", "answers", text, acme).out


def test_error_cells_and_merged_cells_are_told(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = fill_workbook(_sheet(rechenwerk, acme), {"client.employees": "#N/A", "fin.capex_budget": 5})

    def merge(book: Workbook) -> None:
        page, row, _question = next(found for found in rows(book) if found[2] == "fin.capex_budget")
        column = column_of(page, "answer")
        page.merge_cells(start_row=row, end_row=row + 1, start_column=column, end_column=column)

    change_workbook(sheet, merge)
    assert _codes(rechenwerk, acme, sheet) == [["R059"], ["R060"]]


def test_an_answer_beside_no_question_is_told(rechenwerk: Rechenwerk, acme: Path) -> None:
    def add(book: Workbook) -> None:
        page = book.worksheets[1]
        page.cell(page.max_row + 2, column_of(page, "answer")).value = "zusätzlich"

    assert _codes(rechenwerk, acme, change_workbook(_sheet(rechenwerk, acme), add)) == [["R057"]]


def test_rows_and_sizes_that_a_file_claims_are_not_believed(rechenwerk: Rechenwerk, acme: Path) -> None:
    sheet = fill_workbook(_sheet(rechenwerk, acme), {"client.employees": 12})

    def lie(parts: dict[str, bytes]) -> None:
        name = "xl/worksheets/sheet2.xml"
        claimed = re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', parts[name])
        parts[name] = claimed.replace(
            b"</sheetData>", b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
        )

    _repacked(sheet, lie)
    assert _codes(rechenwerk, acme, sheet) == [[]]


def test_pages_of_two_sheets_in_one_file(rechenwerk: Rechenwerk, acme: Path) -> None:
    def foreign(book: Workbook) -> None:
        page = book.worksheets[1]
        page["A1"] = page["A1"].value.replace("language=de", "language=en")

    assert _refused(rechenwerk, acme, change_workbook(_sheet(rechenwerk, acme), foreign)) == "R061"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.one_of(st.binary(max_size=300), st.binary(max_size=80).map(lambda tail: b"PK\x03\x04" + tail)))
@example(content=b"`rechenwerk-questions/1 `\n**Antwort:** x")
def test_any_bytes_end_in_a_coded_error(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.xlsx"
    file.write_bytes(content)
    with pytest.raises(CodedError):
        read_sheet(file)


@pytest.fixture(scope="module")
def small_workbook(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    from datetime import date

    from wizard.session import Session

    session = Session.open(EXAMPLE, read_only=True)
    path = tmp_path_factory.mktemp("small") / "a.xlsx"
    sheet = session.question_sheet("de", created=date(2026, 11, 30), open_only=True)
    session.write_sheet(sheet, path, "xlsx", brand=None, replace=False)
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_workbook_with_damaged_parts_is_read_or_refused(
    small_workbook: dict[str, bytes], tmp_path: Path, data: st.DataObject
) -> None:
    """The archive is sound, so that the damage reaches the parsers."""
    name = data.draw(st.sampled_from(sorted(small_workbook)))
    content = bytearray(small_workbook[name])
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for part, original in small_workbook.items():
            package.writestr(part, bytes(content) if part == name else original)
    file = tmp_path / "x.xlsx"
    file.write_bytes(packed.getvalue())
    try:
        read_sheet(file)
    except CodedError:
        pass


def test_a_stream_that_is_no_deflate_is_damaged(tmp_path: Path, small_workbook: dict[str, bytes]) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for part, original in small_workbook.items():
            package.writestr(part, original)
    body = zlib.compress(small_workbook["xl/workbook.xml"])[2:12]
    file = tmp_path / "x.xlsx"
    file.write_bytes(packed.getvalue().replace(body, b"\xff" * len(body)))
    with pytest.raises(CodedError, match="R055"):
        read_sheet(file)
