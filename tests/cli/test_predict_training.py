"""``rechenwerk predict-training`` as a person or a script calls it."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk

LLAMA = ("--model", "Llama-2-70B", "--gpu", "A100-SXM-80GB", "--seq-len", 4096, "--micro-batch", 1)
TENDER = (
    "--params-b", 100, "--gpu", "H100-SXM-80GB", "--gpus", 512, "--method", "pretrain", "--seq-len", 4096,
    "--micro-batch", 1, "--tokens", "12e12", "--stated-gpu-hours", "8.8e6",
)  # fmt: skip


def _document(rechenwerk: Rechenwerk, *arguments: object) -> dict[str, Any]:
    outcome = rechenwerk("predict-training", *arguments, "--json")
    assert outcome.code == 0, outcome.err
    document: dict[str, Any] = outcome.document
    return document


def test_eight_cards_fail_and_32_pass(rechenwerk: Rechenwerk) -> None:
    """R020: full fine-tuning of Llama-2-70B, https://github.com/epfLLM/Megatron-LLM/issues/52; exit 0 both times."""
    eight = _document(rechenwerk, *LLAMA, "--gpus", 8, "--method", "full")
    many = _document(rechenwerk, *LLAMA, "--gpus", 32, "--method", "full")
    assert eight["performance"] is None
    assert "640 GB" in eight["why_not"][0]["en"]
    assert many["why_not"] == []
    assert many["performance"]["tokens_per_s_per_gpu"] > 0


def test_states_stand_beside_the_rule_of_thumb(rechenwerk: Rechenwerk) -> None:
    """R020: 182 to 196 GB by the rule for 70e9 parameters, 1.1 to 1.3 TB by components."""
    states = _document(rechenwerk, *LLAMA, "--gpus", 8, "--method", "full")["training_memory"]
    assert (states["bytes_per_parameter"], states["bytes_per_parameter_high"]) == pytest.approx((16, 18))
    assert 175 < states["rule_low_gb"] < states["rule_high_gb"] < 197
    assert 1100 < states["states_gb"] < states["states_high_gb"] < 1300


def test_stated_computing_time_is_checked(rechenwerk: Rechenwerk) -> None:
    """The tender of a German university: 100 % of the dense peak, 23 % by 6·N·D."""
    stated = _document(rechenwerk, *TENDER, "--stated-flops", "3.133e25")["stated_compute"]
    assert stated["share_of_peak"] == pytest.approx(1.0, abs=0.001)
    assert stated["implied_mfu"] == pytest.approx(0.23, abs=0.001)


def test_without_tokens_no_duration_is_shown(rechenwerk: Rechenwerk) -> None:
    """R083: a duration needs an amount of data; speed and memory do not."""
    document = _document(rechenwerk, *LLAMA, "--gpus", 32, "--method", "lora")
    assert "duration_h" not in document["performance"]
    assert "duration_h" not in document["interval"]
    longer = _document(rechenwerk, *LLAMA, "--gpus", 32, "--method", "lora", "--tokens", "5e7", "--epochs", 3)
    assert longer["performance"]["duration_h"] > 0


def test_the_parts_shown_add_up(rechenwerk: Rechenwerk) -> None:
    memory = _document(rechenwerk, *LLAMA, "--gpus", 64, "--method", "full", "--tp", 8, "--zero", 1)["memory"]
    names = ("weights_gb", "gradients_gb", "optimizer_gb", "activations_gb", "overhead_gb")
    assert sum(memory[name] for name in names) == pytest.approx(memory["total_gb"])


@pytest.mark.parametrize(
    ("language", "rule", "reason"),
    [("en", "rule of thumb", "Does not fit: 8 × 80 GB"), ("de", "Faustregel", "Passt nicht: 8 × 80 GB")],
)
def test_the_view_speaks_the_language(rechenwerk: Rechenwerk, language: str, rule: str, reason: str) -> None:
    outcome = rechenwerk("predict-training", *LLAMA, "--gpus", 8, "--method", "full", "--lang", language)
    assert rule in outcome.out
    assert reason in outcome.out


@pytest.mark.parametrize(
    "wrong",
    [
        (*LLAMA, "--gpus", 8, "--method", "full", "--tp", 3),
        (*LLAMA, "--gpus", 9, "--method", "full", "--tp", 3),
        (*LLAMA, "--gpus", 8, "--method", "full", "--zero", 4),
        (*LLAMA, "--gpus", 8, "--method", "sparse"),
        (*LLAMA, "--gpus", 0, "--method", "full"),
        (*LLAMA, "--gpus", 128, "--method", "full", "--pp", 128),
        (*LLAMA, "--gpus", 8, "--method", "full", "--stated-gpu-hours", 100),
        (*LLAMA, "--gpus", 8, "--method", "full", "--active-params-b", 5),
        ("--params-b", 10, "--active-params-b", 20, *LLAMA[2:], "--gpus", 8, "--method", "full"),
        ("--params-b", "1e-300", *LLAMA[2:], "--gpus", 8, "--method", "full"),
        ("--params-b", "1e300", *LLAMA[2:], "--gpus", 8, "--method", "full"),
        (*LLAMA, "--gpus", 10**12, "--method", "full"),
        (*LLAMA, "--gpus", 8, "--method", "full", "--tokens", "1e300", "--epochs", "1e300", "--json"),
        (*LLAMA, "--gpus", 8, "--method", "full", "--tokens", 1, "--stated-gpu-hours", "1e300", "--json"),
        ("--model", "No-Such-Model", *LLAMA[2:], "--gpus", 8, "--method", "full"),
        (*LLAMA[:2], "--gpu", "A100-81GB", *LLAMA[4:], "--gpus", 8, "--method", "full"),
    ],
)  # fmt: skip
def test_an_impossible_setting_is_wrong_usage(rechenwerk: Rechenwerk, wrong: tuple[object, ...]) -> None:
    outcome = rechenwerk("predict-training", *wrong)
    assert (outcome.code, outcome.out) == (2, "")
    assert "Traceback" not in outcome.err
    assert "P099" not in outcome.err


def test_an_unreadable_configuration_is_an_unusable_input(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{", encoding="utf-8")
    outcome = rechenwerk(
        "predict-training", "--model", tmp_path / "config.json", *LLAMA[2:], "--gpus", 8, "--method", "full"
    )
    assert (outcome.code, "Traceback" in outcome.err) == (3, False)


def test_no_energy_is_stated_where_the_maker_publishes_no_power(rechenwerk: Rechenwerk) -> None:
    """R023: AWS rents Trainium2 out and prints no rated power; the duration is known all the same."""
    asked = ("--model", "Qwen/Qwen3-8B", "--gpu", "trainium2", "--gpus", 8, "--method", "lora", "--seq-len", 2048,
             "--micro-batch", 1, "--tokens", "1e8")  # fmt: skip
    found = _document(rechenwerk, *asked)["performance"]
    assert found["duration_h"] > 0
    assert found["energy_kwh"] is None


def test_the_step_the_limit_and_published_runs_are_shown(rechenwerk: Rechenwerk) -> None:
    """R052 R053 R086: shares of a step add up; the nearest published run is of the same model where there is one."""
    found = _document(
        rechenwerk, "--model", "Qwen/Qwen3-30B-A3B", "--gpu", "GB200-192GB", "--gpus", 8, "--method", "pretrain",
        "--seq-len", 4096, "--micro-batch", 4, "--zero", 1, "--ep", 8, "--global-batch", 512, "--software", "megatron",
        "--precision", "fp8_mixed", "--recompute", "selective", "--tokens", "1e10", "--logits", "tiled",
    )  # fmt: skip
    assert sum(part["share"] for part in found["parts"]) == pytest.approx(1)
    assert found["performance"]["tokens_per_s_per_gpu"] == pytest.approx(39_936, rel=0.35), "Megatron-Bridge 26.08"
    assert found["nearest_measurements"][0]["id"].startswith("mbridge")
    assert found["measured_accuracy"][0]["rows"] >= 8
    assert found["losses"]["failures_per_day"] > 0
    assert found["bottleneck"]


def test_what_was_measured_stands_instead_of_a_prediction(rechenwerk: Rechenwerk) -> None:
    """R050: 1,058 tokens/s and GPU of MPT-70B on H100 (llm-foundry) carry 5e9 tokens in 20.5 hours on 64."""
    asked = (*LLAMA, "--gpu", "H100-SXM-80GB", "--gpus", 64, "--method", "full", "--tokens", "5e9",
             "--measured-rate", 1058)  # fmt: skip
    found = _document(rechenwerk, *asked)["performance"]
    assert found["tokens_per_s_per_gpu"] == 1058
    assert found["duration_h"] * found["goodput"] == pytest.approx(5e9 / (1058 * 64) / 3600)
