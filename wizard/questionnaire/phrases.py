"""Reads named fields as people say them: ``600 Audiominuten je Stunde``, ``36 streams``, ``2.000 Seiten je Tag``."""

import re
from collections.abc import Iterator, Mapping

from wizard.questionnaire.clean import folded
from wizard.questionnaire.schema import FieldSpec

_SHAPE = re.compile(r"\s*(?P<number>[0-9][0-9.,'\s]*(?:k|Tsd\.?|Mio\.?)?)\s+(?P<words>[^0-9]+)")
_WORD = re.compile(r"[^\W\d_]+")
_JOINING = frozenset({"je", "pro", "per", "a", "an", "each", "of", "at", "in", "once", "the", "gleichzeitig", "von"})
_ENDINGS = ("en", "es", "e", "n", "s")
_NUMBERS = ("int", "float", "percent", "money")
_SHORTEST = 3
"""Letters of a stem that may stand for a longer word."""


def read_phrase(part: str, fields: Mapping[str, FieldSpec]) -> dict[str, str]:
    """What each field is given; empty where a word names neither an option nor a field, or more than one."""
    shape = _SHAPE.fullmatch(part)
    if shape is None:
        return {}
    found: dict[str, str] = {}
    named: set[str] = set()
    for phrase in _phrases(folded(shape["words"]), fields):
        options, numbers = _options(phrase, fields), _number_fields(phrase, fields)
        if len(options) == 1 and options[0][0] not in found:
            found[options[0][0]] = options[0][1]
        elif not options and len(numbers) == 1:
            named |= numbers
        else:
            return {}
    target = named or {name for name in list(_of_numbers(fields))[:1] if found}
    return {**found, target.pop(): shape["number"].strip()} if len(target) == 1 else {}


def _phrases(words: str, fields: Mapping[str, FieldSpec]) -> Iterator[str]:
    """Words that carry meaning; a name of several words stays whole."""
    names = [folded(n) for spec in fields.values() for option in spec.options for n in (option.de, option.en)]
    for name in sorted((n for n in names if " " in n), key=len, reverse=True):
        if name in words:
            yield name
            words = words.replace(name, " ")
    yield from (word for word in _WORD.findall(words) if word not in _JOINING)


def _options(phrase: str, fields: Mapping[str, FieldSpec]) -> list[tuple[str, str]]:
    spelled = [
        (name, option.value, tuple(folded(n) for n in (option.value, option.de, option.en)))
        for name, spec in fields.items()
        if spec.type == "enum"
        for option in spec.options
    ]
    exact = [(name, value) for name, value, names in spelled if phrase in names]
    return exact or [(name, value) for name, value, names in spelled if any(_begins(n, phrase) for n in names)]


def _number_fields(phrase: str, fields: Mapping[str, FieldSpec]) -> set[str]:
    """Number fields with a word in their name that begins like this one."""
    named = {name: (name.replace("_", " "), fields[name].de, fields[name].en) for name in _of_numbers(fields)}
    return {
        name
        for name, spelled in named.items()
        if any(_begins(word, phrase) for said in spelled for word in _WORD.findall(folded(said)))
    }


def _of_numbers(fields: Mapping[str, FieldSpec]) -> Iterator[str]:
    return (name for name, spec in fields.items() if spec.type in _NUMBERS)


def _begins(word: str, entered: str) -> bool:
    """Whether both are forms of one word: endings of singular and plural do not count."""
    return len(_stem(entered)) >= _SHORTEST and _stem(word) == _stem(entered)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word.removesuffix(ending)
    return word
