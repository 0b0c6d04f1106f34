"""Real public requests, entered through the command line with nothing but what they state.

Each was asked in a public forum or notice; the addresses stand beside the inputs. What is not stated stays a default.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk

AS_OF = ("--as-of", "2026-11-30")

# https://github.com/vllm-project/vllm/issues/12400 (2025-01-24): five people, 8 bit, full window of 128k tokens.
FIVE_PEOPLE_128K = ["--lang", "en", "--workload",
    "kind=llm_chat,model_ref=Llama-3.3-70B-Instruct,weight_format=int8,users_total=5,context_max=131072"]  # fmt: skip
# https://github.com/h2oai/h2ogpt/issues/997 (2023-10-25): how many A100 80 GB for 100 requests at once?
HUNDRED_AT_ONCE = ["--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=gpu=A100-80GB; count=1",
    "--workload",
    "kind=llm_rag,model_ref=Llama-2-13b-chat,weight_format=bf16,context_max=4096,inflight_peak=100"]  # fmt: skip
# https://github.com/huggingface/text-generation-inference/issues/734 (2023-07-28): weights fit, memory still runs out.
TWO_A100 = ["--lang", "en", "--set", "hw.has_gpu=server", "--set", "hw.nodes=gpu=A100-80GB; count=2",
    "--workload", "kind=llm_chat,model_ref=Llama-2-70b-chat,weight_format=bf16"]  # fmt: skip
# https://www.dtvp.de, notice CXP4Y9PMRP2 (2025-12): police authority, one training server on its own premises.
AUTHORITY = ["--lang", "de", "--set", "client.sector=public", "--set", "con.residency=onprem",
    "--set", "con.regimes=gdpr", "--set", "site.place=server_room", "--workload", "kind=ft_peft"]  # fmt: skip

ALL = {"five_people": FIVE_PEOPLE_128K, "hundred": HUNDRED_AT_ONCE, "two_a100": TWO_A100, "authority": AUTHORITY}

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


def test_own_premises_strike_out_the_cloud_with_the_rules_text(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R044 R133: a hard constraint comes before any score."""
    result = _result(rechenwerk, enter(AUTHORITY))
    cloud = next(option for option in result["options"] if option["id"] == "cloud")
    failed = [gate for gate in cloud["gates"] if gate["verdict"] == "fail"]
    assert cloud["feasible"] == "no"
    assert failed
    assert all(gate["text"]["de"] and gate["text"]["en"] for gate in failed)


def test_fine_tuning_with_adapters_is_sized(rechenwerk: Rechenwerk, enter: Enter) -> None:
    """R054 R055: adapters train below one per cent of the parameters and fit on a single card."""
    workload = _result(rechenwerk, enter(AUTHORITY))["workloads"][0]
    memory = workload["training_memory"]
    assert workload["open"] is None
    assert memory["trained_b"] < 0.01 * memory["parameters_b"]
    assert workload["configurations"][0]["total_gpus"] == 1


@pytest.mark.parametrize("stated", ALL.values(), ids=ALL)
def test_a_request_reaches_a_readable_result(rechenwerk: Rechenwerk, enter: Enter, stated: list[str]) -> None:
    outcome = rechenwerk("evaluate", enter(stated), "--samples", "512", *AS_OF)
    assert outcome.code == 0, outcome.err
    assert len(outcome.out.splitlines()) > 10


@pytest.mark.pdf
@pytest.mark.parametrize("stated", ALL.values(), ids=ALL)
def test_a_request_reaches_a_pdf(rechenwerk: Rechenwerk, enter: Enter, tmp_path: Path, stated: list[str]) -> None:
    """Renders four reports: the whole way from the request to paper is what is promised."""
    out = tmp_path / "report"
    outcome = rechenwerk("report", enter(stated), "--out", out, "--format", "pdf", "--samples", "512", "--json", *AS_OF)
    assert outcome.code == 0, outcome.err
    (pdf,) = outcome.document["files"]
    assert Path(pdf).read_bytes().startswith(b"%PDF-")
