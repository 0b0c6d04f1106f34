"""``schema catalog``: the schemas of catalogue files, and how an editor is told about them."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.cli.conftest import Rechenwerk
from wizard.catalogs.kinds import FILE_KINDS
from wizard.catalogs.schemas import file_schema
from wizard.datafiles.packaged import data_folder
from wizard.datafiles.strict_yaml import read_yaml

CATALOGS = data_folder("catalogs")


def test_the_command_prints_one(rechenwerk: Rechenwerk) -> None:
    document = rechenwerk("schema", "catalog", "storage_offers").document
    assert (document["required"], document) == (["storage_offers"], file_schema("storage_offers"))


def test_the_command_writes_all_and_ties_them_to_the_files(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "schemas"
    settings = rechenwerk("schema", "catalog", "--out", folder).document["yaml.schemas"]
    assert {path.name for path in folder.iterdir()} == {f"{kind}.schema.json" for kind in FILE_KINDS}
    for schema, files in settings.items():
        judge = Draft202012Validator(json.loads(Path(schema).read_text(encoding="utf-8")))
        assert all(judge.is_valid(read_yaml(CATALOGS.parent / name)) for name in files)
    tied = {name for files in settings.values() for name in files}
    assert tied == {f"catalogs/{path.relative_to(CATALOGS).as_posix()}" for path in CATALOGS.rglob("*.yaml")}


@pytest.mark.parametrize("arguments", [("result", "offers"), ("assessment", "--out", "x")])
def test_only_the_catalogue_has_several(rechenwerk: Rechenwerk, arguments: tuple[str, ...]) -> None:
    outcome = rechenwerk("schema", *arguments)
    assert (outcome.code, "[P020]" in outcome.err) == (2, True)


def test_a_folder_that_cannot_be_made_is_said(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    outcome = rechenwerk("schema", "catalog", "--out", tmp_path / "file" / "schemas")
    assert outcome.code not in (0, 70)
    assert "[S0" in outcome.err
