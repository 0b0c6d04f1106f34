"""What contradicts other entries of the catalogue, its spans or a second source: mostly a figure copied wrongly."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class CopyError(ErrorCode):
    SIBLING = (
        "C100",
        text(
            "'{field}' is {value}, but {theirs} at {other}, which is the same in this respect; correct the wrong one",
            "„{field}“ ist {value}, bei {other} aber {theirs}, obwohl beide hierin gleich sind; den falschen Wert "
            "berichtigen",
        ),
    )
    NARROW = (
        "C101",
        text(
            "'{field}' is {ratio} times the dense 16-bit rate, possible is {most}; it is probably the rate with "
            "sparsity. Enter the dense rate, usually half",
            "„{field}“ ist das {ratio}-Fache der dichten 16-Bit-Rate, möglich ist das {most}-Fache; wohl die Rate mit "
            "Sparsity. Die dichte Rate eintragen, meist die Hälfte",
        ),
    )
    LINK = (
        "C102",
        text(
            "'{field}' is {value} GB/s, but {link} carries at most {most} in one direction; is it the sum of both? "
            "Enter one direction",
            "„{field}“ ist {value} GB/s, {link} trägt in einer Richtung aber höchstens {most}; ist es die Summe "
            "beider? Eine Richtung eintragen",
        ),
    )
    CARD_RENT = (
        "C103",
        text(
            "'{field}' is {value}: the usual rent pays that in {hours} hours, usual is {least} to {most}. Check the "
            "digits, the currency, and whether it is the price of one card",
            "„{field}“ ist {value}: Die übliche Miete zahlt das in {hours} Stunden, üblich sind {least} bis {most}. "
            "Stellen, Währung und ob es der Preis einer Karte ist prüfen",
        ),
    )
    CARD_PRICE = (
        "C104",
        text(
            "'{field}' is {value}, or {each} EUR a GB; usual in the class {tier} is {least} to {most}. Check digits, "
            "currency, and whether it is the price of one card",
            "„{field}“ ist {value}, also {each} EUR je GB; üblich in der Klasse {tier} sind {least} bis {most}. "
            "Stellen, Währung und ob es der Preis einer Karte ist prüfen",
        ),
    )
    RENT = (
        "C105",
        text(
            "'{field}' is {each} EUR an hour for one accelerator, {ratio} times the usual {usual}, see {other}. Check "
            "digits, currency and the number of accelerators",
            "„{field}“ sind {each} EUR je Stunde und Beschleuniger, das {ratio}-Fache der üblichen {usual}, siehe "
            "{other}. Stellen, Währung und Zahl der Beschleuniger prüfen",
        ),
    )
    RENT_CARD = (
        "C106",
        text(
            "'{field}' is {each} EUR an hour for one accelerator: that pays the card ({card}) in {hours} hours, usual "
            "is {least} to {most}. Check digits, currency and the number of accelerators",
            "„{field}“ sind {each} EUR je Stunde und Beschleuniger: Das zahlt die Karte ({card}) in {hours} Stunden, "
            "üblich sind {least} bis {most}. Stellen, Währung und Zahl der Beschleuniger prüfen",
        ),
    )
    COUNTRY = (
        "C107",
        text(
            "'{field}': '{value}' is no country code of ISO 3166-1 (such as DE, FI, US); correct it, or leave it out",
            "„{field}“: „{value}“ ist kein Ländercode nach ISO 3166-1 (etwa DE, FI, US); berichtigen oder weglassen",
        ),
    )
    NUMBER_IN_NAME = (
        "C108",
        text(
            "'{field}' is {value}, but the name says '{name}'; correct one of the two",
            "„{field}“ ist {value}, der Name sagt aber „{name}“; eines von beiden berichtigen",
        ),
    )
    CONTEXT = (
        "C109",
        text(
            "'{field}' is {value}: contexts are multiples of 64 (131072, 128000); does a digit lack?",
            "„{field}“ ist {value}: Kontextlängen sind Vielfache von 64 (131072, 128000); fehlt eine Stelle?",
        ),
    )
    MODEL_SOURCE = (
        "C110",
        text(
            "'{field}' is {value}, but {source} says {other}; correct it, or the second source with its reason",
            "„{field}“ ist {value}, laut {source} aber {other}; berichtigen, oder die zweite Quelle mit Grund ändern",
        ),
    )
    MANY = (
        "C111",
        text(
            "'{field}' is {value}: one machine holds at most {most} of them; enter the number of one machine",
            "„{field}“ ist {value}: Eine Maschine fasst höchstens {most} davon; die Zahl einer Maschine eintragen",
        ),
    )
