"""Each mistake in a catalogue file has its own error, with file, line, field and remedy."""

from pathlib import Path
from shutil import copytree

import pytest
from wizard.catalogs.load import read_catalog
from wizard.datafiles.packaged import data_folder
from wizard.domain.errors import CodedError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(copytree(data_folder("catalogs"), tmp_path / "catalogs"))


def edited(folder: Path, file: str, before: str, after: str) -> int:
    """Replaces the first occurrence and returns the line it starts on."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    return text[: text.index(before)].count("\n") + 1


@pytest.mark.parametrize(
    ("file", "before", "after", "message"),
    [
        ("accelerators/nvidia.yaml", "tdp_w: 700", "tdp_w: {value: 700, unit: kW}", "C005.*kept in 'W'"),
        ("accelerators/nvidia.yaml", "tdp_w: 700", "tdp_w: plenty", "C003.*neither a number nor a block"),
        ("accelerators/nvidia.yaml", "tdp_w: 700", "tdp_w: {value: plenty}", "C017.*must be a number"),
        ("accelerators/nvidia.yaml", "tdp_w: 700", "tdp_w: {value: 700, low: 800}", "C006.*800.* <= 700"),
        ("accelerators/nvidia.yaml", "tdp_w: 700", "tdp_w: {value: 700, source: [nowhere]}", "C007.*'nowhere'"),
        ("accelerators/nvidia.yaml", "tdp_w: 700", "tdp_w: {value: 700, basis: hearsay}", "C016.*must be one of"),
        ("accelerators/nvidia.yaml", "tdp_w: 700", "tdp_w: {value: 700, retrieved_on: lately}", "C018.*2026-11-30"),
        ("accelerators/nvidia.yaml", "tdp_w: 700", "tdp_watt: 700", "C015.*tdp_watt"),
        ("accelerators/nvidia.yaml", "    tdp_w: 700\n", "", "C014.*tdp_w"),
        (
            "offers/ovhcloud.yaml",
            "provenance: {basis: list, source: [ovh], ",
            "provenance: {basis: list, ",
            "C004.*lacks source",
        ),
        ("offers/ovhcloud.yaml", "ovh-l4-90:", "ovh-l4-90: 4\n  other:", "C001.*must be a block"),
        ("servers.yaml", "servers:", "machines:", "C002.*'machines'"),
        ("servers.yaml", "accelerator: l4-24", "accelerator: l4x", "C010.*'l4x'"),
        ("model_classes.yaml", "model: Qwen/Qwen3-14B", "model: Qwen/Qwen3-15B", "C010.*Qwen3-15B"),
        ("models/qwen.yaml", "aliases: [Qwen3-14B,", "aliases: [Qwen3-8B,", "C009.*both"),
        ("models/meta.yaml", "hidden_size: 4096, ", "", "hidden_size"),
        ("catalog.yaml", "as_of: 2026-12-01", "as_off: 2026-11-30", "C013.*'as_of'"),
        ("catalog.yaml", "as_of: 2026-12-01", "as_of: yesterday", "C018"),
    ],
)
def test_a_mistake_is_named(folder: Path, file: str, before: str, after: str, message: str) -> None:
    edited(folder, file, before, after)
    with pytest.raises(CodedError, match=message):
        read_catalog(folder)


def test_the_error_names_file_and_line(folder: Path) -> None:
    line = edited(folder, "offers/hetzner.yaml", "setup_fee: 209", "setup_fee: {value: 209, unit: USD}")
    with pytest.raises(CodedError, match=rf"^offers/hetzner\.yaml:{line}: \[C005\]"):
        read_catalog(folder)


def test_the_error_speaks_german(folder: Path) -> None:
    edited(folder, "offers/hetzner.yaml", "setup_fee: 209", "setup_fee: {value: 209, unit: USD}")
    with pytest.raises(CodedError) as caught:
        read_catalog(folder)
    assert "den Wert umrechnen" in caught.value.in_language("de")


def test_an_entry_described_in_two_files_is_refused(folder: Path) -> None:
    copy = folder / "offers" / "again.yaml"
    copy.write_text((folder / "offers" / "hetzner.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(CodedError, match=r"C008.*again\.yaml|C008.*hetzner\.yaml"):
        read_catalog(folder)
