"""The interview as text at the smallest and at a usual size. ``RECHENWERK_SNAPSHOTS=write`` records anew."""

import os
from pathlib import Path

import pytest
from tests.tui.kinds import all_kinds
from tests.tui.screen_text import settled, text_of
from wizard.session import Session
from wizard.tui.program import RechenwerkApp
from wizard.tui.screens.result import ResultScreen

_FOLDER = Path(__file__).parent / "snapshots"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [(80, 24), (140, 45)], ids=["80x24", "140x45"])
async def test_the_interview_looks_as_recorded(
    session: Session, tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    session.rename_workload("w1", "Support-Chat")
    session.answer("client.name", "Muster GmbH")
    session.answer("client.country", "AT")
    session.mark_unknown("project.stage")
    app = RechenwerkApp(session, language=language, folder=tmp_path)
    async with app.run_test(size=size) as pilot:
        while app.screen.result is None:
            await pilot.pause(0.1)
        app.screen.show_question("client.country")
        await settled(pilot)
        seen = text_of(app) + "\n"
    _same_as_recorded(f"interview-{language}-{size[0]}x{size[1]}", seen)


PAGES = {"options": 0, "sizing": 3, "advice": 5}


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [(80, 24), (140, 45)], ids=["80x24", "140x45"])
@pytest.mark.parametrize("page", PAGES)
async def test_the_result_looks_as_recorded(
    session: Session, tmp_path: Path, language: str, size: tuple[int, int], page: str
) -> None:
    """Every kind of workload, eight options, roadmap and advice."""
    app = RechenwerkApp(session, language=language, folder=tmp_path)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        app.push_screen(ResultScreen(session, all_kinds()))
        await settled(pilot)
        app.screen.action_page(PAGES[page])
        await settled(pilot)
        seen = text_of(app) + "\n"
    _same_as_recorded(f"{page}-{language}-{size[0]}x{size[1]}", seen)


def _same_as_recorded(name: str, seen: str) -> None:
    recorded = _FOLDER / f"{name}.txt"
    if os.environ.get("RECHENWERK_SNAPSHOTS") == "write":
        recorded.parent.mkdir(exist_ok=True)
        recorded.write_text(seen, encoding="utf-8")
    assert seen == recorded.read_text(encoding="utf-8")
