"""Result to paper: view, figures, HTML, PDF, JSON. Names load on first use, so that the render child stays slim."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wizard.report.attachment import Attachment, read_attached_assessment
    from wizard.report.native import missing_pdf_libraries, pdf_fix_line
    from wizard.report.produce import RenderOutcome, render

__all__ = [
    "Attachment",
    "RenderOutcome",
    "missing_pdf_libraries",
    "pdf_fix_line",
    "read_attached_assessment",
    "render",
]

_HOMES = {
    "Attachment": "attachment",
    "RenderOutcome": "produce",
    "missing_pdf_libraries": "native",
    "pdf_fix_line": "native",
    "read_attached_assessment": "attachment",
    "render": "produce",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'wizard.report' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f"wizard.report.{_HOMES[name]}"), name)
