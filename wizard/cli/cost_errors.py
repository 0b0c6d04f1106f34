"""What ``rechenwerk cost`` refuses. Loaded only when an error is raised."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class CostInputError(ErrorCode):
    NUMBER = (
        "P040",
        text(
            "'{given}' is not a number {span}; write it with a decimal point, 10 % as 0.10",
            "„{given}“ ist keine Zahl {span}; bitte mit Dezimalpunkt schreiben, 10 % als 0.10",
        ),
    )
    NO_FILE = (
        "P041",
        text(
            "this load profile cannot be read; name a CSV file with a header and one row an hour",
            "dieses Lastprofil lässt sich nicht lesen; bitte eine CSV-Datei mit Kopfzeile und einer Zeile je Stunde "
            "angeben",
        ),
    )
    TOO_LARGE = (
        "P042",
        text(
            "the file is larger than {most} MB; keep one row an hour and one column",
            "die Datei ist größer als {most} MB; bitte eine Zeile je Stunde und eine Spalte behalten",
        ),
    )
    NO_COLUMN = (
        "P043",
        text(
            "which column holds the load? Name it with --column: {columns}",
            "welche Spalte enthält die Last? Bitte mit --column nennen: {columns}",
        ),
    )
    NOT_A_LOAD = (
        "P044",
        text(
            "'{given}' in column '{column}' is not a load; every row needs a number from 0",
            "„{given}“ in Spalte „{column}“ ist keine Last; jede Zeile braucht eine Zahl ab 0",
        ),
    )
    NOT_CSV = (
        "P046",
        text(
            "this line cannot be divided into fields; is a quotation mark open, or is it no CSV file?",
            "diese Zeile lässt sich nicht in Felder teilen; fehlt ein schließendes Anführungszeichen, oder ist es "
            "keine CSV-Datei?",
        ),
    )
    NO_LOAD = (
        "P045",
        text(
            "the profile holds no hour with a load above 0",
            "das Profil enthält keine Stunde mit einer Last über 0",
        ),
    )
