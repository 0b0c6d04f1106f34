"""Sections, workloads, jumps, language and the small terminal."""

import gc

import pytest
from tests.tui.screen_text import settled, text_of, told
from wizard.session import Session
from wizard.tui.program import RechenwerkApp
from wizard.tui.widgets.key_bar import MOST_KEYS
from wizard.tui.widgets.line_field import LineField
from wizard.tui.widgets.section_pane import SectionPane

WIDE = (140, 45)


async def test_next_section_mounts_once_and_is_kept(app: RechenwerkApp) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        assert len(app.screen.query(SectionPane)) == 1
        for key in ("f8", "f7", "f8"):
            await pilot.press(key)
            await settled(pilot)
        assert len(app.screen.query(SectionPane)) == 2
        assert "Was leistet der Workload?" in text_of(app)


async def test_many_changes_of_section_keep_no_more_fields_than_questions(app: RechenwerkApp) -> None:
    """Textual holds on to removed inputs, so none is ever removed."""
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        for _ in range(4):
            await pilot.press("f8", "f8", "f7", "f7")
        await settled(pilot)
        assert len(app.screen.query(SectionPane)) == 3
        gc.collect()
        live = [item for item in gc.get_objects() if isinstance(item, LineField) and item.app is app]
        assert len(live) == len(app.screen.query(LineField))


async def test_tab_on_the_last_question_goes_to_the_next_section(app: RechenwerkApp) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        app.screen.show_question("project.priorities")
        await settled(pilot)
        await pilot.press("tab")
        await settled(pilot)
        assert app.screen.row_here().question.id == "w.kind"


async def test_a_refused_text_keeps_the_section(app: RechenwerkApp) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        app.screen.show_question("client.employees")
        await settled(pilot)
        await pilot.press(*"viele", "f8")
        await settled(pilot)
        assert app.screen.row_here().question.id == "client.employees"


async def test_a_jump_finds_a_question_by_its_words(app: RechenwerkApp) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+g")
        await settled(pilot)
        await app.workers.wait_for_complete()
        await pilot.press(*"kritisch ausfall", "enter")
        await settled(pilot)
        assert app.screen.row_here().question.id == "w.criticality"


async def test_a_question_that_is_not_asked_says_why(app: RechenwerkApp, session: Session) -> None:
    session.set_path("quick")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+g")
        await settled(pilot)
        await app.workers.wait_for_complete()
        await pilot.press(*"zahl der beschäftigten", "enter")
        await settled(pilot)
        assert any("wird im schnellen Durchgang nicht gefragt" in said for said in told(app))


async def test_a_workload_is_added_and_named(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("f4", "enter")
        await settled(pilot)
        await pilot.press(*"Suche", "enter")
        await settled(pilot)
        assert app.screen.workload_here() == "w2"
        assert "Suche" in text_of(app)
    assert [w.label for w in session.assessment.workloads] == ["", "Suche"]


async def test_a_removed_workload_comes_back_with_undo(app: RechenwerkApp, session: Session) -> None:
    session.add_workload("Suche")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        app.screen.show_workload("w2")
        await settled(pilot)
        app.screen.action_remove_workload()
        await settled(pilot)
        await pilot.press("down", "enter")
        await settled(pilot)
        assert session.assessment.workload("w2") is None
        await pilot.press("ctrl+z")
        await settled(pilot)
    assert session.assessment.workload("w2").label == "Suche"


async def test_an_answer_brings_the_questions_that_follow_from_it(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        app.screen.show_question("w.kind", "w1")
        await settled(pilot)
        asked = [row.question.id for row in app.screen.query("QuestionRow") if row.display and row.workload_id]
        session.answer("w.kind", "classical", workload_id="w1")
        app.screen.follow_session()
        await settled(pilot)
        now = [row.question.id for row in app.screen.query("QuestionRow") if row.display and row.workload_id]
    assert "w.model_source" in asked
    assert "w.model_source" not in now


async def test_language_changes_in_place_and_keeps_the_focus(app: RechenwerkApp) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        app.screen.show_question("client.country")
        await settled(pilot)
        before = app.screen.focused
        await pilot.press("f2")
        await settled(pilot)
        assert app.screen.focused is before
        shown = text_of(app)
        assert "In which country will the platform run?" in shown
        assert "Germany" in shown
        assert "Sections" in shown
        assert "Abschnitte" not in shown


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_nothing_overlaps_and_everything_is_on_the_screen(
    session: Session, tmp_path, language: str, size: tuple[int, int]
) -> None:
    app = RechenwerkApp(session, language=language, folder=tmp_path)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen = app.screen
        parts = [part for part in screen.query("#head, #sidebar, #panes, #live, #strip, .key-bar") if part.display]
        regions = [part.region for part in parts]
        assert all(screen.region.contains_region(region) for region in regions)
        assert not any(a.overlaps(b) for i, a in enumerate(regions) for b in regions[i + 1 :])
        keys = [label for label in screen.query(".key-bar .key") if label.display]
        assert len(keys) <= MOST_KEYS
        assert all(screen.region.contains_region(key.region) for key in keys)
        assert screen.query_one("#strip").display is (size[0] == 80)


async def test_the_light_theme_is_one_key_away(app: RechenwerkApp) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+l")
        assert not app.current_theme.dark
