"""The live panel and the result screen, on a result handed in by the session."""

from threading import Event

import pytest
from tests.tui.kinds import all_kinds
from tests.tui.results import evaluation
from tests.tui.screen_text import settled, text_of
from wizard.domain.errors import CodedError
from wizard.i18n.catalog import translator
from wizard.questionnaire.errors import QuestionError
from wizard.session import Session
from wizard.tui.live_rows import live_rows, strip_line
from wizard.tui.program import RechenwerkApp

WIDE = (140, 45)


@pytest.fixture
def evaluated(session: Session, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Revisions the screen asked the session to evaluate."""
    asked: list[int] = []

    def evaluate(**_: object) -> object:
        asked.append(session.revision)
        return evaluation(session.revision)

    monkeypatch.setattr(session, "evaluate", evaluate)
    return asked


async def _calculated(app: RechenwerkApp, pilot) -> None:
    await pilot.pause(0.4)
    await app.workers.wait_for_complete()
    await settled(pilot)


async def test_panel_shows_memory_gpus_cost_verdict_and_open_questions(app: RechenwerkApp, evaluated) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _calculated(app, pilot)
        shown = text_of(app)
    for part in ("39,1 / 72 GB", "2 × H100-SXM-80GB", "11.000\u202f€", "Cloud: Tendenz (83\u202f%)"):
        assert part in shown
    assert "Offene Fragen" in shown


async def test_panel_follows_an_answer_with_the_real_engine(tmp_path, session: Session) -> None:
    session.close()
    with Session.open(session.path) as reopened:
        reopened.answer("w.model_ref", "Qwen/Qwen3-32B", workload_id="w1")
        app = RechenwerkApp(reopened, language="de", folder=tmp_path)
        async with app.run_test(size=WIDE) as pilot:
            while app.screen.result is None:
                await pilot.pause(0.2)
            before = app.screen.result.workloads[0].configurations[0].memory.weights_gb
            reopened.answer("w.model_ref", "meta-llama/Llama-3.1-8B-Instruct", workload_id="w1")
            app.screen.follow_session()
            while app.screen.result.revision != reopened.revision:
                await pilot.pause(0.2)
            after = app.screen.result.workloads[0].configurations[0].memory.weights_gb
            await settled(pilot)
            assert "GB" in text_of(app)
    assert before > 60
    assert after == pytest.approx(16.06, rel=0.005)


async def test_a_model_nobody_knows_leaves_its_workload_open_and_the_rest_computed(tmp_path, session: Session) -> None:
    session.close()
    with Session.open(session.path) as reopened:
        reopened.answer("w.model_ref", "Qwen/Qwen3-[b]33B", workload_id="w1")
        app = RechenwerkApp(reopened, language="de", folder=tmp_path)
        async with app.run_test(size=WIDE) as pilot:
            while app.screen.result is None:
                await pilot.pause(0.2)
            await settled(pilot)
            shown = " ".join(text_of(app).split())
    assert "„Qwen/Qwen3-[b]33B“ ist" in shown


async def test_narrow_screen_keeps_the_essentials_on_one_line(app: RechenwerkApp, evaluated) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await _calculated(app, pilot)
        strip = text_of(app).splitlines()[-2]
    assert "39,1 GB" in strip
    assert "11.000\u202f€/Monat" in strip
    assert "1 offen" in strip


async def test_only_changed_rows_are_repainted(app: RechenwerkApp, evaluated) -> None:
    from wizard.tui.widgets.live_panel import LivePanel

    async with app.run_test(size=WIDE) as pilot:
        await _calculated(app, pilot)
        updated: list[str] = []
        rows = list(app.screen.query_one(LivePanel).query(".live-row"))
        for row in rows:
            row.update = lambda content: updated.append(str(content))
        changed = evaluation(0, label="Suche").result
        app.screen.query_one(LivePanel).show_result(changed)
        assert len(updated) == 1
        assert "Suche" in updated[0]


async def test_quick_changes_are_evaluated_once(app: RechenwerkApp, evaluated, session: Session) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _calculated(app, pilot)
        evaluated.clear()
        for name in ("A", "B", "C"):
            session.answer("client.name", name)
            app.screen.follow_session()
        await _calculated(app, pilot)
    assert evaluated == [session.revision]


async def test_a_stale_result_is_dropped(app: RechenwerkApp, evaluated, session: Session) -> None:
    from wizard.tui.messages import ResultChanged

    async with app.run_test(size=WIDE) as pilot:
        await _calculated(app, pilot)
        session.answer("client.name", "A")
        app.screen.post_message(ResultChanged(0, evaluation(0, label="Veraltet").result))
        await settled(pilot)
        assert "Veraltet" not in text_of(app)


async def test_an_error_of_the_engine_is_a_plain_line(app: RechenwerkApp, session: Session, monkeypatch) -> None:
    def evaluate(**_: object) -> object:
        raise CodedError(QuestionError.EMPTY)

    monkeypatch.setattr(session, "evaluate", evaluate)
    async with app.run_test(size=WIDE) as pilot:
        await _calculated(app, pilot)
        assert "! [Q" in text_of(app)


async def test_an_unforeseen_failure_of_the_engine_ends_nothing(app: RechenwerkApp, session, monkeypatch) -> None:
    def evaluate(**_: object) -> object:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(session, "evaluate", evaluate)
    async with app.run_test(size=WIDE) as pilot:
        await _calculated(app, pilot)
        assert "ZeroDivisionError" in text_of(app)
        assert app.is_running


async def test_leaving_cancels_a_running_evaluation(app: RechenwerkApp, session: Session, monkeypatch) -> None:
    begun, ended = Event(), Event()

    def evaluate(cancelled, **_: object) -> object:
        begun.set()
        while not cancelled():
            ended.wait(0.01)
        ended.set()
        raise RuntimeError("cancelled")

    monkeypatch.setattr(session, "evaluate", evaluate)
    async with app.run_test(size=WIDE) as pilot:
        while not begun.is_set():
            await pilot.pause(0.05)
        await pilot.press("f10")
        await settled(pilot)
    assert ended.wait(5)


async def test_result_screen_turns_through_its_pages(app: RechenwerkApp, evaluated) -> None:
    seen = []
    async with app.run_test(size=WIDE) as pilot:
        await _calculated(app, pilot)
        await pilot.press("f5")
        await settled(pilot)
        for number in "1234567":
            await pilot.press(number)
            await settled(pilot)
            seen.append(text_of(app))
    for page, part in zip(
        seen,
        (
            "Kapitalwert",
            "✓ erfüllt",
            "Miete nach Bedarf",
            "zu klein",
            "! hoch",
            "Fahrplan",
            "Zahl der Beschäftigten",
        ),
        strict=True,
    ):
        assert part in page


async def test_an_open_question_leads_back_to_its_field(app: RechenwerkApp, evaluated) -> None:
    async with app.run_test(size=WIDE) as pilot:
        await _calculated(app, pilot)
        await pilot.press("f5")
        await settled(pilot)
        await pilot.press("7")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert app.screen.row_here().question.id == "client.employees"


@pytest.mark.parametrize(("language", "words"), [("de", "keine GPU; CPU-Kerne: 1"), ("en", "no GPU; CPU cores: 1")])
def test_a_workload_without_gpu_shows_its_cores(language: str, words: str) -> None:
    """R071 R003 no GPU is counted for it."""
    say = translator(language, "ui")
    rows = {row.label: row.value for row in live_rows(all_kinds(), language, say, lambda name: name)}
    assert rows["Betrugserkennung"] == words


def test_the_strip_of_processors_alone_counts_no_gpu_memory() -> None:
    """R071"""
    kinds = all_kinds()
    alone = kinds.model_copy(update={"workloads": kinds.workloads[-1:]})
    assert strip_line(alone, "de", translator("de", "ui")).startswith("keine GPU nötig · ")
