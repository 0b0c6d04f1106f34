"""Coded errors of the questionnaire: answers (Q0…), questionnaire files (Q1…), conditions (Q2…)."""

from wizard.domain.errors import ErrorCode
from wizard.domain.language import text


class QuestionError(ErrorCode):
    """What may be wrong with an answer. Each message says what is expected instead."""

    EMPTY = (
        "Q001",
        text(
            "nothing was entered; enter a value or mark the question as unknown",
            "es wurde nichts eingegeben; einen Wert eingeben oder die Frage als unbekannt kennzeichnen",
        ),
    )
    NOT_A_NUMBER = (
        "Q002",
        text(
            "“{entered}” is not a number; write it like {example}",
            "„{entered}“ ist keine Zahl; bitte in der Form {example} schreiben",
        ),
    )
    AMBIGUOUS_NUMBER = (
        "Q003",
        text(
            "“{entered}” can mean {first} or {second}; which one? Write {first_spelling} or {second_spelling}",
            "„{entered}“ kann {first} oder {second} heißen; was ist gemeint? Bitte {first_spelling} oder "
            "{second_spelling} schreiben",
        ),
    )
    OUT_OF_RANGE = (
        "Q004",
        text(
            "{value} is outside the range from {low} to {high}",
            "{value} liegt außerhalb des Bereichs; zulässig: {low} bis {high}",
        ),
    )
    NEEDS_WHOLE_NUMBER = (
        "Q005",
        text(
            "{value} is not a whole number; only whole numbers make sense here",
            "{value} ist keine ganze Zahl; hier passen nur ganze Zahlen",
        ),
    )
    UNKNOWN_OPTION = (
        "Q006",
        text(
            "“{entered}” is not one of the options; choose from: {options}",
            "„{entered}“ ist keine der Möglichkeiten; zur Wahl stehen: {options}",
        ),
    )
    EXCLUSIVE_OPTION = (
        "Q007",
        text(
            "“{option}” stands alone; remove it or the other choices",
            "„{option}“ steht allein; entweder diese Angabe oder die anderen entfernen",
        ),
    )
    BAD_DATE = (
        "Q008",
        text(
            "“{entered}” is not a date; write it like 2026-12-31 or 31.12.2026",
            "„{entered}“ ist kein Datum; bitte in der Form 31.12.2026 oder 2026-12-31 schreiben",
        ),
    )
    AMBIGUOUS_DATE = (
        "Q009",
        text(
            "“{entered}” can mean {first} or {second}; write the date that is meant in one of these forms",
            "„{entered}“ kann {first} oder {second} heißen; bitte das gemeinte Datum in dieser Form schreiben",
        ),
    )
    TOO_LONG = (
        "Q010",
        text(
            "the text has {length} characters; at most {limit} are kept",
            "der Text hat {length} Zeichen; höchstens {limit} sind möglich",
        ),
    )
    WEIGHTS_SUM = (
        "Q011",
        text(
            "the points add up to {sum}; distribute exactly 100",
            "die Punkte ergeben zusammen {sum}; bitte genau 100 verteilen",
        ),
    )
    RANGE_ORDER = (
        "Q012",
        text(
            "the values must rise: {low} is greater than {high}",
            "die Werte müssen aufsteigen: {low} ist größer als {high}",
        ),
    )
    WRONG_UNIT = (
        "Q013",
        text(
            "the unit “{entered}” does not fit here; expected: {expected}",
            "die Einheit „{entered}“ passt hier nicht; erwartet: {expected}",
        ),
    )
    WRONG_CURRENCY = (
        "Q014",
        text(
            "amounts are in {expected} here; convert the amount in {entered} first",
            "Beträge stehen hier in {expected}; den Betrag in {entered} bitte vorher umrechnen",
        ),
    )
    CONTROL_CHARACTER = (
        "Q015",
        text(
            "the text contains a control character at position {position}; type it again without it",
            "der Text enthält an Stelle {position} ein Steuerzeichen; bitte ohne dieses eingeben",
        ),
    )
    NOT_YES_NO = (
        "Q016",
        text("“{entered}” is neither yes nor no", "„{entered}“ ist weder ja noch nein"),
    )
    UNKNOWN_FIELD = (
        "Q017",
        text(
            "there is no field “{entered}”; the fields are: {fields}",
            "das Feld „{entered}“ gibt es nicht; die Felder sind: {fields}",
        ),
    )
    FIELD_SHAPE = (
        "Q018",
        text(
            "“{entered}” names no field; write field=value, fields separated by a semicolon, such as {example}",
            "„{entered}“ nennt kein Feld; bitte Feld=Wert schreiben, durch Semikolon getrennt, etwa {example}",
        ),
    )
    COUNT_OF_NUMBERS = (
        "Q019",
        text(
            "{count} numbers were entered; expected: {expected}",
            "es wurden {count} Zahlen eingegeben; erwartet: {expected}",
        ),
    )
    WRONG_SHAPE = (
        "Q020",
        text(
            "the stored value does not fit the question type “{type}”; enter the answer again",
            "der gespeicherte Wert passt nicht zur Frageart „{type}“; bitte die Antwort neu eingeben",
        ),
    )


class SchemaError(ErrorCode):
    """What may be wrong with a questionnaire file."""

    SCHEMA = (
        "Q101",
        text("at {path}: {detail}", "bei {path}: {detail}"),
    )
    MISSING_KEY = (
        "Q107",
        text("{path} is missing; add it", "{path} fehlt; bitte ergänzen"),
    )
    UNKNOWN_KEY = (
        "Q108",
        text(
            "{path} is no key of a questionnaire; misspelt?", "{path} ist kein Schlüssel eines Fragebogens; Tippfehler?"
        ),
    )
    UNKNOWN_UNIT = (
        "Q109",
        text(
            "{question} uses the unit “{unit}”, which has no name in unit_texts; known units: {units}",
            "{question} verwendet die Einheit „{unit}“ ohne Namen in unit_texts; bekannte Einheiten: {units}",
        ),
    )
    UNKNOWN_CASE = (
        "Q110",
        text(
            "the default of {question} has a case “{case}” that {by} can never be; possible: {cases}",
            "die Vorgabe von {question} hat einen Fall „{case}“, den es bei {by} nicht gibt; möglich: {cases}",
        ),
    )
    OPTIONS_NEEDED = (
        "Q111",
        text("{path}: enum and multi questions need options", "{path}: Fragen der Art enum und multi brauchen options"),
    )
    FIELDS_NEEDED = (
        "Q112",
        text(
            "{path}: struct, table and weights questions need fields",
            "{path}: Fragen der Art struct, table und weights brauchen fields",
        ),
    )
    OPTION_TWICE = (
        "Q113",
        text("{path}: two options share a value", "{path}: zwei Möglichkeiten haben denselben Wert"),
    )
    RANGE_BACKWARDS = (
        "Q114",
        text("{path}: the range runs backwards", "{path}: der Bereich (range) läuft rückwärts"),
    )
    EXCLUSIVE_UNKNOWN = (
        "Q115",
        text("{path}: exclusive names no option", "{path}: exclusive nennt keine vorhandene Möglichkeit"),
    )
    PREFIX = (
        "Q116",
        text(
            "{path}: the prefix w. belongs to the questions of repeated modules, and to no others",
            "{path}: die Vorsilbe w. gehört zu den Fragen wiederholter Module und zu keinen anderen",
        ),
    )
    NOT_ONE_OF = (
        "Q117",
        text("{path} must be one of {expected}", "{path} muss eines sein von {expected}"),
    )
    NO_QUESTIONS = (
        "Q118",
        text("{path}: a module needs at least one question", "{path}: ein Modul braucht mindestens eine Frage"),
    )
    EXPRESSION = (
        "Q102",
        text(
            "the condition of {question} cannot be read: {detail}",
            "die Bedingung von {question} ist nicht lesbar: {detail}",
        ),
    )
    LATER_NAME = (
        "Q103",
        text(
            "{question} refers to “{name}”, which stands later or does not exist; refer to earlier questions only",
            "{question} verweist auf „{name}“; das steht später oder gibt es nicht. Nur frühere Fragen nennen",
        ),
    )
    DUPLICATE_ID = (
        "Q104",
        text(
            "the question id {question} is used twice; ids must be unique",
            "die Fragen-ID {question} kommt zweimal vor; IDs müssen eindeutig sein",
        ),
    )
    UNKNOWN_QUESTION = (
        "Q105",
        text(
            "there is no question “{question}”; near names: {near}",
            "die Frage „{question}“ gibt es nicht; ähnliche Namen: {near}",
        ),
    )
    WRONG_BLOCK = (
        "Q119",
        text(
            "“{question}” does not belong here and is ignored; questions with the prefix w. stand in a workload, all "
            "others in the first block of answers",
            "„{question}“ gehört nicht hierher und bleibt unbeachtet; Fragen mit der Vorsilbe w. stehen in einem "
            "Workload, alle anderen im ersten Block der Antworten",
        ),
    )
    DEFAULT = (
        "Q106",
        text(
            "the default of {question} does not fit its own type, options or range: {detail}",
            "die Vorgabe von {question} passt nicht zu Art, Möglichkeiten oder Bereich der Frage: {detail}",
        ),
    )


class ExpressionError(ErrorCode):
    """Why a condition was refused."""

    SYNTAX = ("Q201", text("not an expression: {source}", "kein Ausdruck: {source}"))
    NOT_ALLOWED = (
        "Q202",
        text(
            "“{part}” is not allowed in a condition; allowed are names, literals, comparisons, and/or/not, in, + - * / "
            "and the functions {functions}",
            "„{part}“ ist in einer Bedingung nicht erlaubt; erlaubt sind Namen, feste Werte, Vergleiche, and/or/not, "
            "in, + - * / und die Funktionen {functions}",
        ),
    )
    TOO_LONG = (
        "Q203",
        text("longer or deeper than a condition may be", "länger oder tiefer geschachtelt als erlaubt"),
    )
    ARGUMENTS = (
        "Q204",
        text("{function}() does not take {count} arguments", "{function}() nimmt nicht {count} Argumente"),
    )
