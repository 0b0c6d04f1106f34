"""How entries of law and software read on a day, before and after their dates."""

from datetime import date

import pytest
from wizard.catalogs.load import load_catalog
from wizard.decision.dated import law_says, law_state, software_state
from wizard.domain.packs import LawEntry

CATALOG = load_catalog()
SWITCHING = CATALOG.law["eu-data-act-switching"]


@pytest.mark.parametrize(
    ("as_of", "german", "english"),
    [
        (date(2026, 11, 30), "gilt ab 12. Januar 2027", "applies from 12 January 2027"),
        (date(2027, 1, 12), "gilt seit 12. Januar 2027", "in force since 12 January 2027"),
    ],
)
def test_a_date_is_to_come_until_its_day(as_of: date, german: str, english: str) -> None:
    """Data Act, Article 29: no switching charges from 12 January 2027."""
    state = law_state(SWITCHING, as_of)
    assert (state.de, state.en) == (german, english)


def test_the_sentence_follows_the_day_too() -> None:
    assert "ab 12. Januar 2027" in law_says(SWITCHING, date(2026, 11, 30)).de
    assert "seit 12. Januar 2027" in law_says(SWITCHING, date(2027, 2, 1)).de


def gone(status: str) -> LawEntry:
    entry = SWITCHING.model_dump() | {"status": status, "repealed_on": date(2027, 6, 1)}
    return LawEntry.model_validate(entry)


def test_what_is_repealed_later_still_applies() -> None:
    assert law_state(gone("in_force"), date(2027, 5, 31)).de == "gilt seit 12. Januar 2027"


def test_what_was_repealed_no_longer_applies() -> None:
    assert law_state(gone("in_force"), date(2027, 6, 1)).de == "außer Kraft seit 1. Juni 2027"


@pytest.mark.parametrize(
    ("identity", "german"),
    [("eu-us-dpf-appeal", "anhängig (Stand 30. Juni 2026)"),
     ("de-c5-2025", "Stand nicht bestätigt (30. September 2025)")],
)  # fmt: skip
def test_what_is_open_says_up_to_when_it_was_known(identity: str, german: str) -> None:
    assert law_state(CATALOG.law[identity], date(2026, 11, 30)).de == german


def test_an_archived_product_says_since_when() -> None:
    assert software_state(CATALOG.software["torchserve"], date(2026, 11, 30)).en == "archived since 7 August 2025"
