"""The guarded YAML reader: YAML 1.2 meanings, and nothing that could harm."""

import pytest
from wizard.datafiles.lines import line_of
from wizard.datafiles.strict_yaml import MAX_BYTES, parse_yaml, read_yaml
from wizard.domain.errors import CodedError


def _code(source):
    with pytest.raises(CodedError) as caught:
        parse_yaml(source, "file.yaml")
    return caught.value.error.code


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("NO", "NO"), ("yes", "yes"), ("on", "on"), ("70e9", 70e9), ("1e-3", 0.001), ("010", 10), ("0x10", "0x10"),
        ("0o7", "0o7"), ("1_000", "1_000"), ("12:30", "12:30"), ("2026-12-31", "2026-12-31"), ("true", True),
        ("FALSE", False), ("null", None), ("~", None), ("", None), ("-5", -5), ("+.5", 0.5), ("'010'", "010"),
        (".inf", ".inf"), ("1.2.3", "1.2.3"), ("<<", "<<"), ("! 5", "5"), ("!!str 5", "5"), ("!!float 5", 5.0),
    ],
)  # fmt: skip
def test_scalars_mean_what_yaml_1_2_says(source, expected):
    value = parse_yaml(source)
    assert (value, type(value)) == (expected, type(expected))


@pytest.mark.parametrize("source", ["a: &x 1\nb: *x", "a: &x [1]", "- &a [&b [1]]\n- *a"])
def test_anchors_and_aliases_are_refused(source):
    assert _code(source) == "Y004"


def test_an_alias_bomb_is_refused_before_anything_is_built():
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]")
    assert _code("\n".join(lines)) == "Y004"


@pytest.mark.parametrize("source", ["[" * 40 + "]" * 40, "{a: " * 40 + "1" + "}" * 40])
def test_deep_nesting_is_refused(source):
    assert _code(source) == "Y005"


def test_very_deep_nesting_does_not_break_the_reader():
    assert _code("[" * 100_000) in ("Y003", "Y005")


def test_too_many_values_are_refused():
    assert _code("[" + "1," * 200_001 + "]") == "Y006"


@pytest.mark.parametrize("source", ["a: 1\na: 2", "{a: 1, 'a': 2}", "- b:\n    c: 1\n    c: 2", "1: a\n1: b"])
def test_a_duplicate_key_is_an_error(source):
    assert _code(source) == "Y007"


@pytest.mark.parametrize("source", ["? [1]\n: 2", "? {a: 1}\n: 2"])
def test_a_key_must_be_plain(source):
    assert _code(source) == "Y008"


@pytest.mark.parametrize(
    "source",
    [
        "!!python/object/apply:os.system ['true']", "!!python/name:os.system", "!custom 1", "!!binary aGk=",
        "!!set {a}", "!!timestamp 2026-01-01", "!!omap [a: 1]", "!!pairs [a: 1]",
    ],
)  # fmt: skip
def test_tags_are_refused(source):
    assert _code(source) == "Y010"


@pytest.mark.parametrize("source", ["a: [", "a: b: c", "a: 'x", "%YAML 9.9\n---\na", "--- 1\n--- 2"])
def test_broken_yaml_is_refused(source):
    assert _code(source) == "Y003"


@pytest.mark.parametrize("source", ["a\x00b", "ä: 1\nb: \x9b"])
def test_control_characters_are_refused(source):
    assert _code(source) == "Y011"


@pytest.mark.parametrize("source", ["!!int x", "!!float x", "!!bool x", "!!int ''", "9" * 5000])
def test_a_value_that_does_not_fit_its_type_is_refused(source):
    assert _code(source).startswith("Y0")


def test_latin_1_is_refused_with_its_line():
    with pytest.raises(CodedError, match=r"^:2: \[Y002\]"):
        parse_yaml("title: a\nname: Müller".encode("latin-1"))


@pytest.mark.parametrize("source", ["a: 1\n\tb: 2", "a:\n  - 1\n \t- 2"])
def test_a_tab_for_indentation_is_told_from_other_mistakes(source):
    assert _code(source) == "Y013"


def test_a_tab_elsewhere_is_no_problem():
    assert parse_yaml("a: 1\t# one\nb: 'x\ty'\n") == {"a": 1, "b": "x\ty"}


def test_a_mistake_after_a_tab_keeps_its_own_message():
    assert _code("a: 'x\ty\nb: [") == "Y003"


def test_a_byte_order_mark_is_no_problem():
    assert parse_yaml("a: ü".encode("utf-8-sig")) == {"a": "ü"}


def test_a_file_beyond_the_limit_is_not_even_opened(tmp_path):
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(CodedError, match="Y001"):
        read_yaml(path)


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_an_unreadable_file_is_reported(tmp_path, name):
    with pytest.raises(CodedError, match="Y009"):
        read_yaml(tmp_path / name)


def test_an_error_names_file_and_line():
    with pytest.raises(CodedError) as caught:
        parse_yaml("a: 1\nb: 2\na: 3", "client.yaml")
    assert caught.value.place == "client.yaml:3"


def test_errors_speak_german():
    with pytest.raises(CodedError) as caught:
        parse_yaml("a: 1\na: 2")
    assert "steht zweimal" in caught.value.in_language("de")


@pytest.mark.parametrize(
    ("path", "expected"), [(["a"], 1), (["b", 1, "c"], 4), (["b", 1, "missing"], 4), (["b", 9], 2), ([], 1)]
)
def test_the_line_of_a_key(path, expected):
    assert line_of("a: 1\nb:\n  - x\n  - c: 3\n", path) == expected
