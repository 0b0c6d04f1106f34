"""Files that come in: what is wrong with them is said with line, key and remedy, and nothing is ever dropped."""

import os
from pathlib import Path

import pytest
from wizard.domain.assessment import Assessment
from wizard.domain.errors import CodedError
from wizard.store.codec import parse_assessment, read_assessment
from wizard.store.migrate import migrate

HEAD = 'rechenwerk: 1\nid: "01JDXK6W8Z3M5N7P9Q1R3S5T7V"\n'


@pytest.mark.parametrize(
    ("text", "code", "place", "names"),
    [
        ("titel: x\n", "S003", "a.yaml:", "rechenwerk"),
        ("- 1\n", "S003", "a.yaml:", "rechenwerk"),
        ("", "S003", "a.yaml:", "rechenwerk"),
        ("rechenwerk: 2\nfuture: {}\n", "S004", "a.yaml:", "version 2"),
        ("rechenwerk: one\n", "S005", "a.yaml:", "one"),
        ("rechenwerk: true\n", "S005", "a.yaml:", "True"),
        ("rechenwerk: 0\n", "S005", "a.yaml:", "0"),
        (HEAD + "titel: x\n", "S006", "a.yaml:3:", "'titel' is unknown here; known are title"),
        (HEAD + "answers:\n  a.b: {value: 1, evidnce: stated}\n", "S006", "a.yaml:4:", "answers.a.b.evidnce"),
        ("rechenwerk: 1\n", "S007", "a.yaml:", "'id' is missing"),
        (HEAD + "workloads:\n  - label: x\n", "S007", "a.yaml:4:", "workloads.0.id"),
        (HEAD + "answers:\n  a.b:\n    state: done\n", "S008", "a.yaml:5:", "answered, unknown"),
        (HEAD + "language: fr\n", "S008", "a.yaml:3:", "de, en"),
        (HEAD + "title: 2026\n", "S009", "a.yaml:3:", "quotes"),
        (HEAD + "answers: 1\n", "S010", "a.yaml:3:", "'answers'"),
        (HEAD + "answers:\n  a.b: 5\n", "S010", "a.yaml:4:", "answers.a.b"),
        (HEAD + "workloads: {}\n", "S011", "a.yaml:3:", "'workloads'"),
        (HEAD + "answers:\n  a.b: {value: 1, at: gestern}\n", "S012", "a.yaml:4:", "answers.a.b.at"),
        (HEAD + "workloads:\n  - id: W 1\n", "S013", "a.yaml:4:", "workloads.0.id"),
        (HEAD + f"title: {'x' * 401}\n", "S014", "a.yaml:3:", "400"),
        (HEAD + "overrides:\n  prices: {2026: 1}\n", "S016", "a.yaml:4:", "2026"),
        (HEAD + "workloads:\n  - id: w1\n  - id: w1\n", "S017", "a.yaml:5:", "w1"),
        (HEAD + "overrides:\n  x: 1e999\n", "S015", "a.yaml:4:", "overrides.x"),
        (HEAD + "title: a\ntitle: b\n", "Y007", "a.yaml:4:", "title"),
        (HEAD + "title: &a x\n", "Y004", "a.yaml:3:", "anchors"),
        (HEAD + "title: [1, 2\n", "Y003", "a.yaml:", "YAML"),
    ],
)
def test_a_fault_is_named_with_line_and_key(text: str, code: str, place: str, names: str) -> None:
    with pytest.raises(CodedError) as caught:
        parse_assessment(text, "a.yaml")
    message = str(caught.value)
    assert message.startswith(place)
    assert f"[{code}]" in message
    assert names in message


@pytest.mark.parametrize(
    "text", [HEAD + "titel: x\n", HEAD + "language: fr\n", "rechenwerk: 2\n", HEAD + "answers: 1\n"]
)
def test_no_fault_speaks_the_validators_jargon_in_german(text: str) -> None:
    with pytest.raises(CodedError) as caught:
        parse_assessment(text, "a.yaml")
    german = caught.value.in_language("de")
    assert not any(word in german for word in ("Input", "should", "pydantic", "permitted", " or ", "valid "))


def test_a_newer_file_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("rechenwerk: 99\nnew_things: 1\n")
    before = (path.read_bytes(), path.stat().st_mtime_ns)
    with pytest.raises(CodedError, match="S004"):
        read_assessment(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [p.name for p in tmp_path.iterdir()] == ["a.yaml"]


def test_yaml_1_2_meanings_hold_in_values() -> None:
    text = HEAD + "answers:\n  a.b: {value: NO}\n  a.c: {value: 70e9}\n  a.d: {value: 010}\n"
    answers = parse_assessment(text, "a.yaml").answers
    assert [answers[key].value for key in ("a.b", "a.c", "a.d")] == ["NO", 70_000_000_000.0, 10]


def test_windows_line_ends_and_byte_order_mark_are_read() -> None:
    data = b"\xef\xbb\xbf" + (HEAD + "title: Größe\n").replace("\n", "\r\n").encode()
    assert parse_assessment(data, "a.yaml").title == "Größe"


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(CodedError, match=r"a\.yaml: \[S001\]"):
        read_assessment(tmp_path / "a.yaml")


def test_a_folder_or_pipe_is_no_assessment(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path, tmp_path / "pipe.yaml"):
        with pytest.raises(CodedError, match="S002"):
            read_assessment(path)


def test_an_endless_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    with path.open("wb") as stream:
        stream.truncate(10_000_000_000)
    with pytest.raises(CodedError, match="Y001"):
        read_assessment(path)


def test_older_files_are_migrated_step_by_step() -> None:
    steps = {
        1: lambda d: {**d, "title": d["name"]} | {"name": None},
        2: lambda d: {k: v for k, v in d.items() if v is not None},
    }
    old = {"rechenwerk": 1, "name": "Acme"}
    assert migrate(old, "a.yaml", steps=steps, current=3) == {"rechenwerk": 3, "title": "Acme"}
    assert old == {"rechenwerk": 1, "name": "Acme"}


def test_an_empty_assessment_needs_only_its_identity() -> None:
    assert parse_assessment(HEAD, "a.yaml") == Assessment(id="01JDXK6W8Z3M5N7P9Q1R3S5T7V")
