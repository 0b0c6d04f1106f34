"""``check_module``: every fault with file, line, code and remedy."""

import pytest
from wizard.datafiles.packaged import data_folder
from wizard.questionnaire.loader import check_module, module_files

QUESTION = """\
id: extra
title: {de: Zusatz, en: Extra}
questions:
  - id: extra.one
    title: {de: Eins, en: One}
    help: {de: Hilfe, en: Help}
    type: int
    unit: people
    range: [1, 10]
    default: {value: 3, basis: proposal}
    who: it
"""


@pytest.fixture
def faults(tmp_path):
    def check(text):
        path = tmp_path / "90-extra.yaml"
        path.write_text(text, encoding="utf-8")
        return check_module(path)

    return check


@pytest.mark.parametrize("path", module_files(data_folder("questionnaires")), ids=lambda path: path.stem)
def test_the_shipped_modules_are_sound(path):
    assert [str(error) for error in check_module(path)] == []


def test_an_own_module_is_sound(faults):
    assert faults(QUESTION) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("    who: it\n", "", "Q107", 4),
        ("who: it", "who: it\n    whom: me", "Q108", 12),
        ("who: it", "who: nobody", "Q117", 11),
        ("type: int", "type: enum", "Q111", 4),
        ("type: int", "type: struct", "Q112", 4),
        ("range: [1, 10]", "range: [10, 1]", "Q114", 4),
        ("range: [1, 10]", "range: [1]", "Q107", 9),
        ("who: it", "who: it\n    ask_if: w.kind = 3", "Q102", 12),
        ("who: it", "who: it\n    ask_if: __import__('os') == 1", "Q102", 12),
        ("who: it", "who: it\n    ask_if: extra.two == 3", "Q103", 12),
        ("extra.one", "client.name", "Q104", 4),
        ("unit: people", "unit: parsec", "Q109", 8),
        ("value: 3", "value: 30", "Q106", 10),
        ("value: 3", "value: viele", "Q106", 10),
        ("value: 3", "value: 3, low: 5.5", "Q106", 10),
        ("value: 3", "value: 3, by: client.country, cases: {DE: {value: 4}, MARS: {value: 5}}", "Q110", 10),
        ("value: 3", "value: 3, by: nowhere.at_all", "Q103", 10),
        ("value: 3", "rules: [{when: 'nope(1)', value: 3}]", "Q102", 10),
        ("id: extra.one", "id: w.one", "Q116", 1),
        ("id: extra.one", "id: Extra One", "Q101", 4),
        ("{de: Eins, en: One}", "{de: Eins}", "Q107", 5),
        ("{de: Eins, en: One}", "{de: Eins, de: Zwei}", "Y007", 5),
        ("who: it", "who: &a it", "Y004", 11),
    ],
)
def test_each_fault_is_placed_and_coded(faults, old, new, code, line):
    found = [(error.error.code, error.place) for error in faults(QUESTION.replace(old, new))]
    assert found == [(code, f"90-extra.yaml:{line}")]


def test_a_question_twice_in_one_file(faults):
    again = QUESTION.partition("questions:\n")[2]
    assert [error.error.code for error in faults(QUESTION + again)] == ["Q104", "Q104"]


def test_a_fault_names_question_and_key_in_both_languages(faults):
    (error,) = faults(QUESTION.replace("    who: it\n", ""))
    assert (error.message("en"), error.message("de")) == (
        "extra.one: who is missing; add it",
        "extra.one: who fehlt; bitte ergänzen",
    )


def test_a_nested_reason_speaks_the_language_too(faults):
    (error,) = faults(QUESTION.replace("value: 3", "value: 30"))
    assert "liegt außerhalb des Bereichs" in error.message("de")


@pytest.mark.parametrize("text", ["", "[]", "text", "id: x", "id: x\ntitle: {de: a, en: b}\nquestions: []"])
def test_what_is_no_module_is_refused(faults, text):
    assert all(error.error.code.startswith("Q1") for error in faults(text))
    assert faults(text)


def test_a_missing_file_is_reported(tmp_path):
    assert [error.error.code for error in check_module(tmp_path / "none.yaml")] == ["Y009"]
