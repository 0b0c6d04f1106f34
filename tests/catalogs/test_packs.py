"""The dated packs as shipped: states, days and limits that others published."""

from datetime import date

import pytest
from pydantic import ValidationError
from wizard.catalogs.load import load_catalog
from wizard.catalogs.packs import expired_entries, passed_dates
from wizard.domain.language import text
from wizard.domain.packs import LawEntry, LicenceLimits, SoftwareEntry

CATALOG = load_catalog()
LAW, SOFTWARE = CATALOG.law, CATALOG.software
READ = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("identity", "applies"),
    [
        ("eu-ai-act-annex-iii", date(2027, 12, 2)),
        ("eu-ai-act-annex-i", date(2028, 8, 2)),
        ("eu-data-act-switching", date(2027, 1, 12)),
        ("eu-data-act-contracts", date(2025, 9, 12)),
        ("de-nis2", date(2025, 12, 6)),
        ("de-c5-health", date(2025, 7, 1)),
        ("eu-dora-exit", date(2025, 1, 17)),
    ],
)
def test_law_applies_from_the_day_its_readers_name(identity: str, applies: date) -> None:
    """Digital Omnibus as adopted in June 2026; Data Act; haufe.de on NIS2; section 393 SGB V; DORA."""
    assert LAW[identity].starts == applies


@pytest.mark.parametrize(("identity", "status"), [("eu-us-dpf-appeal", "pending"), ("de-c5-2025", "unconfirmed")])
def test_what_is_not_settled_is_not_called_law(identity: str, status: str) -> None:
    """Appeal against T-553/23 lodged; C5:2025 seen as a community draft only."""
    assert LAW[identity].status == status


@pytest.mark.parametrize(
    ("identity", "status", "since"),
    [("torchserve", "archived", date(2025, 8, 7)), ("tgi", "archived", date(2026, 3, 21)), ("vllm", "active", None)],
)
def test_products_are_in_the_state_their_makers_announced(identity: str, status: str, since: date | None) -> None:
    """R147: github.com/pytorch/serve and huggingface/text-generation-inference carry the archive banner."""
    assert (SOFTWARE[identity].status, SOFTWARE[identity].status_since) == (status, since)


@pytest.mark.parametrize(("cuda", "driver"), [("cuda-13", 580), ("cuda-12", 525), ("cuda-11", 450)])
def test_cuda_needs_the_driver_nvidia_names(cuda: str, driver: int) -> None:
    """R034: docs.nvidia.com, CUDA compatibility, minor versions."""
    minimum = SOFTWARE[cuda].minimum_driver
    assert minimum is not None
    assert minimum.value == driver


@pytest.mark.parametrize("kind", ["llm_server", "model_server", "orchestration", "containers", "monitoring", "driver"])
def test_every_kind_of_platform_software_is_there(kind: str) -> None:
    """R140 R141 R142 R144 R145 R166"""
    assert any(product.category == kind for product in SOFTWARE.values())


def test_every_entry_is_sourced_dated_and_in_two_languages() -> None:
    for law in LAW.values():
        assert law.orientation_only
        assert (len(law.source) > 3, law.as_of <= law.checked_on) == (True, True), law.id
        assert law.text.de.strip() != law.text.en.strip(), law.id
    assert all(len(product.source) > 3 and product.retrieved_on <= CATALOG.as_of for product in SOFTWARE.values())


@pytest.mark.parametrize(("days", "law", "software"), [(0, False, False), (181, False, True), (366, True, True)])
def test_entries_expire_by_their_class(days: int, law: bool, software: bool) -> None:
    """Product states hold for 180 days, law and tax for 365."""
    as_of = date.fromordinal(READ.toordinal() + days)
    old = {age.path for age in expired_entries(CATALOG, as_of)}
    assert ("law.de-nis2" in old, "software.vllm" in old) == (law, software)


@pytest.mark.parametrize(("as_of", "passed"), [(date(2027, 1, 11), False), (date(2027, 1, 12), True)])
def test_a_date_that_comes_after_the_reading_is_told(as_of: date, passed: bool) -> None:
    assert ("law.eu-data-act-switching" in {one.path for one in passed_dates(CATALOG, as_of)}) is passed


LAW_FIELDS = {
    "id": "x", "title": text("T", "T"), "text": text("It applies {from}.", "Es gilt {from}."), "jurisdiction": "EU",
    "source": "somebody", "as_of": READ, "checked_on": READ, "confidence": "low",
}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"status": "applies_from"}, "needs the date 'applies_from'"),
        ({"status": "repealed", "valid_from": READ}, "needs the date 'repealed_on'"),
        ({"status": "draft", "applies_from": READ}, "has no date of application yet"),
        ({"status": "in_force"}, "neither 'valid_from' nor 'applies_from'"),
        ({"status": "certain", "valid_from": READ}, "Input should be"),
        ({"status": "in_force", "valid_from": "someday"}, "valid date"),
        ({"status": "in_force", "valid_from": READ, "orientation_only": False}, "Input should be True"),
    ],
)
def test_a_law_that_cannot_be_is_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        LawEntry.model_validate({**LAW_FIELDS, **changes})


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"status": "archived"}, "needs the date 'status_since'"),
        ({"status": "active", "version_date": READ}, "needs a 'version'"),
        ({"status": "dead"}, "Input should be"),
    ],
)
def test_a_product_that_cannot_be_is_refused(changes: dict[str, object], says: str) -> None:
    fields = {"id": "x", "name": "X", "category": "monitoring", "source": "s", "retrieved_on": READ,
              "confidence": "low"}  # fmt: skip
    with pytest.raises(ValidationError, match=says):
        SoftwareEntry.model_validate({**fields, **changes})


@pytest.mark.parametrize(
    ("changes", "says"), [({}, "no limit is given"), ({"user_limit": 0, "attribution": True}, "greater than 0")]
)
def test_limits_that_limit_nothing_are_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        LicenceLimits.model_validate({"source": "s", "read_on": READ, "read": False, **changes})
