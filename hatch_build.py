"""Compiles the catalogue into the wheel, or into the checkout for an editable install."""

import os
import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalog(BuildHookInterface):  # type: ignore[type-arg]
    """The build's own process stays free of the program's modules, which may differ from build to build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        search = os.pathsep.join(filter(None, (self.root, os.environ.get("PYTHONPATH"))))
        finished = subprocess.run(
            [sys.executable, "-m", "wizard.catalogs.compiling"],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": search},
            check=version != "editable",
        )
        if finished.returncode:  # somebody is at work on the catalogue; the program names the fault
            self.app.display_warning("the catalogue was not compiled; it is read from its files")
        build_data["artifacts"].append("/wizard/_packaged/catalog.compiled")
