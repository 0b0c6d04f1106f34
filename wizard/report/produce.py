"""Renders the report of one evaluation into files: HTML first, because it needs nothing; then JSON and PDF."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from wizard.domain.assessment import Assessment
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.domain.result import Result
from wizard.report.attachment import Attachment
from wizard.report.brand import Brand, load_brand
from wizard.report.errors import ReportError, why_not_written
from wizard.report.files import write_whole
from wizard.report.html import render_html
from wizard.report.labels import Labels, shipped_labels
from wizard.report.pdf import Variant, render_pdf
from wizard.report.plain_text import slug
from wizard.report.view.build import build_view
from wizard.report.view.front import client_name
from wizard.report.view.model import ReportView

FORMATS = ("html", "pdf", "json")
Progress = Callable[[str, float], None]


class Evaluated(Protocol):
    """What the report needs of an evaluation."""

    @property
    def result(self) -> Result: ...


@dataclass(frozen=True, slots=True)
class RenderOutcome:
    files: list[Path]
    """In the order in which they were written."""
    warnings: list[Text] = field(default_factory=list)


def render(
    assessment: Assessment,
    evaluation: Evaluated,
    out_dir: Path,
    *,
    languages: Sequence[str] = ("de",),
    formats: Sequence[str] = ("html", "pdf"),
    brand: Path | None = None,
    pdf: Variant = "a3a",
    attachments: Sequence[Attachment] = (),
    draft: bool = False,
    labels: Labels | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> RenderOutcome:
    """Writes ``<title or client>-<language>.<format>`` into ``out_dir``.

    Args:
        assessment: the client copy.
        formats: of ``html``, ``pdf``, ``json``.
        attachments: embedded in the PDF beside the result; the caller decides what leaves the house.
        labels: names of questions; None: those of the shipped questionnaire.
        progress: told the stage (``html``, ``json``, ``pdf``) and the share of the whole work, 0 to 1.

    Raises:
        CodedError: R006 cancelled, R007 unknown format, R008 not writable, R03x brand; an error of the PDF when no
            other format was asked for. Otherwise a failed PDF becomes a warning beside the files that were written.
    """
    for name in formats:
        if name not in FORMATS:
            raise CodedError(ReportError.FORMAT, format=name, known=", ".join(FORMATS))
    job = _Job(
        assessment, evaluation.result, Path(out_dir), load_brand(brand), tuple(attachments), pdf, progress, cancelled
    )
    steps = [(language, name) for language in languages for name in FORMATS if name in formats and name != "pdf"]
    steps += [(language, "pdf") for language in languages if "pdf" in formats]
    views: dict[str, ReportView] = {}
    labels = labels or shipped_labels()
    for number, (language, name) in enumerate(steps):
        job.report(name, number / len(steps))
        if language not in views:
            views[language] = build_view(assessment, job.result, language, job.brand, labels, draft=draft)
        job.write(name, views[language], number, len(steps))
    job.report("done", 1.0)
    if job.failures and not job.files:
        raise job.failures[0]
    return RenderOutcome(job.files, job.warnings)


@dataclass(slots=True)
class _Job:
    assessment: Assessment
    result: Result
    folder: Path
    brand: Brand
    attachments: tuple[Attachment, ...]
    variant: Variant
    progress: Progress | None
    cancelled: Callable[[], bool] | None
    files: list[Path] = field(default_factory=list)
    warnings: list[Text] = field(default_factory=list)
    failures: list[CodedError] = field(default_factory=list)

    def report(self, stage: str, share: float) -> None:
        if self.cancelled and self.cancelled():
            raise CodedError(ReportError.CANCELLED)
        if self.progress:
            self.progress(stage, share)

    def write(self, name: str, view: ReportView, number: int, total: int) -> None:
        if name == "json":
            content = (self.result.model_dump_json(by_alias=True, indent=2) + "\n").encode()
        elif name == "html":
            content = render_html(view, self.brand, "html").encode()
        else:
            made = self._pdf(view, number, total)
            if made is None:
                return
            content = made
        path = self.folder / f"{slug(self.assessment.title or client_name(self.assessment))}-{view.language}.{name}"
        _write(path, content)
        self.files.append(path)

    def _pdf(self, view: ReportView, number: int, total: int) -> bytes | None:
        def page(count: int) -> None:
            # The number of pages is not known before; each one takes a fixed part of what is left.
            self.report("pdf", (number + 1 - 0.93**count) / total)

        try:
            rendered = render_pdf(
                render_html(view, self.brand, "pdf"),
                self.result.provenance.as_of,
                (*self.attachments, self._result_file()),
                variant=self.variant,
                page=page,
                cancelled=self.cancelled,
            )
        except CodedError as error:
            if error.error is ReportError.CANCELLED:
                raise
            self.failures.append(error)
            self.warnings.append(Text(de=error.in_language("de"), en=error.in_language("en")))
            return None
        if rendered.lost:
            self.warnings.append(_lost_characters(rendered.lost))
        self.warnings += [Text(de=f"PDF: {w}", en=f"PDF: {w}") for w in rendered.warnings]
        return rendered.content

    def _result_file(self) -> Attachment:
        content = self.result.model_dump_json(by_alias=True, indent=1).encode()
        return Attachment("result.json", content, "Data", "Rechenwerk result")


def _lost_characters(lost: frozenset[str]) -> Text:
    shown = " ".join(sorted(f"U+{ord(c):04X}" for c in lost)[:12])
    return text(
        f"{len(lost)} characters are not in the report's fonts and stand as “?” in the PDF ({shown}); "
        "the HTML file shows them",
        f"{len(lost)} Zeichen fehlen in den Schriften des Berichts und stehen im PDF als „?“ ({shown}); "
        "die HTML-Datei zeigt sie",
    )


def _write(path: Path, content: bytes) -> None:
    try:
        write_whole(path, content)
    except OSError as error:
        raise CodedError(
            ReportError.NOT_WRITABLE, place=path.name, folder=path.parent, detail=why_not_written(error)
        ) from error
