"""Law and software packs: their links to rules, their age, and what may have changed since they were read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from wizard.catalogs.age import FactClass
from wizard.catalogs.errors import CatalogError
from wizard.catalogs.expiry import Age
from wizard.domain.catalog import Catalog, Rule
from wizard.domain.errors import CodedError

LAW_CLASS: FactClass = "tax_law"
SOFTWARE_CLASS: FactClass = "product_status"


@dataclass(frozen=True)
class Passed:
    """A date of a law entry that came after the entry was read, so that its state may have changed."""

    path: str
    checked_on: date
    passed_on: date


def grounded_rules(catalog: Catalog) -> dict[str, Rule]:
    """The gates, with source and dates of the law entries they rest on where they give none of their own.

    Raises:
        CodedError: C010, a law entry that is not there.
    """
    return {identity: _grounded(catalog, rule) if rule.law else rule for identity, rule in catalog.rules.items()}


def _grounded(catalog: Catalog, rule: Rule) -> Rule:
    for name in rule.law:
        if name not in catalog.law:
            field = f"rules.{rule.id}.law"
            raise CodedError(CatalogError.REFERENCE, place=field, field=field, name=name)
    entries = [catalog.law[name] for name in rule.law]
    return rule.model_copy(
        update={
            "source": rule.source or "; ".join(dict.fromkeys(entry.source for entry in entries)),
            "as_of": rule.as_of or min(entry.as_of for entry in entries),
            "checked_on": rule.checked_on or min(entry.checked_on for entry in entries),
        }
    )


def entry_ages(catalog: Catalog, as_of: date) -> Iterator[Age]:
    """How long ago each entry of the packs was read."""
    for law in catalog.law.values():
        yield _age(catalog, f"law.{law.id}", LAW_CLASS, law.checked_on, as_of)
    for product in catalog.software.values():
        yield _age(catalog, f"software.{product.id}", SOFTWARE_CLASS, product.retrieved_on, as_of)


def _age(catalog: Catalog, path: str, kind: FactClass, read_on: date, as_of: date) -> Age:
    return Age(path, kind, read_on, max(0, (as_of - read_on).days), catalog.expiry_days[kind])


def expired_entries(catalog: Catalog, as_of: date) -> Iterator[Age]:
    """Entries that were read longer ago than their class allows."""
    yield from (age for age in entry_ages(catalog, as_of) if age.expired)


def passed_dates(catalog: Catalog, as_of: date) -> Iterator[Passed]:
    """Law entries whose day of application or repeal has come since they were read."""
    for law in catalog.law.values():
        for when in (law.starts, law.repealed_on):
            if when is not None and law.checked_on < when <= as_of:
                yield Passed(f"law.{law.id}", law.checked_on, when)


def check_packs(
    catalog: Catalog, references: Mapping[str, frozenset[tuple[str, str]]], known: frozenset[str]
) -> Iterator[CodedError]:
    """What is wrong with the packs and with what refers to them.

    Args:
        references: (section, id) of the entries each finding or piece of advice names, by its own id.
        known: ids of questions, findings, advice and gates, which ``affects`` may name.
    """
    yield from _unknown(catalog, references)
    for law in catalog.law.values():
        for name in law.affects:
            if name not in known:
                field = f"law.{law.id}.affects"
                yield CodedError(CatalogError.AFFECTS, place=field, field=field, name=name)
    yield from _dates(catalog)
    yield from _successors(catalog)
    yield from _named_twice(catalog)


def _unknown(catalog: Catalog, references: Mapping[str, frozenset[tuple[str, str]]]) -> Iterator[CodedError]:
    for rule, named in references.items():
        for section, identity in sorted(named):
            if identity not in getattr(catalog, section):
                yield CodedError(CatalogError.PACK_REFERENCE, place=rule, field=rule, section=section, name=identity)


def _dates(catalog: Catalog) -> Iterator[CodedError]:
    """Nobody can read today what a source will say tomorrow."""
    for law in catalog.law.values():
        if law.as_of > law.checked_on:
            field = f"law.{law.id}.as_of"
            yield CodedError(
                CatalogError.STATE_AFTER_READING, place=field, field=field, as_of=law.as_of, read=law.checked_on
            )
    for product in catalog.software.values():
        for name in ("status_since", "version_date"):
            when = getattr(product, name)
            if when is not None and when > product.retrieved_on:
                field = f"software.{product.id}.{name}"
                yield CodedError(
                    CatalogError.STATE_AFTER_READING, place=field, field=field, as_of=when, read=product.retrieved_on
                )


def _successors(catalog: Catalog) -> Iterator[CodedError]:
    for product in catalog.software.values():
        for name in product.successor:
            if name not in catalog.software:
                field = f"software.{product.id}.successor"
                yield CodedError(CatalogError.REFERENCE, place=field, field=field, name=name)


def _named_twice(catalog: Catalog) -> Iterator[CodedError]:
    """A name means one product, and one model whether it can be sized or not."""
    for sections in (("software",), ("models", "model_licences")):
        owners: dict[str, str] = {}
        for section in sections:
            for identity, entry in getattr(catalog, section).items():
                for name in {identity, *entry.aliases, *getattr(entry, "checkpoints", ())}:
                    first = owners.setdefault(name.casefold(), f"{section}.{identity}")
                    if first != f"{section}.{identity}":
                        field = f"{section}.{identity}"
                        yield CodedError(
                            CatalogError.ALIAS_TWICE, place=field, field=field, alias=name, first=first, second=field
                        )
