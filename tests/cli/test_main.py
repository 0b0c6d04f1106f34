"""The frame of the command line: version, help, wrong usage, language, errors."""

import subprocess
import sys
from collections.abc import Callable
from typing import NoReturn

import pytest
from tests.cli.conftest import Rechenwerk
from wizard import __version__
from wizard.cli.language import chosen_language
from wizard.cli.main import run


def test_version_is_printed_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"rechenwerk {__version__}\n"


def test_an_unknown_command_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["frobnicate"]) == 2
    assert capsys.readouterr().out == ""


def test_help_speaks_german_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "de", "--help"]) == 0
    assert "prüft Terminal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "environ", "language"),
    [
        (["evaluate", "a.yaml", "--lang", "de"], {"LANG": "en_GB.UTF-8"}, "de"),
        (["report", "--lang=en,de"], {"LANG": "de_DE.UTF-8"}, "en"),
        ([], {"LC_ALL": "de_AT.UTF-8", "LANG": "C"}, "de"),
        ([], {"LANG": "C.UTF-8"}, "en"),
        (["--lang"], {}, "en"),
    ],
)
def test_language_is_the_asked_one_else_the_systems(argv: list[str], environ: dict[str, str], language: str) -> None:
    assert chosen_language(argv, environ) == language


def _raise(error: BaseException) -> Callable[..., NoReturn]:
    def action(*_: object) -> NoReturn:
        raise error

    return action


def test_an_unexpected_error_is_one_harmless_sentence(rechenwerk: Rechenwerk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wizard.cli.doctor.examine", _raise(RuntimeError("broken\x1b]0;owned\x07")))
    outcome = rechenwerk("doctor")
    assert (outcome.code, outcome.out) == (3, "")
    assert outcome.err.startswith("[P099]")
    assert outcome.err.count("\n") == 1
    assert "\x1b" not in outcome.err


def test_an_interrupt_is_quiet(rechenwerk: Rechenwerk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wizard.cli.doctor.examine", _raise(KeyboardInterrupt()))
    outcome = rechenwerk("doctor")
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "")


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = [sys.executable, "-m", "wizard", "schema", "result"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.close()
    assert (program.wait(), program.stderr.read()) == (0, b"")
    program.stderr.close()


def test_without_a_command_and_without_a_terminal_the_way_out_is_named(rechenwerk: Rechenwerk) -> None:
    outcome = rechenwerk()
    assert (outcome.code, "[P002]" in outcome.err) == (2, True)


@pytest.mark.parametrize(("language", "headings"), [("de", "Interview Ergebnis"), ("en", "Interview Result")])
def test_help_groups_the_commands_under_headings(
    capsys: pytest.CaptureFixture[str], language: str, headings: str
) -> None:
    assert run(["--lang", language, "--help"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    first, second = (lines.index(heading) for heading in headings.split())
    assert any(line.startswith("new ") for line in lines[first:second])
    assert any(line.startswith("evaluate ") for line in lines[second:])
