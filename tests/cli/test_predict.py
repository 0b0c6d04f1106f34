"""``predict``: figures that others have published or that follow from a model's published configuration."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk

# meta-llama/Llama-3.1-8B, config.json as published on Hugging Face, read on 2026-11-30.
LLAMA_8B = {
    "model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": False,
    "max_position_embeddings": 131072, "torch_dtype": "bfloat16", "hidden_act": "silu",
    "architectures": ["LlamaForCausalLM"],
}  # fmt: skip
LOAD = ("--input-tokens", "1024", "--output-tokens", "256", "--concurrency", "64")


@pytest.fixture
def llama(rechenwerk: Rechenwerk, tmp_path: Path) -> dict[str, Any]:
    config = tmp_path / "config.json"
    config.write_text(json.dumps(LLAMA_8B), encoding="utf-8")
    outcome = rechenwerk(
        "predict", "--model", config, "--gpu", "H100-SXM-80GB", "--gpus", 1, "--weights", "bf16", *LOAD, "--json"
    )
    assert outcome.code == 0, outcome.err
    document: dict[str, Any] = outcome.document
    return document


def test_weights_follow_from_the_configuration(llama: dict[str, Any]) -> None:
    """R019: 8.03 billion parameters of two bytes."""
    assert llama["memory"]["weights_gb"] == pytest.approx(16.06, abs=0.01)


def test_the_cache_holds_all_running_requests_at_full_length(llama: dict[str, Any]) -> None:
    """R014: 64 requests · 1,280 tokens · 131,072 bytes."""
    assert llama["memory"]["kv_cache_gb"] == pytest.approx(10.74, rel=0.005)


def test_time_per_token_is_near_the_measured_one(llama: dict[str, Any]) -> None:
    """R018: vLLM on an H100 SXM shows about 15 ms at this load."""
    assert llama["performance"]["tpot_ms_mean"] == pytest.approx(15.0, rel=0.3)


def test_the_document_names_bottleneck_interval_and_evidence(llama: dict[str, Any]) -> None:
    """R121: what limits the speed is part of the answer."""
    low, high = llama["interval"]["tpot_ms_mean"]
    assert low < llama["performance"]["tpot_ms_mean"] < high
    assert llama["bottleneck"]
    assert llama["evidence"] in ("measured", "documented", "stated", "assumed")
    assert llama["why_not"] == []


def test_a_mixture_of_experts_is_split_over_two_cards(rechenwerk: Rechenwerk) -> None:
    """R017: Mixtral-8x7B holds 46.7 billion parameters in all, not 8 × 7."""
    outcome = rechenwerk("predict", "--model", "Mixtral-8x7B", "--gpu", "A100-80GB", "--gpus", 2, *LOAD, "--json")
    assert outcome.document["memory"]["weights_gb"] == pytest.approx(46.7, abs=0.05)


def test_a_latent_cache_is_not_divided_by_tensor_parallelism(rechenwerk: Rechenwerk) -> None:
    """R014: DeepSeek-V3 keeps 61 layers · (512 + 64) values · 2 bytes = 70,272 bytes a token on every card."""
    outcome = rechenwerk(
        "predict", "--model", "DeepSeek-V3", "--gpu", "B200-SXM", "--gpus", 8, "--tp", 8, "--weights", "fp8",
        "--kv", "bf16", "--input-tokens", 896, "--output-tokens", 128, "--concurrency", 1, "--json",
    )  # fmt: skip
    assert outcome.document["memory"]["kv_cache_gb"] * 1e9 == pytest.approx(70_272 * 1024)


def test_weights_that_do_not_fit_say_why_and_what_would(rechenwerk: Rechenwerk) -> None:
    """R016: exit 0, because that is an answer."""
    outcome = rechenwerk("predict", "--model", "Mixtral-8x7B", "--gpu", "A100-80GB", "--gpus", 1, *LOAD, "--json")
    assert outcome.code == 0
    assert outcome.document["performance"] is None
    assert outcome.document["why_not"]


@pytest.mark.parametrize(("language", "weights"), [("en", "16.06"), ("de", "16,06")])
def test_the_view_speaks_the_language(rechenwerk: Rechenwerk, language: str, weights: str) -> None:
    outcome = rechenwerk(
        "predict", "--model", "Llama-3.1-8B", "--gpu", "H100-SXM", "--gpus", 1, *LOAD, "--lang", language
    )
    assert weights in outcome.out


@pytest.mark.parametrize(
    "wrong",
    [
        ["--model", "No-Such-Model", "--gpu", "H100-SXM", "--gpus", 1],
        ["--model", "FLUX.1-dev", "--gpu", "H100-SXM", "--gpus", 1],
        ["--model", "BAAI/bge-m3", "--gpu", "H100-SXM", "--gpus", 1],
        ["--model", "amazon/chronos-t5-base", "--gpu", "H100-SXM", "--gpus", 1],
        ["--model", "Llama-3.1-8B", "--gpu", "H100-SXM-81GB", "--gpus", 1],
        ["--model", "Llama-3.1-8B", "--gpu", "H100-SXM", "--gpus", 3, "--tp", 2],
        ["--model", "Llama-3.1-8B", "--gpu", "H100-SXM", "--gpus", 0],
    ],
)
def test_an_unknown_or_impossible_setting_is_wrong_usage(rechenwerk: Rechenwerk, wrong: list[object]) -> None:
    outcome = rechenwerk("predict", *wrong, *LOAD)
    assert (outcome.code, outcome.out) == (2, "")


@pytest.mark.parametrize("more", [("--shared-prefix", "100"), ("--shared-prefix", "nan"), ("--attention", "none")])
def test_an_absurd_setting_is_wrong_usage(rechenwerk: Rechenwerk, more: tuple[str, str]) -> None:
    assert rechenwerk("predict", "--model", "Llama-3.1-8B", "--gpu", "H100-SXM", "--gpus", 1, *LOAD, *more).code == 2


def test_a_burst_is_replayed(rechenwerk: Rechenwerk) -> None:
    setting = ("predict", "--model", "Llama-3.1-8B", "--gpu", "H100-SXM", "--gpus", 1)
    load = ("--input-tokens", 220, "--output-tokens", 200, "--burst", 300, "--json")
    found = rechenwerk(*setting, *load).document["performance"]
    assert found["concurrency"] == 300
    assert found["ttft_ms_p50"] < found["ttft_ms_p95"] < found["e2e_s_p99"] * 1000


def test_a_kept_prefix_shortens_the_first_token(rechenwerk: Rechenwerk) -> None:
    setting = ("predict", "--model", "Llama-3.1-8B", "--gpu", "H100-SXM", "--gpus", 1, *LOAD, "--json")
    plain, kept = (rechenwerk(*setting, *more).document["performance"] for more in ((), ("--shared-prefix", 80)))
    assert kept["ttft_ms_mean"] < plain["ttft_ms_mean"]
    assert kept["output_tokens_per_s"] > plain["output_tokens_per_s"]


def test_load_must_be_given_in_exactly_one_way(rechenwerk: Rechenwerk) -> None:
    setting = ("predict", "--model", "Llama-3.1-8B", "--gpu", "H100-SXM", "--gpus", 1, *LOAD)
    assert rechenwerk(*setting, "--rate", 3).code == 2


def test_an_unreadable_configuration_is_an_unusable_input(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{", encoding="utf-8")
    outcome = rechenwerk("predict", "--model", tmp_path / "config.json", "--gpu", "H100-SXM", "--gpus", 1, *LOAD)
    assert (outcome.code, "Traceback" in outcome.err) == (3, False)


def test_a_named_copy_is_predicted_in_its_own_format(rechenwerk: Rechenwerk) -> None:
    """Qwen3-32B-FP8: 31.2 of 32.8 billion parameters in one byte, embedding and head in two."""
    named = ("predict", "--model", "Qwen/Qwen3-32B-FP8", "--gpu", "L40S", "--gpus", 1, *LOAD, "--json")
    document = rechenwerk(*named).document
    assert (document["model"], document["weights_format"]) == ("Qwen/Qwen3-32B-FP8", "fp8")
    assert document["memory"]["weights_gb"] == pytest.approx(34.32, abs=0.01)


def test_a_format_against_the_named_copy_is_said(rechenwerk: Rechenwerk) -> None:
    asked = ("predict", "--model", "Qwen/Qwen3-32B-AWQ", "--weights", "bf16", "--gpu", "H100-SXM-80GB", "--gpus", 2)
    document = rechenwerk(*asked, *LOAD, "--json").document
    assert any("Qwen/Qwen3-32B-AWQ" in warning["en"] for warning in document["warnings"])
