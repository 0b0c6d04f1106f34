"""What can be wrong with a catalogue file, a client's own figures, or a name somebody typed."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class CatalogError(ErrorCode):
    SHAPE = (
        "C001",
        text(
            "'{field}' must be a block of 'name: value' lines, not {found}",
            "„{field}“ muss ein Block aus Zeilen „Name: Wert“ sein, nicht {found}",
        ),
    )
    SECTION = (
        "C002",
        text(
            "there is no section '{section}'; known sections are {known}",
            "den Abschnitt „{section}“ gibt es nicht; bekannt sind {known}",
        ),
    )
    FIELD = (
        "C003",
        text(
            "'{field}' is not usable: {problem}. Correct the value or remove the line",
            "„{field}“ ist nicht verwendbar: {problem}. Den Wert berichtigen oder die Zeile entfernen",
        ),
    )
    PROVENANCE = (
        "C004",
        text(
            "the figure '{field}' lacks {missing}; give it at the figure or once in the record's 'provenance'",
            "der Zahl „{field}“ fehlt {missing}; bei der Zahl oder einmal unter „provenance“ des Eintrags angeben",
        ),
    )
    UNIT = (
        "C005",
        text(
            "'{field}' is given in '{unit}' but is kept in '{expected}'; convert the value",
            "„{field}“ ist in „{unit}“ angegeben, wird aber in „{expected}“ geführt; den Wert umrechnen",
        ),
    )
    SPAN = (
        "C006",
        text(
            "the span of '{field}' must hold its value: {low} <= {value} <= {high} is not true",
            "die Spanne von „{field}“ muss ihren Wert enthalten: {low} <= {value} <= {high} gilt nicht",
        ),
    )
    SOURCE_KEY = (
        "C007",
        text(
            "the source '{key}' of '{field}' is not listed under 'sources' in this file; add it there",
            "die Quelle „{key}“ von „{field}“ steht nicht unter „sources“ dieser Datei; dort ergänzen",
        ),
    )
    TWICE = (
        "C008",
        text(
            "'{id}' is described twice, here and in {other}; delete one of the two",
            "„{id}“ ist zweimal beschrieben, hier und in {other}; einen der beiden Einträge löschen",
        ),
    )
    ALIAS_TWICE = (
        "C009",
        text(
            "the name '{alias}' means both '{first}' and '{second}'; a name must be unambiguous",
            "der Name „{alias}“ steht für „{first}“ und für „{second}“; ein Name muss eindeutig sein",
        ),
    )
    REFERENCE = (
        "C010",
        text(
            "'{field}' names '{name}', which the catalogue does not hold; add it or correct the name",
            "„{field}“ nennt „{name}“, das nicht im Katalog steht; ergänzen oder den Namen berichtigen",
        ),
    )
    UNKNOWN_ACCELERATOR = (
        "C011",
        text(
            "the accelerator '{name}' is unknown; the nearest name is never assumed. {hint}",
            "der Beschleuniger „{name}“ ist unbekannt; der nächstliegende Name wird nie angenommen. {hint_de}",
        ),
    )
    UNKNOWN_MODEL = (
        "C012",
        text(
            "the model '{name}' is unknown; the nearest name is never assumed. {hint}",
            "das Modell „{name}“ ist unbekannt; der nächstliegende Name wird nie angenommen. {hint_de}",
        ),
    )
    HEADER = (
        "C013",
        text(
            "catalog.yaml must give '{field}'",
            "catalog.yaml muss „{field}“ angeben",
        ),
    )
    MISSING_FIELD = (
        "C014",
        text("'{field}' is missing; add the line", "„{field}“ fehlt; die Zeile ergänzen"),
    )
    UNKNOWN_FIELD = (
        "C015",
        text(
            "'{field}' is not a known field; correct the spelling or remove the line",
            "„{field}“ ist kein bekanntes Feld; die Schreibweise berichtigen oder die Zeile entfernen",
        ),
    )
    CHOICE = (
        "C016",
        text("'{field}' must be one of {allowed}", "„{field}“ muss eines hiervon sein: {allowed}"),
    )
    NUMBER = (
        "C017",
        text("'{field}' must be a number, not {found}", "„{field}“ muss eine Zahl sein, nicht {found}"),
    )
    DATE = (
        "C018",
        text(
            "'{field}' must be a date such as 2026-11-30, not {found}",
            "„{field}“ muss ein Datum wie 2026-11-30 sein, nicht {found}",
        ),
    )
    PRICE = (
        "C020",
        text(
            "'{field}' is {value}; a price must be above zero. An unknown price is left out",
            "„{field}“ ist {value}; ein Preis muss über null liegen. Ein unbekannter Preis bleibt weg",
        ),
    )
    FP8_RATIO = (
        "C021",
        text(
            "'{field}': FP8 is {ratio} times BF16, expected {expected}; is one of the two a figure with sparsity?",
            "„{field}“: FP8 ist {ratio}-mal BF16, erwartet wird {expected}; gilt eine der beiden Zahlen mit Sparsity?",
        ),
    )
    SPARSE = (
        "C022",
        text(
            "'{field}': {value} TFLOPS is at least {ratio} times the densest known rate of its generation; "
            "it looks like a figure with sparsity or of several dies",
            "„{field}“: {value} TFLOPS sind mindestens das {ratio}-Fache der dichtesten bekannten Rate der "
            "Generation; das sieht nach Sparsity oder mehreren Chips aus",
        ),
    )
    SIZE = (
        "C023",
        text(
            "'{field}': the architecture counts {computed} billion parameters, the label says {label}",
            "„{field}“: die Architektur ergibt {computed} Mrd. Parameter, angegeben sind {label}",
        ),
    )
    FUTURE = (
        "C024",
        text(
            "'{field}' is dated {date}, after the catalogue's own date {as_of}",
            "„{field}“ trägt das Datum {date}, später als der Katalogstand {as_of}",
        ),
    )
    SOURCE = (
        "C025",
        text(
            "'{field}' names '{source}' as its source; name where the figure was read",
            "„{field}“ nennt „{source}“ als Quelle; angeben, wo die Zahl gelesen wurde",
        ),
    )
    SHARES = (
        "C026",
        text(
            "the shares of the group '{field}' add up to {total}, not to 1",
            "die Anteile der Gruppe „{field}“ ergeben {total}, nicht 1",
        ),
    )
    COMMITMENT = (
        "C027",
        text(
            "'{field}' costs {value}, more than the {other} it should undercut ({limit})",
            "„{field}“ kostet {value}, mehr als {other}, das es unterbieten sollte ({limit})",
        ),
    )
    MEMORY = (
        "C028",
        text(
            "'{field}': {usable} GiB usable does not fit a label of {label} GB",
            "„{field}“: {usable} GiB nutzbar passen nicht zur Angabe von {label} GB",
        ),
    )
    BEYOND = (
        "C029",
        text(
            "'{field}' = {value} cannot be: negative, beyond 10^15, or nothing where something is divided by it. "
            "Correct the value or remove the line",
            "„{field}“ = {value} kann nicht sein: negativ, über 10^15, oder null, wo dadurch geteilt wird. Den Wert "
            "berichtigen oder die Zeile entfernen",
        ),
    )
    SECOND_SOURCE = (
        "C030",
        text(
            "'{field}' is {value}, but {source} says {other}; is it the figure of another variant, of one die of two, "
            "or a rate without tensor cores?",
            "„{field}“ ist {value}, laut {source} aber {other}; ist es die Zahl einer anderen Variante, eines von zwei "
            "Chips oder eine Rate ohne Tensorkerne?",
        ),
    )
    FORMAT = (
        "C031",
        text(
            "'{field}': the matrix units of {generation} do not compute {format}; remove the rate",
            "„{field}“: die Matrixeinheiten von {generation} rechnen kein {format}; die Rate entfernen",
        ),
    )
    RAM = (
        "C032",
        text(
            "'{field}' is {value} GB, exactly the memory of the accelerators; enter the main memory of the machine, or "
            "list it as 'check.ram_of_accelerators.{id}' with its source",
            "„{field}“ ist {value} GB, genau der Speicher der Beschleuniger; den Hauptspeicher der Maschine eintragen "
            "oder als „check.ram_of_accelerators.{id}“ mit Quelle aufführen",
        ),
    )
    LICENCE = (
        "C033",
        text(
            "'{field}' is '{value}', which is no licence; look it up, or write what the model card says",
            "„{field}“ ist „{value}“, das ist keine Lizenz; nachsehen oder eintragen, was die Modellkarte sagt",
        ),
    )
    PER_WATT = (
        "C034",
        text(
            "'{field}' is {value} W, at which this card would compute {rate} TFLOPS a watt; the best do {most}",
            "„{field}“ ist {value} W, damit rechnete diese Karte {rate} TFLOPS je Watt; die besten schaffen {most}",
        ),
    )
    PER_ACCELERATOR = (
        "C040",
        text(
            "'{field}': one accelerator costs {value} an hour, {ratio} times as much as in the smaller {other}. "
            "Correct the price, or list it as 'check.per_gpu_price_ratio.{id}' with its source",
            "„{field}“: ein Beschleuniger kostet {value} je Stunde, {ratio}-mal so viel wie im kleineren {other}. Den "
            "Preis berichtigen oder als „check.per_gpu_price_ratio.{id}“ mit Quelle aufführen",
        ),
    )
    REGION = (
        "C041",
        text(
            "'{field}': {ratio} times the price of the same machine in the United States ({other}); usual is {least} "
            "to {most}. Correct the price, or list it as 'check.region_price_ratio.{id}' with its source",
            "„{field}“: das {ratio}-Fache des Preises derselben Maschine in den USA ({other}); üblich ist {least} bis "
            "{most}. Den Preis berichtigen oder als „check.region_price_ratio.{id}“ mit Quelle aufführen",
        ),
    )
    SLIP = (
        "C042",
        text(
            "'{field}' is {value}: that is {whole} times {factor}, binary units taken for decimal ones; enter {whole}",
            "„{field}“ ist {value}: das ist {whole} mal {factor}, also binäre Einheiten für dezimale gehalten; "
            "{whole} eintragen",
        ),
    )
    BANDWIDTH = (
        "C043",
        text(
            "'{field}': {value} GB/s is {ratio} times the fastest known memory of its generation; is it the sum of "
            "several chips, or of a cache?",
            "„{field}“: {value} GB/s sind das {ratio}-Fache des schnellsten bekannten Speichers der Generation; ist es "
            "die Summe mehrerer Chips oder die Rate eines Caches?",
        ),
    )
    UNKNOWN_ENTRY = (
        "C044",
        text(
            "nothing in the catalogue is called '{name}'; the nearest name is never assumed. {hint}",
            "nichts im Katalog heißt „{name}“; der nächstliegende Name wird nie angenommen. {hint_de}",
        ),
    )
    NO_FILES = (
        "C045",
        text(
            "this folder holds no catalogue; name one with catalog.yaml and the files of the sections",
            "dieser Ordner enthält keinen Katalog; bitte einen mit catalog.yaml und den Dateien der Abschnitte nennen",
        ),
    )
    PRODUCT_CARD = (
        "C055",
        text(
            "'{field}' names the accelerator '{name}', which the catalogue does not hold; write its id, or leave it to "
            "'accelerators_published'",
            "„{field}“ nennt den Beschleuniger „{name}“, den der Katalog nicht enthält; seine Kennung eintragen oder "
            "ihn nur unter „accelerators_published“ nennen",
        ),
    )
    POWER = (
        "C056",
        text(
            "'{field}': {count} x {card} alone draw {drawn} kW, more than the whole machine with {most} kW; check the "
            "number of cards and the unit of the power",
            "„{field}“: {count} x {card} nehmen allein {drawn} kW auf, mehr als die ganze Maschine mit {most} kW; "
            "Anzahl der Karten und Einheit der Leistung prüfen",
        ),
    )
    UNIT_SLIP = (
        "C057",
        text(
            "'{field}' is {value} {unit}, usual is {least} to {most}; was the value written in {other}?",
            "„{field}“ ist {value} {unit}, üblich sind {least} bis {most}; ist der Wert in {other} angegeben?",
        ),
    )
    CHANNELS = (
        "C058",
        text(
            "'{field}' is {value} GB/s, but {channels} channels of {memory} give {given}; is it the sum of two "
            "sockets?",
            "„{field}“ ist {value} GB/s, {channels} Kanäle {memory} ergeben aber {given}; ist es die Summe zweier "
            "Sockel?",
        ),
    )
    NO_CURRENCY = (
        "C059",
        text(
            "'{field}' has no currency with an exchange rate ({named}); name one beside the price, or leave the price "
            "out",
            "„{field}“ hat keine Währung mit Wechselkurs ({named}); die Währung neben dem Preis nennen oder den Preis "
            "weglassen",
        ),
    )
    NO_BLOCKS = (
        "C050",
        text(
            "the file must hold blocks of 'name: value' lines, not {found}",
            "die Datei muss Blöcke aus Zeilen „Name: Wert“ enthalten, nicht {found}",
        ),
    )
    SAME_FILE = (
        "C051",
        text(
            "this is the same file as {other}; delete the link",
            "das ist dieselbe Datei wie {other}; die Verknüpfung löschen",
        ),
    )
    NOT_READ = (
        "C052",
        text(
            "this file is not read: catalogue files end in .yaml and lie in the folder or one level below. Rename or "
            "move it",
            "diese Datei wird nicht gelesen: Katalogdateien enden auf .yaml und liegen im Ordner oder eine Ebene "
            "darunter. Umbenennen oder verschieben",
        ),
    )
    RANGE = (
        "C053",
        text(
            "'{field}' is {value}; allowed is {allowed}",
            "„{field}“ ist {value}; erlaubt ist {allowed}",
        ),
    )
    WORDS = (
        "C054",
        text("'{field}' must be a text, not {found}", "„{field}“ muss ein Text sein, nicht {found}"),
    )
    SEVERAL = (
        "C098",
        text(
            "'{name}' is the name of several accelerators; say which one is meant: {names}",
            "„{name}“ heißen mehrere Beschleuniger; bitte angeben, welcher gemeint ist: {names}",
        ),
    )
    PACK_REFERENCE = (
        "C090",
        text(
            "'{field}' refers to '{name}', which the section '{section}' does not hold; add it or correct the id",
            "„{field}“ verweist auf „{name}“, das nicht im Abschnitt „{section}“ steht; den Eintrag ergänzen oder die "
            "Kennung berichtigen",
        ),
    )
    STATE_AFTER_READING = (
        "C091",
        text(
            "'{field}' is {as_of}, after the day the source was read ({read}); correct one of the two dates",
            "„{field}“ ist {as_of}, später als der Tag, an dem die Quelle gelesen wurde ({read}); eines der beiden "
            "Daten berichtigen",
        ),
    )
    AFFECTS = (
        "C092",
        text(
            "'{field}' names '{name}', which is no question, finding, advice or gate; correct the id",
            "„{field}“ nennt „{name}“, was keine Frage, kein Befund, kein Rat und kein Ausschluss ist; die Kennung "
            "berichtigen",
        ),
    )
