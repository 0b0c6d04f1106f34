"""Fonts, libraries, progress."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from tests.report.case import Evaluated, assessment, result
from wizard.report import pdf_fix_line, render
from wizard.report.fonts import bundled_fonts, fonts_folder, printable


def test_declared_characters_are_in_the_font_files() -> None:
    for font in bundled_fonts():
        covered = set(TTFont(font.path).getBestCmap())
        assert font.characters <= covered, font.path.name


def test_licence_travels_with_the_fonts() -> None:
    assert "SIL OPEN FONT LICENSE" in (fonts_folder() / "OFL.txt").read_text(encoding="utf-8")


def test_fonts_stay_small() -> None:
    assert sum(f.stat().st_size for f in fonts_folder().glob("*.woff2")) < 400_000


def test_frequent_signs_get_a_readable_stand_in() -> None:
    assert printable("10\u202fGB → 5‐6") == ("10\u00a0GB › 5-6", frozenset())


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ('ID=ubuntu\nID_LIKE="debian"', "apt-get install -y --no-install-recommends libpango-1.0-0"),
        ("ID=fedora", "dnf install -y pango"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"', "dnf install -y pango"),
        ("ID=manjaro\nID_LIKE=arch", "pacman -S --needed pango"),
        ("ID=alpine", "apk add pango"),
    ],
)
def test_fix_line_by_distribution(tmp_path: Path, release: str, command: str) -> None:
    (tmp_path / "os-release").write_text(release)
    assert command in pdf_fix_line("linux", tmp_path / "os-release")


@pytest.mark.parametrize(
    ("platform", "command"), [("darwin", "brew install pango"), ("win32", "mingw-w64-ucrt-x86_64-pango")]
)
def test_fix_line_by_platform(platform: str, command: str) -> None:
    assert command in pdf_fix_line(platform)


def test_progress_rises_to_one(tmp_path: Path) -> None:
    shares: list[float] = []
    render(
        assessment(),
        Evaluated(result()),
        tmp_path,
        languages=("de", "en"),
        formats=("html", "json"),
        progress=lambda _stage, share: shares.append(share),
    )
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
