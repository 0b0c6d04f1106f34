import json
from pathlib import Path

import pytest
from wizard.catalogs.hf_config import architecture_from_config
from wizard.catalogs.load import load_catalog
from wizard.domain.catalog import Catalog
from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import Deployment
from wizard.sizing.predict import predict

DATA = Path(__file__).parents[1] / "data"


class Models:
    """Architectures of published models by short name, each parsed from its configuration."""

    def __init__(self) -> None:
        self.entries = json.loads((DATA / "model_configs.json").read_text(encoding="utf-8"))

    def __getitem__(self, name: str) -> ModelArchitecture:
        return architecture_from_config(self.entries[name]["config"], name)

    def config(self, name: str) -> dict:
        return json.loads(json.dumps(self.entries[name]["config"]))


@pytest.fixture(scope="session")
def models() -> Models:
    return Models()


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="session")
def deployment(catalog):
    """An accelerator of the catalogue with a deployment on it."""

    def made(accelerator: str, **settings) -> tuple[Accelerator, Deployment]:
        return catalog.accelerators[accelerator], Deployment(accelerator=accelerator, **settings)

    return made


@pytest.fixture(scope="session")
def run(models, catalog, deployment):
    def made(model, accelerator, *, prompt=1_024, output=256, load=None, arch=None, **settings):
        return predict(
            arch or models[model], *deployment(accelerator, **settings),
            input_tokens=prompt, output_tokens=output, facts=catalog.figures, **(load or {}),
        )  # fmt: skip

    return made
