"""Real public requests, entered through the command line with nothing but what they state.

Each was asked in a public forum or notice; the addresses stand beside the inputs. What is not stated stays a default.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk
from tests.cli.requests import (
    AUTHORITY,
    EIGHT_A800,
    FIVE_PEOPLE_128K,
    FULL_70B_ON_EIGHT,
    HUNDRED_AT_ONCE,
    IMAGES_ON_L4,
    LIVE_SPEECH,
    ONE_48_GB_CARD,
    PRETRAIN_130B,
    R1_ON_H200,
    REQUESTS,
    TEAM_WITHOUT_GPU,
    TENDER_100B,
    THREE_FINE_TUNINGS,
    TWO_A100,
)

AS_OF = ("--as-of", "2026-11-30")
PRINTED = {name: REQUESTS[name] for name in ("s01", "s03", "s14", "s15")}
"""A report takes seconds: one of each kind."""

Enter = Callable[[list[str]], Path]


@pytest.fixture
def enter(rechenwerk: Rechenwerk, tmp_path: Path) -> Enter:
    """Writes the assessment of a request and returns its file."""

    def call(stated: list[str]) -> Path:
        file = tmp_path / "request.yaml"
        outcome = rechenwerk("new", file, "--no-tui", *stated)
        assert outcome.code == 0, outcome.err
        return file

    return call


def _result(rechenwerk: Rechenwerk, file: Path) -> dict[str, Any]:
    outcome = rechenwerk("evaluate", file, "--json", "--samples", "512", *AS_OF)
    assert outcome.code == 0, outcome.err
    document: dict[str, Any] = outcome.document
    return document


def _configurations(result: dict[str, Any], origin: str) -> list[dict[str, Any]]:
    found = result["workloads"][0]["configurations"]
    return [configuration for configuration in found if configuration["origin"] == origin]


def test_a_full_window_of_128k_tokens_fits_into_the_first_configuration(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R014 R019: 70.6 billion parameters at 8 bit, and 131,072 tokens of 327,680 bytes each (80 layers, 8 KV heads)."""
    best = _configurations(_result(rechenwerk, enter(FIVE_PEOPLE_128K)), "search")[0]
    memory = best["memory"]
    assert memory["weights_gb"] * best["gpus_per_replica"] > 70.5
    assert memory["kv_capacity_tokens"] > 131_072


def test_cards_are_shown_against_token_length(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R042 R171: two A100 hold 100 requests only near 900 cached tokens each (819,200 bytes a token, MHA in fp16)."""
    table = _result(rechenwerk, enter(HUNDRED_AT_ONCE))["workloads"][0]["token_table"]
    a100 = {row["tokens_per_request"]: row["gpus"] for row in table if row["accelerator"] == "a100-sxm-80"}
    enough = [tokens for tokens, gpus in a100.items() if gpus <= 2]
    assert 768 <= max(enough) <= 1_200
    assert a100[4096] > 2


def test_the_weights_fit_but_the_cache_does_not(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R016 R017: 138 GB of weights on two cards leave too little for regular service; maintainers say four serve."""
    own = _configurations(_result(rechenwerk, enter(TWO_A100)), "client")[0]
    (warning,) = own["warnings"]
    assert own["total_gpus"] == 2
    assert own["memory"]["weights_gb"] * 2 == pytest.approx(138, rel=0.01)
    assert own["memory"]["weights_gb"] < own["memory"]["usable_gb"]
    assert "4 of these GPUs" in warning["en"]


def test_one_server_with_eight_cards_runs_eight_copies(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R132 R154: a model that fits on one card is copied, not split."""
    own = _configurations(_result(rechenwerk, enter(EIGHT_A800)), "client")[0]
    assert (own["tensor_parallel"], own["replicas"], own["why_not"]) == (1, 8, [])


def test_memory_is_not_what_slows_ten_users_on_one_card(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R121: nine of 48 GB in use were reported; the cache has room for far more than ten requests."""
    own = _configurations(_result(rechenwerk, enter(ONE_48_GB_CARD)), "client")[0]
    assert own["performance"]["max_concurrency"] > 10
    assert own["bottleneck"] != "memory_capacity"


def test_twelve_cores_are_a_clear_no_for_a_team(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R003: 5.94 tokens a second were measured, one request after another; the step up is one card."""
    workload = _result(rechenwerk, enter(TEAM_WITHOUT_GPU))["workloads"][0]
    assert not workload["cpu"]["feasible"]
    assert 3.0 < workload["cpu"]["units_per_s_per_core"] < 12.0
    assert workload["configurations"][0]["total_gpus"] == 1


def test_eight_cards_do_not_hold_a_full_fine_tuning_of_70_billion(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R020 R016: 16 to 18 bytes a parameter are 1.1 to 1.3 TB; the simple rule says 179 to 193 GB."""
    result = _result(rechenwerk, enter(FULL_70B_ON_EIGHT))
    memory = result["workloads"][0]["training_memory"]
    assert (memory["bytes_per_parameter"], memory["bytes_per_parameter_high"]) == (16, 18)
    assert 1_100 <= memory["states_gb"] < memory["states_high_gb"] <= 1_300
    assert memory["rule_low_gb"] == pytest.approx(138 * 1.3, rel=0.01)
    assert memory["rule_high_gb"] == pytest.approx(138 * 1.4, rel=0.01)
    own = _configurations(result, "client")[0]
    assert "640 GB" in own["why_not"][0]["en"]
    assert "LoRA" in own["why_not"][0]["en"]
    assert "MEM-05" in {finding["id"] for finding in result["findings"]}


def test_60_days_on_768_cards_lie_in_the_interval(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R074: 6 · N · D over 768 cards, 312 TFLOPS and 60 days is 25 % of the dense peak."""
    result = _result(rechenwerk, enter(PRETRAIN_130B))
    own = _configurations(result, "client")[0]
    assert own["total_gpus"] == 768
    assert own["why_not"] == []
    assert own["interval"]["duration_h"][0] < 60 * 24 < own["interval"]["duration_h"][1] * 1.1


def test_the_tender_counts_the_dense_peak(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R004 R086: 8.8 million hours of 989 TFLOPS are 3.133e25 operations; training needs 7.2e24 of them, 23 %."""
    result = _result(rechenwerk, enter(TENDER_100B))
    stated = result["workloads"][0]["stated_compute"]
    assert stated["peak_flops"] == pytest.approx(3.133e25, rel=1e-3)
    assert stated["share_of_peak"] == pytest.approx(1.0, abs=1e-3)
    assert stated["implied_mfu"] == pytest.approx(0.23, abs=0.002)
    assert result["recommendation"]["option"] in ("cloud", "dedicated")


def test_published_gpu_hours_lie_in_the_intervals(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R065 R068: 44, 64 and 56 A100 hours were reported; a one-off job is rented."""
    result = _result(rechenwerk, enter(THREE_FINE_TUNINGS))
    assert [w["training"]["method"] for w in result["workloads"]] == ["full", "full", "qlora"]
    for workload, hours in zip(result["workloads"], (44, 64, 56), strict=True):
        a100 = next(c for c in workload["configurations"] if c["accelerator"] == "a100-sxm-80")
        low, high = a100["interval"]["gpu_hours"]
        assert low <= hours <= high
    assert result["recommendation"]["option"] in ("cloud", "dedicated")


def test_live_speech_is_counted_in_streams(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R072: not every request is a language model; one RTX 4090 was reported to carry 36 live clients and more."""
    result = _result(rechenwerk, enter(LIVE_SPEECH))
    workload = result["workloads"][0]
    assert workload["service"]["streams"] == 36
    assert workload["demand"] is None
    low, high = _configurations(result, "client")[0]["interval"]["units_per_s_per_gpu"]
    assert low <= 36 <= high


def test_images_are_counted_by_the_hour_and_card(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """SDXL on one L4 took 60 minutes for 100 images, and 55 in batches of four."""
    result = _result(rechenwerk, enter(IMAGES_ON_L4))
    own = _configurations(result, "client")[0]
    low, high = own["interval"]["units_per_s_per_gpu"]
    assert own["performance"]["units_per_s_per_gpu"] * 3600 == pytest.approx(100, rel=0.1)
    assert low * 3600 <= 100 <= high * 3600


def test_thirty_two_requests_meet_their_target_on_eight_h200(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R171: 25.6 ms a token were measured at 32 requests, 34.6 ms at 64."""
    own = _configurations(_result(rechenwerk, enter(R1_ON_H200)), "client")[0]
    assert own["why_not"] == []
    assert own["performance"]["max_concurrency"] >= 32


def test_own_premises_strike_out_whatever_leaves_the_house(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R044 R133: a hard constraint comes before any score; only what may stand is ranked."""
    result = _result(rechenwerk, enter(AUTHORITY))
    options = {option["id"]: option for option in result["options"]}
    for name in ("cloud", "dedicated", "hybrid", "api"):
        failed = [gate for gate in options[name]["gates"] if gate["verdict"] == "fail"]
        assert options[name]["feasible"] == "no"
        assert failed
        assert all(gate["text"]["de"] and gate["text"]["en"] for gate in failed)
    assert result["recommendation"]["option"] in ("on_premises", "colocation")


@pytest.mark.parametrize("stated", REQUESTS.values(), ids=REQUESTS)
def test_a_request_reaches_a_verdict_with_its_assumptions_by_effect(
    rechenwerk: Rechenwerk, enter: Enter, stated: list[str]
) -> None:
    """R133: what nobody stated is listed, the largest effect first."""
    result = _result(rechenwerk, enter(stated))
    assert result["recommendation"]["option"] is not None
    assert result["recommendation"]["because"]
    effects = [abs(entry["impact_eur"] or 0.0) for entry in result["assumptions"]]
    assert effects[0] > 0.0
    assert effects == sorted(effects, reverse=True)


@pytest.mark.pdf
@pytest.mark.parametrize("stated", PRINTED.values(), ids=PRINTED)
def test_a_request_reaches_a_pdf(rechenwerk: Rechenwerk, enter: Enter, tmp_path: Path, stated: list[str]) -> None:
    """Renders four reports: the whole way from the request to paper is what is promised."""
    out = tmp_path / "report"
    outcome = rechenwerk("report", enter(stated), "--out", out, "--format", "pdf", "--samples", "512", "--json", *AS_OF)
    assert outcome.code == 0, outcome.err
    (pdf,) = outcome.document["files"]
    assert Path(pdf).read_bytes().startswith(b"%PDF-")
