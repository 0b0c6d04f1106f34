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
            "no row with the names of columns for a text and a price was found. Found: {found}. Name them, such as "
            '--map text="Product" --map price="Net"',
            "keine Zeile mit Spaltennamen für Text und Preis gefunden. Gefunden: {found}. Bitte benennen, etwa "
            '--map text="Produkt" --map price="Netto"',
        ),
    )
    SHEETS = (
        "C064",
        text(
            "the sheet is not clear: {found}. Choose one with --sheet NAME",
            "das Tabellenblatt ist nicht eindeutig: {found}. Bitte mit --sheet NAME wählen",
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
            "'{field}': '{value}' cannot be taken for an amount. Correct it in the file, or leave the position out "
            "with --positions",
            "„{field}“: „{value}“ ist kein brauchbarer Betrag. In der Datei berichtigen oder die Position mit "
            "--positions weglassen",
        ),
    )
    AMBIGUOUS = (
        "C067",
        text(
            "'{field}': '{value}' can mean {first} or {second}. Say how the file writes numbers: --numbers de "
            "(1.234,56) or --numbers en (1,234.56)",
            "„{field}“: „{value}“ kann {first} oder {second} heißen. Bitte angeben, wie die Datei Zahlen schreibt: "
            "--numbers de (1.234,56) oder --numbers en (1,234.56)",
        ),
    )
    NO_CURRENCY = (
        "C068",
        text(
            "nothing says in which currency the prices are; give --currency EUR, USD, CHF or GBP",
            "nirgends steht, in welcher Währung die Preise sind; bitte --currency EUR, USD, CHF oder GBP angeben",
        ),
    )
    CURRENCIES = (
        "C069",
        text(
            "'{field}': the currency is {second} here and {first} at {other}. A quote is taken over in one currency; "
            "correct it, or choose positions with --positions",
            "„{field}“: hier ist die Währung {second}, bei {other} dagegen {first}. Ein Angebot wird in einer Währung "
            "übernommen; bitte berichtigen oder Positionen mit --positions wählen",
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
            "nothing says whether the prices are net of VAT. Give --prices net, or --prices gross with --vat 19",
            "nirgends steht, ob die Preise netto sind. Bitte --prices net angeben oder --prices gross mit --vat 19",
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
            "which accelerator is quoted? {why}. The nearest name is never assumed: give --accelerator ID and "
            "--count N per machine",
            "Welcher Beschleuniger ist angeboten? {why}. Der nächstliegende Name wird nie angenommen: bitte "
            "--accelerator ID und --count N je Maschine angeben",
        ),
    )
    COUNT = (
        "C074",
        text(
            "the numbers do not fit: {found}. Give --machines N, and --count N accelerators per machine",
            "die Anzahlen passen nicht zusammen: {found}. Bitte --machines N und --count N Beschleuniger je Maschine "
            "angeben",
        ),
    )
    NEEDS = (
        "C075",
        text("'{field}' is missing: {remedy}", "„{field}“ fehlt: {remedy}"),
    )
    SLIP = (
        "C076",
        text(
            "'{field}': {value} is {ratio} times the {usual} of the catalogue ({other}). Is the unit right: thousands, "
            "cents, an hour for a month, a card for a machine?",
            "„{field}“: {value} ist das {ratio}-Fache der {usual} im Katalog ({other}). Stimmt die Einheit: Tausend, "
            "Cent, Stunde statt Monat, Karte statt Maschine?",
        ),
    )
    CONFLICT = (
        "C077",
        text(
            "'{field}' already has a price of the client's own: {before} ({source}). Give --replace to put {after} in "
            "its place",
            "„{field}“ hat schon einen eigenen Preis des Kunden: {before} ({source}). Mit --replace tritt {after} an "
            "seine Stelle",
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
