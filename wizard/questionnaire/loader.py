"""Reads the shipped questionnaire: ``questionnaires/questionnaire.yaml`` and ``questionnaires/modules/NN-*.yaml``."""

from functools import cache
from pathlib import Path

from wizard.datafiles.packaged import data_folder
from wizard.datafiles.strict_yaml import read_yaml
from wizard.domain.errors import CodedError
from wizard.questionnaire.build import build_module
from wizard.questionnaire.schema import Questionnaire


@cache
def load_questionnaire() -> Questionnaire:
    """The shipped questionnaire, read once.

    Raises:
        CodedError: a damaged YAML file.
        pydantic.ValidationError: a file that breaks the schema; ``check_module`` says it in plain words.
    """
    folder = data_folder("questionnaires")
    shared = read_yaml(folder / "questionnaire.yaml")
    modules = [build_module(read_yaml(path), shared) for path in module_files(folder)]
    return Questionnaire.model_validate({**shared, "modules": modules})


def module_files(folder: Path) -> list[Path]:
    """Module files in interview order; the number at the start of the name decides."""
    return sorted((folder / "modules").glob("*.yaml"))


def check_module(path: Path) -> list[CodedError]:
    """Everything wrong with a questionnaire module, shipped or a consultant's own; empty when it is sound.

    A module with the id of a shipped one is checked in its place, any other as if it stood last.
    """
    from wizard.questionnaire.check import faults

    shared = read_yaml(data_folder("questionnaires") / "questionnaire.yaml")
    return faults(path, shared, load_questionnaire())
