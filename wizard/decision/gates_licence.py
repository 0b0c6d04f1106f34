"""The gate on model licences: what each licence forbids or asks for, against what the client said."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wizard.decision.facts import Fact, GateFacts, ModelLicence, OptionFacts
from wizard.decision.verdicts import asked, gate, of_answer, worst
from wizard.decision.wording import country, filled
from wizard.domain.catalog import Rule
from wizard.domain.language import Text, text
from wizard.domain.packs import CommercialUse, LicenceLimits
from wizard.domain.result import Gate, Verdict

UNION = frozenset({"DE", "AT", "EU"})
"""Answers to the question on the country that lie in the European Union."""
_TRIAL = frozenset({"explore", "poc"})
_SPELLED = {"mit": "MIT"}
"""Ids of licences that read as a German word in a sentence."""


@dataclass(frozen=True)
class _Finding:
    """One limit with what it means here."""

    verdict: Verdict
    text: Text | None = None
    questions: tuple[str, ...] = ()


def licence_gate(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    """All models of the option together; the worst verdict counts."""
    found = {model.model: tuple(_limits(facts, model)) for model in option.models}
    verdict = worst(limit.verdict for limits in found.values() for limit in limits)
    parts = {said.en: said for said in (_said(model, found[model.model]) for model in option.models)}.values()
    said = text(" ".join(part.en for part in parts), " ".join(part.de for part in parts))
    decisive = [limit for limits in found.values() for limit in limits if limit.verdict == verdict != "pass"]
    questions = tuple(dict.fromkeys(question for limit in decisive for question in limit.questions))
    return gate("LIC-01", verdict, said, rules, questions)


def _limits(facts: GateFacts, model: ModelLicence) -> Iterator[_Finding]:
    if model.commercial_use == "unknown":
        yield _Finding("open", questions=("w.model_ref",))
        return
    limits = model.limits
    if model.commercial_use == "no":
        yield _without_business(facts, limits)
    if limits is None:
        return
    if limits.eu_excluded != "no":
        yield _in_the_union(facts, unclear=limits.eu_excluded == "unclear")
    if limits.revenue_limit_usd is not None:
        yield _Finding("open", _REVENUE, ("w.model_ref",))


def _without_business(facts: GateFacts, limits: LicenceLimits | None) -> _Finding:
    """Research and trials are what such licences are for; whether this is one is for somebody to confirm."""
    may_try = limits is not None and limits.evaluation_allowed
    if facts.sector.known and facts.sector.value == "research":
        return _Finding("open", _RESEARCH, ("w.model_ref",))
    if may_try and facts.stage.known and facts.stage.value in _TRIAL:
        return _Finding("open", _FOR_TRIAL, ("w.model_ref",))
    missing = asked(facts.sector, facts.stage) if may_try else asked(facts.sector)
    return _Finding("open", _FOR_RESEARCH_ONLY, missing) if missing else _Finding("fail")


def _in_the_union(facts: GateFacts, *, unclear: bool) -> _Finding:
    def allows(code: str) -> Verdict:
        if code == "OTHER":
            return "open"
        if code not in UNION:
            return "pass"
        return "open" if unclear else "fail"

    verdict = of_answer(facts.country, allows)
    return _Finding(verdict, _where(facts.country), asked(facts.country) or ("w.model_ref",))


def _where(place: Fact[str]) -> Text:
    if place.value is None:
        return text("Where the client is based is not known.", "Der Sitz des Kunden ist nicht bekannt.")
    pattern = _SEAT if place.known else _ASSUMED_SEAT
    return filled(pattern, place=country(place.value))


def _said(model: ModelLicence, limits: tuple[_Finding, ...]) -> Text:
    note = (model.limits.text if model.limits is not None else None) or model.note
    licence = _SPELLED.get(model.licence or "", model.licence or "")
    base = filled(_BY_USE[model.commercial_use], model=model.model, licence=licence)
    further = [base] if note is None or model.commercial_use == "yes" else [base, note]
    further += [limit.text for limit in limits if limit.text is not None]
    return text(" ".join(_sentence(said.en) for said in further), " ".join(_sentence(said.de) for said in further))


def _sentence(said: str) -> str:
    said = said.strip()
    return said if said.endswith((".", "!", "?", ":")) else f"{said}."


_BY_USE: Mapping[CommercialUse, Text] = {
    "yes": text("{model} ({licence}): commercial use allowed.", "{model} ({licence}): gewerbliche Nutzung erlaubt."),
    "no": text("{model} ({licence}): no commercial use.", "{model} ({licence}): keine gewerbliche Nutzung."),
    "conditional": text(
        "{model} ({licence}): commercial use allowed under conditions.",
        "{model} ({licence}): gewerbliche Nutzung unter Bedingungen erlaubt.",
    ),
    "unknown": text(
        "{model}: what its licence allows is not known, to be checked.",
        "{model}: Was die Lizenz erlaubt, ist nicht bekannt und zu prüfen.",
    ),
}
_RESEARCH = text(
    "For research the use may be allowed: have the purpose confirmed.",
    "Für die Forschung kann die Nutzung erlaubt sein: den Zweck bestätigen lassen.",
)
_FOR_RESEARCH_ONLY = text(
    "Sector or stage of the project have not been stated; only research or a trial may be allowed.",
    "Branche oder Projektstand sind nicht genannt; erlaubt sein kann nur Forschung oder Erprobung.",
)
_FOR_TRIAL = text(
    "Trying it out is allowed; production needs another model or a licence of the maker.",
    "Die Erprobung ist erlaubt; der Betrieb braucht ein anderes Modell oder eine Lizenz des Herstellers.",
)
_REVENUE = text(
    "Whether the client stays below that revenue has to be confirmed.",
    "Ob der Kunde unter diesem Umsatz bleibt, ist zu bestätigen.",
)
_SEAT = text(
    "The platform is planned in: {place}; what counts is where the licensee is based.",
    "Die Plattform ist geplant in: {place}; maßgeblich ist der Sitz des Lizenznehmers.",
)
_ASSUMED_SEAT = text(
    "The country is assumed ({place}); what counts is where the licensee is based.",
    "Das Land ist angenommen ({place}); maßgeblich ist der Sitz des Lizenznehmers.",
)
