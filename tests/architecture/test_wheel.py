"""The wheel carries all data and works without the source, from any folder."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out], cwd=ROOT, check=True)
    (built,) = out.glob("*.whl")
    return built


@pytest.mark.parametrize("folder", ["catalogs", "questionnaires", "report_templates"])
def test_the_wheel_holds_every_data_file(wheel: Path, folder: str) -> None:
    files = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
    visible = {path for path in files if not any(part.startswith((".", "__pycache__")) for part in path.parts)}
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert {f"wizard/_packaged/{path.as_posix()}" for path in visible} - packed == set()


def test_the_wheel_holds_translations_and_no_tests(wheel: Path) -> None:
    packed = zipfile.ZipFile(wheel).namelist()
    assert "wizard/i18n/locale/de/cli.po" in packed
    assert [name for name in packed if name.startswith("tests/") or name.endswith(".pyc")] == []


def test_the_wheel_offers_the_command(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (entry_points,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
    assert "rechenwerk = wizard.__main__:main" in archive.read(entry_points).decode()


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A fresh environment holds the wheel alone; its dependencies are those already here, so nothing goes online."""
    environment = tmp_path_factory.mktemp("fresh environment")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(subprocess.run([python, "-c", where], capture_output=True, text=True, check=True).stdout.strip())
    zipfile.ZipFile(wheel).extractall(packages)  # what installing a pure wheel comes down to
    clean = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    clean["PYTHONPATH"] = sysconfig.get_path("purelib")  # reads no .pth: the source stays out of reach

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([python, *arguments], cwd=elsewhere, env=clean, capture_output=True, text=True)

    assert Path(run("-c", "import wizard; print(wizard.__file__)").stdout.strip()).is_relative_to(packages)
    return run


def test_the_demo_runs_from_the_wheel_outside_the_source(installed: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    demo = installed("-m", "wizard", "demo", "--format", "html", "--as-of", "2026-11-30", "--out", str(out))
    assert demo.returncode == 0, demo.stderr
    pages = list(out.glob("*.html"))
    assert len(pages) == 2
    assert all("</html>" in page.read_text(encoding="utf-8") for page in pages)


def test_the_wheel_uses_its_compiled_catalogue(installed: Run) -> None:
    program = (
        "from wizard.catalogs.compiled import read_compiled\n"
        "from wizard.datafiles.packaged import data_folder\n"
        "print(read_compiled(data_folder('catalogs')) is not None)"
    )
    assert installed("-c", program).stdout.strip() == "True"
