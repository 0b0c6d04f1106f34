"""Prices of a client's own in a session: taken in one step, taken away, and looked at alone."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.quotes.conftest import AS_OF
from tests.quotes.making import GERMAN_ROWS, text_quote
from wizard.datafiles.packaged import data_folder
from wizard.quotes.order import Order
from wizard.session import Session
from wizard.store.client_copy import client_copy
from wizard.tui.live_rows import offer_of
from wizard.tui.price_moves import moved_lines


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    path = shutil.copy(data_folder("questionnaires") / "examples" / "stadtwerke.yaml", tmp_path)
    with Session.open(Path(path)) as opened:
        yield opened


@pytest.fixture
def quote(tmp_path: Path) -> Path:
    return text_quote(tmp_path / "q.csv", GERMAN_ROWS)


def test_a_preview_writes_nothing(session: Session, quote: Path) -> None:
    revision = session.revision
    session.preview_quote(quote, Order(), AS_OF)
    assert (session.revision, session.assessment.overrides) == (revision, {})


def test_taking_over_is_one_step_back(session: Session, quote: Path) -> None:
    session.take_prices(session.preview_quote(quote, Order(), AS_OF))
    assert [price.field for price in session.own_prices()] == ["price"]
    session.undo()
    assert session.own_prices() == ()


def test_a_price_taken_away_leaves_the_catalogue(session: Session, quote: Path) -> None:
    session.take_prices(session.preview_quote(quote, Order(), AS_OF))
    session.drop_price(session.own_prices()[0])
    assert session.assessment.overrides == {}


def test_an_internal_price_is_in_no_client_copy(session: Session, quote: Path) -> None:
    session.take_prices(session.preview_quote(quote, Order(internal=True), AS_OF))
    assert session.own_prices()[0].internal
    assert "Nordlicht" not in repr(client_copy(session.assessment).overrides)


def test_a_machine_that_loses_is_shown_with_what_excludes_it(session: Session, tmp_path: Path) -> None:
    """An HGX H200 draws 10.2 kW, the client's racks carry 9 kW."""
    rows = [*GERMAN_ROWS[:5], ("1", "GPU-Server mit 8x NVIDIA H200 SXM", "1", "315.000,00", "315.000,00")]
    before = session.evaluate(128, as_of=AS_OF).result
    proposal = session.preview_quote(text_quote(tmp_path / "q.csv", rows), Order(), AS_OF)
    session.take_prices(proposal)
    after, alone = session.evaluate(128, as_of=AS_OF).result, session.only_with(proposal, as_of=AS_OF)
    lines = [
        line.text for line in moved_lines(before, after, proposal, "en", lambda m: m, session.hardware_name, alone)
    ]
    assert "No option takes it:" in lines
    excluded = next(line for line in lines if line.startswith("  Own premises"))
    assert "10.2" in excluded
    assert "9" in excluded
    own = alone.option("on_premises")
    assert own is not None
    assert "8x H200" in offer_of(own, session.hardware_name)
