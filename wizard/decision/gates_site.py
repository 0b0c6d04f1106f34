"""Gates of the site: a place, power, rack, cooling, and the time until the hardware stands."""

from collections.abc import Mapping

from wizard.decision.facts import Amount, Fact, GateFacts, OptionFacts
from wizard.decision.verdicts import asked, gate, of_answer, within
from wizard.decision.wording import amount, filled
from wizard.domain.catalog import Rule
from wizard.domain.fleet import PlaceFit
from wizard.domain.language import Text, text
from wizard.domain.result import Gate, Verdict

_OPEN = text("not known", "nicht bekannt")
_ASSUMED = text("{number} (assumed)", "{number} (angenommen)")
_NO_WORKPLACE = ("own_dc", "colo")
"""Nobody works there for long, so nobody is asked about noise."""
WEEKS = text("weeks", "Wochen")


def site_gates(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> list[Gate]:
    """Gates of the client's own room; rented options have none, and hardware that stands there has its place."""
    if not option.own_room or option.option == "status_quo":
        return []
    gates = [_place(facts, rules)]
    if option.place_fit is not None and option.place_fit.verdict == "fail" and facts.site_place.value != "none":
        gates.append(_machines_at_place(facts, option, option.place_fit, rules))
    if facts.site_place.value != "office" and facts.site_place.value != "edge":
        gates.append(_limit("SITE-01", option.server_kw, facts.rack_kw, _RACK, rules))
    gates.append(_limit("SITE-02", option.facility_kw, facts.site_power_kw, _POWER, rules))
    gates.append(_limit("SITE-04", option.heat_kw, facts.cooling_kw, _COOLING, rules))
    if option.cooling == "liquid":
        gates.append(_liquid(facts, rules))
    if option.form_factor in ("rack", "sxm"):
        gates.append(_noise(facts, option, rules))
    if option.form_factor == "sxm":
        gates.append(_room_for_sxm(facts, option, rules))
    return gates


def _machines_at_place(facts: GateFacts, option: OptionFacts, fit: PlaceFit, rules: Mapping[str, Rule]) -> Gate:
    """What the rules of places hold against the machines there, in their own words."""
    verdict: Verdict = "fail" if facts.site_place.known and option.place_firm else "open"
    said = text(" ".join(r.en for r in fit.reasons), " ".join(r.de for r in fit.reasons))
    return gate("SITE-13", verdict, said, rules, asked(facts.site_place))


def _noise(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    """Rack servers cannot stand where people work."""

    def allows(limit: str) -> Verdict:
        return "fail" if limit in ("cat1", "cat2") else "pass"

    said = text(
        "The servers are built for racks and are far louder than a workplace allows.",
        "Die Server sind für Racks gebaut und weit lauter, als es ein Arbeitsplatz zulässt.",
    )
    if option.noise_dba is not None:
        said = filled(_LOUD, noise=amount_of(option.noise_dba, "dB(A)"))
    quiet = text("Nobody works in the room of the servers.", "Im Raum der Server arbeitet niemand dauerhaft.")
    if facts.site_place.value in _NO_WORKPLACE and not facts.noise_limit.known:
        return gate("SITE-05", of_answer(facts.site_place, lambda _: "pass"), quiet, rules, asked(facts.site_place))
    verdict = of_answer(facts.noise_limit, allows)
    return gate("SITE-05", verdict, quiet if verdict == "pass" else said, rules, asked(facts.noise_limit))


def _room_for_sxm(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    """Says what such a server would do to an office: power, heat, noise and weight in numbers."""

    def allows(place: str) -> Verdict:
        return "fail" if place in ("office", "edge") else "pass"

    verdict = of_answer(facts.site_place, allows)
    said = text(
        "Servers with SXM modules need a data centre or server room with front-to-back cooling.",
        "Server mit SXM-Modulen brauchen ein Rechenzentrum oder einen Serverraum mit Kühlung von vorn nach hinten.",
    )
    if verdict != "pass":
        said = text(f"{said.en} {_burden(option).en}".strip(), f"{said.de} {_burden(option).de}".strip())
    return gate("SITE-09", verdict, said, rules, asked(facts.site_place))


def _burden(option: OptionFacts) -> Text:
    """One server in numbers, as far as they are known."""
    parts = []
    if option.server_kw is not None and option.socket_kw is not None:
        power, socket = amount(option.server_kw.value, "kW"), amount(option.socket_kw, "kW")
        parts.append(filled(_POWER_AND_HEAT, power=power, socket=socket))
    if option.noise_dba is not None:
        parts.append(filled(_NOISE, noise=amount(option.noise_dba.value, "dB(A)")))
    if option.weight_kg is not None:
        parts.append(filled(_WEIGHT, weight=amount(option.weight_kg, "kg")))
    if not parts:
        return text("", "")
    english, german = "; ".join(p.en for p in parts), "; ".join(p.de for p in parts)
    return text(f"One server: {english}.", f"Ein Server: {german}.")


_POWER_AND_HEAT = text(
    "up to {power} of power and as much heat, where a Schuko socket carries {socket} for days",
    "bis zu {power} Leistung und ebenso viel Wärme, wo eine Schuko-Steckdose auf Dauer {socket} trägt",
)
_NOISE = text("about {noise}", "rund {noise}")
_WEIGHT = text("{weight}", "{weight}")
_LOUD = text(
    "The servers are built for racks and reach {noise} under load, far more than a workplace allows.",
    "Die Server sind für Racks gebaut und erreichen unter Last {noise}, weit mehr, als ein Arbeitsplatz zulässt.",
)


def capacity_gate(option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    """Hardware that is there already: it carries the load or it does not."""
    if option.shortfall is not None:
        verdict: Verdict = "open" if option.shortfall_questions else "fail"
        return gate("CAP-01", verdict, option.shortfall, rules, option.shortfall_questions)
    if not option.accelerators:
        ordinary = text("Ordinary servers without GPU carry the load.", "Gewöhnliche Server ohne GPU tragen die Last.")
        return gate("CAP-01", "pass", ordinary, rules)
    said = text(
        "The hardware that is there carries the load over the horizon.",
        "Die vorhandene Hardware trägt die Last über den Zeitraum.",
    )
    return gate("CAP-01", "pass", said, rules)


_RACK = text("Largest server {need}, limit per rack {limit}.", "Größter Server {need}, Grenze je Rack {limit}.")
_POWER = text(
    "Electrical power at full load with cooling {need}, free at the site {limit}.",
    "Elektrische Leistung unter Volllast mit Kühlung {need}, am Standort frei {limit}.",
)
_COOLING = text(
    "Heat at full load {need}, free cooling {limit}.", "Wärme unter Volllast {need}, freie Kühlleistung {limit}."
)


def _limit(rule: str, need: Amount | None, limit: Fact[float], pattern: Text, rules: Mapping[str, Rule]) -> Gate:
    said = filled(pattern, need=amount_of(need, "kW"), limit=limit_of(limit, "kW"))
    return gate(rule, within(need, limit), said, rules, asked(limit, need=need))


def amount_of(need: Amount | None, unit: str) -> Text:
    """A computed amount for a sentence; its span where it has one."""
    if need is None:
        return _OPEN
    shown = amount(need.value, unit)
    if need.low == need.high:
        return shown
    span = filled(text("{low} to {high}", "{low} bis {high}"), low=amount(need.low, unit), high=amount(need.high, unit))
    return text(f"{shown.en} ({span.en})", f"{shown.de} ({span.de})")


def limit_of(limit: Fact[float], unit: str) -> Text:
    """A limit for a sentence, marked when nobody stated it."""
    if limit.value is None:
        return _OPEN
    shown = amount(limit.value, unit)
    return shown if limit.known else filled(_ASSUMED, number=shown)


def _place(facts: GateFacts, rules: Mapping[str, Rule]) -> Gate:
    def allows(place: str) -> Verdict:
        return "fail" if place == "none" else "pass"

    verdict = of_answer(facts.site_place, allows)
    if facts.site_place.value is None:
        said = text(
            "Whether there is a place for own hardware is not known.",
            "Ob es einen Ort für eigene Hardware gibt, ist nicht bekannt.",
        )
    elif facts.site_place.value == "none":
        said = text("There is no place for own hardware.", "Es gibt keinen Ort für eigene Hardware.")
    else:
        said = text("There is a place for own hardware.", "Es gibt einen Ort für eigene Hardware.")
    return gate("SITE-10", verdict, said, rules, asked(facts.site_place))


def _liquid(facts: GateFacts, rules: Mapping[str, Rule]) -> Gate:
    def allows(kind: str) -> Verdict:
        return "pass" if kind == "dlc" else "fail"

    said = text(
        "The servers need direct liquid cooling at the site.",
        "Die Server brauchen direkte Flüssigkeitskühlung am Standort.",
    )
    return gate("SITE-07", of_answer(facts.cooling_kind, allows), said, rules, asked(facts.cooling_kind))


def deadline_gate(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    """Lead time against the date of need; capacity rented until delivery counts where it is there in time."""
    lead, needed = option.lead_weeks, facts.weeks_until_needed
    passed = needed.known and needed.value is not None and needed.value <= 0.0
    verdict = within(lead, needed)
    remark = text("", "")
    if passed and verdict == "fail":  # no option meets a date that has passed: it says nothing about this one
        verdict, remark = "open", _PASSED
    elif verdict != "pass" and option.bridge_weeks is not None:
        verdict = min(verdict, within(option.bridge_weeks, needed), key=("pass", "open", "fail").index)
        remark = _BRIDGED if verdict == "pass" else remark
    said = filled(
        text(
            "Time until ready: {lead}; time left: {needed}.{remark}",
            "Zeit bis zum Betrieb: {lead}; verfügbare Zeit: {needed}.{remark}",
        ),
        lead=_weeks(amount_of(lead, ""), known=lead is not None),
        needed=_NO_TIME if passed else _weeks(limit_of(needed, ""), known=needed.value is not None),
        remark=remark,
    )
    questions = () if lead is not None and lead.high <= 0.0 else asked(needed, need=lead)
    return gate("QA-04", verdict, said, rules, questions)


_NO_TIME = text("none", "keine")
_BRIDGED = text(" Rented capacity bridges the gap.", " Gemietete Kapazität überbrückt die Lücke.")
_PASSED = text(
    " The date has come or passed and must be set anew.", " Der Termin ist erreicht oder verstrichen und neu zu setzen."
)


def _weeks(number: Text, *, known: bool) -> Text:
    return text(f"{number.en} {WEEKS.en}", f"{number.de} {WEEKS.de}") if known else number
