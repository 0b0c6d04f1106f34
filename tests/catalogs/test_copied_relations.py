"""Wrong copies that are plausible alone: each contradicts a sibling, a span or a second source, and is named."""

from collections.abc import Mapping
from typing import Any

import pytest
from wizard.catalogs.check import check_catalog
from wizard.catalogs.load import load_catalog
from wizard.domain.catalog import Catalog
from wizard.sizing.architecture import count_parameters

H100 = "h100-sxm-80"
LLAMA = "meta-llama/Llama-3.1-8B-Instruct"
ONE, FOUR = "verda-rtx-pro-6000-1x", "verda-rtx-pro-6000-4x"


def found(catalog: Catalog) -> dict[str, str]:
    """Field and code of everything that is wrong, the last of each field."""
    faults = check_catalog(catalog, lambda architecture: count_parameters(architecture).total)
    return {str(fault.details["field"]): fault.error.code for fault in faults}


def changed(section: str, identity: str, **fields: Any) -> Catalog:
    """The shipped catalogue with an entry copied wrongly; numbers replace the value of a figure and its span."""
    catalog = load_catalog()
    entry = getattr(catalog, section)[identity]
    new = {name: _laid(getattr(entry, name), value) for name, value in fields.items()}
    entries = {**getattr(catalog, section), identity: entry.model_copy(update=new)}
    return catalog.model_copy(update={section: entries})


def _laid(before: Any, value: Any) -> Any:
    if isinstance(value, Mapping):
        return {**before, **{name: _laid(before[name], one) for name, one in value.items()}}
    if hasattr(before, "retrieved_on"):
        return before.model_copy(update={"value": value, "low": None, "high": None})
    return value


def model(identity: str, **attention: Any) -> Catalog:
    """With other attention in every layer, or another context."""
    catalog = load_catalog()
    architecture = catalog.models[identity].architecture
    context = attention.pop("context", architecture.context)
    layers = tuple(
        group.model_copy(update={"attention": group.attention.model_copy(update=attention)})
        for group in architecture.layers
    )
    return changed(
        "models", identity, architecture=architecture.model_copy(update={"layers": layers, "context": context})
    )


def test_the_shipped_catalogue_contradicts_nothing() -> None:
    assert found(load_catalog()) == {}


@pytest.mark.parametrize("value", [3683.36, 3683, 3680, 2039])
def test_bandwidth_of_another_memory(value: float) -> None:
    assert f"accelerators.{H100}.memory_bandwidth_gb_per_s" in found(
        changed("accelerators", H100, memory_bandwidth_gb_per_s=value)
    )


def test_all_rates_halved() -> None:
    halved = {"bf16": 495, "fp16": 495, "fp8": 989, "int8": 989}
    wrong = found(changed("accelerators", H100, dense_tflops=halved))
    assert {f"accelerators.{H100}.dense_tflops.{name}" for name in halved} <= wrong.keys()


def test_rates_of_a_card_without_second_source_are_those_of_its_board() -> None:
    """The H800 is an H100 with slower links."""
    halved = {"bf16": 495, "fp16": 495, "fp8": 989, "int8": 989}
    wrong = found(changed("accelerators", "h800-sxm-80", dense_tflops=halved))
    assert wrong["accelerators.h800-sxm-80.dense_tflops.fp8"] == "C100"


@pytest.mark.parametrize(
    ("identity", "name", "value"),
    [("l40s-48", "int8", 1466), ("rx-7900-xtx-24", "int8", 245.6), ("b200-sxm-180", "fp4", 18_000),
     ("rtx-5090-32", "fp4", 3352)],
)  # fmt: skip
def test_a_narrow_format_with_sparsity(identity: str, name: str, value: float) -> None:
    wrong = found(changed("accelerators", identity, dense_tflops={name: value}))
    assert wrong[f"accelerators.{identity}.dense_tflops.{name}"] == "C101"


def test_stacked_memory_of_a_sibling() -> None:
    """141 GB of HBM3e have one rate, whatever the form."""
    wrong = found(changed("accelerators", "h200-nvl-141", memory_bandwidth_gb_per_s=5278))
    assert wrong["accelerators.h200-nvl-141.memory_bandwidth_gb_per_s"] == "C100"


def test_power_of_a_card_without_second_source_is_that_of_its_chip() -> None:
    wrong = found(changed("accelerators", "v100-sxm-16", tdp_w=150))
    assert wrong["accelerators.v100-sxm-16.tdp_w"] == "C100"


@pytest.mark.parametrize(("identity", "number", "code"), [
    ("gcp-a2-ultragpu-1g-us-east1", 8, "C108"), ("aws-p5-48xlarge-us-east-1", 64, "C111"),
])  # fmt: skip
def test_a_number_no_machine_of_the_name_has(identity: str, number: int, code: str) -> None:
    assert found(changed("offers", identity, accelerators=number))[f"offers.{identity}.accelerators"] == code


@pytest.mark.parametrize(
    ("identity", "value"),
    [(H100, 900), ("b200-sxm-180", 1800), ("a100-sxm-80", 600), ("mi300x-192", 896), ("l4-24", 64)],
)
def test_both_directions_of_a_link(identity: str, value: float) -> None:
    wrong = found(changed("accelerators", identity, interconnect_gb_per_s=value))
    assert wrong[f"accelerators.{identity}.interconnect_gb_per_s"] == "C102"


def test_power_of_another_form() -> None:
    """700 W, SXM; 350 W is the PCIe card."""
    assert f"accelerators.{H100}.tdp_w" in found(changed("accelerators", H100, tdp_w=350))


@pytest.mark.parametrize("value", [69.65, 75.0])
def test_a_digit_slipped_in_usable_memory(value: float) -> None:
    assert f"accelerators.{H100}.usable_gib" in found(changed("accelerators", H100, usable_gib=value))


@pytest.mark.parametrize("factor", [10, 0.1])
@pytest.mark.parametrize("identity", sorted(k for k, c in load_catalog().accelerators.items() if c.card_price))
def test_a_card_at_ten_times_or_a_tenth_of_its_price(identity: str, factor: float) -> None:
    price = load_catalog().accelerators[identity].card_price
    assert price is not None
    wrong = found(changed("accelerators", identity, card_price=price.value * factor))
    assert wrong[f"accelerators.{identity}.card_price"] in ("C103", "C104")


def test_a_machine_dearer_than_four() -> None:
    assert found(changed("offers", ONE, on_demand_per_hour=18.9)) == {f"offers.{ONE}.on_demand_per_hour": "C105"}


def test_a_price_in_yen() -> None:
    wrong = found(changed("offers", ONE, currency="JPY"))
    assert (wrong[f"offers.{ONE}.currency"], wrong[f"offers.{ONE}.on_demand_per_hour"]) == ("C100", "C105")


def test_sizes_are_compared_in_one_currency() -> None:
    """7.56 yen for four against 1.89 dollar for one is no bargain but a slip."""
    assert found(changed("offers", FOUR, currency="JPY"))[f"offers.{FOUR}.on_demand_per_hour"] == "C105"


def test_eight_accelerators_at_the_price_of_one() -> None:
    wrong = found(changed("offers", ONE, accelerators=8))
    assert (wrong[f"offers.{ONE}.accelerators"], wrong[f"offers.{ONE}.on_demand_per_hour"]) == ("C108", "C105")


def test_eight_accelerators_at_the_price_of_one_under_another_name() -> None:
    wrong = found(changed("offers", ONE, accelerators=8, name="RTX PRO 6000"))
    assert wrong[f"offers.{ONE}.on_demand_per_hour"] == "C105"


@pytest.mark.parametrize(
    "identity", ["aws-p5-48xlarge-us-east-1", "verda-h100-1x", "hyperstack-l40", "genesis-rtx-3090", ONE]
)
def test_a_digit_too_many_in_large_and_small_classes(identity: str) -> None:
    price = load_catalog().offers[identity].on_demand_per_hour
    assert price is not None
    wrong = found(changed("offers", identity, on_demand_per_hour=price.value * 10))
    assert wrong[f"offers.{identity}.on_demand_per_hour"] in ("C041", "C105", "C106")


@pytest.mark.parametrize("country", ["XX", "UK", "Finnland", "fi"])
def test_a_country_that_is_none(country: str) -> None:
    assert found(changed("offers", ONE, country=country)) == {f"offers.{ONE}.country": "C107"}


def test_a_law_other_than_that_of_all_its_offers() -> None:
    assert found(changed("offers", ONE, operator_law="US"))[f"offers.{ONE}.operator_law"] == "C100"


def test_a_licence_taken_for_a_free_one() -> None:
    assert found(changed("models", LLAMA, commercial_use="yes")) == {f"models.{LLAMA}.commercial_use": "C100"}


@pytest.mark.parametrize("identity", [LLAMA, "Qwen/Qwen2.5-7B-Instruct", "meta-llama/Llama-3.3-70B-Instruct"])
def test_half_the_heads_of_keys_and_values(identity: str) -> None:
    heads = load_catalog().models[identity].architecture.layers[0].attention.kv_heads
    wrong = found(model(identity, kv_heads=heads // 2))
    assert wrong[f"models.{identity}.architecture.num_key_value_heads"] == "C110"
    assert wrong[f"models.{identity}"] == "C023"


@pytest.mark.parametrize("context", [13_107, 1_048_576, 8_192])
def test_a_context_misread(context: int) -> None:
    wrong = found(model(LLAMA, context=context))
    assert f"models.{LLAMA}.architecture.max_position_embeddings" in wrong


def test_a_context_cut_short_needs_no_second_source() -> None:
    wrong = found(model("BAAI/bge-m3", context=819))
    assert wrong["models.BAAI/bge-m3.architecture.max_position_embeddings"] == "C109"


def test_a_context_unlike_those_of_the_family() -> None:
    wrong = found(model("Qwen/Qwen3-Embedding-8B", context=327_680))
    assert wrong["models.Qwen/Qwen3-Embedding-8B.architecture.max_position_embeddings"] == "C100"
