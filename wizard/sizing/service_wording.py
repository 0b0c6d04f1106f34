"""Reasons, remedies and warnings for services of items, in both languages."""

from wizard.domain.language import Text, text
from wizard.sizing.wording import filled, number

_UNITS: dict[str, Text] = {
    "images": text("images", "Bilder"),
    "pages": text("pages", "Seiten"),
    "texts": text("texts", "Texte"),
    "audio_s": text("seconds of audio", "Sekunden Ton"),
    "predictions": text("predictions", "Vorhersagen"),
    "videos": text("clips", "Clips"),
}


def unit_name(unit: str) -> Text:
    return _UNITS.get(unit, Text(de=unit, en=unit))


def amount(value: float) -> Text:
    """A rate with as many digits as it needs."""
    return number(value, 0 if value >= 100 else 1 if value >= 1 else 2 if value >= 0.1 else 4)


def does_not_fit(needed_gb: float, usable_gb: float) -> Text:
    return filled(
        "Does not fit: model and working set need {needed} GB, {usable} GB are usable. Use a card with more memory, a "
        "smaller model or a narrower weight format.",
        "Passt nicht: Modell und Arbeitsspeicher der Berechnung brauchen {needed} GB, nutzbar sind {usable} GB. "
        "Abhilfe: Karte mit mehr Speicher, kleineres Modell oder schmaleres Gewichtsformat.",
        needed=number(needed_gb, 1),
        usable=number(usable_gb, 1),
    )


def no_format(accelerator: str, formats: tuple[str, ...]) -> Text:
    return filled(
        "{accelerator} computes none of {formats}; choose another card.",
        "{accelerator} rechnet keines der Formate {formats}; eine andere Karte wählen.",
        accelerator=accelerator,
        formats=", ".join(formats).upper(),
    )


def too_slow(needed_s: float, target_s: float) -> Text:
    return filled(
        "One item takes {needed} s on this card, {target} s are allowed: more cards do not help. Use a faster card, a "
        "smaller or distilled model, fewer steps, or allow more time.",
        "Eine Einheit dauert auf dieser Karte {needed} s, erlaubt sind {target} s: Mehr Karten helfen nicht. Abhilfe: "
        "schnellere Karte, kleineres oder destilliertes Modell, weniger Schritte oder mehr Zeit.",
        needed=amount(needed_s),
        target=amount(target_s),
    )


def waits_too_long(reached_s: float, target_s: float) -> Text:
    return filled(
        "Misses the target: {reached} s (95 %) with waiting instead of {target} s. Use more cards.",
        "Verfehlt das Ziel: {reached} s (95 %) mit Wartezeit statt {target} s. Mehr Karten einsetzen.",
        reached=amount(reached_s),
        target=amount(target_s),
    )


def far_from_measured(measured: str, ratio: float) -> Text:
    return filled(
        "Rate scaled from {measured}, which differs in the limiting resource by a factor of {ratio}: measure before "
        "you buy.",
        "Rate umgerechnet von {measured}, die sich in der begrenzenden Ressource um den Faktor {ratio} unterscheidet: "
        "vor dem Kauf messen.",
        measured=measured,
        ratio=number(ratio, 1),
    )


def software_decides(low: float, high: float, unit: str) -> Text:
    return filled(
        "Software and settings decide: published rates correspond to {low} to {high} {unit}/s on this card.",
        "Software und Einstellungen entscheiden: Veröffentlichte Raten entsprechen {low} bis {high} {unit}/s auf "
        "dieser Karte.",
        low=amount(low),
        high=amount(high),
        unit=unit_name(unit),
    )


def nothing_published() -> Text:
    return text(
        "No published rate was found: computed from the arithmetic of one item and an assumed share of the peak.",
        "Keine veröffentlichte Rate gefunden: berechnet aus dem Rechenaufwand je Einheit und einem angenommenen Anteil "
        "der Spitzenleistung.",
    )


def tighter_than_measured(measured_ms: float, target_ms: float) -> Text:
    return filled(
        "The rate was reached within {measured} ms; {target} ms leave less of it. Measure with the target.",
        "Die Rate wurde innerhalb von {measured} ms erreicht; bei {target} ms bleibt davon weniger. Mit dem Ziel "
        "messen.",
        measured=number(measured_ms),
        target=number(target_ms),
    )


def batched(batch: int, seconds: float) -> Text:
    return filled(
        "In batches of {batch}, each {seconds} s.",
        "In Stapeln zu {batch}, je {seconds} s.",
        batch=batch,
        seconds=amount(seconds),
    )


_COMPANIONS: dict[str, Text] = {
    "embedding": text("embedding", "Embedding"),
    "reranker": text("reranker", "Reranker"),
    "ocr": text("text recognition", "Texterkennung"),
    "asr": text("speech recognition", "Spracherkennung"),
    "tts": text("speech synthesis", "Sprachsynthese"),
    "guardrail": text("guardrail", "Guardrail"),
}


def companions_beside(names: tuple[str, ...], gigabytes: float) -> Text:
    return filled(
        "Plan about {gb} GB of GPU memory beside this model for: {names}. Their own load is not part of the sizing; "
        "describe it as a workload of its own where it is large.",
        "Neben diesem Modell etwa {gb} GB GPU-Speicher einplanen für: {names}. Deren eigene Last ist nicht Teil der "
        "Dimensionierung; wo sie groß ist, bitte als eigenen Workload beschreiben.",
        gb=number(gigabytes, 1),
        names=text(", ".join(_COMPANIONS[n].en for n in names), ", ".join(_COMPANIONS[n].de for n in names)),
    )
