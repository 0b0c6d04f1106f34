"""Fills the texts of a rule with the values it was judged by, each in the language of the text."""

import re
from collections.abc import Callable, Mapping
from math import floor, isfinite, log10

from wizard.decision.wording import number
from wizard.domain.language import Text, text
from wizard.questionnaire.logic import NOT_APPLICABLE, UNKNOWN, Scope, lookup

Names = Callable[[str, object], Text | None]
"""Name of the value a question was answered with, as people read it; None: the value speaks for itself."""

_PLACEHOLDER = re.compile(r"\{([a-z0-9_.]+)\}")
_NOT_KNOWN = text("not known", "nicht bekannt")
_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LARGEST_WRITTEN_OUT = 1e15


def no_names(_name: str, _value: object) -> Text | None:
    return None


def fill(pattern: Text, scope: Scope, names: Names = no_names) -> Text:
    """The pattern with every ``{name}`` replaced by its value, once; what a client typed is never read again."""
    return text(_filled(pattern.en, scope, names, "en"), _filled(pattern.de, scope, names, "de"))


def _filled(pattern: str, scope: Scope, names: Names, language: str) -> str:
    def shown(match: re.Match[str]) -> str:
        name = match.group(1)
        value = lookup(scope, name)
        return _shown(name, value, names).in_language(language)

    return _PLACEHOLDER.sub(shown, pattern)


def _shown(name: str, value: object, names: Names) -> Text:
    if value is UNKNOWN or value is NOT_APPLICABLE or isinstance(value, Mapping | bool):
        return _NOT_KNOWN
    if isinstance(value, Text):
        return value
    if isinstance(value, int | float):
        whole = name.endswith("_pct") and not 0 < abs(value) < 1
        return _number(float(value), 0 if whole else None)
    if isinstance(value, list | tuple):
        items = [_shown(name, item, names) for item in value]
        return text(", ".join(item.en for item in items), ", ".join(item.de for item in items))
    return names(name, value) or text(str(value), str(value))


def _number(value: float, digits: int | None) -> Text:
    """Counts of operations as a power of ten; nobody reads twenty-five digits."""
    if not isfinite(value) or abs(value) < _LARGEST_WRITTEN_OUT:
        return number(value, digits)
    power = floor(log10(abs(value)))
    factor = number(value / 10**power, 2)
    tail = f" · 10{str(power).translate(_POWERS)}"
    return text(factor.en + tail, factor.de + tail)
