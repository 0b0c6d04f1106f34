"""The frame of the command line: version, help, wrong usage, language, errors."""

import pytest
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
