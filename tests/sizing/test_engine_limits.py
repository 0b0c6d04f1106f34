"""What an engine cannot do on a card, or does more slowly than its kernels: said, and charged as it was measured."""

import pytest
from wizard.catalogs.find import find_model
from wizard.domain.model import NumberFormat, Quantisation


def test_the_answer_time_of_ollama_grows_with_its_users(run):
    """One card of 48 GB and 300 W, 4 bit: 7.6 s alone, 10.2 to 11.3 s for 4 users, 24.6 s for 10.

    Comment of 2024-05-24 in ollama/ollama pull request 3418; lengths are not published, 700 tokens give the 7.6 s.
    """
    for users, seconds in ((1, 7.6), (4, 10.75), (10, 24.6)):
        found = run(
            "Llama-3.1-8B", "rtx-a6000-48", prompt=500, output=700, load={"concurrency": users},
            weights_format="int4", engine="ollama",
        )  # fmt: skip
        assert found.memory.total_gb < 12
        assert found.performance.e2e_s_mean / seconds == pytest.approx(1, abs=0.1 if users < 10 else 0.45)


@pytest.mark.parametrize(
    ("model", "rows", "milliseconds"), [("Llama-2-7B", 2, 2.0), ("Llama-2-7B", 4, 4.0), ("Llama-2-7B", 8, 10.2)]
)
def test_further_requests_cost_llama_cpp_as_measured(run, model, rows, milliseconds):
    """Beyond one row: 7B in Q2_K on an RTX 3090, 9.5 ms for one row, 10.5, 14.1 and 19.7 ms for 2, 4 and 8.

    ggml-org/llama.cpp pull request 5434, 2024-02-10. Q2_K is the slowest of the narrow formats to unpack.
    """
    alone, several = (
        run(
            model, "rtx-3090-24", prompt=1, output=200, load={"concurrency": n}, weights_format="int4",
            engine="llama.cpp",
        ).performance.tpot_ms_mean
        for n in (1, rows)
    )  # fmt: skip
    assert several - alone == pytest.approx(milliseconds, rel=0.6)


def test_eight_bit_units_slower_than_sixteen_bit_are_left_alone(run):
    """B300 traded its INT8 rate for FP4 (153.5 of 2,250 TFLOPS): INT8 weights are unpacked instead."""
    narrow, half = (
        run("Llama-3.1-70B", "b300-sxm-288", load={"concurrency": 64}, weights_format=name).performance
        for name in ("int8", "bf16")
    )
    assert narrow.tpot_ms_mean < 1.5 * half.tpot_ms_mean
    assert narrow.ttft_ms_mean < 1.5 * half.ttft_ms_mean


@pytest.mark.parametrize(("accelerator", "wanted"), [("a100-sxm-80", "fp8"), ("b300-sxm-288", "int8")])
def test_unpacked_weights_are_said(run, accelerator, wanted):
    found = run("Llama-3.1-8B", accelerator, load={"concurrency": 8}, weights_format=wanted)
    assert any("unpacked to 16 bit" in w.en for w in found.warnings)


def test_what_slows_four_bit_experts_is_fixed_time_and_said(run):
    """SGLang of May 2025, GPTQ: about 0.5 ms a layer (QwenLM/Qwen3@7a2f61f); more requests do not multiply it."""
    settings = {"tensor_parallel": 4, "engine": "sglang"}
    narrow, half = (
        run("Mixtral-8x7B", "h100-sxm-80", load={"concurrency": 64}, weights_format=name, **settings)
        for name in ("int4", "bf16")
    )
    beyond = narrow.performance.tpot_ms_mean - half.performance.tpot_ms_mean
    assert beyond < 32 * 0.65
    assert any("500 µs" in w.en for w in narrow.warnings)
    assert not any("µs" in w.en for w in half.warnings)


@pytest.mark.parametrize(
    ("settings", "refused"),
    [
        ({"tensor_parallel": 8}, True),
        ({"tensor_parallel": 4}, False),
        ({"tensor_parallel": 8, "expert_parallel": 8}, False),
    ],
)
def test_experts_are_divided_into_whole_blocks_only(run, catalog, settings, refused):
    """1,536 wide experts on 8 accelerators: 192 is no multiple of 128.

    vllm-project/recipes pull request 96 and NVIDIA/TensorRT-LLM pull request 14613 refuse them.
    """
    blocks = Quantisation(method="fp8", format=NumberFormat.FP8, bits=8, weight_block_size=(128, 128))
    arch = find_model(catalog, "Qwen/Qwen3-235B-A22B").architecture.model_copy(update={"quantisation": blocks})
    found = run("", "h200-sxm-141", arch=arch, load={"concurrency": 4}, weights_format="fp8", **settings)
    said = [reason.en for reason in found.why_not if "blocks of 128" in reason.en]
    assert bool(said) == refused
    assert all("possible tensor parallelism: 1, 2, 4, or expert parallelism 8" in one for one in said)
