"""Why a row cannot be predicted, in words a person can act on."""

from wizard.domain.language import Text, text


class Unanswered(Exception):  # noqa: N818 - not an error: a table may hold what nobody can predict
    """Carries the reason."""

    def __init__(self, reason: Text) -> None:
        self.reason = reason
        super().__init__(reason.en)


def missing(column: str) -> Text:
    return text(f"the row does not state '{column}'", f"die Zeile nennt „{column}“ nicht")


def unknown_format(label: str) -> Text:
    return text(f"number format '{label}' is unknown", f"das Zahlenformat „{label}“ ist unbekannt")


def not_modelled(what: Text) -> Text:
    return text(f"{what.en}: not modelled yet", f"{what.de}: noch nicht modelliert")


def no_tokens() -> Text:
    return text("the model writes no tokens", "das Modell schreibt keine Token")


def layout(n_gpus: int, tp: int, pp: int) -> Text:
    return text(
        f"{n_gpus} GPUs cannot be split into tensor parallel {tp} × pipeline parallel {pp}",
        f"{n_gpus} GPUs lassen sich nicht in Tensor-Parallelität {tp} × Pipeline-Parallelität {pp} aufteilen",
    )


DATA_SET = text(
    "prompt lengths are those of a data set, not of the row",
    "die Eingabelängen sind die eines Datensatzes, nicht der Zeile",
)
NO_REASON = text("the configuration cannot run", "die Konfiguration kann nicht laufen")
POWER_LIMIT = text(
    "the cards run at a power limit the row does not state",
    "die Karten laufen mit einer Leistungsgrenze, die die Zeile nicht nennt",
)
NO_SERVER = text(
    "the catalogue holds no server with this many of these accelerators",
    "der Katalog kennt keinen Server mit so vielen dieser Beschleuniger",
)
