"""Question sheet → Markdown: one block per question, readable as it stands, filled in with any editor."""

import re
from collections.abc import Iterator

from wizard.i18n.catalog import translator
from wizard.i18n.format import format_date
from wizard.report.brand import Brand
from wizard.report.sheet.model import Sheet, SheetQuestion

LABELS = {"answer": ("Antwort", "Answer"), "by": ("Von", "By")}
"""In German and English: the reader takes both."""
_MEANINGFUL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def markdown_text(sheet: Sheet, brand: Brand) -> str:
    """The whole document. What the client said is escaped, so that it can neither format nor forge a mark."""
    return "\n".join(_lines(sheet, brand)) + "\n"


def _lines(sheet: Sheet, brand: Brand) -> Iterator[str]:
    _ = translator(sheet.head.language, "report")
    language = sheet.head.language
    yield f"# {_escaped(sheet.title)}"
    yield ""
    facts = (
        brand.name,
        sheet.client,
        format_date(sheet.created, language),
        brand.confidentiality.in_language(language),
    )
    yield " · ".join(_escaped(fact) for fact in facts if fact)
    yield ""
    yield from (f"- {_escaped(line)}" for line in sheet.intro)
    yield ""
    yield _("Mark of this sheet – please leave it as it is:")
    yield ""
    yield f"`{sheet.head}`"
    for part in sheet.parts:
        yield from ("", f"# {_escaped(part.name)}")
        for section in part.sections:
            yield from ("", f"## {_escaped(section.title)}")
            for question in section.questions:
                yield from _question(question, language)
    if legal := brand.legal.in_language(language):
        yield from ("", "---", "", _escaped(legal))


def _question(question: SheetQuestion, language: str) -> Iterator[str]:
    _ = translator(language, "report")
    column = 0 if language == "de" else 1
    yield from ("", f"### {question.number}. {_escaped(question.title)}", "", f"`{question.key}`")
    if question.help:
        yield from ("", _escaped(question.help))
    facts = (
        (_("Form of the answer"), question.form),
        (_("To choose from"), "; ".join(question.options)),
        (_("Answer so far"), question.current),
        (_("Default (range)"), question.default),
    )
    yield ""
    yield from (f"- **{name}:** {_escaped(text)}" for name, text in facts if text)
    yield from ("", f"**{LABELS['answer'][column]}:** ", "", f"**{LABELS['by'][column]}:** ")


def _escaped(text: str) -> str:
    return _MEANINGFUL.sub(r"\\\1", text)
