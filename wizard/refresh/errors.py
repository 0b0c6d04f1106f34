"""What can go wrong when prices are read online. Whatever it is, the last good data stays."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class RefreshError(ErrorCode):
    NO_ANSWER = (
        "C080",
        text(
            "no answer that could be used: {detail}. Try again later",
            "keine verwendbare Antwort: {detail}. Bitte später erneut versuchen",
        ),
    )
    TOO_LARGE = (
        "C081",
        text(
            "the answer is larger than {limit} MB, packed or unpacked; it was dropped",
            "die Antwort ist gepackt oder entpackt größer als {limit} MB; sie wurde verworfen",
        ),
    )
    REDIRECT = (
        "C082",
        text(
            "was redirected to {target}, which is outside of the source or not encrypted; not followed",
            "leitet weiter nach {target}, außerhalb der Quelle oder unverschlüsselt; dem wurde nicht gefolgt",
        ),
    )
    NOT_READABLE = (
        "C083",
        text(
            "the answer is not what this source gives: {detail}. The source may have changed",
            "die Antwort ist nicht, was diese Quelle sonst liefert: {detail}. Vielleicht hat sich die Quelle geändert",
        ),
    )
    CHANGE = (
        "C084",
        text(
            "{new} is {ratio} times the last value {old}; plausible is {least} to {most}",
            "{new} ist das {ratio}-Fache des letzten Werts {old}; plausibel ist {least} bis {most}",
        ),
    )
    NOT_A_PRICE = (
        "C085",
        text("{new} is no price; it must be above zero", "{new} ist kein Preis; er muss über null liegen"),
    )
    CURRENCY = (
        "C086",
        text(
            "the price is in {found}, the catalogue keeps it in {expected}",
            "der Preis ist in {found}, der Katalog führt ihn in {expected}",
        ),
    )
    DATE = (
        "C087",
        text(
            "the value of {found} is older than the one at hand ({standing}) or lies after today ({today})",
            "der Wert vom {found} ist älter als der vorhandene ({standing}) oder liegt nach dem heutigen Tag ({today})",
        ),
    )
    RELATION = (
        "C088",
        text("does not fit the prices beside it: {detail}", "passt nicht zu den Preisen daneben: {detail}"),
    )
    SOURCE = (
        "C089",
        text(
            "{refused} of {all} figures are implausible or missing, more than a share of {most}; "
            "nothing of this source was taken",
            "{refused} von {all} Zahlen sind unplausibel oder fehlen, mehr als ein Anteil von {most}; "
            "von dieser Quelle wurde nichts übernommen",
        ),
    )
    MISSING = (
        "C047",
        text("the source no longer lists it", "die Quelle führt es nicht mehr auf"),
    )
    AMBIGUOUS = (
        "C048",
        text("the source names several prices: {values}", "die Quelle nennt mehrere Preise: {values}"),
    )
    NOTHING_TO_UNDO = (
        "C049",
        text(
            "there is no earlier refresh to bring back; --forget removes the refreshed prices",
            "es gibt keine frühere Auffrischung, die zurückkommen könnte; --forget entfernt die aufgefrischten Preise",
        ),
    )
