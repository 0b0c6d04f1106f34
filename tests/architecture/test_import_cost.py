"""What a start-up may load: checked in a fresh interpreter, because the test process has loaded everything."""

import subprocess
import sys

import pytest


def _loaded_by(code: str) -> set[str]:
    program = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in finished.stderr.split()} | set(finished.stderr.split())


def test_asking_for_the_version_loads_no_heavy_package() -> None:
    loaded = _loaded_by("from wizard.cli.main import run\nassert run(['--version']) == 0")
    assert loaded.isdisjoint({"textual", "rich", "pydantic", "weasyprint", "numpy", "jinja2", "yaml"})


@pytest.mark.parametrize("package", ["sizing", "costs", "decision"])
def test_an_engine_loads_no_files_templates_or_terminal(package: str) -> None:
    loaded = _loaded_by(
        "import importlib, pkgutil, wizard\n"
        f"import wizard.{package} as package\n"
        f"for module in pkgutil.walk_packages(package.__path__, 'wizard.{package}.'):\n"
        "    importlib.import_module(module.name)"
    )
    assert loaded.isdisjoint({"yaml", "jinja2", "textual", "rich", "weasyprint", "wizard.datafiles"})
