"""The law and the product states a result rests on, with age and what names them."""

from datetime import date
from typing import Any

import pytest
from tests.engine.conftest import assessment
from wizard.catalogs.load import load_catalog
from wizard.domain.result import DatedFact
from wizard.engine import evaluate
from wizard.questionnaire.loader import load_questionnaire

CASE: dict[str, Any] = {
    "client__country": "DE", "client__employees": 200, "con__regimes": ["nis2"], "con__data_classes": ["personal"],
    "ops__serving_stack": ["torchserve"], "ops__orchestration": "kubernetes", "ops__monitoring": ["none"],
    "project__stage": "production",
}  # fmt: skip


def facts(as_of: date) -> dict[str, DatedFact]:
    case = assessment({"kind": "llm_chat", "model_ref": "Qwen/Qwen3-32B", "users_active_peak": 50}, **CASE)
    result = evaluate(case, load_catalog(), load_questionnaire(), as_of=as_of, samples=64).result
    return {fact.id: fact for fact in result.dated_facts}


@pytest.fixture(scope="module")
def found() -> dict[str, DatedFact]:
    return facts(date(2026, 11, 30))


@pytest.mark.parametrize(
    ("entry", "user"),
    [("de-nis2", "LAW-04"), ("eu-gdpr-processing", "LAW-15"), ("torchserve", "OPS-01"),
     ("kubernetes", "BOX-KUBERNETES"),
     ("dcgm-exporter", "WATCH-STACK"), ("vllm", "w1")],
)  # fmt: skip
def test_findings_advice_and_predictions_cite_their_entries(found: dict[str, DatedFact], entry: str, user: str) -> None:
    """R141 R144 R147 R166"""
    assert user in found[entry].used_by


def test_what_nothing_rests_on_is_left_out(found: dict[str, DatedFact]) -> None:
    assert not {"slurm", "ch-data-protection", "at-nisg-2026"} & set(found)


def test_an_entry_shows_state_source_and_age(found: dict[str, DatedFact]) -> None:
    nis2 = found["de-nis2"]
    assert (nis2.state.de, nis2.as_of, nis2.age_days, nis2.limit_days) == (
        "gilt seit 6. Dezember 2025", date(2026, 2, 19), 0, 365,
    )  # fmt: skip
    assert nis2.source.startswith("haufe.de")


@pytest.fixture(scope="module")
def later() -> dict[str, DatedFact]:
    return facts(date(2027, 8, 1))


def test_product_states_expire_before_law(later: dict[str, DatedFact]) -> None:
    """244 days after the reading: more than 180, less than 365."""
    assert (later["torchserve"].expired, later["de-nis2"].expired) == (True, False)


def test_what_no_source_was_read_for_says_so(found: dict[str, DatedFact]) -> None:
    assert (found["kubernetes"].weak, found["torchserve"].weak) == (True, False)
