"""ReportView → one HTML text: for the reader's browser (fonts embedded, nothing fetched) or for the PDF child."""

from functools import cache
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from wizard.datafiles.packaged import data_folder
from wizard.i18n.catalog import translator
from wizard.report.brand import Brand
from wizard.report.fonts import font_rules
from wizard.report.symbols import symbol_rules, watermark_rule
from wizard.report.view.model import ReportView

LONG_WORD = 22

Medium = Literal["html", "pdf"]

CONTENT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(data_folder("report_templates") / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests["long_word"] = _has_long_word
    return environment


def _has_long_word(text: str) -> bool:
    """Such cells may break anywhere; asking that of every cell costs a quarter of the layout time."""
    return any(len(word) > LONG_WORD for word in text.split())


def render_html(view: ReportView, brand: Brand, medium: Medium) -> str:
    """The whole document.

    Args:
        medium: ``html`` carries its fonts and a content policy and fetches nothing; ``pdf`` names the font files, which
            the child process allows, and carries the page layout.
    """
    return render_page("report.html.j2", {"view": view}, brand, view.language, medium, draft=view.cover.draft)


def render_page(
    template_name: str, values: dict[str, Any], brand: Brand, language: str, medium: Medium, *, draft: str = ""
) -> str:
    """A page of one template in the brand's look, with the rules and fonts its text needs.

    Args:
        draft: the mark across every page of a PDF; empty: none.
    """
    template = _environment().get_template(template_name)
    values = values | {"brand": brand, "medium": medium, "policy": CONTENT_POLICY, "svg": Markup}
    values |= {"_": translator(language, "report")}
    shown = template.render(values | {"styles": ""})
    return template.render(values | {"styles": Markup(_styles(language, draft, brand, medium, shown))})  # noqa: S704 - own rules and checked colours


def _styles(language: str, draft: str, brand: Brand, medium: Medium, shown: str) -> str:
    embed = medium == "html"
    parts = [font_rules(shown, embed=embed), _variables(brand), _words(language), _file("report.css"), symbol_rules()]
    if embed:
        dark = "\n".join((_dark_variables(brand), symbol_rules(dark=True)))
        parts += [_file("screen.css"), f"@media screen and (prefers-color-scheme:dark){{{dark}}}"]
    else:
        parts.append(_file("page.css"))
        if draft:
            parts.append(watermark_rule(draft.upper(), brand.primary_text))
    return "\n".join(parts)


def _file(name: str) -> str:
    return (data_folder("report_templates") / "css" / name).read_text(encoding="utf-8")


def _variables(brand: Brand) -> str:
    return (
        f":root{{--brand:{brand.primary};--on-brand:{brand.on_primary};--brand-text:{brand.primary_text};"
        f"--accent:{brand.secondary_text};--ink:{brand.foreground};--tint:{brand.tint};"
        f"--brand-soft:{brand.soft}}}"
    )


def _dark_variables(brand: Brand) -> str:
    dark = brand.dark
    return (
        f":root{{--paper:{dark.paper};--ink:{dark.ink};--muted:{dark.muted};--line:#33404a;--strong-line:#7d8b96;"
        f"--tint:{dark.tint};--brand-text:{dark.primary_text};--accent:{dark.secondary_text}}}"
    )


def _words(language: str) -> str:
    """Words that style rules print: numbers of tables, figures and pages."""
    _ = translator(language, "report")
    words = {"table": _("Table"), "figure": _("Figure")}
    rules = [
        f'.{name}-number::before{{counter-increment:{name};content:"{word} " counter({name})}}'
        for name, word in words.items()
    ]
    page, of = _("Page"), _("of")
    rules.append(f'@page{{@bottom-right{{content:"{page} " counter(page) " {of} " counter(pages)}}}}')
    return "\n".join(rules)
