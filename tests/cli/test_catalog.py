"""``catalog``: what it shows of the shipped catalogues, and which deliberately wrong copies it refuses."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from tests.cli.conftest import Outcome, Rechenwerk
from wizard.catalogs.kinds import KINDS
from wizard.catalogs.sections import FIGURES, RECORDS
from wizard.datafiles.packaged import data_folder

Edit = Callable[[str, str, str], Path]


@pytest.fixture
def edited(tmp_path: Path) -> Edit:
    """``edited(file, before, after)``: a copy of the shipped catalogue with one mistake."""

    def change(file: str, before: str, after: str) -> Path:
        folder = Path(copytree(data_folder("catalogs"), tmp_path / "catalogs", dirs_exist_ok=True))
        content = (folder / file).read_text(encoding="utf-8")
        assert before in content
        (folder / file).write_text(content.replace(before, after, 1), encoding="utf-8")
        return folder

    return change


def line_with(folder: Path, file: str, mark: str) -> int:
    content = (folder / file).read_text(encoding="utf-8")
    return content[: content.index(mark)].count("\n") + 1


def checked(rechenwerk: Rechenwerk, *arguments: object) -> tuple[Outcome, Any]:
    outcome = rechenwerk("catalog", "check", *arguments, "--json")
    return outcome, outcome.document


def test_every_kind_of_the_files_can_be_listed() -> None:
    assert set(KINDS) == {*RECORDS, *FIGURES}


def test_the_shipped_catalogue_passes_and_is_counted(rechenwerk: Rechenwerk) -> None:
    outcome, found = checked(rechenwerk, "--as-of", "2026-12-01")
    assert (outcome.code, found["problems"]) == (0, [])
    assert found["counts"]["vat_rates"]["entries"] >= 27
    assert found["counts"]["accelerators"]["figures"] > 5 * found["counts"]["accelerators"]["entries"]


def test_expired_figures_are_a_warning(rechenwerk: Rechenwerk) -> None:
    """A list price of a hyperscaler counts for 90 days, a spot price for 7."""
    outcome, found = checked(rechenwerk, "--as-of", "2027-02-08")
    ages = {one["figure"]: one for one in found["expired"]}
    assert outcome.code == 0
    assert ages["offers.aws-p5-48xlarge-us-east-1.on_demand_per_hour"]["age_days"] == 91
    assert "accelerators.h100-sxm-80.tdp_w" not in ages


def test_the_warning_speaks_german(rechenwerk: Rechenwerk) -> None:
    outcome = rechenwerk("catalog", "check", "--as-of", "2027-02-08", "--lang", "de")
    assert "Zahlen sind abgelaufen" in outcome.out
    assert "✓ nichts zu beanstanden" in outcome.out


NVIDIA = "accelerators/nvidia.yaml"
CLOUDS = "offers/azure.yaml"
H100_RATES = "dense_tflops: {bf16: 989, fp16: 989, fp8: 1979, int8: 1979}"
AMD = "accelerators/amd.yaml"


@pytest.mark.parametrize(
    ("file", "before", "after", "mark", "code", "says"),
    [
        pytest.param(
            NVIDIA, H100_RATES, "dense_tflops: {bf16: 1979, fp16: 1979, fp8: 3958, int8: 3958}", "bf16: 1979", "C022",
            "with sparsity or of several dies", id="sparse for dense",
        ),
        pytest.param(
            NVIDIA, H100_RATES, "dense_tflops: {bf16: 989, fp16: 989, fp8: 3958, int8: 1979}", "fp8: 3958", "C021",
            "FP8 is 4.00 times BF16, expected 2.0", id="FP8 is not twice BF16",
        ),
        pytest.param(
            NVIDIA, "memory_gb: {value: 180, low: 180,", "memory_gb: {value: 90, low: 90,",
            "usable_gib: {value: 179.06", "C028",
            "does not fit a label of 90",
            id="memory of one die of two",
        ),
        pytest.param(
            NVIDIA, "usable_gib: {value: 79.65", "usable_gib: {value: 85.52", "usable_gib: {value: 85.52", "C028",
            "85.52 GiB usable does not fit a label of 80", id="usable memory in GB instead of GiB",
        ),
        pytest.param(
            NVIDIA, "memory_gb: 80\n", "memory_gb: 85.9\n", "memory_gb: 85.9", "C042", "that is 80 times 1.0737",
            id="memory in GiB instead of GB",
        ),
        pytest.param(
            NVIDIA, "memory_bandwidth_gb_per_s: {value: 3350, low: 3350, high: 3360,",
            "memory_bandwidth_gb_per_s: {value: 3683.36,", "3683.36", "C042",
            "that is 3350 times 1.0995", id="bandwidth times 1024^4",
        ),
        pytest.param(
            AMD, "memory_bandwidth_gb_per_s: 5300", "memory_bandwidth_gb_per_s: 10300", "10300", "C043",
            "1.7 times the fastest known memory", id="bandwidth of a cache",
        ),
        pytest.param(
            "offers/scaleway.yaml", "on_demand_per_hour: 1.47", "on_demand_per_hour: 0", "on_demand_per_hour: 0\n",
            "C020", "a price must be above zero", id="price of zero",
        ),
        pytest.param(
            "offers/aws.yaml", "on_demand_per_hour: 58.89", "on_demand_per_hour: 98.76", "98.76", "C041",
            "1.79 times the price of the same machine in the United States", id="Europe far above America",
        ),
        pytest.param(
            "offers/aws.yaml", "on_demand_per_hour: 58.89", "on_demand_per_hour: 48.89", "48.89", "C041",
            "0.89 times the price of the same machine in the United States", id="Europe far below America",
        ),
        pytest.param(
            "offers/stackit.yaml", "on_demand_per_hour: 6.971611", "on_demand_per_hour: 9.4", "9.4", "C040",
            "times as much as in the smaller stackit-n2-14d-g1", id="larger and dearer per GPU",
        ),
        pytest.param(
            CLOUDS, "on_demand_per_hour: {value: 17.64", "on_demand_per_hour: {value: 20", "value: 20", "C040",
            "1.43 times as much", id="a listed exception covers its own ratio only",
        ),
        pytest.param(
            NVIDIA, "    tdp_w: 700", "    tpd_w: 700", "tpd_w", "C015", "correct the spelling", id="typo in a key"
        ),
        pytest.param(
            "servers.yaml", "accelerator: l4-24", "accelerator: l4", "accelerator: l4\n", "", "", id="an alias is fine"
        ),
        pytest.param(
            "servers.yaml", "accelerator: l4-24", "accelerator: l4-2", "accelerator: l4-2\n", "C010",
            "names 'l4-2', which the catalogue does not hold", id="unknown accelerator, a prefix of a known one",
        ),
        pytest.param(
            "vat_fx.yaml", "basis: law, source: [tedb], ", "basis: law, ", "DE: 0.19", "C004", "lacks source",
            id="no source",
        ),
        pytest.param(
            "vat_fx.yaml", "retrieved_on: 2026-09-29, ", "", "DE: 0.19", "C004", "lacks retrieved_on", id="no date"
        ),
        pytest.param("vat_fx.yaml", "{basis: law, ", "{", "DE: 0.19", "C004", "lacks basis", id="no basis"),
        pytest.param(
            "vat_fx.yaml", "DE: 0.19", "DE: {value: 0.19, source: tbd}", "DE: {", "C025", "'tbd' as its source",
            id="placeholder for a source",
        ),
        pytest.param(
            "vat_fx.yaml", "DE: 0.19", "DE: {value: 0.19, retrieved_on: 2027-09-29}", "DE: {", "C024",
            "after the catalogue's own date", id="date to come",
        ),
        pytest.param(
            NVIDIA, "aliases: [H20-96GB, H20,", "aliases: [H20-96GB, L40S,", "", "C009", "must be unambiguous",
            id="one name for two cards",
        ),
        pytest.param(
            "models/meta.yaml", "label_params_b: 8.03", "label_params_b: 7.0",
            "meta-llama/Llama-3.1-8B-Instruct:", "C023",
            "counts 8.03 billion parameters, the label says 7.0", id="label against architecture",
        ),
    ],
)  # fmt: skip
def test_a_wrong_copy_is_refused(
    rechenwerk: Rechenwerk, edited: Edit, file: str, before: str, after: str, mark: str, code: str, says: str
) -> None:
    """Mistakes of published tables, each with its own message at its own line."""
    folder = edited(file, before, after)
    outcome, found = checked(rechenwerk, folder, "--as-of", "2026-12-01")
    problems = {one["code"]: one for one in reversed(found["problems"])}
    if not code:
        assert problems == {}
        return
    assert (outcome.code, code in problems) == (1, True)
    assert says in problems[code]["text"]
    name, _colon, line = problems[code]["place"].partition(":")
    assert name == file
    if mark:
        assert int(line) == line_with(folder, file, mark)


def test_all_unreadable_entries_are_named_at_once(rechenwerk: Rechenwerk, edited: Edit) -> None:
    edited("servers.yaml", "rack_units:", "rack_unit:")
    folder = edited("vat_fx.yaml", "DE: 0.19", "DE: much")
    copytree(folder, folder.with_name("both"))
    broken = folder.with_name("both") / "servers.yaml"
    broken.write_text(broken.read_text(encoding="utf-8").replace("rack_units:", "rack_unit:", 1), encoding="utf-8")
    _outcome, found = checked(rechenwerk, broken.parent)
    assert [one["place"].split(":")[0] for one in found["problems"]] == ["servers.yaml", "vat_fx.yaml"]


def test_a_folder_without_a_catalogue_is_said(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("catalog", "check", tmp_path)
    assert outcome.code == 1
    assert "[C045]" in outcome.out


def test_a_missing_folder_is_wrong_usage(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("catalog", "check", tmp_path / "nowhere")
    assert (outcome.code, "[P003]" in outcome.err) == (2, True)


@pytest.mark.parametrize(("asked", "identity"), [("H20", "h20-96"), ("L4", "l4-24"), ("l40s", "l40s-48")])
def test_a_name_resolves_to_its_own_entry(rechenwerk: Rechenwerk, asked: str, identity: str) -> None:
    outcome = rechenwerk("catalog", "show", asked)
    assert outcome.out.splitlines()[0] == f"{asked} → accelerators {identity}"


@pytest.mark.parametrize("asked", ["H2", "L40x", "h100-sxm-8", "Qwen3-3"])
def test_a_prefix_is_no_name(rechenwerk: Rechenwerk, asked: str) -> None:
    outcome = rechenwerk("catalog", "show", asked)
    assert (outcome.code, outcome.out) == (2, "")
    assert "[C044]" in outcome.err


def test_a_figure_is_shown_with_all_that_is_known(rechenwerk: Rechenwerk) -> None:
    found = rechenwerk("catalog", "show", "leafcloud-h100x1", "--as-of", "2026-12-01", "--json").document
    price = found["figures"]["on_demand_per_hour"]
    assert (price["value"], price["unit"], price["basis"], price["layer"]) == (4.1184, "EUR/h", "list", "shipped")
    assert {"source", "retrieved_on", "confidence", "age_days", "expired"} <= price.keys()


def test_a_kind_tells_equal_ids_apart(rechenwerk: Rechenwerk) -> None:
    both = rechenwerk("catalog", "show", "DE", "--json").document
    assert [one["kind"] for one in both] == ["electricity", "vat_rates"]
    assert rechenwerk("catalog", "show", "vat_rates.DE", "--json").document["figures"]["DE"]["value"] == 0.19


def test_a_model_is_shown_with_its_computed_size(rechenwerk: Rechenwerk) -> None:
    found = rechenwerk("catalog", "show", "Llama-3.1-8B", "--json").document
    assert found["computed"]["parameters"] == 8_030_261_248


def test_the_layer_of_a_clients_price_is_shown(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    file = tmp_path / "acme.yaml"
    rechenwerk("new", file, "--no-tui")
    quote = (
        "overrides:\n  provenance: {basis: quote, source: quote 4711, retrieved_on: 2026-11-20, confidence: high}\n"
        "  offers: {leafcloud-h100x1: {on_demand_per_hour: 3.9}}"
    )
    file.write_text(file.read_text(encoding="utf-8").replace("overrides: {}", quote), encoding="utf-8")
    found = rechenwerk("catalog", "show", "leafcloud-h100x1", "--assessment", file, "--json").document
    price = found["figures"]["on_demand_per_hour"]
    assert (price["value"], price["layer"], price["source"]) == (3.9, "client", "quote 4711")


def test_filters_are_joined(rechenwerk: Rechenwerk) -> None:
    found = rechenwerk("catalog", "list", "offers", "--country", "de", "--accelerator", "H100-SXM", "--json").document
    assert {one["provider"] for one in found["offers"]} >= {"STACKIT", "Google Cloud"}
    assert {(one["country"], one["accelerator"]) for one in found["offers"]} == {("DE", "h100-sxm-80")}


def test_a_filter_without_a_kind_looks_everywhere(rechenwerk: Rechenwerk) -> None:
    found = rechenwerk("catalog", "list", "--country", "FR", "--json").document
    assert [one["id"] for one in found["vat_rates"]] == ["FR"]
    assert found["accelerators"] == []


def test_a_list_names_the_accelerator_it_understood(rechenwerk: Rechenwerk) -> None:
    outcome = rechenwerk("catalog", "list", "offers", "--accelerator", "H100-SXM", "--lang", "de")
    assert "Beschleuniger: h100-sxm-80" in outcome.err
    assert rechenwerk("catalog", "list", "--accelerator", "H10").code == 2


def test_a_difference_shows_both_values_and_dates(rechenwerk: Rechenwerk, edited: Edit) -> None:
    price = "on_demand_per_hour: {value: 0.869, retrieved_on: 2026-11-12}"
    folder = edited("offers/scaleway.yaml", "on_demand_per_hour: 0.79", price)
    outcome = rechenwerk("catalog", "diff", data_folder("catalogs"), folder)
    assert "0.79 EUR/h (2026-10-08) → 0.869 EUR/h (2026-11-12), +10.0" in " ".join(outcome.out.split())


def test_entries_that_came_and_went_are_named(rechenwerk: Rechenwerk, edited: Edit) -> None:
    folder = edited("offers/ovhcloud.yaml", "  ovh-l4-90:", "  ovh-l4-91:")
    found = rechenwerk("catalog", "diff", folder, "--json").document
    assert (found["added"], found["removed"], found["changed"]) == (["offers.ovh-l4-90"], ["offers.ovh-l4-91"], [])


def test_a_catalogue_does_not_differ_from_itself(rechenwerk: Rechenwerk) -> None:
    found = rechenwerk("catalog", "diff", data_folder("catalogs"), "--json").document
    assert found == {"added": [], "removed": [], "changed": []}
