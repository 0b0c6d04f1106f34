"""Services of items from answers to result."""

from typing import Any

import pytest
from tests.engine.conftest import Evaluate, assessment
from tests.engine.test_explain import leaves, sampled
from wizard.domain.errors import CodedError
from wizard.domain.result import Result
from wizard.domain.workload_result import WorkloadResult
from wizard.engine import explain
from wizard.engine.paths import find, numbers

ITEM_KINDS = ("embedding", "vision", "ocr", "asr", "tts", "image_gen", "video_gen", "recsys", "classical")
CLIENT: dict[str, Any] = {"hw__has_gpu": "server", "hw__nodes": [{"gpu": "RTX 4090", "count": 2}]}


def first(result: Result) -> WorkloadResult:
    return result.workloads[0]


@pytest.mark.parametrize("kind", ITEM_KINDS)
def test_every_kind_of_item_is_sized_from_its_defaults(run: Evaluate, kind: str) -> None:
    """R069-R072, R076, R077: either cards for the peak, or no GPU needed."""
    found = first(run(assessment({"kind": kind})).result)
    assert found.open is None
    assert found.service is not None
    assert found.cpu is not None
    assert found.gpu_needed is any(c.feasible for c in found.configurations) or not found.gpu_needed


@pytest.mark.parametrize("kind", [k for k in ITEM_KINDS if k not in ("recsys", "classical")])
def test_options_carry_the_cards_and_have_a_price(run: Evaluate, kind: str) -> None:
    result = run(assessment({"kind": kind})).result
    priced = [o for o in result.options if o.cost is not None]
    assert priced
    assert all(o.chosen == {"w1": o.chosen["w1"]} for o in priced)


def test_tables_need_no_gpu_and_no_option_buys_one(run: Evaluate) -> None:
    """R071, R089."""
    result = run(assessment({"kind": "classical"}, {"kind": "llm_chat"})).result
    assert not first(result).gpu_needed
    assert all("w1" not in o.chosen for o in result.options)
    assert any("w2" in o.chosen for o in result.options)


@pytest.mark.parametrize("kind", ITEM_KINDS)
def test_every_number_of_a_service_is_explained_and_equals_the_result(run: Evaluate, kind: str) -> None:
    evaluation = run(assessment({"kind": kind}, **CLIENT), samples=64)
    for path in sampled([p for p in numbers(evaluation.result) if p.startswith("workloads.")]):
        tree = explain(evaluation, path)
        assert tree.value == pytest.approx(find(evaluation.result, path).value, rel=1e-6, abs=1e-9), path
        assert all(leaf.source or leaf.formula for leaf in leaves(tree)), path


def test_the_client_cards_are_judged(run: Evaluate) -> None:
    """S12: two RTX 4090 carry 60 live clients of whisper-small."""
    case = assessment({"kind": "asr", "model_ref": "whisper-small", "items_rate": {"streams": 60}}, **CLIENT)
    (own,) = [c for c in first(run(case).result).configurations if c.origin == "client"]
    assert own.feasible
    assert own.accelerator == "rtx-4090-24"


def test_sdxl_by_name_takes_two_l4_for_two_hundred_images_an_hour(run: Evaluate) -> None:
    """S13: one L4 makes 100 an hour; a minute is allowed, and 70 % of the rate is planned."""
    rate = {"unit": "images", "peak_rate": 120, "peak_per": "h", "size": 1024}
    case = assessment({"kind": "image_gen", "model_ref": "SDXL", "items_rate": rate, "slo_class": "batch"})
    (l4,) = [c for c in first(run(case).result).configurations if c.accelerator == "l4-24"]
    assert l4.feasible
    assert l4.total_gpus == 2


@pytest.mark.parametrize(
    ("rate", "per_s"),
    [
        ({"peak_rate": 60, "peak_per": "min"}, 1.0),
        ({"peak_rate": 7200, "peak_per": "h"}, 2.0),
        ({"per_day_total": 9 * 3600}, 2.0),
        ({"peak_rate": 5, "per_day_total": 1e6}, 5.0),
        ({"streams": 4}, 40.0),
    ],
)
def test_rates_are_understood_in_the_unit_of_the_answer(run: Evaluate, rate: dict[str, Any], per_s: float) -> None:
    """A total per day is spread over nine office hours, with a peak of twice the mean."""
    found = first(run(assessment({"kind": "vision", "items_rate": {"unit": "images", **rate}})).result)
    assert found.service is not None
    assert found.service.per_s_peak == pytest.approx(per_s)


def test_audio_minutes_an_hour_are_seconds_a_second(run: Evaluate) -> None:
    rate = {"unit": "audio_min", "peak_rate": 600, "peak_per": "h"}
    found = first(run(assessment({"kind": "asr", "items_rate": rate})).result)
    assert found.service is not None
    assert found.service.per_s_peak == pytest.approx(10.0)
    assert found.service.streams is None


def test_parallel_requests_stand_in_for_an_unknown_rate(run: Evaluate) -> None:
    found = first(run(assessment({"kind": "asr", "inflight_peak": 25})).result)
    assert found.service is not None
    assert found.service.streams == 25


def test_a_rate_of_zero_stays_open(run: Evaluate) -> None:
    found = first(run(assessment({"kind": "vision", "items_rate": {"unit": "images", "peak_rate": 0}})).result)
    assert found.open is not None
    assert "rate" in found.open.en


def test_a_rate_beyond_all_cards_is_refused_with_what_is_possible(run: Evaluate) -> None:
    """Never computed: it would ask for the memory of a warehouse."""
    with pytest.raises(CodedError, match=r"^w1 w\.items_rate.*E103"):
        run(assessment({"kind": "vision", "items_rate": {"unit": "images", "peak_rate": 1e9, "size": 1e6}}))


def test_an_unknown_model_is_not_guessed(run: Evaluate) -> None:
    """The workload stays open, and the question is asked again."""
    result = run(assessment({"kind": "image_gen", "model_ref": "sdxl-ultra"})).result
    assert (first(result).configurations, first(result).open_question) == ((), "w.model_ref")
    asked = result.completeness.open_questions[0]
    assert (asked.id, asked.workload, asked.why) == ("w.model_ref", "w1", first(result).open)


def test_the_default_rate_is_an_assumption_with_an_effect(run: Evaluate) -> None:
    result = run(assessment({"kind": "image_gen"})).result
    (made,) = [a for a in result.assumptions if a.question == "w.items_rate"]
    assert made.impact_eur is not None
    assert made.impact_eur > 0


def test_a_server_without_gpu_is_judged_for_a_team(run: Evaluate) -> None:
    """S05: 12 cores and 48 GB for Mixtral; the cheapest step up is a configuration with GPUs (R003)."""
    case = assessment(
        {"kind": "llm_chat", "model_ref": "Mixtral-8x7B-Instruct-v0.1"}, hw__has_gpu="server",
        hw__nodes=[{"cpu_cores": 12, "ram_gb": 48}],
    )  # fmt: skip
    found = first(run(case).result)
    assert found.cpu is not None
    assert not found.cpu.feasible
    assert found.cpu.units_per_s_per_core is not None
    assert 5.94 / 2 <= found.cpu.units_per_s_per_core <= 5.94 * 2
    assert found.configurations[0].feasible


def test_models_beside_a_language_model_are_named_with_their_memory(run: Evaluate) -> None:
    """R151: retrieval runs an embedding and a reranking model beside the language model."""
    warning, prefix = first(run(assessment({"kind": "llm_rag"})).result).warnings
    assert "prefix caching" in prefix.en
    assert "6.4 GB" in warning.en
    assert "6,4 GB" in warning.de
    assert all("prefix caching" in w.en for w in first(run(assessment({"kind": "llm_chat"})).result).warnings)
