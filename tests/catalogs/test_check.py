"""Arithmetic checks; the mistakes are ones found in published tables and price files."""

from datetime import date
from typing import Any

import pytest
from wizard.catalogs.check import check_catalog
from wizard.catalogs.load import load_catalog

STATED = {"basis": "vendor", "source": "a published table", "retrieved_on": "2026-11-01", "confidence": "low"}


def codes(overrides: dict[str, Any], **options: Any) -> list[str]:
    catalog = load_catalog({"provenance": STATED, **overrides})
    return [error.error.code for error in check_catalog(catalog, **options)]


def accelerator(identity: str, **fields: Any) -> dict[str, Any]:
    return {"accelerators": {identity: fields}}


@pytest.mark.parametrize(
    ("overrides", "code"),
    [
        pytest.param(
            accelerator("h200-sxm-141", dense_tflops={"bf16": 2000, "fp8": 4000}), "C022", id="H200 with sparsity"
        ),
        pytest.param(
            accelerator("h100-nvl-94", dense_tflops={"bf16": 1978.8, "fp8": 3957.8}), "C022", id="two cards as one"
        ),
        pytest.param(
            accelerator("b300-sxm-288", dense_tflops={"bf16": 3750, "fp8": 7500}), "C022", id="B300 half as fast again"
        ),
        pytest.param(accelerator("b200-sxm-180", dense_tflops={"fp8": 9000}), "C021", id="sparse FP8 called dense"),
        pytest.param(accelerator("b200-sxm-180", memory_gb=90), "C028", id="memory of one die"),
        pytest.param(accelerator("a10-24", memory_gb=28), "C028", id="A10 with 28 GB"),
        pytest.param(accelerator("l4-24", memory_gb=1.6e-5), "C028", id="bytes taken for gigabytes"),
        pytest.param(
            {"offers": {"azure-nd96isr-h100-v5-eastus": {"on_demand_per_hour": 0}}}, "C020", id="H100 for nothing"
        ),
        pytest.param({"electricity": {"DE": 0}}, "C020", id="electricity for nothing"),
        pytest.param(
            {"offers": {"aws-p5-48xlarge-us-east-1": {"committed_1y_per_hour": 77.43}}}, "C027", id="stale commitment"
        ),
        pytest.param(
            {"electricity": {"DE": {"value": 0.25, "source": "tbd"}}}, "C025", id="placeholder instead of a source"
        ),
        pytest.param({"electricity": {"DE": {"value": 0.25, "retrieved_on": "2026-12-24"}}}, "C024", id="date to come"),
    ],
)
def test_a_published_mistake_is_found(overrides: dict[str, Any], code: str) -> None:
    assert code in codes(overrides)


def test_a_later_day_may_be_given() -> None:
    overrides = {"electricity": {"DE": {"value": 0.25, "retrieved_on": "2026-12-24"}}}
    assert codes(overrides, as_of=date(2027, 1, 5)) == []


def test_a_size_that_the_architecture_does_not_give_is_found() -> None:
    """R019: a label such as 8 x 7 B = 56 B is not the size of the model."""
    overrides = {"models": {"mistralai/Mixtral-8x7B-Instruct-v0.1": {"label_params_b": 56}}}
    catalog = load_catalog(overrides)
    entry = catalog.models["mistralai/Mixtral-8x7B-Instruct-v0.1"]
    found = check_catalog(
        catalog.model_copy(update={"models": {entry.id: entry}, "model_classes": {}}), lambda _architecture: 46.7e9
    )
    assert [error.error.code for error in found] == ["C023"]


def test_shares_of_a_priority_add_up_to_one() -> None:
    catalog = load_catalog()
    anchors = [
        anchor.model_copy(update={"share": 0.5}) if anchor.criterion == "npv" else anchor
        for anchor in catalog.decision.anchors
    ]
    decision = catalog.decision.model_copy(update={"anchors": tuple(anchors)})
    assert [e.error.code for e in check_catalog(catalog.model_copy(update={"decision": decision}))] == ["C026"]


def test_a_name_with_two_meanings_is_found() -> None:
    catalog = load_catalog()
    l4 = catalog.accelerators["l4-24"].model_copy(update={"aliases": ("L40S",)})
    changed = catalog.model_copy(update={"accelerators": {**catalog.accelerators, "l4-24": l4}})
    assert [error.error.code for error in check_catalog(changed)] == ["C009"]
