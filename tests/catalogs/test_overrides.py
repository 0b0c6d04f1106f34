"""A client's own figures lie over the shipped ones, marked as such."""

from typing import Any

import pytest
from wizard.catalogs.find import find_accelerator, find_model
from wizard.catalogs.load import load_catalog, with_layer
from wizard.domain.errors import CodedError

QUOTE = {"basis": "quote", "source": "offer 4711 of 2026-11-20", "retrieved_on": "2026-11-20", "confidence": "high"}


def with_quote(**sections: Any) -> dict[str, Any]:
    return {"provenance": QUOTE, **sections}


def test_a_quoted_price_wins_and_says_where_it_comes_from() -> None:
    catalog = load_catalog(with_quote(servers={"sxm-8x-h100": {"price": 280_000}}))
    price = catalog.servers["sxm-8x-h100"].price
    assert (price.value, price.layer, price.basis) == (280_000, "client", "quote")


def test_what_the_client_does_not_name_stays_shipped() -> None:
    catalog = load_catalog(with_quote(servers={"sxm-8x-h100": {"price": 280_000}}))
    assert catalog.servers["sxm-8x-h100"].max_power_kw == load_catalog().servers["sxm-8x-h100"].max_power_kw


def test_one_rate_of_an_accelerator_may_be_replaced() -> None:
    rates = load_catalog(with_quote(accelerators={"l4-24": {"dense_tflops": {"fp8": 240}}})).accelerators["l4-24"]
    assert rates.dense_tflops["fp8"].layer == "client"
    assert rates.dense_tflops["bf16"].value == 121


def test_an_override_leaves_the_shipped_catalogue_alone() -> None:
    load_catalog(with_quote(electricity={"DE": 0.30}))
    assert load_catalog().electricity["DE"].layer == "shipped"


def test_a_known_figure_keeps_its_unit() -> None:
    assert (
        load_catalog(with_quote(figures={"finance.discount_rate": 0.08})).figures["finance.discount_rate"].unit == "1/a"
    )


def test_the_client_may_bring_a_server_with_an_aliased_accelerator() -> None:
    server = {
        "name": "Quoted server", "vendor": "Vendor", "accelerator": "L40S-48GB", "accelerators": 2,
        "form_factor": "rack", "rack_units": 2, "price": 30_000, "price_currency": "EUR", "cpu_cores": 32,
        "ram_gb": 256, "nvme_tb": 4, "max_power_kw": 1.4, "idle_power_share": 0.2, "cooling": "air",
    }  # fmt: skip
    quoted = load_catalog(with_quote(servers={"quoted": server})).servers["quoted"]
    assert (quoted.accelerator, quoted.price.unit) == ("l40s-48", "EUR")


def test_the_client_may_bring_a_model() -> None:
    model = {
        "name": "House model", "aliases": ["house"], "modality": "text", "licence": "own", "commercial_use": "yes",
        "source": "config.json of the client", "retrieved_on": "2026-11-20",
        "architecture": {
            "model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
            "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": False,
        },
    }  # fmt: skip
    catalog = load_catalog({"models": {"client/house-8b": model}})
    assert find_model(catalog, "HOUSE").architecture.layer_count == 32


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"offers": {"ovh-l4-90": {"on_demand_per_hour": 0.7}}}, "C004.*offers.ovh-l4-90.on_demand_per_hour"),
        (with_quote(offers={"ovh-l4-90": {"on_demand_per_hour": {"value": 0.7, "unit": "USD/h"}}}), "C005.*EUR/h"),
        (with_quote(rules={"LAW-01": {}}), "C002.*'rules'"),
        (with_quote(servers={"mine": {"accelerator": "l4-24"}}), "C014.*servers.mine"),
        (with_quote(offers=[]), "C001.*offers"),
        ({"provenance": {"bases": "quote"}}, "C015.*provenance.bases"),
        (with_quote(accelerators={"l4-24": {"aliases": ["L40S"]}}), "C009.*L40S"),
    ],
)
def test_a_mistake_names_the_path_of_keys(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(CodedError, match=message):
        load_catalog(overrides)


@pytest.mark.parametrize(
    ("sections", "code", "field"),
    [
        ({"electricity": {"DE": -0.01}}, "C029", "electricity.DE"),
        ({"vat_rates": {"DE": 19}}, "C053", "vat_rates.DE"),
        ({"vat_rates": {"DE": -0.19}}, "C029", "vat_rates.DE"),
        ({"electricity": {"DE": {"value": 0.3, "retrieved_on": 0}}}, "C018", "electricity.DE.retrieved_on"),
        ({"electricity": {"DE": {"value": 0.3, "retrieved_on": "0"}}}, "C018", "electricity.DE.retrieved_on"),
        ({"accelerators": {"l4-24": {"dense_tflops": {16: 121}}}}, "C015", "accelerators.l4-24.dense_tflops.16"),
        ({"accelerators": {"l4-24": {"dense_tflops": {"bf61": 121}}}}, "C015", "accelerators.l4-24.dense_tflops.bf61"),
        ({"parts": {"adapter-25g": {"facts": {5: 3}}}}, "C004", "parts.adapter-25g.facts.5"),
        ({"accelerators": {"l4-24": {"name": 4}}}, "C054", "accelerators.l4-24.name"),
        ({"sources": {"a": ["b"]}}, "C054", "sources.a"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named(sections: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(CodedError, match=code) as caught:
        load_catalog(with_quote(**sections))
    assert caught.value.details["field"] == field


def test_a_figure_copied_with_its_layer_lies_in_the_clients() -> None:
    catalog = load_catalog(with_quote(electricity={"DE": {"value": 0.3, "layer": "shipped"}}))
    assert catalog.electricity["DE"].layer == "client"


def test_the_same_name_finds_the_same_accelerator_with_and_without_overrides() -> None:
    catalog = load_catalog(with_quote(accelerators={"l4-24": {"tdp_w": 75}}))
    assert find_accelerator(catalog, "L4").tdp_w.value == 75


@pytest.mark.parametrize(
    ("section", "entry", "field", "value", "code"),
    [
        ("colocation", "retail", "rack_kw", 0, "C029"),
        ("colocation", "retail", "rack_kw", float("inf"), "C029"),
        ("colocation", "retail", "per_kw_month", -1, "C029"),
        ("apis", "openai-gpt-6-astra", "input_per_million", 1e300, "C029"),
        ("apis", "openai-gpt-6-astra", "batch_discount", float("nan"), "C053"),
        ("apis", "openai-gpt-6-astra", "batch_discount", 1e300, "C053"),
        ("seats", "chatgpt-plus-2024", "minimum_seats", -1, "C053"),
        ("seats", "chatgpt-plus-2024", "minimum_months", 10**9, "C053"),
        ("parts", "adapter-25g", "price", {"value": -5}, "C029"),
        ("servers", "sxm-8x-h100", "max_power_kw", 0, "C029"),
        ("accelerators", "l4-24", "memory_bandwidth_gb_per_s", -1, "C029"),
        ("accelerators", "l4-24", "memory_bandwidth_gb_per_s", {"value": 5, "low": 0}, "C029"),
        ("servers", "sxm-8x-h100", "accelerators", 0, "C029"),
        ("servers", "sxm-8x-h100", "ram_gb", -1, "C029"),
        ("servers", "sxm-8x-h100", "nvme_tb", float("inf"), "C029"),
        ("servers", "sxm-8x-h100", "nvme_tb", float("nan"), "C029"),
        ("servers", "sxm-8x-h100", "cpu_cores", 10**400, "C029"),
        ("servers", "sxm-8x-h100", "idle_power_share", 12, "C053"),
        ("accelerators", "l4-24", "mig_instances", -1, "C029"),
        ("models", "openai/gpt-oss-120b", "label_params_b", 0, "C029"),
    ],
)
def test_a_number_no_offer_can_have_is_refused_before_it_is_computed_with(
    section: str, entry: str, field: str, value: object, code: str
) -> None:
    with pytest.raises(CodedError, match=rf"{code}.*{section}\.{entry}\.{field}"):
        load_catalog(with_quote(**{section: {entry: {field: value}}}))


def test_a_clients_figure_lies_over_a_refreshed_one() -> None:
    refreshed = with_layer(load_catalog(), with_quote(electricity={"DE": 0.31, "FR": 0.16}), "refreshed")
    catalog = with_layer(refreshed, with_quote(electricity={"DE": 0.30}), "client")
    found = {
        country: (catalog.electricity[country].value, catalog.electricity[country].layer) for country in ("DE", "FR")
    }
    assert found == {"DE": (0.30, "client"), "FR": (0.16, "refreshed")}


def test_a_mistake_in_a_layer_names_the_layer() -> None:
    with pytest.raises(CodedError, match=r"refreshed: \[C001\].*offers"):
        with_layer(load_catalog(), with_quote(offers=[]), "refreshed")
