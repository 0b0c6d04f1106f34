"""The wheel carries all data and works without the source, from any folder."""

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def uv() -> Path:
    """uv of the set-up script, or of the system."""
    found = shutil.which("uv") or shutil.which(ROOT / ".venv-tools" / "bin" / "uv")
    assert found, "uv is missing: start the tests with ./run test"
    return Path(found)


@pytest.fixture(scope="module")
def wheel(uv: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run([uv, "build", "--quiet", "--wheel", "--out-dir", out, ROOT], check=True)
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


def test_the_demo_runs_from_the_wheel_in_an_empty_environment(uv: Path, wheel: Path, tmp_path: Path) -> None:
    """Takes some seconds: it installs the wheel with its dependencies, which nothing faster would prove."""
    environment = tmp_path / "empty environment"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    subprocess.run([uv, "venv", "--quiet", environment], check=True)
    binaries = environment / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([uv, "pip", "install", "--quiet", "--python", binaries / "python", wheel], check=True)
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    demo = subprocess.run(
        [binaries / "rechenwerk", "demo", "--format", "html", "--as-of", "2026-11-30"],
        cwd=elsewhere, env=clean, capture_output=True, text=True,
    )  # fmt: skip
    assert demo.returncode == 0, demo.stderr
    pages = list((elsewhere / "demo-out").glob("*.html"))
    assert len(pages) == 2
    assert all("</html>" in page.read_text(encoding="utf-8") for page in pages)
