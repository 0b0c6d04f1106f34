"""Paragraphs and cells of the result pages."""

from textwrap import wrap

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from wizard.tui.display import clean, shown


def hung(lead: str, text: str, width: int, style: str = "", *, lead_style: str = "") -> Content:
    """A paragraph whose further lines stand below the first, right of the lead."""
    indent = " " * (cell_len(lead) + (3 if lead.strip() else 2))
    first, *further = wrap(clean(text), max(20, width - len(indent))) or [""]
    head = shown(f"  {lead} " if lead.strip() else indent, lead_style or style)
    return head + shown("\n".join([first, *(indent + line for line in further)]), style, lines=True)


def cell(text: str, width: int) -> str:
    """The text in exactly that many columns, cut with an ellipsis."""
    text = clean(text)
    return set_cell_size(text if cell_len(text) < width else set_cell_size(text, width - 2) + "…", width)


def right(text: str, width: int) -> str:
    """Flush right, at least one blank before it."""
    return " " * max(1, width - cell_len(text)) + clean(text)
