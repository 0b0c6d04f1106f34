"""What reaches the terminal is harmless, whatever a client file holds."""

import io
import json

import pytest
from wizard.cli.table import table
from wizard.cli.talk import Talk, shown

# Set title, clipboard (OSC 52), C1 CSI, bidi override, line separator: each obeyed by some terminal.
HOSTILE = [
    "\x1b]0;owned\x07",
    "\x1b]52;c;ZXZpbA==\x07",
    "\x9b31m",
    "\u202e\u2066",
    "a\u2028b",
    "a\r\nb",
    "\x00",
    "\x7f",
]
OBEYED = {*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), "\u202e", "\u2066", "\u2028"}


def _talk(encoding: str = "utf-8") -> tuple[Talk, io.TextIOWrapper, io.TextIOWrapper]:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    return Talk("en", out, err), out, err


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue()


@pytest.mark.parametrize("text", HOSTILE)
def test_no_control_character_survives(text: str) -> None:
    assert OBEYED.isdisjoint(shown(text))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_line_stays_one_line(text: str) -> None:
    talk, out, _ = _talk()
    talk.data([f"client: {text}"])
    assert OBEYED & set(_written(out).decode()) == {"\n"}
    assert _written(out).decode().count("\n") == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_json_keeps_the_value_but_not_the_raw_character(text: str) -> None:
    talk, out, _ = _talk()
    talk.json(json.dumps({"title": text}, ensure_ascii=False))
    assert OBEYED & set(_written(out).decode()) == {"\n"}
    assert json.loads(_written(out)) == {"title": text}


def test_json_on_a_stream_that_is_not_utf8_is_plain_ascii() -> None:
    talk, out, _ = _talk("latin-1")
    talk.json(json.dumps({"ort": "Köln \N{GRINNING FACE}"}, ensure_ascii=False))
    assert _written(out).isascii()
    assert json.loads(_written(out)) == {"ort": "Köln \N{GRINNING FACE}"}


def test_talk_goes_to_stderr_and_data_to_stdout() -> None:
    talk, out, err = _talk()
    talk.say("rendering")
    talk.data(["42"])
    assert (_written(out), _written(err)) == (b"42\n", b"rendering\n")


def test_columns_line_up_and_numbers_stand_flush_right() -> None:
    assert table([["cloud", "9"], ["on premises", "1234"]], right=[1]) == ["cloud           9", "on premises  1234"]


def test_wide_characters_keep_columns_aligned() -> None:
    first, second = table([["東京", "1"], ["Rom", "2"]])
    assert (first, second) == ("東京  1", "Rom   2")
