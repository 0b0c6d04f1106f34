"""ReportView → one HTML text: for the reader's browser (fonts embedded, nothing fetched) or for the PDF child."""

from functools import cache
from typing import Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from wizard.datafiles.packaged import data_folder
from wizard.i18n.catalog import translator
from wizard.report.brand import Brand
from wizard.report.contrast import mix
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
    template = _environment().get_template("report.html.j2")
    values = {"view": view, "brand": brand, "medium": medium, "policy": CONTENT_POLICY}
    values |= {"_": translator(view.language, "report"), "svg": Markup}
    draft = template.render(values | {"styles": ""})
    return template.render(values | {"styles": Markup(_styles(view, brand, medium, draft))})  # noqa: S704 - own rules and checked colours


def _styles(view: ReportView, brand: Brand, medium: Medium, shown: str) -> str:
    embed = medium == "html"
    parts = [font_rules(shown, embed=embed), _variables(brand), _words(view), _file("report.css"), symbol_rules()]
    if embed:
        dark = "\n".join((_dark_variables(brand), symbol_rules(dark=True)))
        parts += [_file("screen.css"), f"@media screen and (prefers-color-scheme:dark){{{dark}}}"]
    else:
        parts.append(_file("page.css"))
        if view.cover.draft:
            parts.append(watermark_rule(view.cover.draft.upper(), brand.primary_text))
    return "\n".join(parts)


def _file(name: str) -> str:
    return (data_folder("report_templates") / "css" / name).read_text(encoding="utf-8")


def _variables(brand: Brand) -> str:
    return (
        f":root{{--brand:{brand.primary};--on-brand:{brand.on_primary};--brand-text:{brand.primary_text};"
        f"--accent:{brand.secondary_text};--ink:{brand.foreground};--tint:{brand.tint};"
        f"--brand-soft:{mix(brand.on_primary, brand.primary, 0.25)}}}"
    )


def _dark_variables(brand: Brand) -> str:
    """On dark paper the brand colours are lightened until they read."""
    text = mix(brand.primary_text, "#ffffff", 0.62)
    accent = mix(brand.secondary_text, "#ffffff", 0.5)
    return (
        f":root{{--paper:#12181e;--ink:#e7ecf0;--muted:#a7b3bd;--line:#33404a;--strong-line:#7d8b96;"
        f"--tint:#1b252d;--brand-text:{text};--accent:{accent}}}"
    )


def _words(view: ReportView) -> str:
    """Words that style rules print: numbers of tables, figures and pages."""
    _ = translator(view.language, "report")
    words = {"table": _("Table"), "figure": _("Figure")}
    rules = [
        f'.{name}-number::before{{counter-increment:{name};content:"{word} " counter({name})}}'
        for name, word in words.items()
    ]
    page, of = _("Page"), _("of")
    rules.append(f'@page{{@bottom-right{{content:"{page} " counter(page) " {of} " counter(pages)}}}}')
    return "\n".join(rules)
