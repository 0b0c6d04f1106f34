"""Answering by keyboard, on the real session."""

from tests.tui.screen_text import settled, text_of, told
from wizard.domain.assessment import AnswerState
from wizard.session import Session
from wizard.tui.program import RechenwerkApp

WIDE = (140, 45)


async def _at(app: RechenwerkApp, pilot, question_id: str, workload_id: str | None = None) -> None:
    await settled(pilot)
    assert app.screen.show_question(question_id, workload_id)
    await settled(pilot)


async def test_text_is_stored_on_enter(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.name")
        await pilot.press(*"Meier", "enter")
        await settled(pilot)
    assert session.assessment.answer("client.name").value == "Meier"


async def test_german_number_is_echoed_as_understood(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.employees")
        await pilot.press(*"1.234", "enter")
        await settled(pilot)
        assert "= 1.234\u202fPersonen" in text_of(app)
    assert session.assessment.answer("client.employees").value == 1234


async def test_leaving_a_field_stores_its_number(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.employees")
        await pilot.press(*"50", "tab")
        await settled(pilot)
    assert session.assessment.answer("client.employees").value == 50


async def test_what_is_no_number_stays_typed_with_a_coded_reason(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.employees")
        await pilot.press(*"viele", "enter")
        await settled(pilot)
        shown = text_of(app)
        assert "viele" in shown
        assert "[Q0" in shown
        assert "! prüfen" in shown
    assert session.assessment.answer("client.employees") is None


async def test_u_in_a_text_field_is_a_letter(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.name")
        await pilot.press(*"nu", "enter")
        await settled(pilot)
    assert session.assessment.answer("client.name").value == "nu"


async def test_ctrl_u_in_a_text_field_means_unknown(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.employees")
        await pilot.press("ctrl+u")
        await settled(pilot)
    assert session.assessment.answer("client.employees").state is AnswerState.UNKNOWN


async def test_u_on_options_means_unknown_and_shows_what_stands_in(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.country")
        await pilot.press("u")
        await settled(pilot)
        shown = text_of(app)
        assert "? unbekannt" in shown
        assert "Gerechnet mit: Deutschland" in shown
    assert session.assessment.answer("client.country").state is AnswerState.UNKNOWN


async def test_an_option_is_chosen_with_arrows_and_space(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.country")
        await pilot.press("right", "right", "space")
        await settled(pilot)
    assert session.assessment.answer("client.country").value == "CH"


async def test_several_options_are_kept_in_the_order_of_the_question(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "project.goals")
        await pilot.press("right", "space")
        await settled(pilot)
        await pilot.press("left", "space")
        await settled(pilot)
    assert session.assessment.answer("project.goals").value == ["new_build", "expand"]


async def test_a_long_list_is_searched(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.sector")
        await pilot.press("enter")
        await settled(pilot)
        await app.workers.wait_for_complete()
        await pilot.press(*"gesund", "enter")
        await settled(pilot)
    assert session.assessment.answer("client.sector").value == "health"


async def test_a_model_is_found_in_the_catalogue(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "w.model_ref", "w1")
        await pilot.press("enter")
        await settled(pilot)
        await pilot.pause(0.5)
        await pilot.press(*"llama 3.1 8b")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
    assert "Llama-3.1-8B" in session.assessment.answer("w.model_ref", "w1").value


async def test_a_card_is_shown_with_the_entry_it_stands_for(app: RechenwerkApp, session: Session) -> None:
    session.answer("hw.has_gpu", "server")
    session.answer("hw.nodes", "gpu=l4; count=2 | gpu=H100; count=1")
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "hw.nodes")
        assert "→ l4-24" in text_of(app)
        assert "[C098]" in text_of(app)


async def test_points_are_stored_once_the_sum_is_a_hundred(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "project.priorities")
        await pilot.press("right", "enter")
        await settled(pilot)
        assert session.assessment.answer("project.priorities") is None
        await pilot.press("down", "left", "enter")
        await settled(pilot)
    value = session.assessment.answer("project.priorities").value
    assert sum(value.values()) == 100
    assert value["cost"] == 30


async def test_undo_and_redo_cover_the_whole_session(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.country")
        await pilot.press("space")
        await settled(pilot)
        await pilot.press("f8")
        await settled(pilot)
        await pilot.press("ctrl+z")
        await settled(pilot)
        assert session.assessment.answer("client.country") is None
        await pilot.press("ctrl+y")
        await settled(pilot)
    assert session.assessment.answer("client.country").value == "DE"


async def test_undo_goes_to_the_question_it_changed(app: RechenwerkApp, session: Session) -> None:
    session.answer("client.country", "AT")
    async with app.run_test(size=WIDE) as pilot:
        await settled(pilot)
        await pilot.press("f8")
        await settled(pilot)
        await pilot.press("ctrl+z")
        await settled(pilot)
        assert app.screen.row_here().question.id == "client.country"


async def test_a_change_of_language_keeps_what_is_being_typed(app: RechenwerkApp) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.employees")
        await pilot.press(*"12", "f2")
        await settled(pilot)
        assert app.screen.row_here().field.pending() == "12"


async def test_an_emptied_field_takes_the_answer_back(app: RechenwerkApp, session: Session) -> None:
    session.answer("client.name", "Meier")
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.name")
        await pilot.press("backspace", "enter")
        await settled(pilot)
    assert session.assessment.answer("client.name") is None


async def test_a_note_is_internal_unless_chosen_otherwise(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.country")
        await pilot.press("ctrl+t")
        await settled(pilot)
        await pilot.press(*"nur uns", "ctrl+s")
        await settled(pilot)
        assert "interne Notiz: nur uns" in text_of(app)
    note = session.assessment.answer("client.country").note
    assert (note.text, note.visibility) == ("nur uns", "internal")


async def test_a_note_can_be_for_the_report(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.country")
        await pilot.press("ctrl+t")
        await settled(pilot)
        await pilot.press(*"offen", "tab", "down", "ctrl+s")
        await settled(pilot)
    assert session.assessment.answer("client.country").note.visibility == "report"


async def test_not_applicable_carries_its_reason(app: RechenwerkApp, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.employees")
        await pilot.press("f3")
        await settled(pilot)
        await pilot.press("tab", *"Holding", "enter")
        await settled(pilot)
    answer = session.assessment.answer("client.employees")
    assert (answer.state, answer.reason) == (AnswerState.NOT_APPLICABLE, "Holding")


async def test_two_pasted_lines_are_not_cut_in_silence(app: RechenwerkApp, session: Session) -> None:
    from textual import events

    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.name")
        app.screen.focused.post_message(events.Paste("Meier\nMüller"))
        await settled(pilot)
        assert any("Von 2 Zeilen passt nur die erste" in said for said in told(app))


async def test_help_names_who_can_answer(app: RechenwerkApp) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.employees")
        await pilot.press("f1")
        await settled(pilot)
        shown = text_of(app)
        assert "Wer antworten kann" in shown
        assert "Geschäftsleitung oder Projektleitung" in shown


async def test_read_only_changes_nothing(tmp_path, session: Session) -> None:
    session.save()
    reader = Session.open(session.path)
    app = RechenwerkApp(reader, language="de", folder=tmp_path)
    async with app.run_test(size=WIDE) as pilot:
        await _at(app, pilot, "client.country")
        assert "Nur lesen:" in text_of(app)
        await pilot.press("space")
        await settled(pilot)
        assert reader.assessment.answer("client.country") is None
