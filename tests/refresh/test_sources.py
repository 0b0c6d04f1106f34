"""Each source read from an answer of its true shape. The values are those of the recorded answers, see SOURCES.md."""

import json
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest
from tests.refresh.loopback import COMMITS, SHA, Loopback, Reply, recorded
from wizard.catalogs.load import shipped_catalog
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.refresh.registry import SOURCES
from wizard.refresh.source import Price
from wizard.refresh.transport import Transport

TODAY = date(2026, 11, 30)
AZURE = "/prices.azure.com/api/retail/prices"
AWS = "/b0.p.awsstatic.com/pricing/2.0/meteredUnitMaps/ec2/USD/current/ec2-ondemand-without-sec-sel"
VIRGINIA = f"{AWS}/US%20East%20%28N.%20Virginia%29/Linux/index.json"
SCALEWAY = "/api.scaleway.com/instance/v1/zones/fr-par-2/products/servers"
HETZNER = "/www.hetzner.com/_resources/app/data/app/live_data_prices.json"
OVH = "/eu.api.ovh.com/v1/order/catalog/public/cloud"
ECB = "/www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"
SKY = "skypilot-org/skypilot-catalog"
LITELLM = "BerriAI/litellm"


def with_offers(*identities: str) -> Catalog:
    shipped = shipped_catalog()
    return shipped.model_copy(update={"offers": {identity: shipped.offers[identity] for identity in identities}})


def with_apis(*identities: str) -> Catalog:
    shipped = shipped_catalog()
    return shipped.model_copy(update={"apis": {identity: shipped.apis[identity] for identity in identities}})


@pytest.fixture
def read(loopback: Loopback) -> Callable[[str, Catalog], dict[str, float]]:
    def values(name: str, catalog: Catalog) -> dict[str, float]:
        return {str(price.key): price.value for price in prices(loopback, name, catalog)}

    return values


def prices(loopback: Loopback, name: str, catalog: Catalog) -> list[Price]:
    source = SOURCES[name]
    return list(source.read(catalog, partial(Transport(loopback.url).get, hosts=source.hosts), TODAY))


Read = Callable[[str, Catalog], dict[str, float]]


def test_ecb_rates_become_euro_for_a_unit(loopback: Loopback, read: Read) -> None:
    """1 / 1.1172, 1 / 175.68 and so on, bulletin of 2026-10-30."""
    loopback[ECB] = Reply(recorded("ecb.xml"), content_type="text/xml")
    found = read("ecb", shipped_catalog())
    assert found["eur_per_unit.USD"] == pytest.approx(0.895095, abs=1e-6)
    assert found["eur_per_unit.JPY"] == pytest.approx(0.00569217, abs=1e-8)


def test_ecb_rates_carry_the_day_of_the_bulletin(loopback: Loopback) -> None:
    loopback[ECB] = Reply(recorded("ecb.xml"), content_type="text/xml")
    assert {price.observed_on for price in prices(loopback, "ecb", shipped_catalog())} == {date(2026, 10, 30)}


def test_azure_gives_linux_list_spot_and_reservations_over_all_pages(loopback: Loopback, read: Read) -> None:
    """Windows rows share the meter; a reservation is the price of its whole term (Lenovo LP2368: 62.92 and 43.16)."""
    loopback[AZURE] = recorded("azure_page_1.json")
    second = f"{AZURE}?$filter=armSkuName%20eq%20'Standard_ND96isr_H100_v5'&$skip=100"
    loopback[second] = recorded("azure_page_2.json")
    offer = "offers.azure-nd96isr-h100-v5-eastus"
    assert read("azure", with_offers("azure-nd96isr-h100-v5-eastus")) == {
        f"{offer}.on_demand_per_hour": 98.32,
        f"{offer}.spot_per_hour": 18.169536,
        f"{offer}.committed_1y_per_hour": pytest.approx(62.92, abs=1e-4),
        f"{offer}.committed_3y_per_hour": pytest.approx(43.16, abs=1e-4),
    }


def test_azure_is_asked_for_the_exact_size_and_region(loopback: Loopback, read: Read) -> None:
    loopback[AZURE] = recorded("azure_page_2.json")
    read("azure", with_offers("azure-nd96isr-h100-v5-eastus"))
    asked = loopback.asked[0][0]
    assert "armSkuName%20eq%20%27Standard_ND96isr_H100_v5%27" in asked
    assert "armRegionName%20eq%20%27eastus%27" in asked


def test_azure_rows_of_another_region_do_not_count(loopback: Loopback, read: Read) -> None:
    loopback[AZURE] = recorded("azure_page_2.json")
    assert read("azure", with_offers("azure-nd96isr-h100-v5-westeurope")) == {}


def test_azure_pages_without_end_are_given_up(loopback: Loopback, read: Read) -> None:
    loopback[AZURE] = recorded("azure_page_1.json")
    with pytest.raises(CodedError, match="C083"):
        read("azure", with_offers("azure-nd96isr-h100-v5-eastus"))


def test_an_azure_page_elsewhere_is_not_followed(loopback: Loopback, read: Read) -> None:
    page = json.loads(recorded("azure_page_1.json"))
    loopback[AZURE] = json.dumps({**page, "NextPageLink": "https://evil.example/prices"}).encode()
    with pytest.raises(CodedError, match="C082"):
        read("azure", with_offers("azure-nd96isr-h100-v5-eastus"))


def test_aws_prices_are_found_by_the_type_in_the_row(loopback: Loopback, read: Read) -> None:
    loopback[VIRGINIA] = recorded("aws_us_east_1.json")
    assert read("aws", with_offers("aws-p5-48xlarge-us-east-1", "aws-p4d-24xlarge-us-east-1")) == {
        "offers.aws-p5-48xlarge-us-east-1.on_demand_per_hour": 55.04,
        "offers.aws-p4d-24xlarge-us-east-1.on_demand_per_hour": 21.957642,
    }


def test_ovh_prices_count_hundred_millionths_and_the_hourly_plan_only(loopback: Loopback, read: Read) -> None:
    loopback[OVH] = recorded("ovh.json")
    assert read("ovh", with_offers("ovh-h100-380", "ovh-l4-90")) == {
        "offers.ovh-h100-380.on_demand_per_hour": 2.8,
        "offers.ovh-l4-90.on_demand_per_hour": 0.75,
    }


def test_scaleway_prices_are_those_of_the_zone(loopback: Loopback, read: Read) -> None:
    loopback[SCALEWAY] = recorded("scaleway_fr_par_2.json")
    assert read("scaleway", with_offers("scaleway-h100-1-80g", "scaleway-l40s-1-48g")) == {
        "offers.scaleway-h100-1-80g.on_demand_per_hour": 2.8665,
        "offers.scaleway-l40s-1-48g.on_demand_per_hour": 1.469916,
    }


def test_hetzner_rents_are_divided_by_the_hours_of_a_month(loopback: Loopback, read: Read) -> None:
    """212.30, 997.30 and 1,497.30 EUR a month over 730 hours."""
    loopback[HETZNER] = recorded("hetzner.json")
    assert read("hetzner", with_offers("hetzner-gex45", "hetzner-gex63", "hetzner-gex131")) == {
        "offers.hetzner-gex45.on_demand_per_hour": 0.2908,
        "offers.hetzner-gex63.on_demand_per_hour": 1.3662,
        "offers.hetzner-gex131.on_demand_per_hour": 2.0511,
    }


def sky(loopback: Loopback) -> None:
    loopback[COMMITS.format(repository=SKY)] = recorded("github_commits.json")
    for cloud in ("runpod", "verda"):
        path = f"/raw.githubusercontent.com/{SKY}/{SHA}/catalogs/v8/{cloud}/vms.csv"
        loopback[path] = Reply(recorded(f"{cloud}_vms.csv"), content_type="text/plain; charset=utf-8")


def test_skypilot_prices_are_found_by_instance(loopback: Loopback, read: Read) -> None:
    sky(loopback)
    assert read("skypilot", with_offers("verda-h100-1x", "verda-rtx-pro-6000-4x", "runpod-secure-a100-pcie")) == {
        "offers.verda-h100-1x.on_demand_per_hour": 2.29,
        "offers.verda-rtx-pro-6000-4x.on_demand_per_hour": 6.76,
        "offers.runpod-secure-a100-pcie.on_demand_per_hour": 1.39,
    }


def test_skypilot_prices_carry_the_day_of_the_last_change_and_its_revision(loopback: Loopback) -> None:
    sky(loopback)
    price = prices(loopback, "skypilot", with_offers("verda-h100-1x"))[0]
    assert price.observed_on == date(2026, 11, 28)
    assert SHA in price.source


def test_litellm_prices_are_those_of_the_provider_named(loopback: Loopback, read: Read) -> None:
    """PyPI litellm 1.110.2: dollars for 10^6 tokens, input, cached input, output."""
    loopback[COMMITS.format(repository=LITELLM)] = recorded("github_commits.json")
    path = f"/raw.githubusercontent.com/{LITELLM}/{SHA}/model_prices_and_context_window.json"
    loopback[path] = Reply(recorded("litellm.json"), content_type="text/plain; charset=utf-8")
    found = read("litellm", with_apis("azure-gpt-6-astra-eu", "aws-eu-nova-pro-v1", "fireworks-gpt-oss-20b"))
    assert found == {
        "apis.azure-gpt-6-astra-eu.input_per_million": 12.0,
        "apis.azure-gpt-6-astra-eu.cached_input_per_million": 1.2,
        "apis.azure-gpt-6-astra-eu.output_per_million": 60.0,
        "apis.aws-eu-nova-pro-v1.input_per_million": 1.05,
        "apis.aws-eu-nova-pro-v1.cached_input_per_million": 0.2625,
        "apis.aws-eu-nova-pro-v1.output_per_million": 4.2,
        "apis.fireworks-gpt-oss-20b.input_per_million": 0.07,
        "apis.fireworks-gpt-oss-20b.cached_input_per_million": 0.035,
        "apis.fireworks-gpt-oss-20b.output_per_million": 0.3,
    }


@pytest.mark.parametrize("name", SOURCES)
def test_a_source_covers_figures_the_catalogue_has_and_names_its_hosts(name: str) -> None:
    covered = SOURCES[name].covers(shipped_catalog())
    assert len(covered) >= 3
    assert all(key.id in getattr(shipped_catalog(), key.section) for key in covered)
    assert all("." in host and "/" not in host for host in SOURCES[name].hosts)


@pytest.mark.parametrize(
    ("name", "path", "answer", "offers"),
    [
        ("azure", AZURE, "azure_page_2.json", ("azure-nd96isr-h100-v5-eastus",)),
        ("aws", VIRGINIA, "aws_us_east_1.json", ("aws-p5-48xlarge-us-east-1",)),
        ("ovh", OVH, "ovh.json", ("ovh-h100-380",)),
        ("scaleway", SCALEWAY, "scaleway_fr_par_2.json", ("scaleway-h100-1-80g",)),
        ("hetzner", HETZNER, "hetzner.json", ("hetzner-gex45",)),
    ],
)
def test_an_answer_of_another_form_is_a_coded_error_or_no_price(
    loopback: Loopback, name: str, path: str, answer: str, offers: tuple[str, ...]
) -> None:
    """Every node of the answer in turn becomes something else; nothing but a coded error may come of it."""
    catalog, document = with_offers(*offers), json.loads(recorded(answer))
    codes = set()
    for damaged in _damaged(document):
        loopback[path] = json.dumps(damaged).encode()
        codes.add(_code(loopback, name, catalog))
    assert codes <= {"", "C082", "C083"}


def _code(loopback: Loopback, name: str, catalog: Catalog) -> str:
    try:
        prices(loopback, name, catalog)
    except CodedError as error:
        return error.error.code
    return ""


def _damaged(document: Any) -> list[Any]:
    return [variant for junk in (None, [], "x", {"a": 1}, -1) for variant in _replaced(document, junk)]


def _replaced(node: Any, junk: Any) -> list[Any]:
    """The document with one node replaced, for each of its nodes; of long blocks and lists the first two."""
    variants = [junk]
    if isinstance(node, dict):
        for key in list(node)[:24]:
            variants += [{**node, key: variant} for variant in _replaced(node[key], junk)]
    elif isinstance(node, list):
        for index in range(min(2, len(node))):
            variants += [[*node[:index], variant, *node[index + 1 :]] for variant in _replaced(node[index], junk)]
    return variants
