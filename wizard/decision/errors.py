"""What the decision engine refuses to weigh, and what to do about it."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class DecisionError(ErrorCode):
    PRIORITIES = (
        "E301",
        text(
            "the priorities have no positive sum; distribute points over the criteria",
            "die Prioritäten haben keine positive Summe; bitte Punkte auf die Kriterien verteilen",
        ),
    )
    NEGATIVE_PRIORITY = (
        "E302",
        text(
            "the priority '{group}' is {points}; points start at 0",
            "die Priorität „{group}“ ist {points}; Punkte beginnen bei 0",
        ),
    )
    ANCHOR = (
        "E303",
        text(
            "the anchors of '{criterion}' are both {value}; worst and target must differ",
            "die Anker von „{criterion}“ sind beide {value}; schlechtester Wert und Ziel müssen sich unterscheiden",
        ),
    )
    TWICE = (
        "E304",
        text(
            "the option '{option}' stands twice in the comparison",
            "die Option „{option}“ steht zweimal im Vergleich",
        ),
    )
    SAMPLES = (
        "E305",
        text(
            "the options were priced with different numbers of samples; price them together",
            "die Optionen wurden mit verschieden vielen Stichproben bewertet; bitte gemeinsam bewerten",
        ),
    )
    NO_RULE = (
        "E306",
        text(
            "the catalogue has no rule '{rule}'; add it to the rules file",
            "im Katalog fehlt die Regel „{rule}“; bitte in der Regeldatei ergänzen",
        ),
    )
    NOT_EXPLAINED = (
        "E307",
        text(
            "the decision has no figure '{path}'; see the names in the result file",
            "die Entscheidung hat keine Zahl „{path}“; die Namen stehen in der Ergebnisdatei",
        ),
    )
