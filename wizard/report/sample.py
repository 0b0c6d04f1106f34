"""A sample in the look of a brand: cover, key figures, a figure, and what was measured."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from wizard.domain.errors import CodedError
from wizard.domain.language import Text
from wizard.i18n.catalog import Translate, translator
from wizard.i18n.format import format_compact_money, format_date
from wizard.report.brand import Brand
from wizard.report.brand_check import BrandFact
from wizard.report.errors import ReportError, why_not_written
from wizard.report.figures.components import ComponentTexts, CostBar, cost_components
from wizard.report.files import write_whole
from wizard.report.html import Medium, render_page
from wizard.report.pdf import render_pdf
from wizard.report.view.front import imprint
from wizard.report.view.model import Cell, Chapter, Column, Cover, Figure, Row, Table, Tile

TEMPLATE = "brand_sample.html.j2"


@dataclass(frozen=True, slots=True)
class SampleView:
    """What the template places."""

    language: str
    created: str
    cover: Cover
    chapter: Chapter
    headline: str
    verdict: str
    tiles: tuple[Tile, ...]
    body: str
    figure: Figure
    measured: Table
    imprint: str
    legal: str


@dataclass(frozen=True, slots=True)
class SampleOutcome:
    files: list[Path]
    warnings: list[Text]


def render_sample(
    brand: Brand, facts: Sequence[BrandFact], folder: Path, *, languages: Sequence[str], created: date
) -> SampleOutcome:
    """Writes ``brand-sample-<language>.html``, and ``.pdf`` where the libraries are there.

    Raises:
        CodedError: R008 not writable.
    """
    files: list[Path] = []
    warnings: list[Text] = []
    for language in languages:
        view = _view(brand, facts, language, created)
        html = _page(view, brand, "html").encode()
        files.append(_written(folder / f"brand-sample-{language}.html", html))
        try:
            pdf = render_pdf(_page(view, brand, "pdf"), created).content
        except CodedError as error:
            warnings.append(Text(de=error.in_language("de"), en=error.in_language("en")))
        else:
            files.append(_written(folder / f"brand-sample-{language}.pdf", pdf))
    return SampleOutcome(files, list(dict.fromkeys(warnings)))


def _page(view: SampleView, brand: Brand, medium: Medium) -> str:
    return render_page(TEMPLATE, {"view": view}, brand, view.language, medium)


def _written(path: Path, content: bytes) -> Path:
    try:
        write_whole(path, content)
    except OSError as error:
        detail = why_not_written(error)
        raise CodedError(ReportError.NOT_WRITABLE, place=path.name, folder=path.parent, detail=detail) from error
    return path


def _view(brand: Brand, facts: Sequence[BrandFact], language: str, created: date) -> SampleView:
    _ = translator(language, "report")
    cover = Cover(
        kicker=_("Sizing, cost and decision for AI hardware"),
        title=_("Sample page of the brand"),
        client=brand.name,
        date=format_date(created, language),
        facts=((_("As of"), format_date(created, language)),),
        prepared_by=brand.contact.name,
        marking=brand.confidentiality.in_language(language),
        draft="",
    )
    return SampleView(
        language=language,
        created=created.isoformat(),
        cover=cover,
        chapter=Chapter(1, "sample", _("How a chapter looks"), _("Numbers on this page are examples.")),
        headline=_("The recommendation stands in large letters."),
        verdict=_("Clear recommendation"),
        tiles=_tiles(_, language),
        body=_(
            "Body text is set in the bundled font. Colours of the brand are darkened where text would not read, and "
            "lightened on dark screens."
        ),
        figure=_figure(_, brand, _money(language)),
        measured=_measured(_, facts, language),
        imprint=imprint(brand),
        legal=brand.legal.in_language(language),
    )


def _money(language: str) -> Callable[[float], str]:
    return lambda value: format_compact_money(value, "EUR", language)


def _tiles(_: Translate, language: str) -> tuple[Tile, ...]:
    money = _money(language)
    return (
        Tile(_("Cost"), money(1_250_000.0), _("example")),
        Tile(_("Investment"), money(420_000.0), _("example")),
        Tile(_("GPUs"), "8", _("example")),
    )


def _figure(_: Translate, brand: Brand, money: Callable[[float], str]) -> Figure:
    names = (_("Hardware"), _("Electricity"), _("Staff"), _("Maintenance"), _("Insurance"), _("Licences"))
    bars = (
        CostBar(_("Own premises"), (420e3, 190e3, 240e3, 90e3, 30e3, 60e3), money(1_030_000.0)),
        CostBar(_("Colocation"), (420e3, 260e3, 180e3, 90e3, 30e3, 60e3), money(1_040_000.0)),
    )
    caption = _("Series in the colours of the brand")
    texts = ComponentTexts(caption, _("Example bars with six series."), names, _("example"))
    return Figure(cost_components(bars, texts, brand.series, money, "sample"), caption)


def _measured(_: Translate, facts: Sequence[BrandFact], language: str) -> Table:
    rows = tuple(
        Row(
            (
                Cell(fact.subject.in_language(language)),
                Cell(fact.value.in_language(language)),
                Cell(_("not met"), fact.fault.message(language), symbol="fail")
                if fact.fault
                else Cell(_("met"), symbol="pass"),
            )
        )
        for fact in facts
    )
    columns = (Column(_("Looked at"), width=30), Column(_("Measured"), width=34), Column(_("Verdict")))
    return Table(_("What was measured"), columns, rows, compact=True)
