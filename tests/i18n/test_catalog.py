"""The reader of translation files, with Babel as the judge."""

from pathlib import Path

import pytest
import wizard.i18n.catalog as catalogue
from babel.messages.pofile import read_po as babel_read_po
from wizard.i18n.catalog import read_po, translator

SHIPPED = sorted((Path(catalogue.__file__).parent / "locale").glob("*/*.po"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_read_as_in_babel(path):
    with path.open("rb") as file:
        expected = {str(m.id): str(m.string) for m in babel_read_po(file) if m.id and m.string and not m.fuzzy}
    assert read_po(path) == expected


@pytest.fixture
def po(tmp_path):
    def write(text):
        path = tmp_path / "x.po"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_long_and_escaped_texts_are_joined(po):
    path = po('msgid ""\n"one\\n"\n"two \\"quoted\\""\nmsgstr "eins\\n"\n"zwei „Ü“"\n')
    assert read_po(path) == {'one\ntwo "quoted"': "eins\nzwei „Ü“"}


def test_fuzzy_and_untranslated_entries_are_left_out(po):
    path = po('#, fuzzy\nmsgid "a"\nmsgstr "x"\n\nmsgid "b"\nmsgstr ""\n\n# note\nmsgid "c"\nmsgstr "z"\n')
    assert read_po(path) == {"c": "z"}


def test_entries_need_no_blank_line_between_them(po):
    path = po('msgid "a"\nmsgstr "x"\n#, fuzzy\nmsgid "b"\nmsgstr "y"\n# note\nmsgid "c"\nmsgstr "z"\n')
    assert read_po(path) == {"a": "x", "c": "z"}


@pytest.mark.parametrize("text", ["nonsense\n", "msgid a\n", "msgid 5\n", 'msgid "a\n'])
def test_a_line_that_is_none_names_its_number(po, text):
    with pytest.raises(ValueError, match=r"x\.po:1"):
        read_po(po(text))


def test_english_needs_no_file():
    assert translator("en", "nowhere")("Save") == "Save"


def test_an_unknown_text_stays_english():
    assert translator("de", "core")("no such text in the file") == "no such text in the file"
