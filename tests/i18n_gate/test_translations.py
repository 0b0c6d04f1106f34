"""Both languages are complete: every text of the program has a German one with the same placeholders."""

import string

import pytest
from tests.i18n_gate.messages import AREAS, ROOT, literals, messages, python_messages, template_messages
from wizard.i18n.catalog import read_po

LOCALE = ROOT / "wizard" / "i18n" / "locale" / "de"


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("area", AREAS)
def test_every_message_has_a_german_text(area: str) -> None:
    german = read_po(LOCALE / f"{area}.po")
    missing = {message: place for message, place in messages(area).items() if message not in german}
    assert missing == {}


@pytest.mark.parametrize("area", AREAS)
def test_translations_keep_the_placeholders(area: str) -> None:
    german = read_po(LOCALE / f"{area}.po")
    wrong = {m: german[m] for m in messages(area) if m in german and placeholders(german[m]) != placeholders(m)}
    assert wrong == {}


@pytest.mark.parametrize("area", AREAS)
def test_no_translation_is_left_over(area: str) -> None:
    assert set(read_po(LOCALE / f"{area}.po")) - set(messages(area)) - literals(area) == set()


def test_python_extractor_sees_both_branches_and_methods() -> None:
    source = 'x = _("one"); self._("two"); _("three" if y else "four"); other("five")'
    assert [m for _, m in python_messages(source)] == ["one", "two", "three", "four"]


def test_template_extractor_sees_expressions_and_arguments() -> None:
    source = '{{ _("one") }}{% if x %}{{ f(_("two")) }}{% endif %}<p title="{{ _(\'three\') }}">'
    assert {m for _, m in template_messages(source)} == {"one", "two", "three"}
