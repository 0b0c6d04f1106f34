"""The table of requirements says what is true."""

import pytest
from tests.requirements_report import IDS, covering_tests, named_in, rows


def test_every_requirement_stands_in_the_table_once() -> None:
    assert [row["id"] for row in rows()] == list(IDS)


def test_every_row_says_what_is_required_and_where_the_product_answers_it() -> None:
    assert [row["id"] for row in rows() if not row["requirement"] or not row["place"]] == []


def test_a_covered_row_names_a_test_that_names_the_id() -> None:
    tests = covering_tests()
    wrong = [r["id"] for r in rows() if r["status"] == "covered" and r["test"] not in tests.get(r["id"], [])]
    assert wrong == []


def test_status_is_covered_or_open() -> None:
    assert {row["status"] for row in rows()} <= {"covered", "open"}


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("R014: the cache", ["R014"]),
        ("R102–R104 hosts", ["R102", "R103", "R104"]),
        ("R005 and R099", ["R005", "R099"]),
        ("BR0141", []),
    ],
)
def test_ids_and_spans_are_found_in_a_docstring(text: str, ids: list[str]) -> None:
    assert named_in(text) == ids
