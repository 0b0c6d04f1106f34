"""What the cost engine refuses to calculate with, and what to do about it."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class CostError(ErrorCode):
    HORIZON = (
        "E201",
        text(
            "the planning horizon is {months} months; it must be at least 1",
            "der Planungszeitraum beträgt {months} Monate; er muss mindestens 1 Monat lang sein",
        ),
    )
    SAMPLES = (
        "E202",
        text(
            "{samples} samples were asked for; between 1 and {limit} can be drawn",
            "{samples} Stichproben wurden verlangt; möglich sind 1 bis {limit}",
        ),
    )
    MISSING_INPUT = (
        "E203",
        text(
            "the cost input '{key}' is missing; give it a value with its span",
            "die Kostengröße „{key}“ fehlt; bitte einen Wert mit Spanne angeben",
        ),
    )
    OUT_OF_BOUNDS = (
        "E204",
        text(
            "'{key}' reaches from {low} to {high}; allowed is {least} to {most}",
            "„{key}“ reicht von {low} bis {high}; zulässig ist {least} bis {most}",
        ),
    )
    NEGATIVE_PRICE = (
        "E205",
        text(
            "the price {value} is negative or not a number; correct it in the catalogue or the quote",
            "der Preis {value} ist negativ oder keine Zahl; bitte im Katalog oder Angebot berichtigen",
        ),
    )
    NO_RATE = (
        "E206",
        text(
            "there is no exchange rate for {currency}; add one with its date",
            "für {currency} fehlt ein Wechselkurs; bitte mit Datum ergänzen",
        ),
    )
    NO_PRICE = (
        "E207",
        text(
            "the offer has no price for '{kind}'; choose another commitment or enter a quote",
            "das Angebot hat keinen Preis für „{kind}“; bitte eine andere Bindung wählen oder ein Angebot eintragen",
        ),
    )
    OTHER_ACCELERATOR = (
        "E208",
        text(
            "the workload is sized for {wanted}, this machine has {has}; compare like with like",
            "der Workload ist für {wanted} ausgelegt, diese Maschine hat {has}; nur Gleiches mit Gleichem vergleichen",
        ),
    )
    NEED = (
        "E209",
        text(
            "'{field}' of the workload's need is {value}; it must be {wanted}",
            "„{field}“ im Bedarf des Workloads ist {value}; zulässig ist: {wanted}",
        ),
    )
    NO_NEED = (
        "E210",
        text(
            "the plan serves no workload; add one before it is priced",
            "der Plan bedient keinen Workload; bitte zuerst einen angeben",
        ),
    )
    VAT = (
        "E211",
        text(
            "the VAT rate is {rate}; it must lie between 0 and 1 (19 % is 0.19)",
            "der Umsatzsteuersatz ist {rate}; er muss zwischen 0 und 1 liegen (19 % sind 0,19)",
        ),
    )
    NOT_EXPLAINED = (
        "E212",
        text(
            "the cost result has no figure '{path}'; see the names in the result file",
            "das Kostenergebnis hat keine Zahl „{path}“; die Namen stehen in der Ergebnisdatei",
        ),
    )
    NO_MACHINES = (
        "E213",
        text(
            "{machines} machines are said to be there; the status quo needs at least one",
            "{machines} Maschinen sind als vorhanden angegeben; der Ist-Zustand braucht mindestens eine",
        ),
    )
    NO_COLOCATION = (
        "E214",
        text(
            "the plan names no colocation provider; choose one from the catalogue or enter a quote",
            "der Plan nennt keinen Colocation-Anbieter; bitte einen aus dem Katalog wählen oder ein Angebot eintragen",
        ),
    )
    OTHER_WORKLOADS = (
        "E215",
        text(
            "the owned part serves {own}, the rented part {burst}; both must serve the same workloads in one order",
            "der eigene Teil bedient {own}, der gemietete {burst}; beide müssen dieselben Workloads in derselben "
            "Reihenfolge bedienen",
        ),
    )
    PROFILE = (
        "E216",
        text(
            "the load must consist of numbers from 0, some above 0, with a peak of at most {most} units",
            "die Last muss aus Zahlen ab 0 bestehen, einige über 0, mit einer Spitze von höchstens {most} Einheiten",
        ),
    )
    POWER_EXCEEDED = (
        "E230",
        text(
            "year {year}: the {nodes} nodes that stand there already need more power than there is; it is enough for "
            "{most}. Raise the cap or count fewer nodes as there",
            "Jahr {year}: Die {nodes} schon vorhandenen Knoten brauchen mehr Leistung, als da ist; sie reicht für "
            "{most}. Bitte die Grenze erhöhen oder weniger Knoten als vorhanden angeben",
        ),
    )
    FINANCING = (
        "E260",
        text(
            "a loan or lease at {rate} a year over {months} months with {balloon} at the end cannot be; rate 0 to 1, "
            "1 to 240 months, less than 1 at the end",
            "ein Kredit oder Leasing zu {rate} im Jahr über {months} Monate mit {balloon} am Ende ist nicht möglich; "
            "Zins 0 bis 1, 1 bis 240 Monate, am Ende weniger als 1",
        ),
    )
    TAX = (
        "E261",
        text(
            "a useful life of {years} years and a tax rate of {rate} cannot be; above 0 to 50 years, rate 0 to below 1",
            "eine Nutzungsdauer von {years} Jahren und ein Steuersatz von {rate} sind nicht möglich; über 0 bis 50 "
            "Jahre, Satz 0 bis unter 1",
        ),
    )
    NOT_GIVEN = (
        "E262",
        text("'{name}' is missing from what is given", "„{name}“ fehlt in den Angaben"),
    )
    NOT_A_NUMBER = (
        "E263",
        text(
            "'{name}' is {value}; a number from 0 is needed, above 0 where something is divided by it",
            "„{name}“ ist {value}; nötig ist eine Zahl ab 0, über 0, wo durch sie geteilt wird",
        ),
    )
    KIND = (
        "E264",
        text(
            "'{kind}' is no kind of calculation; known are {kinds}",
            "„{kind}“ ist keine Art von Rechnung; bekannt sind {kinds}",
        ),
    )
    NO_OUTPUT = (
        "E265",
        text(
            "'{name}' is nothing this kind of calculation gives; it gives {names}",
            "„{name}“ ist kein Ergebnis dieser Rechnung; sie ergibt {names}",
        ),
    )
    CORRELATION = (
        "E221",
        text(
            "the inputs {leader} and {follower} cannot be correlated by {coefficient}: each follows one leader at "
            "most, by less than 1",
            "die Größen {leader} und {follower} lassen sich nicht mit {coefficient} korrelieren: Jede folgt höchstens "
            "einer führenden, um weniger als 1",
        ),
    )
