"""The shipped catalogues, read through their public door. Expected values come from vendors' and providers' pages."""

import pytest
from wizard.catalogs.check import check_catalog
from wizard.catalogs.find import find_accelerator, find_model
from wizard.catalogs.load import load_catalog
from wizard.decision.gates import GATE_RULES
from wizard.domain.errors import CodedError
from wizard.questionnaire.loader import load_questionnaire
from wizard.sizing.architecture import count_parameters

EU = {"AT", "BE", "BG", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "IE", "IT", "LT", "LU", "NL", "PL", "PT", "RO", "SE"}


def test_the_shipped_catalogue_is_sound() -> None:
    """Sizes are counted from the architectures, every price is positive, every date lies before the catalogue's."""
    found = check_catalog(load_catalog(), lambda architecture: count_parameters(architecture).total)
    assert [str(error) for error in found] == []


def test_the_catalogue_holds_what_an_intake_in_europe_needs() -> None:
    """R005, R099, R117: current and older accelerators, models, servers, and offers inside the EU."""
    catalog = load_catalog()
    assert len(catalog.accelerators) >= 70
    assert len(catalog.models) >= 20
    assert len(catalog.servers) >= 6
    assert len(catalog.offers) >= 24
    assert sum(offer.country in EU for offer in catalog.offers.values()) >= 10
    assert {offer.kind for offer in catalog.offers.values()} == {"cloud", "dedicated"}


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
        ("GH200-144GB", "gh200-144"),
        ("V100-16GB", "v100-sxm-16"),
        ("H100-SXM-96GB-HBM2e-500W", "h100-sxm-96-hbm2e-500w"),
        ("Apple-m2-ultra-76-c-192gb", "m2-ultra-76c-192"),
        ("TPU-v5p", "tpu-v5p"),
        ("Gaudi2-96GB", "gaudi2-96"),
        ("RX-7900-XTX-24GB", "rx-7900-xtx-24"),
        ("Quadro-RTX-8000-48GB", "quadro-rtx-8000-48"),
        ("RTX 4060 Ti 16GB", "rtx-4060-ti-16"),
    ],
)
def test_names_of_published_measurements_are_known(name: str, identity: str) -> None:
    assert find_accelerator(load_catalog(), name).id == identity


@pytest.mark.parametrize("name", ["H2", "H100 SXM 96GB", "A10G-24GB", "L40x", "MI250X"])
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


@pytest.mark.parametrize(
    ("accelerator", "rate", "tflops"),
    [
        ("h100-sxm-80", "bf16", 989),
        ("b200-sxm-180", "fp4", 9000),
        ("l40s-48", "bf16", 362),
        ("l4-24", "fp8", 242),
        ("mi355x-288", "fp8", 5000),
        ("a100-sxm-80", "bf16", 312),
        ("gaudi2-96", "fp8", 865),
        ("tpu-v6e", "bf16", 918),
        ("trainium2", "fp8", 1299),
        ("v100-pcie-32", "fp16", 112),
    ],
)
def test_rates_are_the_dense_ones_of_the_vendors(accelerator: str, rate: str, tflops: float) -> None:
    assert load_catalog().accelerators[accelerator].dense_tflops[rate].value == tflops


@pytest.mark.parametrize(
    ("offer", "price", "currency"),
    [
        ("aws-p5-48xlarge-us-east-1", 55.04, "USD"),
        ("azure-nd96isr-h100-v5-eastus", 98.32, "USD"),
        ("leafcloud-h100x1", 4.1184, "EUR"),
        ("crusoe-mi300x", 3.45, "USD"),
    ],
)
def test_prices_stand_in_the_currency_of_the_provider(offer: str, price: float, currency: str) -> None:
    found = load_catalog().offers[offer]
    assert found.on_demand_per_hour is not None
    assert (found.on_demand_per_hour.value, found.currency) == (price, currency)


def test_geforce_cards_carry_the_limit_of_their_driver_licence() -> None:
    """R024: consumer cards have no data-centre licence."""
    cards = load_catalog().accelerators.values()
    limited = {(card.vendor, card.tier) for card in cards if not card.data_center_licence}
    assert limited == {("nvidia", "consumer")}
    assert all(not card.data_center_licence for card in cards if (card.vendor, card.tier) == ("nvidia", "consumer"))


def test_chips_that_are_only_rented_out_state_no_power_and_no_price() -> None:
    """R023: Google and AWS publish neither for TPU and Trainium."""
    rented = [card for card in load_catalog().accelerators.values() if card.cloud_only]
    assert {card.vendor for card in rented} == {"google", "aws"}
    assert [card.id for card in rented if card.tdp_w is not None or card.card_price is not None] == []


def test_shared_memory_is_never_counted_whole() -> None:
    """R022: Metal gives the graphics unit three quarters of 192 GB; CUDA on a DGX Spark never sees 128 GiB."""
    cards = load_catalog().accelerators
    assert cards["m2-ultra-76c-192"].usable_gib.value == 144
    assert cards["gb10-dgx-spark-128"].usable_gib.range().high < 128 * 1e9 / 2**30 * 1.03


def test_no_server_and_no_offer_needs_hardware_that_is_not_for_sale() -> None:
    catalog = load_catalog()
    assert not any(catalog.accelerators[server.accelerator].cloud_only for server in catalog.servers.values())


def test_every_country_of_the_questionnaire_has_a_price_of_power_of_its_own() -> None:
    """R025: where no official value was read, the figure says that it is assumed and spans its neighbours."""
    prices = load_catalog().electricity
    asked = load_questionnaire().question("client.country").options
    assert {str(option.value) for option in asked} <= prices.keys()
    guessed = {country for country, price in prices.items() if price.basis == "assumption"}
    assert {"CH", "UK", "OTHER", "GR"} <= guessed
    assert not {"DE", "AT", "FR", "IT"} & guessed
    assert all(prices[country].confidence.value == "low" for country in guessed)


@pytest.mark.parametrize(
    ("offer", "egress"),
    [("ovh-h100-380", 0), ("stackit-n3-104d-g8", 0), ("aws-p5-48xlarge-us-east-1", 90), ("hetzner-gex131", 0)],
)
def test_offers_state_what_outgoing_data_costs(offer: str, egress: float) -> None:
    figure = load_catalog().offers[offer].egress_per_tb
    assert figure is not None
    assert figure.value == egress


@pytest.mark.parametrize(
    ("size_class", "model"),
    [("class_8b", "meta-llama/Llama-3.1-8B-Instruct"), ("class_moe_120b", "openai/gpt-oss-120b")],
)
def test_a_size_class_gives_its_stand_in(size_class: str, model: str) -> None:
    assert find_model(load_catalog(), size_class).id == model


def test_every_language_class_of_the_questionnaire_has_a_stand_in() -> None:
    without_language = {"class_none", "class_vision", "class_image", "class_video"}
    assert load_questionnaire().model_classes.keys() - without_language == load_catalog().model_classes.keys()


def test_every_gate_has_a_rule_in_both_languages() -> None:
    rules = load_catalog().rules
    assert set(GATE_RULES) <= rules.keys()
    assert all(rule.title.de and rule.title.en and rule.text.de and rule.text.en for rule in rules.values())
