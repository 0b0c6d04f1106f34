"""Wording of dated facts on a day: law that applies or is still to apply, products that are kept up or given up.

Law and product state are kept once, in the packs of the catalogue. Findings quote them by placeholders such as
``{law.eu-data-act-switching.says}`` or ``{software.torchserve.state}``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from wizard.domain.advice import AdviceRule
from wizard.domain.finding import FindingRule
from wizard.domain.language import Text, text
from wizard.domain.packs import LawEntry, SoftwareEntry

_QUOTE = re.compile(r"\{(law|software)\.([a-z0-9.-]+?)\.([a-z]+)\}")
_MONTHS_EN = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_MONTHS_DE = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
    "Dezember",
)  # fmt: skip


def day(when: date) -> Text:
    """A date in words."""
    return text(
        f"{when.day} {_MONTHS_EN[when.month - 1]} {when.year}", f"{when.day}. {_MONTHS_DE[when.month - 1]} {when.year}"
    )


def from_day(when: date, as_of: date) -> Text:
    """ "from" for a day that is still to come, "since" for one that has passed."""
    said = day(when)
    if as_of < when:
        return text(f"from {said.en}", f"ab {said.de}")
    return text(f"since {said.en}", f"seit {said.de}")


def law_says(entry: LawEntry, as_of: date) -> Text:
    """What the rule says, with its date as seen from the day of the evaluation."""
    if entry.starts is None:
        return entry.text
    since, plain = from_day(entry.starts, as_of), day(entry.starts)
    return text(
        entry.text.en.replace("{from}", since.en).replace("{date}", plain.en),
        entry.text.de.replace("{from}", since.de).replace("{date}", plain.de),
    )


def law_state(entry: LawEntry, as_of: date) -> Text:
    """In a few words: applies, applies from, draft, before a court, no longer in force, not confirmed."""
    known = day(entry.as_of)
    if entry.repealed_on is not None and (entry.status == "repealed" or entry.repealed_on <= as_of):
        gone = from_day(entry.repealed_on, as_of)
        return text(f"no longer in force {gone.en}", f"außer Kraft {gone.de}")
    if entry.status in ("in_force", "applies_from"):
        if entry.jurisdiction == "CONTRACT":
            return text(f"terms of the maker (state of {known.en})", f"Bedingung des Herstellers (Stand {known.de})")
        if entry.starts is None:
            return text("in force", "in Kraft")
        starts = from_day(entry.starts, as_of)
        word = "applies" if as_of < entry.starts else "in force"
        return text(f"{word} {starts.en}", f"gilt {starts.de}")
    by_status = {
        "draft": text(f"draft, not in force (state of {known.en})", f"Entwurf, nicht in Kraft (Stand {known.de})"),
        "pending": text(f"pending (state of {known.en})", f"anhängig (Stand {known.de})"),
    }
    unconfirmed = text(f"state not confirmed ({known.en})", f"Stand nicht bestätigt ({known.de})")
    return by_status.get(entry.status, unconfirmed)


_STATES: dict[str, Text] = {
    "active": text("actively developed", "wird weiterentwickelt"),
    "maintenance": text("in maintenance mode", "im Wartungsmodus"),
    "archived": text("archived", "archiviert"),
    "end_of_life": text("at its end of life", "am Ende des Lebenszyklus"),
    "unknown": text("state not known", "Stand nicht bekannt"),
}


def software_state(entry: SoftwareEntry, as_of: date) -> Text:
    """The state of a product, with the day it began where it is known."""
    state = _STATES[entry.status]
    if entry.status_since is None or entry.status in ("active", "unknown"):
        return state
    since = from_day(entry.status_since, as_of)
    return text(f"{state.en} {since.en}", f"{state.de} {since.de}")


def _driver(entry: SoftwareEntry, _as_of: date) -> Text:
    if entry.minimum_driver is None:
        return text(entry.name, entry.name)
    branch = f"{entry.minimum_driver.value:.0f}"
    return text(f"{entry.name} needs {branch} or newer", f"{entry.name} braucht {branch} oder neuer")


def _software_says(entry: SoftwareEntry, as_of: date) -> Text:
    return entry.status_text or software_state(entry, as_of)


_OF_LAW: Mapping[str, Callable[[LawEntry, date], Text]] = {
    "says": law_says,
    "state": law_state,
    "date": lambda entry, _as_of: day(entry.starts or entry.as_of),
    "asof": lambda entry, _as_of: day(entry.as_of),
}
_OF_SOFTWARE: Mapping[str, Callable[[SoftwareEntry, date], Text]] = {
    "says": _software_says,
    "state": software_state,
    "name": lambda entry, _as_of: text(entry.name, entry.name),
    "note": lambda entry, as_of: entry.note or _software_says(entry, as_of),
    "driver": _driver,
}
QUOTABLE = {"law": frozenset(_OF_LAW), "software": frozenset(_OF_SOFTWARE)}
"""What a placeholder may ask of an entry."""


def quotes(pattern: str) -> tuple[tuple[str, str, str], ...]:
    """All (pack, id, what) a text quotes."""
    return tuple(_QUOTE.findall(pattern))


@dataclass(frozen=True)
class _Named:
    source: str
    known: date
    read: date


def _grounds(named: Sequence[_Named], further: Sequence[str]) -> dict[str, object]:
    sources = dict.fromkeys([*(entry.source for entry in named), *further])
    return {"source": tuple(sources), "as_of": min(entry.known for entry in named).isoformat()}


@dataclass(frozen=True)
class Packs:
    """The dated facts of a catalogue on a day."""

    as_of: date = date.min
    law: Mapping[str, LawEntry] = field(default_factory=dict)
    software: Mapping[str, SoftwareEntry] = field(default_factory=dict)

    def completed(self, rule: FindingRule) -> FindingRule:
        """The rule with its entries quoted in its texts, and with their sources and dates."""
        named = self._named(rule.law, rule.software)
        if not named:
            return rule
        quoted = {"finding": self.quoted(rule.finding), "advice": self.quoted(rule.advice)}
        return rule.model_copy(update={**quoted, **_grounds(named, rule.source)})

    def advised(self, rule: AdviceRule) -> AdviceRule:
        """The same for a piece of advice."""
        named = self._named((), rule.software)
        if not named:
            return rule
        quoted = {"text": self.quoted(rule.text), "because": self.quoted(rule.because)}
        return rule.model_copy(update={**quoted, **_grounds(named, rule.source)})

    def read_on(self, rule: FindingRule) -> date:
        """The day the oldest of its sources was read."""
        named = self._named(rule.law, rule.software)
        return min((entry.read for entry in named), default=date.fromisoformat(rule.checked_on))

    def _named(self, law: Sequence[str], software: Sequence[str]) -> list[_Named]:
        laws = [self.law[name] for name in law if name in self.law]
        products = [self.software[name] for name in software if name in self.software]
        return [
            *(_Named(entry.source, entry.as_of, entry.checked_on) for entry in laws),
            *(_Named(entry.source, entry.retrieved_on, entry.retrieved_on) for entry in products),
        ]

    def quoted(self, pattern: Text) -> Text:
        """The text with every quotation filled in; one of an entry nobody has stays as it is."""

        def in_language(said: str, language: str) -> str:
            return _QUOTE.sub(lambda match: self._one(match, language), said)

        return text(in_language(pattern.en, "en"), in_language(pattern.de, "de"))

    def _one(self, match: re.Match[str], language: str) -> str:
        pack, name, what = match.groups()
        if pack == "law" and name in self.law and what in _OF_LAW:
            return _OF_LAW[what](self.law[name], self.as_of).in_language(language)
        if pack == "software" and name in self.software and what in _OF_SOFTWARE:
            return _OF_SOFTWARE[what](self.software[name], self.as_of).in_language(language)
        return match.group()
