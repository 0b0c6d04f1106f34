"""A vendor's quote in the wizard, by keys alone: found, previewed, taken over, and what it moves."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.quotes.making import GERMAN_ROWS, RENT_ROWS, text_quote
from tests.tui.screen_text import settled, text_of
from textual.widgets import Input
from wizard.datafiles.packaged import data_folder
from wizard.session import Session
from wizard.tui.program import RechenwerkApp

SMALL, WIDE = (80, 24), (140, 45)


async def pressed(app: RechenwerkApp, pilot: Any, *keys: str) -> str:
    """The screen behind each key, once what it started has ended."""
    for key in keys:
        await pilot.press(key)
        await app.workers.wait_for_complete()
        await settled(pilot)
    return text_of(app)


async def test_a_quote_moves_the_verdict_with_seven_keys(tmp_path: Path) -> None:
    """The shipped example with a rented machine for 590 euro a month: dedicated servers become cheaper."""
    path = Path(shutil.copy(data_folder("questionnaires") / "examples" / "stadtwerke.yaml", tmp_path))
    line = ("1", "GPU-Server mit 1x NVIDIA RTX PRO 6000 Blackwell Server Edition", "4", "Stk.", "590,00", "36 Monate")
    text_quote(tmp_path / "miete.csv", (*RENT_ROWS[:4], line))
    with Session.open(path) as session:
        app = RechenwerkApp(session, language="de", folder=tmp_path)
        async with app.run_test(size=SMALL) as pilot:
            while app.screen.result is None:
                await pilot.pause(0.1)
            before = app.screen.result.option("dedicated").cost.npv_eur.p50
            shown = await pressed(app, pilot, "ctrl+r", "enter", "m", "enter", "enter", "enter")
            assert "Diesen Preis übernehmen?" in shown
            assert "rtx-pro-6000-server-96" in shown
            await pilot.press("enter")
            wizard = app.screen_stack[-2]
            while wizard.result.revision != session.revision:
                await pilot.pause(0.1)
            await settled(pilot)
            assert wizard.result.option("dedicated").cost.npv_eur.p50 < before
            assert "Der neue Preis zählt bei: Dedizierte Server" in text_of(app)


async def test_the_preview_names_old_new_and_resolved_id(app: RechenwerkApp, tmp_path: Path) -> None:
    text_quote(tmp_path / "angebot.csv", GERMAN_ROWS)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        shown = await pressed(app, pilot, "ctrl+r", "enter", "a", "enter")
    assert "→ 45.000 EUR" in shown
    assert "Beschleuniger: l40s-48" in shown
    assert "Systemhaus Nordlicht GmbH, Angebot Nr." in shown


async def test_a_quote_goes_by_undo_and_by_removal(app: RechenwerkApp, session: Session, tmp_path: Path) -> None:
    text_quote(tmp_path / "angebot.csv", GERMAN_ROWS)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pressed(app, pilot, "ctrl+r", "enter", "a", "enter", "enter", "escape")
        assert list(session.assessment.overrides) == ["servers"]
        await pressed(app, pilot, "ctrl+z")
        assert session.assessment.overrides == {}
        await pressed(app, pilot, "ctrl+y", "ctrl+r", "down", "down", "delete", "down", "enter", "escape")
    assert session.assessment.overrides == {}


async def test_an_internal_price_is_marked(app: RechenwerkApp, session: Session, tmp_path: Path) -> None:
    text_quote(tmp_path / "angebot.csv", GERMAN_ROWS)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pressed(app, pilot, "ctrl+r", "enter", "a", "enter", "i", "enter")
    (server,) = session.assessment.overrides["servers"].values()
    assert server["visibility"] == "internal"


@pytest.mark.parametrize("language", ["de", "en"])
async def test_what_the_file_leaves_open_is_asked_by_keys(session: Session, tmp_path: Path, language: str) -> None:
    """Numbers with two readings, then the currency, then net or gross."""
    rows = (("Nordlicht GmbH, Angebot Nr. 5 vom 24.11.2026",), *GERMAN_ROWS[4:5],
            ("1", "GPU-Server mit 4x NVIDIA L40S", "1", "45.000", "45.000"))  # fmt: skip
    text_quote(tmp_path / "angebot.csv", rows)
    app = RechenwerkApp(session, language=language, folder=tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        shown = await pressed(app, pilot, "ctrl+r", "enter", "a", "enter", "enter", "enter", "enter")
        assert "45.000 EUR" in shown or "45,000 EUR" in shown


async def test_a_file_that_is_no_quote_changes_nothing(app: RechenwerkApp, session: Session, tmp_path: Path) -> None:
    (tmp_path / "angebot.csv").write_bytes(b"%PDF-1.7")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        shown = await pressed(app, pilot, "ctrl+r", "enter", "a", "enter")
        assert "angebot.csv: [C062] Ein Dokument vom Typ PDF" in shown
        assert "Welches Angebot?" in await pressed(app, pilot, "enter")
    assert session.assessment.overrides == {}


async def test_markup_and_escapes_of_a_file_stay_text(app: RechenwerkApp, tmp_path: Path) -> None:
    rows = [*GERMAN_ROWS[:5], ("1", "GPU-Server mit 4x NVIDIA L40S [bold]\x1b]0;x\x07", "1", "45.000,00", "45.000,00")]
    text_quote(tmp_path / "angebot.csv", rows)
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        shown = await pressed(app, pilot, "ctrl+r", "enter", "a", "enter")
    assert "[bold]" in shown
    assert "\x1b" not in shown


async def test_a_price_typed_by_hand_counts(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pressed(app, pilot, "ctrl+r", "down", "enter", "enter", "h", "2", "0", "0", "enter")
        app.screen.query_one("#price", Input).value = "312.000 EUR"
        app.screen.query_one("#vendor", Input).value = "Muster AG"
        shown = await pressed(app, pilot, "enter")
        assert "→ 312.000 EUR" in shown
        await pressed(app, pilot, "enter")
    assert len(session.assessment.overrides["servers"]) == 1
