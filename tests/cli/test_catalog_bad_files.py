"""Files no catalogue can be made of: each is refused with its own message, its name and its line."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cli.conftest import Rechenwerk
from wizard.catalogs.load import catalog_faults, read_catalog
from wizard.datafiles.packaged import data_folder
from wizard.datafiles.strict_yaml import read_yaml

HERE = "more.yaml"
LAW = "provenance: {basis: law, source: a law, retrieved_on: 2026-09-29, confidence: high}\n"
HEADER = """version: "1"
as_of: 2026-11-30
expiry_days: {spot: 7, small_provider: 30, street: 30, hyperscaler: 90, product_status: 180, specs: 365, tax_law: 365}
"""
DECISION = "decision: {clear_from: 0.8, leaning_from: 0.6, weight_samples: 100, concentration: 60}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The smallest catalogue there can be."""
    made = tmp_path / "catalogs"
    made.mkdir()
    (made / "catalog.yaml").write_text(HEADER, encoding="utf-8")
    (made / "decision.yaml").write_text(DECISION, encoding="utf-8")
    (made / "vat_fx.yaml").write_text(f"{LAW}vat_rates:\n  DE: 0.19\n", encoding="utf-8")
    return made


def found(rechenwerk: Rechenwerk, folder: Path) -> list[tuple[str, str]]:
    """Place and code of each problem the command prints, and nothing but problems."""
    outcome = rechenwerk("catalog", "check", folder, "--json")
    assert outcome.code == (1 if outcome.document["problems"] else 0)
    return [(one["place"], one["code"]) for one in outcome.document["problems"]]


def test_the_smallest_catalogue_lacks_only_what_advice_refers_to(rechenwerk: Rechenwerk, folder: Path) -> None:
    assert {code for _place, code in found(rechenwerk, folder)} == {"C090"}


@pytest.mark.parametrize(
    ("content", "line", "code"),
    [
        pytest.param(b"offers: {}\nparts: \xff\n", ":2", "Y002", id="no UTF-8"),
        pytest.param("offers: {}".encode("utf-16"), ":1", "Y002", id="UTF-16"),
        pytest.param(b"offers:\n\ta: 1\n", ":2", "Y013", id="tab"),
        pytest.param(b"offers:\r\n  a: [\r\n", ":3", "Y003", id="Windows line ends"),
        pytest.param(b"offers: " + b"[" * 10_000, ":1", "Y003", id="10,000 levels in a line"),
        pytest.param(b"".join(b" " * n + b"a:\n" for n in range(300)), ":33", "Y005", id="300 levels by indentation"),
        pytest.param(b"sources: {a: &a x}\noffers: *a\n", ":1", "Y004", id="anchor"),
        pytest.param(b"offers: [" + b"1," * 200_001 + b"]", ":1", "Y006", id="too many values"),
        pytest.param(b"offers: {}\noffers: {}\n", ":2", "Y007", id="section twice"),
        pytest.param(b"offers: {}\n? [a]\n: b\n", ":2", "Y008", id="a list as a key"),
        pytest.param(b"offers: !!python/name:os.system\n", ":1", "Y010", id="tag"),
        pytest.param(b"offers: {}\n# \x1b[31m\n", ":2", "Y011", id="escape sequence"),
        pytest.param(b"offers: " + b"9" * 1001, ":1", "Y012", id="1,001 digits"),
        pytest.param(b"offers: {}\n---\nparts: {}\n", ":2", "Y003", id="two documents"),
        pytest.param(b"", "", "C050", id="empty"),
        pytest.param(b"# later\n", "", "C050", id="a remark only"),
        pytest.param(b"- offers\n- parts\n", "", "C050", id="a list"),
        pytest.param(b"offers\n", "", "C050", id="a word"),
        pytest.param(b"offers:\n", ":1", "C001", id="empty section"),
        pytest.param(b"parts: {}\noffers: [a]\n", ":2", "C001", id="a list for a section"),
        pytest.param(b"offers:\n  a: [1]\n", ":2", "C001", id="a list for an entry"),
        pytest.param(b"~: {}\n", "", "C002", id="no name for a section"),
        pytest.param(b"vat_rates:\n  AT: 0.2\n", ":2", "C004", id="no provenance"),
        pytest.param(LAW.encode() + b"vat_rates:\n  DE: 0.19\n", ":3", "", id="described in two files"),
        pytest.param(LAW.encode() + b"vat_rates: {AT: .nan}\n", ":2", "C003", id="not a number"),
        pytest.param(LAW.encode() + b"vat_rates: {AT: .inf}\n", ":2", "C003", id="infinity"),
        pytest.param(LAW.encode() + b"vat_rates: {AT: 1e400}\n", ":2", "C029", id="1e400"),
        pytest.param(LAW.encode() + b"vat_rates: {AT: -0.2}\n", ":2", "C029", id="negative"),
        pytest.param(LAW.encode() + b"vat_rates: {AT: 20}\n", ":2", "C053", id="per cent for a share"),
        pytest.param(LAW.encode() + b"vat_rates: {AT: 0,2}\n", ":2", "C", id="decimal comma"),
        pytest.param(LAW.encode() + b'vat_rates: {AT: {value: "0.2"}}\n', ":2", "C017", id="a number in quotes"),
        pytest.param(LAW.encode() + b"vat_rates: {AT: {value: true}}\n", ":2", "C017", id="true for a number"),
        pytest.param(LAW.encode() + b"vat_rates: {AT: {vlaue: 0.2}}\n", ":2", "C004", id="typo in the only key"),
        pytest.param(
            LAW.encode() + b"vat_rates: {AT: {value: 0.2, retrieved_on: 1}}\n", ":2", "C018", id="a number for a day"
        ),
        pytest.param(LAW.encode() + b"vat_rates: {AT: {value: 0.2, layer: client}}\n", ":2", "C015", id="a layer"),
        pytest.param(b"sources: {a: [b]}\noffers: {}\n", ":1", "C054", id="a list for a source"),
        pytest.param(
            b"models:\n  a:\n    architecture:\n      model_type: llama\n      hidden_size: -1\n", ":5", "C202",
            id="architecture",
        ),
    ],
)  # fmt: skip
def test_a_bad_file_is_named_with_its_line(
    rechenwerk: Rechenwerk,
    folder: Path,
    content: bytes,
    line: str,
    code: str,
) -> None:
    (folder / HERE).write_bytes(content)
    ((place, said),) = found(rechenwerk, folder)
    if code:
        assert (place, said.startswith(code)) == (f"{HERE}{line}", True)
    else:  # the file that is read second is blamed
        assert (place, said) == ("vat_fx.yaml:3", "C008")


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(5_000_000_000)


def _forbidden(path: Path) -> None:
    path.write_text("offers: {}\n", encoding="utf-8")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")


@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(_sparse, "Y001", id="5 GB"),
        pytest.param(os.mkfifo, "Y009", id="pipe"),
        pytest.param(lambda path: path.symlink_to("/dev/zero"), "Y009", id="device without end"),
        pytest.param(lambda path: path.symlink_to(path.name), "Y009", id="link to itself"),
        pytest.param(lambda path: path.symlink_to("nowhere"), "Y009", id="link to nothing"),
        pytest.param(lambda path: path.mkdir(), "Y009", id="folder"),
        pytest.param(_forbidden, "Y009", id="unreadable"),
        pytest.param(lambda path: path.symlink_to("vat_fx.yaml"), "C051", id="link to a file beside it"),
    ],
)
def test_what_is_no_file_of_its_own_is_named(
    rechenwerk: Rechenwerk,
    folder: Path,
    make: Callable[[Path], None],
    code: str,
) -> None:
    make(folder / "x.yaml")
    assert found(rechenwerk, folder) == [("x.yaml", code)]


def test_a_folder_that_is_the_folder_itself_is_named(rechenwerk: Rechenwerk, folder: Path) -> None:
    (folder / "again").symlink_to(".")
    twice = ["again/catalog.yaml", "again/decision.yaml", "again/vat_fx.yaml"]
    assert found(rechenwerk, folder) == [(name, "C051") for name in twice]


@pytest.mark.parametrize("name", ["more.yml", "MORE.YAML", "offers/eu/more.yaml"])
def test_a_file_that_is_passed_over_is_named(rechenwerk: Rechenwerk, folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("machines: {}\n", encoding="utf-8")
    assert found(rechenwerk, folder) == [(name, "C052")]


def test_a_fault_in_a_folder_is_named_with_it(rechenwerk: Rechenwerk, folder: Path) -> None:
    """Two makers may have a file of the same name in two folders."""
    (folder / "models").mkdir()
    (folder / "models" / "nvidia.yaml").write_text("models: [\n", encoding="utf-8")
    assert found(rechenwerk, folder) == [("models/nvidia.yaml:2", "Y003")]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"], ids=["unix", "windows", "old mac"])
def test_marks_and_line_ends_of_other_systems_are_fine(folder: Path, mark: bytes, ends: bytes) -> None:
    for path in folder.iterdir():
        path.write_bytes(mark + path.read_bytes().replace(b"\n", ends))
    assert read_catalog(folder).vat_rates["DE"].value == 0.19


@pytest.mark.parametrize(
    "header",
    [
        pytest.param("", id="empty"),
        pytest.param(HEADER.replace("7,", "0,"), id="no days"),
        pytest.param(HEADER.replace("7,", "-1,"), id="negative days"),
        pytest.param(HEADER.replace("7,", "1e400,"), id="endless days"),
        pytest.param(HEADER.replace("spot: 7, ", ""), id="a class without days"),
        pytest.param(HEADER.replace("spot", "spto"), id="a class nobody knows"),
        pytest.param(HEADER.replace("2026-11-30", "0"), id="a number for a day"),
        pytest.param(HEADER + "~: 1\nfoo: 2\n", id="a field without a name"),
    ],
)
def test_a_wrong_header_is_named(rechenwerk: Rechenwerk, folder: Path, header: str) -> None:
    (folder / "catalog.yaml").write_text(header, encoding="utf-8")
    ((place, code),) = found(rechenwerk, folder)
    assert (place.split(":")[0], code[0]) == ("catalog.yaml", "C")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("clear_from: 0.8", "clear_from: 1e400"),
        ("clear_from: 0.8", "clear_from: -1"),
        ("leaning_from: 0.6", "leaning_from: 60"),
        ("weight_samples: 100", "weight_samples: 0"),
        ("concentration: 60", "concentration: 0"),
    ],
)
def test_a_setting_nothing_can_be_decided_with_is_named(
    rechenwerk: Rechenwerk,
    folder: Path,
    before: str,
    after: str,
) -> None:
    (folder / "decision.yaml").write_text(DECISION.replace(before, after), encoding="utf-8")
    ((place, code),) = found(rechenwerk, folder)
    assert (place, code in ("C029", "C053")) == ("decision.yaml:1", True)


def test_german_says_what_stands_there(rechenwerk: Rechenwerk, folder: Path) -> None:
    (folder / HERE).write_text("- a\n", encoding="utf-8")
    assert "nicht eine Liste" in rechenwerk("catalog", "check", folder, "--lang", "de").out


SAMPLES = ["accelerators/nvidia.yaml", "apis/market.yaml", "parts.yaml", "rules.yaml", "seats.yaml", "servers.yaml"]
NASTY = st.sampled_from(
    [None, True, "", " ", "x", 0, -1, 1e400, float("nan"), 10**400, [], [1], {}, {"value": 1}, {5: 6}, {"": {}}]
)


@pytest.fixture(scope="module")
def originals() -> dict[str, object]:
    return {name: read_yaml(data_folder("catalogs") / name) for name in SAMPLES}


@settings(max_examples=150)
@given(name=st.sampled_from(SAMPLES), choose=st.randoms(use_true_random=False), nasty=NASTY)
def test_whatever_stands_in_a_place_it_is_read_or_named(
    tmp_path_factory: pytest.TempPathFactory, originals: dict[str, object], name: str, choose, nasty: object
) -> None:
    folder = tmp_path_factory.mktemp("catalogs")
    content = _replaced(originals[name], choose, nasty)
    (folder / "one.yaml").write_text(_flow(content), encoding="utf-8")
    faults = catalog_faults(folder)
    assert all(fault.message("de") and fault.message("en") for fault in faults)


def _replaced(node, choose, nasty):
    """A copy with one place, somewhere below, holding something else."""
    if isinstance(node, dict) and node and choose.random() < 0.9:
        key = choose.choice(list(node))
        return {**node, key: _replaced(node[key], choose, nasty)}
    return nasty


def _flow(node: object) -> str:
    if isinstance(node, dict):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(value)}" for key, value in node.items()) + "}"
    if isinstance(node, list):
        return "[" + ", ".join(map(_flow, node)) + "]"
    if isinstance(node, str):
        return "'" + node.replace("'", "''") + "'"
    return {None: "~", True: "true", False: "false"}.get(node, "1e400" if node == float("inf") else str(node))
