"""What can be wrong with a probe file: each case with its code and its remedy, in both languages."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class ProbeError(ErrorCode):
    NOT_READABLE = ("P201", text("the file cannot be read: {detail}", "die Datei ist nicht lesbar: {detail}"))
    NOT_A_FILE = ("P202", text("this is not a plain file", "das ist keine gewöhnliche Datei"))
    TOO_LARGE = (
        "P203",
        text(
            "the file has {size} bytes; a probe file has at most {limit}. Is it the right file?",
            "die Datei hat {size} Byte; eine Messdatei hat höchstens {limit}. Ist es die richtige Datei?",
        ),
    )
    NOT_JSON = (
        "P204",
        text(
            "this is not valid JSON ({detail}); take the probe again with 'rechenwerk probe --out FILE'",
            "das ist kein gültiges JSON ({detail}); bitte mit „rechenwerk probe --out DATEI“ neu messen",
        ),
    )
    NOT_A_PROBE = (
        "P205",
        text(
            "this is no probe file: its key 'schema' does not say '{wanted}'",
            "das ist keine Messdatei: der Schlüssel „schema“ nennt nicht „{wanted}“",
        ),
    )
    OTHER_VERSION = (
        "P206",
        text(
            "the probe file has the version '{found}', this program reads '{wanted}'; use the same program on both "
            "machines",
            "die Messdatei hat die Version „{found}“, dieses Programm liest „{wanted}“; bitte auf beiden Rechnern "
            "dasselbe Programm verwenden",
        ),
    )
    FIELD = (
        "P207",
        text(
            "'{key}' does not hold what a probe file holds there; take the probe again",
            "„{key}“ enthält nicht, was dort in einer Messdatei steht; bitte neu messen",
        ),
    )
    NOT_OVERWRITTEN = (
        "P208",
        text(
            "the file exists and is no probe file; it was left alone. Choose another name",
            "die Datei gibt es schon, und sie ist keine Messdatei; sie blieb unverändert. Bitte anderen Namen wählen",
        ),
    )
    NOT_IN_CONFLICT = (
        "P209",
        text(
            "'{id}' is in no conflict; possible for --take: {possible}",
            "bei „{id}“ gibt es keinen Widerspruch; möglich für --take: {possible}",
        ),
    )
