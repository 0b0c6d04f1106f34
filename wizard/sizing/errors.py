"""What the sizing engine refuses: input that no hardware could make meaningful."""

from wizard.domain.errors import ErrorCode, text


class SizingError(ErrorCode):
    FIGURE = (
        "E101",
        text(
            "the catalogue lacks the figure '{name}'; it belongs into catalogs/sizing.yaml",
            "Im Katalog fehlt der Wert „{name}“; er gehört in catalogs/sizing.yaml",
        ),
    )
    TOKENS = (
        "E102",
        text(
            "{what} = {value} tokens a request; between 1 and {limit} make sense",
            "{what} = {value} Token je Anfrage; sinnvoll sind 1 bis {limit}",
        ),
    )
    LOAD = (
        "E103",
        text(
            "{what} = {value}; it must be above 0 and at most {limit}",
            "{what} = {value}; der Wert muss über 0 und darf höchstens {limit} sein",
        ),
    )
    FORMAT = (
        "E104",
        text(
            "the format '{value}' is not known for {what}. Known are: {known}",
            "Das Format „{value}“ ist für {what} nicht bekannt. Bekannt sind: {known}",
        ),
    )
    PARALLEL = (
        "E105",
        text(
            "{what} = {value}; a whole number from 1 to {limit} is needed",
            "{what} = {value}; nötig ist eine ganze Zahl von 1 bis {limit}",
        ),
    )
    BOTH = (
        "E106",
        text(
            "give either the simultaneous requests or the request rate, not both",
            "Entweder gleichzeitige Anfragen oder die Anfragerate angeben, nicht beides",
        ),
    )
    NO_LOAD = (
        "E107",
        text(
            "the workload states neither a request rate nor simultaneous requests",
            "Für den Workload ist weder eine Anfragerate noch eine Zahl gleichzeitiger Anfragen angegeben",
        ),
    )
    NO_LAYERS = (
        "E108",
        text(
            "the architecture of '{ref}' is not known (no layers). Import its config.json or choose a catalogued model",
            "Die Architektur von „{ref}“ ist nicht bekannt (keine Schichten). Bitte die config.json importieren oder "
            "ein Modell aus dem Katalog wählen",
        ),
    )
    PATH = (
        "E109",
        text("'{path}' is not a number that can be explained", "„{path}“ ist keine Zahl, die sich herleiten lässt"),
    )
    DRAFTED = (
        "E110",
        text(
            "{value} drafted tokens a step; a whole number from 1 to {limit} is needed",
            "{value} Entwurfs-Token je Schritt; nötig ist eine ganze Zahl von 1 bis {limit}",
        ),
    )
    ACCEPTED = (
        "E111",
        text(
            "{value} per cent of the drafted tokens accepted; it must be from 0 to 100",
            "{value} Prozent der Entwurfs-Token angenommen; möglich sind 0 bis 100",
        ),
    )
    DRAFT_VOCABULARY = (
        "E112",
        text(
            "the draft '{draft}' has a vocabulary of {has} tokens and '{ref}' one of {needs}; a draft of the same "
            "family with the same vocabulary is needed",
            "das Entwurfsmodell „{draft}“ hat ein Vokabular von {has} Token, „{ref}“ eines von {needs}; nötig ist ein "
            "Entwurfsmodell derselben Familie mit gleichem Vokabular",
        ),
    )
    DRAFT_LARGER = (
        "E113",
        text(
            "the draft '{draft}' with {has} billion parameters is larger than '{ref}' with {most}",
            "das Entwurfsmodell „{draft}“ ist mit {has} Milliarden Parametern größer als „{ref}“ mit {most}",
        ),
    )
