"""The part of ``rechenwerk catalog check`` about law and software: links, age, and dates that have passed."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wizard.cli.table import wrapped
from wizard.cli.talk import Talk

if TYPE_CHECKING:
    from datetime import date

    from wizard.catalogs.expiry import Age
    from wizard.catalogs.packs import Passed
    from wizard.domain.catalog import Catalog
    from wizard.domain.errors import CodedError


def pack_faults(catalog: "Catalog") -> "list[CodedError]":
    """What is wrong with the packs, and with the findings and advice that refer to them."""
    from wizard.catalogs.packs import check_packs
    from wizard.decision.dated import quotes
    from wizard.questionnaire.advice_data import load_advice
    from wizard.questionnaire.findings_data import load_finding_rules
    from wizard.questionnaire.loader import load_questionnaire

    references: dict[str, frozenset[tuple[str, str]]] = {}
    findings, pieces = load_finding_rules(), load_advice().rules
    for rule in findings:
        quoted = {(pack, name) for pack, name, _what in quotes(f"{rule.finding.en} {rule.advice.en}")}
        named = {("law", name) for name in rule.law} | {("software", name) for name in rule.software}
        references[rule.id] = frozenset(named | quoted)
    for piece in pieces:
        references[piece.id] = frozenset(("software", name) for name in piece.software)
    known = {*load_questionnaire().index, *references, *catalog.rules}
    return list(check_packs(catalog, references, frozenset(known)))


def pack_document(expired: "Sequence[Age]", passed: "Sequence[Passed]") -> dict[str, Any]:
    """Both lists for machines."""
    return {
        "expired_entries": [
            {
                "entry": age.path,
                "class": age.fact_class,
                "checked_on": age.retrieved_on.isoformat(),
                "age_days": age.days,
                "limit_days": age.limit,
            }
            for age in expired
        ],
        "dates_passed": [
            {"entry": one.path, "checked_on": one.checked_on.isoformat(), "date": one.passed_on.isoformat()}
            for one in passed
        ],
    }


def pack_lines(expired: "Sequence[Age]", passed: "Sequence[Passed]", talk: Talk) -> Iterator[str]:
    """Warnings: entries to be read again."""
    from wizard.i18n.format import format_date

    _ = talk.translate
    if expired:
        yield _("! {n} entries on law and software have to be read again:").format(n=len(expired))
        line = _("  {entry}: read {days} days ago, at most {limit}")
        yield from (line.format(entry=age.path, days=age.days, limit=age.limit) for age in expired)
    for one in passed:
        said = _(
            "! {entry}: its date {date} has passed since it was read on {read}; its state may have changed"
        ).format(
            entry=one.path,
            date=format_date(one.passed_on, talk.language),
            read=format_date(one.checked_on, talk.language),
        )
        yield from wrapped(said, first="", indent="  ")


def packs_of(catalog: "Catalog | None", day: "date") -> "tuple[list[Age], list[Passed]]":
    """Entries read too long ago, and entries with a date that has passed since."""
    from wizard.catalogs.packs import expired_entries, passed_dates

    if catalog is None:
        return [], []
    return list(expired_entries(catalog, day)), list(passed_dates(catalog, day))
