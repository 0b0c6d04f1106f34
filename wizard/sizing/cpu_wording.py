"""What processors alone can or cannot do, in both languages."""

from wizard.domain.language import Text, text
from wizard.sizing.service_wording import amount
from wizard.sizing.wording import filled, number


def enough(cores: int, available: int, margin: float) -> Text:
    if cores <= available:
        return filled(
            "No GPU needed: the peak takes {cores} of the {available} cores of an ordinary server, planned with "
            "{margin}% of the published rate a core.",
            "Keine GPU nötig: Die Spitze braucht {cores} von {available} Kernen eines gewöhnlichen Servers, geplant "
            "mit {margin} % der veröffentlichten Rate je Kern.",
            cores=number(cores),
            available=available,
            margin=number(100 * margin),
        )
    return filled(
        "No GPU needed: {cores} cores carry the peak, about {servers} ordinary servers.",
        "Keine GPU nötig: {cores} Kerne tragen die Spitze, etwa {servers} gewöhnliche Server.",
        cores=number(cores),
        servers=number(-(-cores // available)),
    )


def too_many_cores(cores: int, available: int) -> Text:
    return filled(
        "Processors alone would need {cores} cores; an ordinary server has {available}: a GPU is the smaller machine.",
        "Prozessoren allein bräuchten {cores} Kerne; ein gewöhnlicher Server hat {available}: Eine GPU ist die "
        "kleinere Lösung.",
        cores=number(cores),
        available=available,
    )


def too_slow(reached_s: float, target_s: float) -> Text:
    return filled(
        "On processors an item takes about {reached} s (95 %), {target} s are allowed: a GPU is needed.",
        "Auf Prozessoren dauert eine Einheit etwa {reached} s (95 %), erlaubt sind {target} s: Eine GPU ist nötig.",
        reached=amount(reached_s),
        target=amount(target_s),
    )


def no_rate() -> Text:
    return text(
        "No published rate on processors was found for this class of model; a GPU is planned.",
        "Für diese Modellklasse wurde keine veröffentlichte Rate auf Prozessoren gefunden; geplant wird mit einer GPU.",
    )


def llm_enough(tokens_per_s: float, cores: int) -> Text:
    return filled(
        "Possible without GPU: {cores} cores give one request about {rate} tokens/s with 4-bit weights; requests "
        "follow one another.",
        "Ohne GPU möglich: {cores} Kerne liefern einer Anfrage etwa {rate} Token/s mit 4-Bit-Gewichten; Anfragen "
        "laufen nacheinander.",
        cores=cores,
        rate=number(tokens_per_s, 1),
    )


def llm_below_reading(tokens_per_s: float, reading: float, cores: int) -> Text:
    return filled(
        "Too slow without GPU: {cores} cores give one request about {rate} tokens/s with 4-bit weights, {reading} are "
        "needed, and requests follow one another.",
        "Ohne GPU zu langsam: {cores} Kerne liefern einer Anfrage etwa {rate} Token/s mit 4-Bit-Gewichten, gebraucht "
        "werden {reading}, und Anfragen laufen nacheinander.",
        cores=cores,
        rate=number(tokens_per_s, 1),
        reading=number(reading, 1),
    )


def llm_one_after_another(tokens_per_s: float, running: float, cores: int) -> Text:
    return filled(
        "Not enough without GPU: one request gets about {rate} tokens/s on {cores} cores, but requests follow one "
        "another and the peak keeps {running} of them running.",
        "Ohne GPU zu wenig: Eine Anfrage erhält etwa {rate} Token/s auf {cores} Kernen, aber Anfragen laufen "
        "nacheinander, und die Spitze hält {running} davon beschäftigt.",
        cores=cores,
        rate=number(tokens_per_s, 1),
        running=number(running, 1),
    )


def llm_first_token(reached_s: float, target_s: float) -> Text:
    return filled(
        "Too slow without GPU: a typical prompt takes about {reached} s before the first token, {target} s are "
        "allowed.",
        "Ohne GPU zu langsam: Ein typischer Prompt braucht etwa {reached} s bis zum ersten Token, erlaubt sind "
        "{target} s.",
        reached=number(reached_s, 1),
        target=number(target_s, 1),
    )


def llm_ram(needed_gb: float, present_gb: float) -> Text:
    return filled(
        "Does not fit without GPU: even with 4-bit weights {needed} GB of main memory are needed, {present} GB are "
        "there.",
        "Passt ohne GPU nicht: Selbst mit 4-Bit-Gewichten sind {needed} GB Arbeitsspeicher nötig, vorhanden sind "
        "{present} GB.",
        needed=number(needed_gb),
        present=number(present_gb),
    )
