"""The start page: begin, leave, open again."""

from pathlib import Path

from tests.tui.screen_text import settled, text_of
from wizard.tui.program import RechenwerkApp
from wizard.tui.screens.home import HomeScreen
from wizard.tui.screens.wizard import WizardScreen


async def test_a_new_assessment_from_the_start_page_and_back(tmp_path: Path) -> None:
    """The first screen can be switched from, and so can those after it."""
    app = RechenwerkApp(language="de", folder=tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("n")
        await settled(pilot)
        await pilot.press(*"Muster", "enter")
        await settled(pilot)
        assert isinstance(app.screen, WizardScreen)
        app.leave_session(quit_program=False)
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, WizardScreen)
    assert (tmp_path / "muster.yaml").exists()


async def test_leaving_a_file_opened_at_the_start_shows_the_start_page(app: RechenwerkApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.leave_session(quit_program=False)
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_the_chosen_line_of_a_dialog_carries_a_mark(tmp_path: Path) -> None:
    """No choice shows by colour alone."""
    app = RechenwerkApp(language="de", folder=tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("n")
        await settled(pilot)
        assert "● schnell" in text_of(app)
        assert "○ normal" in text_of(app)
        await pilot.press("tab", "tab", "down")
        await settled(pilot)
        assert "○ schnell" in text_of(app)
        assert "● normal" in text_of(app)
