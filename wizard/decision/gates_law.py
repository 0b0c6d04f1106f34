"""Gates of law and licence: where data may go, whose law applies, what the licences allow."""

from collections.abc import Mapping

from wizard.decision.facts import Fact, GateFacts, OptionFacts
from wizard.decision.gates_licence import licence_gate
from wizard.decision.verdicts import asked, gate, of_answer
from wizard.decision.wording import country, filled, listed
from wizard.domain.catalog import Rule
from wizard.domain.language import Text, text
from wizard.domain.places import EEA
from wizard.domain.result import Gate, Verdict

_PERSONAL = {"personal", "special", "social_health_de", "secrecy_203"}
_RENTED = ("dedicated", "cloud", "hybrid", "api", "seats")

_AREAS: dict[str, Text] = {
    "any": text("anywhere", "überall"),
    "eu": text("EU/EEA only", "nur EU/EWR"),
    "country": text("own country only", "nur eigenes Land"),
    "onprem": text("own premises or colocation only", "nur eigene Räume oder Colocation"),
    "airgap": text("no outside connection", "ohne Verbindung nach außen"),
}
_POLICIES: dict[str, Text] = {
    "yes": text("accepted", "akzeptiert"),
    "eu_region": text("accepted in EU regions only", "nur in EU-Regionen akzeptiert"),
    "no": text("not accepted", "nicht akzeptiert"),
    "legal_review": text("subject to legal review", "rechtlich zu prüfen"),
}
_ASSUMED = text(" (assumed)", " (angenommen)")
_NOTHING = text("", "")
_OPEN = text("not known", "nicht bekannt")
OWN_PREMISES = text("own premises", "eigene Räume")


def law_gates(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> list[Gate]:
    """Gates that apply to this option; the others are left out."""
    gates = [_residency(facts, option, rules)]
    if option.has_provider:
        gates.append(_operator_law(facts, option, rules))
    if _includes(facts.data_classes, "classified") and option.option in _RENTED:
        gates.append(_classified(facts, rules))
    if _social_data_in_cloud(facts, option):
        gates.append(_attestation(facts, option, rules))
    if any(not card.data_center_licence for card in option.accelerators):
        gates.append(_consumer_card(facts, option, rules))
    if option.models:
        gates.append(licence_gate(facts, option, rules))
    return gates + [found for found in _where_models_run(facts, option, rules) if found is not None]


def _where_models_run(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> list[Gate | None]:
    return [
        _api_only(facts, rules) if option.runs_models else None,
        _offline(facts, rules) if option.has_provider else None,
        _required_attestations(facts, option, rules) if option.has_provider else None,
    ]


def _api_only(facts: GateFacts, rules: Mapping[str, Rule]) -> Gate | None:
    """Own or rented machines cannot run a model whose weights its maker keeps."""
    if facts.api_only.value is not True:
        return None
    said = text(
        "A workload rests on a model that exists only behind its maker's API; machines of one's own cannot run it.",
        "Ein Workload beruht auf einem Modell, das es nur über die API seines Herstellers gibt; eigene oder gemietete "
        "Maschinen können es nicht ausführen.",
    )
    verdict: Verdict = "fail" if facts.api_only.known else "open"
    return gate("LAW-12", verdict, said, rules, asked(facts.api_only))


def _offline(facts: GateFacts, rules: Mapping[str, Rule]) -> Gate | None:
    if facts.offline.value is not True:
        return None
    said = text(
        "A workload must run without any connection; this option runs outside the house.",
        "Ein Workload muss ohne Verbindung laufen; diese Option läuft außer Haus.",
    )
    verdict: Verdict = "fail" if facts.offline.known else "open"
    return gate("NET-06", verdict, said, rules, asked(facts.offline))


_ATTESTATIONS = {"c5": "c5_type2", "aic4": "aic4", "iso27001": "iso27001", "iso42001": "iso42001"}


def _required_attestations(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate | None:
    """Known attestations pass; one that no source records is a question to the provider, not a refusal."""
    wanted = [name for name in facts.regimes.value or () if name in _ATTESTATIONS]
    if not wanted or not facts.regimes.known:
        return None
    missing = [name for name in wanted if _ATTESTATIONS[name] not in option.attestations]
    said = filled(
        text(
            "Required attestations: {wanted}; not recorded for {provider}: {missing}.",
            "Verlangte Testate: {wanted}; für {provider} nicht belegt: {missing}.",
        ),
        wanted=listed([name.upper() for name in wanted]),
        provider=option.provider or _OPEN,
        missing=listed([name.upper() for name in missing], text("none", "keines")),
    )
    return gate("LAW-08", "open" if missing else "pass", said, rules)


def _stated(fact: Fact[str], names: Mapping[str, Text]) -> Text:
    if fact.value is None:
        return _OPEN
    name = names.get(fact.value, text(fact.value, fact.value))
    mark = _NOTHING if fact.known else _ASSUMED
    return text(name.en + mark.en, name.de + mark.de)


def _residency(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    def allows(area: str) -> Verdict:
        return _area_allows(area, facts, option)

    span = tuple(v for v in (facts.residency.low, facts.residency.high) if v is not None)
    verdict = of_answer(facts.residency, allows, span)
    place = option.location_country if option.has_provider else None
    said = filled(
        text(
            "Permitted place of processing: {area}; this option processes in: {place}.",
            "Zulässiger Ort der Verarbeitung: {area}; diese Option verarbeitet in: {place}.",
        ),
        area=_stated(facts.residency, _AREAS),
        place=(country(place) if place else _OPEN) if option.has_provider else _own_premises(facts.country),
    )
    own_country = facts.residency.value == "country" and option.has_provider
    questions = asked(facts.residency, facts.country) if own_country else asked(facts.residency)
    return gate("LAW-13", verdict, said, rules, questions)


def _own_premises(place: Fact[str]) -> Text:
    """Own premises with the client's country where it was stated: it decides whether they lie inside the area."""
    if not place.known or place.value is None:
        return OWN_PREMISES
    name = country(place.value)
    return text(f"{OWN_PREMISES.en} ({name.en})", f"{OWN_PREMISES.de} ({name.de})")


def _area_allows(area: str, facts: GateFacts, option: OptionFacts) -> Verdict:
    if area == "any":
        return "pass"
    if area in ("onprem", "airgap"):
        return "pass" if option.option in ("on_premises", "colocation", "status_quo") else "fail"
    place = option.location_country if option.has_provider else facts.country.value
    if place is None:
        return "open"
    if area == "eu":
        return "pass" if place in EEA else "fail"
    if not option.has_provider:
        return "pass"
    if facts.country.value in (None, "EU", "OTHER") or not facts.country.known:
        return "open"
    return "pass" if place == facts.country.value else "fail"


def _operator_law(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    law = option.operator_law
    if law is None:
        verdict: Verdict = "open"
        said = text(
            "The operator and the law it is subject to are not known.",
            "Betreiber und geltendes Recht sind nicht bekannt.",
        )
        return gate("LAW-01", verdict, said, rules)
    if law != "US":
        said = filled(
            text(
                "{provider} is not subject to US law (operator from {law}).",
                "{provider} unterliegt nicht US-Recht (Betreiber: {law}).",
            ),
            provider=option.provider or _OPEN,
            law=country(law),
        )
        return gate("LAW-01", "pass", said, rules)

    def allows(policy: str) -> Verdict:
        if policy == "eu_region":
            return _in_eea(option)
        by_policy: dict[str, Verdict] = {"yes": "pass", "no": "fail"}
        return by_policy.get(policy, "open")

    said = filled(
        text(
            "{provider} is subject to US law; such providers are {policy}, location {place}.{data}",
            "{provider} unterliegt US-Recht; solche Anbieter sind {policy}, Standort {place}.{data}",
        ),
        provider=option.provider or _OPEN,
        policy=_stated(facts.us_provider, _POLICIES),
        place=country(option.location_country) if option.location_country else _OPEN,
        data=_personal_data(facts.data_classes),
    )
    return gate("LAW-01", of_answer(facts.us_provider, allows), said, rules, asked(facts.us_provider))


def _in_eea(option: OptionFacts) -> Verdict:
    if option.location_country is None:
        return "open"
    return "pass" if option.location_country in EEA else "fail"


def _personal_data(classes: Fact[tuple[str, ...]]) -> Text:
    if not _PERSONAL & set(classes.value or ()):
        return _NOTHING
    if classes.known:
        return text(
            " Personal data is processed: transfers rest on the EU-US Data Privacy Framework.",
            " Personenbezogene Daten werden verarbeitet: Übermittlungen stützen sich auf das EU-US Data Privacy "
            "Framework.",
        )
    return text(" Personal data is assumed.", " Personenbezogene Daten sind angenommen.")


def _includes(classes: Fact[tuple[str, ...]], name: str) -> bool:
    return name in (classes.value or ())


def _classified(facts: GateFacts, rules: Mapping[str, Rule]) -> Gate:
    verdict: Verdict = "fail" if facts.data_classes.known else "open"
    said = text(
        "Classified data (VS-NfD or higher) needs approved systems; rented machines are not taken as approved.",
        "Verschlusssachen (VS-NfD oder höher) brauchen freigegebene Systeme; gemietete Maschinen gelten nicht als "
        "freigegeben.",
    )
    return gate("LAW-03", verdict, said, rules, asked(facts.data_classes))


def _social_data_in_cloud(facts: GateFacts, option: OptionFacts) -> bool:
    german = facts.country.value == "DE"
    return german and _includes(facts.data_classes, "social_health_de") and option.option in ("cloud", "hybrid", "api")


def _attestation(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    held = "c5_type2" in option.attestations
    said = filled(
        text(
            "Social or health data of statutory care needs a C5 Type 2 attestation; known for {provider}: {held}.",
            "Sozial- oder Gesundheitsdaten der gesetzlichen Versorgung brauchen ein C5-Typ-2-Testat; bekannt für "
            "{provider}: {held}.",
        ),
        provider=option.provider or _OPEN,
        held=listed(option.attestations, text("none", "keines")),
    )
    return gate("LAW-02", "pass" if held else "open", said, rules, asked(facts.data_classes, facts.country))


def _consumer_card(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    cards = listed([card.name for card in option.accelerators if not card.data_center_licence])

    def allows(place: str) -> Verdict:
        by_place: dict[str, Verdict] = {"office": "pass", "own_dc": "fail", "colo": "fail"}
        return by_place.get(place, "open")

    verdict = of_answer(facts.site_place, allows) if option.own_hardware else "open"
    if option.option == "colocation":
        verdict = "fail"
    said = filled(
        text(
            "The driver licence of {cards} excludes data centres; planned place: {place}.",
            "Die Treiberlizenz von {cards} schließt Rechenzentren aus; vorgesehener Ort: {place}.",
        ),
        cards=cards,
        place=_stated(facts.site_place, _PLACES)
        if option.own_room
        else text("data centre of the provider", "Rechenzentrum des Anbieters"),
    )
    in_a_room = option.own_room and facts.site_place.value in ("server_room", "edge")
    questions = asked(facts.site_place) if option.own_room else ()
    return gate("LAW-21" if in_a_room else "LAW-11", verdict, said, rules, questions)


_PLACES: dict[str, Text] = {
    "none": text("none", "keiner"),
    "office": text("office", "Büro"),
    "server_room": text("server room", "Serverraum"),
    "edge": text("production floor", "Produktionshalle"),
    "own_dc": text("own data centre", "eigenes Rechenzentrum"),
    "colo": text("colocation", "Colocation"),
}
