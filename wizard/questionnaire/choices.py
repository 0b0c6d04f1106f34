"""Reads choices: by value, by name in either language, by number in the list; yes and no."""

import re
from collections.abc import Sequence

from wizard.domain.errors import CodedError
from wizard.questionnaire.clean import clean_text, folded
from wizard.questionnaire.errors import QuestionError
from wizard.questionnaire.schema import Option

_YES = frozenset({"ja", "j", "yes", "y", "true", "wahr", "1", "x", "✓"})
_NO = frozenset({"nein", "n", "no", "false", "falsch", "0"})
_SHOWN = 30


def read_option(text: str, options: Sequence[Option], language: str) -> str:
    """The value of one option.

    Raises:
        CodedError: Q006 with the list of options.
    """
    entered = clean_text(text)
    found = match_option(entered, options)
    if found is None:
        raise _unknown(entered, options, language)
    return found


def match_option(entered: str, options: Sequence[Option], *, by_number: bool = True) -> str | None:
    """The value whose value or name was entered, or whose place in the list; a value outranks a name."""
    wanted = folded(entered)
    for names in ([option.value] for option in options), ([option.de, option.en] for option in options):
        for option, spelled in zip(options, names, strict=True):
            if wanted in [folded(name) for name in spelled]:
                return option.value
    place = re.fullmatch(r"(\d{1,3})[.)]?", wanted) if by_number else None
    if place and 1 <= int(place[1]) <= len(options):
        return options[int(place[1]) - 1].value
    return None


def read_options(text: str, options: Sequence[Option], exclusive: Sequence[str], language: str) -> list[str]:
    """Several options, separated by commas, semicolons or line breaks, in the order of the list.

    Names may contain commas themselves: the longest run of pieces that names an option counts.

    Raises:
        CodedError: Q006 unknown option, Q007 an exclusive option beside others.
    """
    pieces = [clean_text(piece) for piece in re.split(r"[,;\n]", text) if piece.strip()]
    if not pieces:
        raise CodedError(QuestionError.EMPTY)
    chosen: set[str] = set()
    start = 0
    while start < len(pieces):
        value, start = _longest(pieces, start, options, language)
        chosen.add(value)
    alone = chosen & set(exclusive)
    if alone and len(chosen) > 1:
        name = next(option for option in options if option.value in alone)
        raise CodedError(QuestionError.EXCLUSIVE_OPTION, option=name.in_language(language))
    return [option.value for option in options if option.value in chosen]


def _longest(pieces: list[str], start: int, options: Sequence[Option], language: str) -> tuple[str, int]:
    for end in range(len(pieces), start, -1):
        found = match_option(", ".join(pieces[start:end]), options)
        if found is not None:
            return found, end
    raise _unknown(pieces[start], options, language)


def read_bool(text: str) -> bool:
    """``ja nein yes no j n y true false``.

    Raises:
        CodedError: Q016.
    """
    entered = clean_text(text)
    if folded(entered) in _YES:
        return True
    if folded(entered) in _NO:
        return False
    raise CodedError(QuestionError.NOT_YES_NO, entered=entered[:60])


def _unknown(entered: str, options: Sequence[Option], language: str) -> CodedError:
    names = [f"{option.value} ({option.in_language(language)})" for option in options[:_SHOWN]]
    return CodedError(QuestionError.UNKNOWN_OPTION, entered=entered[:60], options=", ".join(names))
