"""Question sheet → workbook: a page of notes, then one page for each kind of person who answers.

Every cell is written as text, so that nothing of the client's becomes a formula. Ids stand in a hidden column, the
mark of the sheet in a hidden row above it; only the cells to be filled are unlocked.
"""

import base64
import struct
from datetime import UTC, datetime, time
from io import BytesIO
from typing import Any

from wizard.i18n.catalog import Translate, translator
from wizard.i18n.format import format_date
from wizard.report.brand import Brand
from wizard.report.sheet.columns import letters_of
from wizard.report.sheet.model import Sheet, SheetPart, SheetQuestion

ANSWER_MARK = "answer"
BY_MARK = "by"
HEAD_MARK = "head"
_KEY, _NUMBER, _QUESTION, _FORM, _OPTIONS, _CURRENT, _DEFAULT, _ANSWER, _BY = range(9)
_WIDTHS = (10, 5, 58, 26, 34, 24, 28, 38, 18)
_MARK_ROW, _TITLE_ROW, _HEAD_ROW, _FIRST_ROW = 0, 1, 2, 3
_LISTS = "lists"
_LOGO_PIXELS = 44
_CELL_LIMIT = 32_000
_FOOTER_LIMIT = 120
_PNG = "data:image/png;base64,"


def xlsx_bytes(sheet: Sheet, brand: Brand) -> bytes:
    """The workbook. The same sheet gives the same bytes."""
    import xlsxwriter

    target = BytesIO()
    book = xlsxwriter.Workbook(
        target, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    )
    book.set_properties(
        {"title": sheet.title, "author": brand.name, "created": datetime.combine(sheet.created, time(), UTC)}
    )
    _Workbook(book, sheet, brand).write()
    book.close()
    return target.getvalue()


class _Workbook:
    def __init__(self, book: Any, sheet: Sheet, brand: Brand) -> None:
        self._book, self._sheet, self._brand = book, sheet, brand
        self._ = translator(sheet.head.language, "report")
        self._lists: dict[tuple[str, ...], str] = {}
        self._formats = _formats(book, brand)

    def write(self) -> None:
        self._notes()
        pages = [self._book.add_worksheet(name) for name in _page_names(self._sheet.parts)]
        lists = self._book.add_worksheet(_LISTS)
        for page, part in zip(pages, self._sheet.parts, strict=True):
            self._page(page, part, lists)
        lists.hide()
        lists.protect()

    def _notes(self) -> None:
        page = self._book.add_worksheet(self._("Notes"))
        page.hide_gridlines(2)
        page.set_column(0, 0, 110)
        page.set_row(0, 40)
        self._text(page, 0, 0, self._brand.name or self._("Question sheet"), "banner")
        self._logo(page)
        facts = (self._sheet.client, format_date(self._sheet.created, self._sheet.head.language))
        count = self._("{n} questions").format(n=len(self._sheet.questions))
        self._text(page, 1, 0, self._sheet.title, "title")
        self._text(page, 2, 0, " · ".join(part for part in (*facts, count) if part), "quiet")
        lines = [f"• {line}" for line in self._sheet.intro]
        for row, line in enumerate(lines, start=4):
            self._text(page, row, 0, line, "note")
        row = 5 + len(lines)
        contact = self._brand.contact
        told = (contact.name, contact.email, contact.phone, contact.web, contact.address)
        self._text(page, row, 0, " · ".join(part for part in told if part), "quiet")
        language = self._sheet.head.language
        for offset, text in enumerate((self._brand.confidentiality, self._brand.legal), start=1):
            self._text(page, row + offset, 0, text.in_language(language), "quiet")
        page.protect()

    def _logo(self, page: Any) -> None:
        """Workbooks take PNG only; a brand with another logo is named in words."""
        if not self._brand.logo.startswith(_PNG):
            return
        data = base64.b64decode(self._brand.logo.removeprefix(_PNG))
        width, height = struct.unpack(">II", data[16:24])
        scale = min(_LOGO_PIXELS / max(height, 1), 4 * _LOGO_PIXELS / max(width, 1))
        options = {"image_data": BytesIO(data), "x_scale": scale, "y_scale": scale, "x_offset": 590, "y_offset": 4}
        page.insert_image(0, 0, "logo.png", {**options, "description": self._brand.name})

    def _page(self, page: Any, part: SheetPart, lists: Any) -> None:
        for column, width in enumerate(_WIDTHS):
            page.set_column(column, column, width, None, {"hidden": column == _KEY})
        self._marks(page)
        self._text(page, _TITLE_ROW, _NUMBER, f"{self._sheet.title} – {part.name}", "title")
        self._text(page, _HEAD_ROW, _KEY, HEAD_MARK, "quiet")
        for column, name in enumerate(_column_names(self._), start=_NUMBER):
            self._text(page, _HEAD_ROW, column, name, "head")
        row = _FIRST_ROW
        for section in part.sections:
            for column in range(_NUMBER, _BY + 1):
                self._text(page, row, column, section.title if column == _NUMBER else "", "section")
            row += 1
            for question in section.questions:
                self._question(page, row, question, lists)
                row += 1
        self._set_up(page, row)

    def _marks(self, page: Any) -> None:
        """What the reader looks for: the sheet's mark, and where answers and names stand."""
        self._text(page, _MARK_ROW, _KEY, str(self._sheet.head), "quiet")
        self._text(page, _MARK_ROW, _ANSWER, ANSWER_MARK, "quiet")
        self._text(page, _MARK_ROW, _BY, BY_MARK, "quiet")
        page.set_row(_MARK_ROW, None, None, {"hidden": True})

    def _question(self, page: Any, row: int, question: SheetQuestion, lists: Any) -> None:
        self._text(page, row, _KEY, str(question.key), "quiet")
        self._text(page, row, _NUMBER, str(question.number), "number")
        self._titled(page, row, question)
        texts = {
            _FORM: question.form,
            _OPTIONS: "\n".join(question.options),
            _CURRENT: question.current,
            _DEFAULT: question.default,
        }
        for column, text in texts.items():
            self._text(page, row, column, text, "cell")
        self._text(page, row, _ANSWER, "", "answer")
        self._text(page, row, _BY, "", "answer")
        if question.choices:
            page.data_validation(row, _ANSWER, row, _ANSWER, self._list(question.choices, lists))

    def _titled(self, page: Any, row: int, question: SheetQuestion) -> None:
        if not question.help:
            self._text(page, row, _QUESTION, question.title, "cell")
            return
        bold, small, cell = (self._formats[name] for name in ("bold", "small", "cell"))
        page.write_rich_string(row, _QUESTION, bold, question.title, small, f"\n{question.help}", cell)

    def _list(self, choices: tuple[str, ...], lists: Any) -> dict[str, Any]:
        """Choices stand on a hidden page: written into the cell itself they may have 255 characters together."""
        if choices not in self._lists:
            column = len(self._lists)
            for row, choice in enumerate(choices):
                self._text(lists, row, column, choice, "cell")
            name = letters_of(column)
            self._lists[choices] = f"={_LISTS}!${name}$1:${name}${len(choices)}"
        return {
            "validate": "list",
            "source": self._lists[choices],
            "error_type": "warning",
            "error_title": self._("Not in the list"),
            "error_message": self._("Please choose one of the options, ? or n/a: with the reason."),
        }

    def _set_up(self, page: Any, rows: int) -> None:
        page.ignore_errors({"number_stored_as_text": f"A1:I{max(rows, 1)}"})
        page.freeze_panes(_FIRST_ROW, _FORM)
        page.hide_gridlines(2)
        page.set_landscape()
        page.set_paper(9)
        page.fit_to_pages(1, 0)
        page.repeat_rows(_HEAD_ROW)
        marking = self._brand.confidentiality.in_language(self._sheet.head.language)
        page.set_footer(f"&L{_footer(self._sheet.client)}&C{_footer(marking)}&R&P / &N")
        page.protect("", {"format_columns": True, "format_rows": True})

    def _text(self, page: Any, row: int, column: int, text: str, look: str) -> None:
        if text:
            page.write_string(row, column, text[:_CELL_LIMIT], self._formats[look])
        else:
            page.write_blank(row, column, None, self._formats[look])


def _formats(book: Any, brand: Brand) -> dict[str, Any]:
    base = {"font_name": "Calibri", "font_size": 10, "font_color": brand.foreground, "valign": "top"}
    boxed = {**base, "text_wrap": True, "bottom": 1, "bottom_color": "#d5dce2"}
    looks: dict[str, dict[str, Any]] = {
        "banner": {**base, "bold": True, "font_size": 16, "bg_color": brand.primary, "font_color": brand.on_primary,
                   "valign": "vcenter", "indent": 1},
        "title": {**base, "bold": True, "font_size": 14, "font_color": brand.primary_text},
        "head": {**base, "bold": True, "text_wrap": True, "bg_color": brand.primary, "font_color": brand.on_primary},
        "section": {**base, "bold": True, "bg_color": brand.tint},
        "cell": boxed,
        "number": {**boxed, "align": "right"},
        "answer": {**boxed, "locked": False, "num_format": "@", "border": 1, "border_color": brand.secondary,
                   "bg_color": "#fffdf2"},
        "note": {**base, "text_wrap": True},
        "quiet": {**base, "font_color": "#52606b", "text_wrap": True},
        "bold": {"bold": True, "font_size": 10, "font_color": brand.foreground},
        "small": {"font_size": 9, "font_color": "#52606b"},
    }  # fmt: skip
    return {name: book.add_format(look) for name, look in looks.items()}


def _column_names(_: Translate) -> tuple[str, ...]:
    return (
        _("No."), _("Question"), _("Form of the answer"), _("To choose from"), _("Answer so far"),
        _("Default (range)"), _("Your answer"), _("Answered by"),
    )  # fmt: skip


def _page_names(parts: tuple[SheetPart, ...]) -> list[str]:
    """Workbooks allow 31 characters, none of ``[]:*?/\\``."""
    return ["".join(c for c in part.name if c not in "[]:*?/\\")[:31] for part in parts]


def _footer(text: str) -> str:
    """An ampersand begins a command in footers."""
    return text[:_FOOTER_LIMIT].replace("&", "&&")
