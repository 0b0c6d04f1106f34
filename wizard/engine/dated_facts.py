"""The law and the product states a result rests on, with their age: what its findings, gates and advice name."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Literal

from wizard.catalogs.expiry import Age
from wizard.catalogs.packs import entry_ages, passed_dates
from wizard.decision.dated import law_state, software_state
from wizard.domain.catalog import Catalog
from wizard.domain.language import text
from wizard.domain.packs import LawEntry, SoftwareEntry
from wizard.domain.result import AdviceSection, DatedFact, Finding, Option
from wizard.domain.workload_result import WorkloadResult

_Use = tuple[str, str, str]
"""Pack, id of the entry, and what names it."""


def dated_facts(
    catalog: Catalog,
    as_of: date,
    findings: Iterable[Finding],
    options: Iterable[Option],
    advice: Iterable[AdviceSection],
    workloads: Iterable[WorkloadResult],
) -> tuple[DatedFact, ...]:
    """Every entry of the packs that is named, once, in the order of the packs."""
    users: dict[tuple[str, str], dict[str, None]] = {}
    for pack, identity, user in (*_rules(findings, advice), *_gates(catalog, options), *_engines(workloads)):
        users.setdefault((pack, identity), {})[user] = None
    if not users:
        return ()
    ages = {age.path: age for age in entry_ages(catalog, as_of)}
    passed = {found.path for found in passed_dates(catalog, as_of)}
    found = []
    for pack in ("law", "software"):
        for identity, entry in getattr(catalog, pack).items():
            used, path = users.get((pack, identity)), f"{pack}.{identity}"
            if used is not None:
                found.append(_fact(entry, as_of, ages[path], path in passed, tuple(used)))
    return tuple(found)


def _fact(entry: LawEntry | SoftwareEntry, as_of: date, age: Age, changed: bool, used_by: tuple[str, ...]) -> DatedFact:
    if isinstance(entry, LawEntry):
        pack: Literal["law", "software"] = "law"
        name, state, known = entry.title, law_state(entry, as_of), entry.as_of
    else:
        pack = "software"
        named = f"{entry.name} {entry.version}" if entry.version else entry.name
        name, state, known = text(named, named), software_state(entry, as_of), entry.retrieved_on
    return DatedFact(
        pack=pack, id=entry.id, name=name, status=entry.status, state=state, as_of=known,
        checked_on=age.retrieved_on, age_days=age.days, limit_days=age.limit, expired=age.expired, changed=changed,
        weak=entry.confidence == "low", source=entry.source, url=entry.url, used_by=used_by,
    )  # fmt: skip


def _rules(findings: Iterable[Finding], advice: Iterable[AdviceSection]) -> Iterator[_Use]:
    from wizard.questionnaire.advice_data import load_advice
    from wizard.questionnaire.findings_data import load_finding_rules

    fired = {finding.id for finding in findings}
    for rule in load_finding_rules():
        if rule.id in fired:
            yield from _named(rule.law, rule.software, rule.id)
    said = {item.id for section in advice for item in section.items}
    for piece in load_advice().rules:
        if piece.id in said:
            yield from _named((), piece.software, piece.id)


def _named(law: Sequence[str], software: Sequence[str], user: str) -> Iterator[_Use]:
    yield from (("law", identity, user) for identity in law)
    yield from (("software", identity, user) for identity in software)


def _gates(catalog: Catalog, options: Iterable[Option]) -> Iterator[_Use]:
    for rule in {gate.rule for option in options for gate in option.gates}:
        if rule in catalog.rules:
            yield from _named(catalog.rules[rule].law, (), rule)


def _engines(workloads: Iterable[WorkloadResult]) -> Iterator[_Use]:
    """The serving software the predictions stand for."""
    for workload in workloads:
        for engine in {c.engine for c in workload.configurations if c.serving is not None}:
            yield "software", engine, workload.id
