"""What can be wrong with a vendor's quote, and what has to be asked about it."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class QuoteError(ErrorCode):
    UNREADABLE = ("C060", text("cannot be read: {detail}", "nicht lesbar: {detail}"))
    TOO_LARGE = (
        "C061",
        text(
            "the file is too large: {size}; at most {limit}. A quote is far smaller; is it the right file?",
            "die Datei ist zu groß: {size}; höchstens {limit}. Ein Angebot ist weit kleiner; ist es die richtige "
            "Datei?",
        ),
    )
    FORMAT = (
        "C062",
        text(
            "{detail} cannot be taken over. Ask the vendor for the table as .xlsx or .csv, or enter the price by hand",
            "{detail} lässt sich nicht übernehmen. Bitte die Tabelle als .xlsx oder .csv anfordern oder den Preis von "
            "Hand eintragen",
        ),
    )
    NO_TABLE = (
        "C063",
        text(
            "no row names columns for a text and a price; found: {found}. Which columns hold them? Where the "
            "table has no names, write a row with them above it",
            "keine Zeile mit Spaltennamen für Text und Preis gefunden, nur: {found}. In welchen Spalten stehen sie? "
            "Fehlen der Tabelle die Namen, bitte eine Zeile damit darüber schreiben",
        ),
    )
    SHEETS = (
        "C064",
        text(
            "the sheet is not clear: {found}. Which one holds the positions?",
            "das Tabellenblatt ist nicht eindeutig: {found}. Auf welchem stehen die Positionen?",
        ),
    )
    NO_COLUMN = (
        "C065",
        text(
            "there is no column '{name}' for '{field}'; the columns are {found}",
            "die Spalte „{name}“ für „{field}“ gibt es nicht; die Spalten sind {found}",
        ),
    )
    NUMBER = (
        "C066",
        text(
            "'{field}': '{value}' cannot be taken for an amount; correct it, or leave the position out",
            "„{field}“: „{value}“ ist kein brauchbarer Betrag; bitte berichtigen oder die Position weglassen",
        ),
    )
    AMBIGUOUS = (
        "C067",
        text(
            "'{field}': '{value}' can mean {first} or {second}; are the numbers German (1.234,56) or English "
            "(1,234.56)?",
            "„{field}“: „{value}“ kann {first} oder {second} heißen; sind die Zahlen deutsch (1.234,56) oder englisch "
            "(1,234.56) geschrieben?",
        ),
    )
    NO_CURRENCY = (
        "C068",
        text(
            "nothing says in which currency the prices are: EUR, USD, CHF or GBP?",
            "nirgends steht, in welcher Währung die Preise sind: EUR, USD, CHF oder GBP?",
        ),
    )
    CURRENCIES = (
        "C069",
        text(
            "'{field}': the currency is {second} here and {first} at {other}; a quote is taken over in one currency. "
            "Correct it, or take the positions of one currency only",
            "„{field}“: hier ist die Währung {second}, bei {other} dagegen {first}; ein Angebot wird in einer Währung "
            "übernommen. Bitte berichtigen oder nur die Positionen einer Währung übernehmen",
        ),
    )
    NO_RATE = (
        "C070",
        text(
            "there is no exchange rate for {currency}; known are {known}. Enter it under 'overrides: eur_per_unit', "
            "or ask for the quote in one of these",
            "für {currency} gibt es keinen Wechselkurs; bekannt sind {known}. Unter „overrides: eur_per_unit“ "
            "eintragen oder das Angebot in einer davon anfordern",
        ),
    )
    NET_OR_GROSS = (
        "C071",
        text(
            "are the prices net, or gross with which rate of VAT? The quote does not say so",
            "Sind die Preise netto, oder brutto mit welchem Umsatzsteuersatz? Das Angebot sagt es nicht",
        ),
    )
    FORMULA = (
        "C072",
        text(
            "'{field}': the cell holds a formula without a stored value, or an error ({value}). Open the file in the "
            "spreadsheet, check it and save it again",
            "„{field}“: die Zelle enthält eine Formel ohne gespeicherten Wert oder einen Fehler ({value}). Die Datei "
            "in der Tabellenkalkulation öffnen, prüfen und neu speichern",
        ),
    )
    ACCELERATOR = (
        "C073",
        text(
            "which accelerator is quoted, and how many in a machine? {why}. The nearest name is never assumed",
            "Welcher Beschleuniger ist angeboten, und wie viele je Maschine? {why}. Der nächstliegende Name wird nie "
            "angenommen",
        ),
    )
    COUNT = (
        "C074",
        text(
            "the numbers do not fit: {found}. How many machines, with how many accelerators each?",
            "die Anzahlen passen nicht zusammen: {found}. Wie viele Maschinen mit je wie vielen Beschleunigern?",
        ),
    )
    NEEDS = (
        "C075",
        text("'{named}' is missing: {remedy}", "„{named}“ fehlt: {remedy}"),
    )
    SLIP = (
        "C076",
        text(
            "'{field}': {value} is {ratio} times the {usual} of the catalogue ({other}). Are unit and currency right: "
            "thousands, cents, an hour for a month, a card for a machine, another currency?",
            "„{field}“: {value} ist das {ratio}-Fache der {usual} im Katalog ({other}). Stimmen Einheit und Währung: "
            "Tausend, Cent, Stunde statt Monat, Karte statt Maschine, eine andere Währung?",
        ),
    )
    CONFLICT = (
        "C077",
        text(
            "'{field}' already has a price of the client's own: {before} ({source}). Shall {after} take its place?",
            "„{field}“ hat schon einen eigenen Preis des Kunden: {before} ({source}). Soll {after} an seine Stelle "
            "treten?",
        ),
    )
    TOTAL = (
        "C078",
        text(
            "'{field}': the quote says {stated}, its lines amount to {counted}",
            "„{field}“: das Angebot nennt {stated}, die Zeilen ergeben {counted}",
        ),
    )
    DATE = (
        "C079",
        text(
            "'{field}' is {value}: {problem}",
            "„{field}“ ist {value}: {problem}",
        ),
    )
