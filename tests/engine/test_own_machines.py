"""What owning machines costs and needs beside them: support, licences, power, processors, real products."""

from typing import Any

import pytest
from wizard.catalogs.load import load_catalog
from wizard.domain.hardware import Server
from wizard.domain.result import Fleet
from wizard.engine import Evaluation
from wizard.engine.class_products import largest, products_of
from wizard.sizing.processors import named, ordinary_processor, pcie_lanes, smallest_processor

from .conftest import Evaluate, assessment

CATALOG = load_catalog()
CHAT: dict[str, Any] = {"kind": "llm_chat", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "inflight_peak": 20}


@pytest.fixture(scope="module")
def silent(run: Evaluate) -> Evaluation:
    return run(assessment(CHAT, site__place="own_dc", client__country="DE"))


def open_questions(evaluation: Evaluation) -> set[str]:
    return {question.id for question in evaluation.result.completeness.open_questions}


def fleet(evaluation: Evaluation) -> Fleet:
    option = evaluation.result.option("on_premises")
    assert option is not None
    assert option.fleet is not None
    return option.fleet


def server(name: str) -> Server:
    return CATALOG.servers[name]


def test_silence_about_support_spans_everything_published(silent: Evaluation) -> None:
    """R025: a note says 1 % a year, Lenovo calculates with 12 %."""
    span = silent.inputs["maintenance_share_per_year"].range
    assert (span.low, span.high) == (0.01, 0.12)


def test_silence_about_support_is_an_open_question(silent: Evaluation) -> None:
    assert "fin.licence_cost" in open_questions(silent)


def test_a_stated_support_contract_ends_the_span(run: Evaluate) -> None:
    entry = run(assessment(CHAT, fin__licence_cost={"support_pct": 8})).inputs["maintenance_share_per_year"]
    assert (entry.range.low, entry.range.value, entry.range.high) == (0.08, 0.08, 0.08)
    assert entry.question == "fin.licence_cost"


def test_all_stated_licences_count(run: Evaluate) -> None:
    stated = {"gpu_software": 4000, "virtualisation": 300, "mlops": 700}
    entry = run(assessment(CHAT, fin__licence_cost=stated)).inputs["licence_eur_per_gpu_year"]
    assert entry.range.value == 5000


def test_the_price_of_power_is_asked_for(silent: Evaluation) -> None:
    assert "fin.site_prices" in open_questions(silent)


def test_a_stated_consumption_chooses_the_band(run: Evaluate) -> None:
    """Band ID of the EU is published as 0.1596."""
    told = run(assessment(CHAT, site__place="own_dc", client__country="EU", fin__site_prices={"site_mwh": 5000}))
    entry = told.inputs["electricity_eur_per_kwh"]
    assert entry.range.value == 0.1596
    assert "nrg_pc_205" in entry.source


def test_a_small_fleet_alone_proves_no_band(silent: Evaluation) -> None:
    assert silent.inputs["electricity_eur_per_kwh"].range.value == 0.2264


def test_a_fleet_names_a_processor_and_products(silent: Evaluation) -> None:
    """R101: what is planned can be ordered."""
    found = fleet(silent)
    assert found.host is not None
    assert found.host.processor is not None
    assert "EPYC" in found.host.processor.en
    assert found.host.pcie_lanes
    assert found.products


def test_the_cheapest_sufficient_processor_is_named() -> None:
    """32 cores on one socket: EPYC 9354P, 2,730 USD, is the cheapest list price of AMD for them."""
    choice = smallest_processor(CATALOG.processors, server("rack-4x-l40s"), 30, 100, CATALOG.figures)
    assert choice is not None
    assert (choice[0], choice[1].id) == (1, "epyc-9354p")
    assert "2,730 USD" in named(choice).en
    assert "2.730 USD" in named(choice).de


def test_a_board_of_accelerators_has_two_sockets() -> None:
    choice = smallest_processor(CATALOG.processors, server("sxm-8x-h100"), 44, 0, CATALOG.figures)
    assert choice is not None
    assert choice[0] == 2


def test_eight_cards_leave_lanes_for_network_and_drives() -> None:
    choice = smallest_processor(CATALOG.processors, server("rack-8x-l40s"), 44, 0, CATALOG.figures)
    assert choice is not None
    assert pcie_lanes(choice, CATALOG.figures) >= 8 * 16 + 32


@pytest.mark.parametrize("needed", [(500, 0), (8, 5_000)])
def test_nothing_is_named_where_nothing_is_enough(needed: tuple[int, float]) -> None:
    assert smallest_processor(CATALOG.processors, server("rack-4x-l40s"), *needed, CATALOG.figures) is None


def test_a_module_is_no_processor_one_can_buy() -> None:
    modules = {name: p for name, p in CATALOG.processors.items() if p.vendor == "nvidia"}
    assert ordinary_processor(modules, 1) is None


def test_models_without_gpu_read_the_bandwidth_of_a_processor() -> None:
    """One EPYC 9004 with twelve channels of DDR5-4800: 460.8 GB/s."""
    found = ordinary_processor(CATALOG.processors, 32)
    assert found is not None
    assert found.memory_gb_s is not None
    assert found.memory_gb_s.value == 460.8


def test_products_of_a_class_hold_its_accelerators_and_its_cooling() -> None:
    for one in CATALOG.servers.values():
        for product in products_of(CATALOG, one):
            assert one.accelerator in product.accelerators
            assert not (one.cooling == "air" and product.cooling == "liquid")


def test_a_class_without_depth_takes_the_deepest_product() -> None:
    """A ProLiant DL380a is 803 mm deep; the class of four L40S states nothing."""
    assert server("rack-4x-l40s").depth_mm is None
    figure = largest(CATALOG, server("rack-4x-l40s"), "depth_mm")
    assert figure is not None
    assert figure.value == 803


def test_a_product_never_competes(silent: Evaluation) -> None:
    """A machine without a price must not look like a bargain."""
    refs = {item.ref for option in silent.result.options for item in option.items}
    assert not refs & {product.name for product in CATALOG.server_products.values()}


@pytest.mark.parametrize(("currency", "rate"), [("PLN", 4.4038), ("CZK", 24.353), ("SEK", 10.978), ("JPY", 175.68)])
def test_quotes_may_come_in_any_currency_of_the_bulletin(currency: str, rate: float) -> None:
    """ECB reference rates of 2026-10-30."""
    assert CATALOG.eur_per_unit[currency].value == pytest.approx(1 / rate, rel=1e-5)
