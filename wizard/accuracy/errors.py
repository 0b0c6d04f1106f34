"""What can be wrong with a file of measurements."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class AccuracyError(ErrorCode):
    UNREADABLE = (
        "V001",
        text(
            "the file cannot be read: {problem}. Give a CSV file in UTF-8",
            "die Datei lässt sich nicht lesen: {problem}. Eine CSV-Datei in UTF-8 angeben",
        ),
    )
    TOO_LARGE = (
        "V002",
        text(
            "the file is larger than {limit} MB; split it into parts",
            "die Datei ist größer als {limit} MB; in Teile zerlegen",
        ),
    )
    HEADER = (
        "V003",
        text(
            "the first line must name the columns, each once: {problem}",
            "die erste Zeile muss die Spalten nennen, jede einmal: {problem}",
        ),
    )
    KIND = (
        "V004",
        text(
            "the columns fit no known kind of table ({known}); name the kind with --kind or complete the columns",
            "die Spalten passen zu keiner bekannten Tabellenart ({known}); die Art mit --kind nennen oder die Spalten "
            "ergänzen",
        ),
    )
    COLUMN = (
        "V005",
        text(
            "a table of the kind {kind} needs the column '{column}'",
            "eine Tabelle der Art {kind} braucht die Spalte „{column}“",
        ),
    )
    CELLS = (
        "V006",
        text(
            "this row has {found} cells, the header has {expected}",
            "diese Zeile hat {found} Felder, die Kopfzeile {expected}",
        ),
    )
    NUMBER = (
        "V007",
        text(
            "column '{column}': '{value}' is not a usable number ({expected}); leave a cell empty when it is unknown",
            "Spalte „{column}“: „{value}“ ist keine brauchbare Zahl ({expected}); Unbekanntes bleibt leer",
        ),
    )
    TWICE = (
        "V008",
        text(
            "column 'id': '{value}' stands here and in line {line}; an id may occur once",
            "Spalte „id“: „{value}“ steht hier und in Zeile {line}; eine Kennung darf einmal vorkommen",
        ),
    )
    IDENTITY = (
        "V009",
        text(
            "column 'id': give each row an id that begins with a letter or digit, without control characters",
            "Spalte „id“: jede Zeile braucht eine Kennung, die mit Buchstabe oder Ziffer beginnt, ohne Steuerzeichen",
        ),
    )
    NO_ROWS = ("V010", text("the table has no rows", "die Tabelle hat keine Zeilen"))
    MODELS = (
        "V011",
        text(
            "no folder here holds a config.json; expected are folders such as Qwen--Qwen3-8B/config.json",
            "kein Ordner hier enthält eine config.json; erwartet werden Ordner wie Qwen--Qwen3-8B/config.json",
        ),
    )
    TOO_FEW = (
        "V012",
        text(
            "{found} usable measured values (a row may hold several) are too few to refit {figures} figures; give a "
            "larger table",
            "{found} brauchbare Messwerte (eine Zeile kann mehrere haben) sind zu wenig, um {figures} Zahlen "
            "anzupassen; eine größere Tabelle angeben",
        ),
    )
    NOT_WRITTEN = (
        "V013",
        text("the file cannot be written: {problem}", "die Datei lässt sich nicht schreiben: {problem}"),
    )
    EXISTS = (
        "V014",
        text(
            "the file exists already; choose another name for {option}, or --force to replace it",
            "die Datei gibt es schon; bitte für {option} einen anderen Namen wählen oder mit --force ersetzen",
        ),
    )
    TAKEN = (
        "V015",
        text(
            "{option} would overwrite {other}; choose another name",
            "{option} würde {other} überschreiben; bitte einen anderen Namen wählen",
        ),
    )
