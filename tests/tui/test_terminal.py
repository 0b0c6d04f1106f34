"""The real program in a pseudo-terminal: bytes in, file out."""

import sys
from pathlib import Path

import pytest
from tests.tui.hostile import PAYLOADS
from tests.tui.pty_driver import Terminal
from wizard.session import Session

_POINTER_SHAPE = b"\x1b]22;default\x07"
"""Textual's own: it sets the shape of the mouse pointer."""

pytestmark = [
    pytest.mark.pty,
    pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals"),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with Session.create(tmp_path / "klinik.yaml", language="de", questionnaire_path="normal", title="Klinik") as made:
        made.add_workload("Chat")
        made.answer("client.name", "Klinik")
    return tmp_path / "klinik.yaml"


def _stored(path: Path, question_id: str, workload_id: str | None = None) -> object:
    with Session.open(path, read_only=True) as session:
        answer = session.assessment.answer(question_id, workload_id)
        return answer.value if answer else None


def _to_question(terminal: Terminal, words: str, title: str) -> None:
    terminal.wait_for("Ende")
    terminal.type("\x07")  # ctrl+g
    terminal.wait_for("Tippen sucht")
    terminal.type(words)
    terminal.wait_for(title)
    terminal.press("enter")


def _to_requests(terminal: Terminal) -> None:
    _to_question(terminal, "anfragen je aktiver", "Anfragen je aktiver Person und Stunde")
    terminal.wait_for("12\u202fje Stunde")


@pytest.mark.parametrize("typed", ["1234,5", "1.234,5"])
def test_a_german_number_field_reads_both_spellings(file: Path, tmp_path: Path, typed: str) -> None:
    """Textual's own number input would store 12345 or 1.2345 here."""
    with Terminal(["open", str(file), "--lang", "de"], tmp_path) as terminal:
        _to_requests(terminal)
        terminal.type(typed)
        terminal.press("enter")
        terminal.wait_for("= 1.234,5")
        terminal.press("f10")
        assert terminal.end() == 0
    assert _stored(file, "w.requests_per_user_hour", "w1") == 1234.5


def test_what_is_typed_behind_enter_belongs_to_the_next_question(file: Path, tmp_path: Path) -> None:
    """A fast typist or a slow line: all keys arrive at once."""
    with Terminal(["open", str(file), "--lang", "de"], tmp_path) as terminal:
        _to_requests(terminal)
        terminal.type("12\r13\r")
        terminal.wait_for("= 13")
        terminal.press("f10")
        assert terminal.end() == 0
    assert _stored(file, "w.requests_per_user_hour", "w1") == 12
    assert _stored(file, "w.calls_per_task", "w1") == 13


def test_letters_typed_at_once_all_reach_the_search_they_open(file: Path, tmp_path: Path) -> None:
    with Terminal(["open", str(file), "--lang", "de"], tmp_path) as terminal:
        _to_question(terminal, "was leistet", "Was leistet der Workload?")
        terminal.wait_for("Liste durchsuchen")
        terminal.type("spracherk\r\x1b[21~")
        assert terminal.end() == 0
    assert _stored(file, "w.kind", "w1") == "asr"


def test_kill_while_typing_loses_nothing_confirmed(file: Path, tmp_path: Path) -> None:
    with Terminal(["open", str(file), "--lang", "de"], tmp_path) as terminal:
        _to_requests(terminal)
        terminal.type("17")
        terminal.press("enter")
        terminal.wait_for("= 17")
        terminal.type("9")
        terminal.kill()
    assert _stored(file, "w.requests_per_user_hour", "w1") == 17
    with Terminal(["open", str(file), "--lang", "de"], tmp_path) as terminal:
        terminal.wait_for("unterbrochenen")
        terminal.press("f10")
        assert terminal.end() == 0


def test_a_second_opener_is_told_and_changes_nothing(file: Path, tmp_path: Path) -> None:
    with Session.open(file), Terminal(["open", str(file), "--lang", "de"], tmp_path) as terminal:
        terminal.wait_for("Nur lesen:")
        terminal.press("f10")
        assert terminal.end() == 0


def test_no_hostile_byte_reaches_the_terminal(tmp_path: Path) -> None:
    """Every payload as a workload's name, all in one answer, and in the title; through sections and the jump list."""
    path = tmp_path / "feind.yaml"
    payloads = [text.encode("utf-8", "replace").decode() for text in PAYLOADS.values()]
    with Session.create(path, language="de", questionnaire_path="quick", title="".join(payloads[:8])[:400]) as made:
        for payload in payloads:
            made.add_workload(payload[:200])
        made.answer("client.name", "x")
        said = made.assessment.answer("client.name")
        everything = " ".join(payloads)
        made.apply("client.name", said.model_copy(update={"value": everything, "by": everything}))
        made.set_note("client.name", everything, "internal")
    with Terminal(["open", str(path), "--lang", "de"], tmp_path, size=(120, 60)) as terminal:
        terminal.wait_for("Ende")
        for _ in range(3):
            terminal.press("f8")
        terminal.wait_for("Wie schnell muss")
        terminal.press("f10")
        assert terminal.end() == 0
    written = terminal.output.replace(_POINTER_SHAPE, b"")
    assert b"PWNED" in written
    for raw in (
        b"\x1b]0;",
        b"\x1b]52",
        b"\x1b]8",
        b"\x1bP",
        b"\x1b_",
        b"\x1bc",
        b"\x1b[31mPWNED",
        b"\x07",
        b"\x00",
        b"\x7f",
    ):
        assert raw not in written, raw
    text = written.decode("utf-8", "replace")
    assert not {char for char in text if "\x80" <= char <= "\x9f" or "\u202a" <= char <= "\u202e"}


def test_a_dumb_terminal_is_sent_to_the_commands(file: Path, tmp_path: Path) -> None:
    with Terminal(["open", str(file), "--lang", "de"], tmp_path, TERM="dumb") as terminal:
        assert terminal.end() == 2
    assert "rechenwerk --help" in terminal.text
    assert b"\x1b[?1049h" not in terminal.output
