"""Layouts and flags that cannot be, through the command line: a code, what is wrong, and the nearest that can be."""

import pytest
from tests.cli.conftest import Rechenwerk

LLAMA, QWEN = "meta-llama/Llama-3.1-8B-Instruct", "Qwen/Qwen3-30B-A3B"
USUAL = ("--gpu", "h100-sxm-80", "--gpus", "8", "--method", "full", "--seq-len", "4096", "--micro-batch", "1")


@pytest.mark.parametrize(
    ("model", "flags", "code", "way_out"),
    [
        (LLAMA, ("--tp", "3"), "E123", "6, 9"),
        (LLAMA, ("--cp", "3"), "E123", "6, 9"),
        (LLAMA, ("--cp", "8", "--seq-len", "4100"), "E130", "4096, 4112"),
        (QWEN, ("--ep", "3"), "E131", "1, 2, 4, 8"),
        (LLAMA, ("--ep", "2"), "E131", "possible: 1"),
        (LLAMA, ("--offload", "all", "--zero", "1"), "E132", "stage 3"),
        (LLAMA, ("--step-in-backward", "--global-batch", "64"), "E133", "a batch of 8"),
        (LLAMA, ("--software", "deepspeed", "--pp", "2", "--zero", "3"), "E134", "stage 1"),
    ],
)
def test_refused_with_the_nearest_possible(
    rechenwerk: Rechenwerk, model: str, flags: tuple[str, ...], code: str, way_out: str
) -> None:
    outcome = rechenwerk("predict-training", "--model", model, *USUAL, *flags)
    said = " ".join(outcome.err.split())
    assert outcome.code != 0
    assert code in said
    assert way_out in said
    assert outcome.out == ""


def test_heads_that_do_not_divide(rechenwerk: Rechenwerk) -> None:
    outcome = rechenwerk("predict-training", "--model", LLAMA, *USUAL, "--gpus", "6", "--tp", "3")
    assert "E124" in outcome.err
    assert "2, 4" in outcome.err


def test_main_memory_and_deepspeeds_estimate_are_shown(rechenwerk: Rechenwerk) -> None:
    flags = ("--software", "deepspeed", "--offload", "optimizer", "--json")
    found = rechenwerk("predict-training", "--model", LLAMA, *USUAL, *flags).document
    assert found["host_gb"] == pytest.approx(8.03 * 16 * 1.5 / 8, rel=0.01)
    assert found["deepspeed_estimate"]["gpu_gib"] == pytest.approx((8.03e9 * 2 / 8 + 4 * 525e6) / 2**30, rel=0.01)


@pytest.mark.parametrize(
    ("length", "moment", "words"), [("512", "step", "the optimizer's step"), ("8192", "loss", "computing the loss")]
)
def test_the_moment_of_the_peak_is_named(rechenwerk: Rechenwerk, length: str, moment: str, words: str) -> None:
    """Logits of 8,192 tokens over 128,256 words tower above all; 512 leave the states and their update."""
    asked = ("predict-training", "--model", LLAMA, *USUAL, "--zero", "1", "--seq-len", length, "--software", "hf")
    assert rechenwerk(*asked, "--json").document["memory_peak"] == moment
    assert f"at the peak: {words}" in rechenwerk(*asked, "--lang", "en").out
