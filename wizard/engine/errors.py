"""What the engine cannot work with."""

from wizard.domain.errors import ErrorCode, text


class EngineError(ErrorCode):
    NO_WORKLOAD = (
        "E401",
        text(
            "no workload is described yet. Add one: in the wizard with the key shown in the footer, or with "
            "'rechenwerk set PATH w.kind=llm_chat --workload w1'",
            "Noch ist kein Workload beschrieben. Bitte einen anlegen: im Assistenten mit der Taste aus der Fußzeile "
            "oder mit „rechenwerk set PATH w.kind=llm_chat --workload w1“",
        ),
    )
    CANCELLED = ("E402", text("cancelled", "abgebrochen"))
    HARDWARE = (
        "E403",
        text(
            "the number of GPUs in a row must be a whole number from 1 to 100,000; found {value}",
            "Die Zahl der GPUs in einer Zeile muss eine ganze Zahl von 1 bis 100.000 sein; gefunden: {value}",
        ),
    )
    KEY = (
        "E404",
        text(
            "the result has no number '{key}'. Nearest place: '{near}' has {known}",
            "Das Ergebnis hat keine Zahl „{key}“. Nächste Stelle: „{near}“ hat {known}",
        ),
    )
