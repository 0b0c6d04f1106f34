"""What can be wrong with a question sheet that comes back; each case with its remedy."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class SheetError(ErrorCode):
    NOT_A_SHEET = (
        "R050",
        text(
            "this is no question sheet ({detail}); give the filled .xlsx or .md file",
            "das ist kein Fragebogen ({detail}); bitte die ausgefüllte .xlsx- oder .md-Datei angeben",
        ),
    )
    OLD_EXCEL = (
        "R051",
        text(
            "this is the old Excel format; open it in the spreadsheet and save it as .xlsx",
            "das ist das alte Excel-Format; bitte in der Tabellenkalkulation öffnen und als .xlsx speichern",
        ),
    )
    MACROS = (
        "R052",
        text(
            "the workbook holds macros and is not read; save it as .xlsx without macros",
            "die Arbeitsmappe enthält Makros und wird nicht gelesen; bitte als .xlsx ohne Makros speichern",
        ),
    )
    PASSWORD = (
        "R053",
        text(
            "the file is protected by a password; save it without password and try again",
            "die Datei ist mit einem Kennwort geschützt; bitte ohne Kennwort speichern und erneut versuchen",
        ),
    )
    TOO_LARGE = (
        "R054",
        text(
            "the file is too large: {size}; at most {limit}. A question sheet is far smaller",
            "die Datei ist zu groß: {size}; höchstens {limit}. Ein Fragebogen ist weit kleiner",
        ),
    )
    DAMAGED = (
        "R055",
        text(
            "the file is damaged ({detail}); ask for it once more",
            "die Datei ist beschädigt ({detail}); bitte noch einmal anfordern",
        ),
    )
    NO_MARKS = (
        "R056",
        text(
            "the marks of the sheet are missing: in Excel the hidden first column and row, in Markdown the line with "
            "“rechenwerk-questions”. Copy the answers into a fresh sheet",
            "die Kennungen des Bogens fehlen: in Excel die verborgene erste Spalte und Zeile, in Markdown die Zeile "
            "mit „rechenwerk-questions“. Bitte die Antworten in einen frischen Bogen übertragen",
        ),
    )
    NO_KEY = (
        "R057",
        text(
            "an answer stands here, but the mark of its question is missing; copy it into a fresh sheet",
            "hier steht eine Antwort, aber die Kennung ihrer Frage fehlt; bitte in einen frischen Bogen übertragen",
        ),
    )
    FORMULA = (
        "R058",
        text(
            "the cell holds a formula; enter its value instead",
            "die Zelle enthält eine Formel; bitte stattdessen den Wert eintragen",
        ),
    )
    CELL_ERROR = (
        "R059",
        text(
            "the cell holds the error {value}; enter a value",
            "die Zelle enthält den Fehler {value}; bitte einen Wert eintragen",
        ),
    )
    MERGED = (
        "R060",
        text(
            "the answer cells {cells} are merged, so that it is not clear which question is meant; separate them",
            "die Antwortzellen {cells} sind verbunden, sodass unklar ist, welche Frage gemeint ist; bitte trennen",
        ),
    )
    OTHER_HEADS = (
        "R061",
        text(
            "the pages of the file come from different sheets; read each sheet on its own",
            "die Seiten der Datei stammen aus verschiedenen Bögen; bitte jeden Bogen für sich einlesen",
        ),
    )
    UNREADABLE = ("R062", text("cannot be read: {detail}", "nicht lesbar: {detail}"))
    EXISTS = (
        "R063",
        text(
            "the file exists already and may hold answers; choose another name, or --force to replace it",
            "die Datei gibt es schon, sie könnte Antworten enthalten; bitte einen anderen Namen wählen oder mit "
            "--force ersetzen",
        ),
    )
