"""The compiled catalogue says what the files say, or is not used."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from wizard.catalogs.compiled import LARGEST, inputs_hash, read_compiled
from wizard.catalogs.compiling import compile_catalog
from wizard.catalogs.load import read_catalog
from wizard.domain.errors import CodedError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(copytree(ROOT / "catalogs", tmp_path / "catalogs"))


@pytest.fixture
def compiled(folder: Path, tmp_path: Path) -> Path:
    path = tmp_path / "catalog.compiled"
    compile_catalog(folder, path)
    return path


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the program with its catalogue compiled, to be edited."""
    away = ignore_patterns("__pycache__", "_packaged")
    for name in ("wizard", "catalogs", "questionnaires"):
        copytree(ROOT / name, tmp_path / "checkout" / name, ignore=away)
    python(tmp_path / "checkout", "-m", "wizard.catalogs.compiling")
    return tmp_path / "checkout"


def python(checkout: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(checkout), "LC_ALL": "C.UTF-8"}
    finished = subprocess.run(
        [sys.executable, *arguments], cwd=checkout, env=environment, capture_output=True, text=True, check=True
    )
    return finished.stdout


def is_used(checkout: Path) -> bool:
    program = (
        "from wizard.catalogs.compiled import read_compiled\n"
        "from wizard.datafiles.packaged import data_folder\n"
        "print(read_compiled(data_folder('catalogs')) is not None)"
    )
    return python(checkout, "-c", program).strip() == "True"


def test_it_gives_back_what_the_files_say(folder: Path, compiled: Path) -> None:
    """The representation shows types too: dates, tuples, whole and decimal numbers, and the order of keys."""
    assert repr(read_compiled(folder, compiled)) == repr(read_catalog(folder))


def test_it_is_the_same_to_the_byte_whenever_it_is_made(folder: Path, compiled: Path) -> None:
    first = compiled.read_bytes()
    compile_catalog(folder, compiled)
    assert compiled.read_bytes() == first


def test_compiling_leaves_nothing_beside_it(compiled: Path) -> None:
    assert {path.name for path in compiled.parent.iterdir()} == {"catalogs", "catalog.compiled"}


def _edit(folder: Path) -> None:
    path = folder / "vat_fx.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("DE: 0.19", "DE: 0.18"), encoding="utf-8")


def _rename(folder: Path) -> None:
    (folder / "seats.yaml").rename(folder / "chairs.yaml")


def _add(folder: Path) -> None:
    (folder / "offers" / "more.yaml").write_text("offers: {}\n", encoding="utf-8")


def _remove(folder: Path) -> None:
    (folder / "checks_prices.yaml").unlink()


@pytest.mark.parametrize("change", [_edit, _rename, _add, _remove])
def test_any_change_of_the_files_puts_it_out_of_use(
    folder: Path, compiled: Path, change: Callable[[Path], None]
) -> None:
    change(folder)
    assert read_compiled(folder, compiled) is None


def test_a_pipe_among_the_files_puts_it_out_of_use(folder: Path, compiled: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")
    assert read_compiled(folder, compiled) is None


def test_a_huge_file_among_the_files_is_not_read_for_its_hash(folder: Path, compiled: Path) -> None:
    with (folder / "huge.yaml").open("wb") as file:
        file.truncate(5_000_000_000)
    assert read_compiled(folder, compiled) is None


def test_a_name_that_is_no_text_puts_it_out_of_use(folder: Path, compiled: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.yaml")).write_text("offers: {}\n", encoding="utf-8")
    assert read_compiled(folder, compiled) is None


def _wrong_digit(data: bytes) -> bytes:
    return data.replace(b'"value":0.19', b'"value":0.18', 1)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(_wrong_digit, id="another number"),
        pytest.param(lambda data: data[:-10], id="cut off"),
        pytest.param(lambda data: data[: data.index(b"\n")], id="first line only"),
        pytest.param(lambda _data: b"", id="empty"),
        pytest.param(lambda data: data.replace(b"catalogue 1", b"catalogue 2", 1), id="another format"),
        pytest.param(lambda data: data[data.index(b"\n") + 1 :], id="no first line"),
        pytest.param(lambda _data: b"\xff" * 1000, id="noise"),
    ],
)
def test_a_damaged_one_is_not_used(folder: Path, compiled: Path, damage: Callable[[bytes], bytes]) -> None:
    before = compiled.read_bytes()
    compiled.write_bytes(damage(before))
    assert compiled.read_bytes() != before
    assert read_compiled(folder, compiled) is None


def test_none_is_no_error(folder: Path, tmp_path: Path) -> None:
    assert read_compiled(folder, tmp_path / "nothing") is None


def test_a_folder_or_a_pipe_in_its_place_is_not_used(folder: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert (read_compiled(folder, tmp_path), read_compiled(folder, pipe)) == (None, None)


def test_a_huge_one_is_not_read(folder: Path, compiled: Path) -> None:
    os.truncate(compiled, LARGEST + 1)
    assert read_compiled(folder, compiled) is None


def test_a_catalogue_with_a_fault_is_not_compiled(folder: Path, tmp_path: Path) -> None:
    (folder / "more.yaml").write_text("machines: {}\n", encoding="utf-8")
    with pytest.raises(CodedError, match="C002"):
        compile_catalog(folder, tmp_path / "catalog.compiled")
    assert not (tmp_path / "catalog.compiled").exists()


def test_an_edited_price_is_shown_at_once(checkout: Path) -> None:
    file = checkout / "catalogs" / "offers" / "ovhcloud.yaml"
    text = file.read_text(encoding="utf-8")
    assert "on_demand_per_hour: {value: 0.75," in text
    file.write_text(text.replace("{value: 0.75,", "{value: 0.85,", 1), encoding="utf-8")
    assert " 0.85 " in python(checkout, "-m", "wizard", "catalog", "show", "ovh-l4-90")


def test_loading_writes_nothing(checkout: Path) -> None:
    """An installation may be read-only."""
    before = {path: path.stat().st_mtime_ns for path in checkout.rglob("*") if "__pycache__" not in path.parts}
    python(checkout, "-B", "-m", "wizard", "catalog", "show", "L4")
    assert {path: path.stat().st_mtime_ns for path in checkout.rglob("*") if "__pycache__" not in path.parts} == before


def test_a_clean_clone_reads_its_files(checkout: Path) -> None:
    (checkout / "wizard" / "_packaged" / "catalog.compiled").unlink()
    assert "l4-24" in python(checkout, "-m", "wizard", "catalog", "show", "L4")


def test_two_that_compile_at_once_leave_a_whole_one(checkout: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    command = [sys.executable, "-m", "wizard.catalogs.compiling"]
    both = [subprocess.Popen(command, cwd=checkout, env=environment) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    assert is_used(checkout)
    assert [path.name for path in (checkout / "wizard" / "_packaged").iterdir()] == ["catalog.compiled"]


def test_it_is_used_while_nothing_changed(checkout: Path) -> None:
    assert is_used(checkout)


@pytest.mark.parametrize("code", ["domain/hardware.py", "catalogs/sections.py", "datafiles/strict_yaml.py"])
def test_changed_code_puts_it_out_of_use(checkout: Path, code: str) -> None:
    with (checkout / "wizard" / code).open("a", encoding="utf-8") as file:
        file.write("# read differently\n")
    assert not is_used(checkout)


def test_reading_the_files_takes_no_code_beyond_what_is_hashed() -> None:
    program = (
        "import sys\n"
        "from wizard.catalogs.load import read_catalog\n"
        "from wizard.datafiles.packaged import data_folder\n"
        "read_catalog(data_folder('catalogs'))\n"
        "print(*(name for name in sys.modules if name.startswith('wizard.')))"
    )
    packages = {name.split(".")[1] for name in python(ROOT, "-c", program).split()}
    assert packages == {"catalogs", "datafiles", "domain"}


def test_the_hash_depends_on_where_a_file_ends(tmp_path: Path) -> None:
    """Text moved from the end of one file to the start of the next is a change."""
    hashes = set()
    for first, second in (("a: 1\nb: 2\n", ""), ("a: 1\n", "b: 2\n")):
        (tmp_path / "1.yaml").write_text(first, encoding="utf-8")
        (tmp_path / "2.yaml").write_text(second, encoding="utf-8")
        hashes.add(inputs_hash(tmp_path))
    assert len(hashes) == 2
