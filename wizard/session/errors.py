"""Why answers of a filled question sheet are not taken over without being asked about."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class ImportConflict(ErrorCode):
    OTHER_ASSESSMENT = (
        "S060",
        text(
            "the sheet was made from another assessment ({found}); this one is {here}. Is it the right client?",
            "der Bogen stammt aus einer anderen Bewertung ({found}); diese hier ist {here}. Ist es der richtige Kunde?",
        ),
    )
    OTHER_QUESTIONNAIRE = (
        "S061",
        text(
            "the sheet was made with questionnaire {found}, this program asks {here}; compare the questions",
            "der Bogen wurde mit Fragebogen {found} erstellt, dieses Programm fragt {here}; bitte die Fragen "
            "vergleichen",
        ),
    )
    MEANWHILE = (
        "S062",
        text(
            "answered meanwhile: here {here}, in the sheet {sheet}",
            "inzwischen beantwortet: hier {here}, im Bogen {sheet}",
        ),
    )
    FIRMER = (
        "S063",
        text(
            "what is here is {evidence}, the sheet only states it",
            "was hier steht, ist {evidence}; im Bogen ist es nur angegeben",
        ),
    )
    TAKES_AWAY = (
        "S064",
        text(
            "the sheet takes the answer {here} away",
            "der Bogen nimmt die Antwort {here} weg",
        ),
    )
    TWICE = (
        "S065",
        text(
            "this question is answered twice in the sheet, here and at {other}; leave one",
            "diese Frage ist im Bogen zweimal beantwortet, hier und bei {other}; bitte eine Antwort löschen",
        ),
    )
