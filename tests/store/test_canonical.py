"""The canonical writer: one spelling for one content, and what is written reads back as it was."""

from datetime import datetime, timedelta, timezone

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.strategies import ULID, assessments, texts
from wizard.domain.assessment import Answer, Assessment, Note, Workload
from wizard.domain.errors import CodedError
from wizard.store.codec import check_storable, parse_assessment, to_yaml


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(assessments)
def test_what_is_written_reads_back_as_it_was(assessment: Assessment) -> None:
    assert parse_assessment(to_yaml(assessment).encode(), "a.yaml") == assessment


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(assessments)
def test_writing_what_was_read_gives_the_same_bytes(assessment: Assessment) -> None:
    once = to_yaml(assessment)
    assert to_yaml(parse_assessment(once, "a.yaml")) == once


@settings(max_examples=200, deadline=None)
@given(texts)
def test_a_yaml_1_1_reader_sees_the_same_text(text: str) -> None:
    written = to_yaml(Assessment(id=ULID, title=text))
    assert yaml.safe_load(written)["title"] == text


@settings(max_examples=200, deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**30), 10**30))
def test_a_yaml_1_1_reader_sees_the_same_number(number: float) -> None:
    seen = yaml.safe_load(to_yaml(Assessment(id=ULID, overrides={"x": number})))["overrides"]["x"]
    assert (type(seen), seen) == (type(number), number)


@pytest.mark.parametrize(
    "text",
    ["NO", "yes", "on", "y", "Null", "~", "=", "1e3", "010", "0x1F", "1_000", "12:30", "2026-11-30", "1.10", "-", "- a",
     ".inf", "a: b", "a #b", "#b", "&a", "*a", "!a", "%a", "@a", "`a", "<<", "", " a", "a ", "---", "...", "?",
     "[a", "{a", "'a'", '"a"'],
)  # fmt: skip
def test_text_that_could_be_misread_stands_in_quotes(text: str) -> None:
    line = next(line for line in to_yaml(Assessment(id=ULID, title=text)).splitlines() if line.startswith("title:"))
    assert line.startswith('title: "')
    assert line.endswith('"')


@pytest.mark.parametrize("text", ["Müller & Söhne GmbH", "Qwen/Qwen3-32B", "DE", "normal@2026.11", "größer als 5 %"])
def test_plain_text_stays_plain(text: str) -> None:
    assert f"\ntitle: {text}\n" in to_yaml(Assessment(id=ULID, title=text))


def test_the_layout_is_fixed() -> None:
    at = datetime(2026, 11, 30, 11, 0, tzinfo=timezone(timedelta(hours=1)))
    assessment = Assessment(
        id=ULID,
        title="Acme",
        answers={
            "fin.capex_budget": Answer(value=250000, at=at, by="CFO"),
            "client.country": Answer(value="NO", note=Note(text="Zeile 1\nZeile 2")),
        },
        workloads=(Workload(id="w1", label="Chat", answers={"w.users": Answer(value={"typical": 20, "p95": 150.5})}),),
    )
    assert (
        to_yaml(assessment)
        == f"""\
rechenwerk: 1
id: "{ULID}"
title: Acme
language: de
questionnaire: quick@2026.11
catalog: ""
answers:
  client.country:
    value: "NO"
    state: answered
    evidence: stated
    note:
      text: |-
        Zeile 1
        Zeile 2
      visibility: internal
  fin.capex_budget:
    value: 250000
    state: answered
    evidence: stated
    at: 2026-11-30T10:00:00Z
    by: CFO
workloads:
  - id: w1
    label: Chat
    answers:
      w.users:
        value:
          typical: 20
          p95: 150.5
        state: answered
        evidence: stated
overrides: {{}}
measurements: []
scenarios: []
"""
    )


def test_changing_one_answer_changes_only_its_lines() -> None:
    answers = {f"q.n{i:03}": Answer(value=i) for i in range(100)}
    before = to_yaml(Assessment(id=ULID, answers=answers)).splitlines()
    after = to_yaml(Assessment(id=ULID, answers={**answers, "q.n050": Answer(value=999)})).splitlines()
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [("    value: 50", "    value: 999")]


@pytest.mark.parametrize("value", ["\ud800", float("inf"), float("nan"), object(), {1: "a"}, 10**400])
def test_what_no_file_can_carry_is_refused(value: object) -> None:
    with pytest.raises(CodedError, match="S018"):
        check_storable(value)


def test_the_deepest_value_that_is_taken_reads_back() -> None:
    value: object = 1
    while True:
        try:
            check_storable([value])
        except CodedError:
            break
        value = [value]
    workload = Workload(id="w1", answers={"w.x": Answer(value=value)})
    assessment = Assessment(id=ULID, workloads=(workload,))
    assert parse_assessment(to_yaml(assessment), "a.yaml") == assessment


def test_a_file_too_big_to_be_read_is_never_written() -> None:
    with pytest.raises(CodedError, match="S019"):
        to_yaml(Assessment(id=ULID, overrides={"x": "a" * 5_000_001}))
