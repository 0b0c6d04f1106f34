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
    NO_PLAN = (
        "P047",
        text(
            "this plan cannot be read; name a YAML file with years, mean_demand, node and perhaps cloud",
            "dieser Plan lässt sich nicht lesen; bitte eine YAML-Datei mit years, mean_demand, node und gegebenenfalls "
            "cloud angeben",
        ),
    )
    PLAN_KEY = (
        "P048",
        text("'{key}' is unknown here; known are: {known}", "„{key}“ ist hier unbekannt; bekannt sind: {known}"),
    )
    HOURS = (
        "P049",
        text(
            "'{given}' follows '{before}'; every hour needs one row: fill gaps, merge parts of hours",
            "„{given}“ folgt auf „{before}“; jede Stunde braucht genau eine Zeile: bitte Lücken füllen und Teilstunden "
            "zusammenfassen",
        ),
    )
    PLAN_VALUE = (
        "P050",
        text("'{key}' is {given}; it must be {wanted}", "„{key}“ ist {given}; zulässig ist: {wanted}"),
    )
    SHORTAGE = (
        "P051",
        text(
            "the plan cannot carry its load. {years}. Or name a rent (cloud.per_hour), so that the rest can be rented",
            "der Plan kann seine Last nicht tragen. {years}. Oder einen Mietpreis (cloud.per_hour) nennen, damit sich "
            "der Rest mieten lässt",
        ),
    )
    NO_CALCULATION = (
        "P052",
        text(
            "this is no calculation: a file holds 'kind', 'given' with the inputs and 'printed' with numbers by name",
            "das ist keine Rechnung: Eine Datei enthält „kind“, „given“ mit den Angaben und „printed“ mit Zahlen je "
            "Namen",
        ),
    )
