"""The shipped catalogues, read through their public door."""

import pytest
from wizard.catalogs.find import find_accelerator, find_model
from wizard.catalogs.load import load_catalog
from wizard.domain.errors import CodedError


@pytest.mark.parametrize(
    ("name", "identity"),
    [
        ("H100-SXM-80GB", "h100-sxm-80"),
        ("h100 sxm", "h100-sxm-80"),
        ("A100-40GB-SXM", "a100-sxm-40"),
        ("H200-SXM-141GB", "h200-sxm-141"),
        ("RTX-PRO-6000-BSE-96GB", "rtx-pro-6000-server-96"),
        ("L4", "l4-24"),
        ("L40S", "l40s-48"),
        ("MI300X-192GB", "mi300x-192"),
    ],
)
def test_names_of_published_measurements_are_known(name: str, identity: str) -> None:
    assert find_accelerator(load_catalog(), name).id == identity


@pytest.mark.parametrize("name", ["H2", "H100 SXM 96GB", "A10G-24GB", "RTX 6000", "L40x"])
def test_the_nearest_accelerator_is_never_assumed(name: str) -> None:
    with pytest.raises(CodedError, match="C011"):
        find_accelerator(load_catalog(), name)


def test_h20_and_h200_are_two_things() -> None:
    catalog = load_catalog()
    assert find_accelerator(catalog, "H20").memory_bandwidth_gb_per_s.value == 4000
    assert find_accelerator(catalog, "H200-SXM").memory_bandwidth_gb_per_s.value == 4800


def test_an_unknown_model_names_similar_ones_only_as_a_hint() -> None:
    with pytest.raises(CodedError, match=r"C012.*Qwen/Qwen3-32B"):
        find_model(load_catalog(), "qwen3-33b")


def test_a_size_class_gives_its_stand_in() -> None:
    assert find_model(load_catalog(), "class_8b").id == "meta-llama/Llama-3.1-8B-Instruct"
