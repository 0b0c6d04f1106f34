"""Published peaks that no figure was fitted to: another model of a table, another layout, another framework."""

import pytest
from tests.sizing.training_case import CATALOG, model, task
from wizard.domain.quantities import GIB
from wizard.sizing.training_memory import Layout, Trained, gpu_memory
from wizard.sizing.training_recipe import USUAL, Recipe

LLAMA_8B, LLAMA_405B = "meta-llama/Llama-3.1-8B-Instruct", "meta-llama/Llama-3.1-405B-Instruct"
TITAN = USUAL["torchtitan"]
FP8 = {"method": "scratch", "precision": "fp8_mixed", "recompute": "full"}


def reserved(run: Trained, layout: Layout) -> float:
    return gpu_memory(run, layout).reserved / GIB


def titan(name: str, length: int, batch: int, recompute: str = "full") -> Trained:
    asked = task(**{**FP8, "seq_len": length, "global_batch": batch, "recompute": recompute})
    return Trained(model(name), asked, CATALOG.figures, recipe=TITAN)


@pytest.mark.parametrize(("context", "length", "gib"), [(2, 65_536, 84.2)])
def test_context_parallelism_divides_tokens_and_states(context: int, length: int, gib: float) -> None:
    """R017: torchtitan, llama3_h100_202412, table 2."""
    layout = Layout(data_parallel=8 // context, zero_stage=3, context_parallel=context)
    assert reserved(titan(LLAMA_8B, length, 8 // context), layout) == pytest.approx(gib, rel=0.05)


def test_operations_recomputed_by_choice() -> None:
    """torchtitan, table 1: FSDP on eight GPUs, two samples each, selective recomputation, compiled: 77.0 GiB."""
    run = titan(LLAMA_8B, 8192, 16, "selective")
    assert reserved(run, Layout(data_parallel=8, zero_stage=3, micro_batch=2)) == pytest.approx(77.0, rel=0.05)


@pytest.mark.parametrize(
    ("context", "length", "gib"), [(1, 32_768, 75.3), (2, 65_536, 75.9), (4, 131_072, 77.1), (8, 262_144, 84.9)]
)
def test_four_kinds_of_parallelism(context: int, length: int, gib: float) -> None:
    """R017: torchtitan, table 6: Llama 3.1 405B on 512 GPUs, TP 8, PP 8, a batch of eight in micro-batches of one."""
    data = 8 // context
    layout = Layout(8, 8, data, 3, context_parallel=context)
    assert reserved(titan(LLAMA_405B, length, 8 * data), layout) == pytest.approx(gib, rel=0.2)


@pytest.mark.parametrize(
    ("length", "gib"), [(256, 34.6), (512, 35.1), (1024, 35.3), (2048, 37.4), (4096, 42.5), (8192, 55.2)]
)
def test_adapters_of_14_billion(length: int, gib: float) -> None:
    """R054: QwenLM/Qwen README@2df8e8a, LoRA on one A100-80G, batch of one accumulated eight times."""
    asked = task(method="lora", precision="bf16", seq_len=length, lora_rank=64, global_batch=8)
    run = Trained(model("Qwen/Qwen-14B"), asked, CATALOG.figures, recipe=USUAL["hf"])
    assert gpu_memory(run, Layout()).total / GIB == pytest.approx(gib, rel=0.12)


@pytest.mark.parametrize(("length", "gib"), [(256, 18.7), (1024, 18.9), (4096, 23.0), (8192, 27.9)])
def test_a_4_bit_base_of_14_billion(length: int, gib: float) -> None:
    """R055: the same table, Q-LoRA by GPTQ under DeepSpeed."""
    asked = task(method="qlora", precision="fp16_mixed", seq_len=length, lora_rank=64, global_batch=8)
    recipe = Recipe("hf_deepspeed", compiled=False, base="gptq")
    run = Trained(model("Qwen/Qwen-14B"), asked, CATALOG.figures, recipe=recipe)
    assert gpu_memory(run, Layout()).total / GIB == pytest.approx(gib, rel=0.12)


def test_nf4_base_on_a_consumer_card() -> None:
    """R055: torchtune README@bd2a0fc: QLoRA on 8e9 parameters takes 7.4 GiB on an RTX 4090."""
    asked = task(method="qlora", precision="bf16", seq_len=2048, lora_rank=8, global_batch=2)
    run = Trained(model(LLAMA_8B), asked, CATALOG.figures, recipe=USUAL["torchtune"])
    assert gpu_memory(run, Layout(micro_batch=2)).allocated / GIB == pytest.approx(7.4, rel=0.1)


@pytest.mark.parametrize(("length", "gib"), [(65_536, 37.5), (262_144, 124.5)])
def test_long_sequences_with_the_optimizer_in_main_memory(length: int, gib: float) -> None:
    """R057: stas00/ml-engineering@744d01e, eight H200, ZeRO-3, fused loss: 0.43 MB a token on top of a floor."""
    recipe = Recipe("deepspeed", logits="fused", offload="optimizer")
    run = Trained(model(LLAMA_8B), task(seq_len=length, global_batch=8), CATALOG.figures, recipe=recipe)
    layout = Layout(data_parallel=8, zero_stage=3)
    assert reserved(run, layout) == pytest.approx(gib, rel=0.15)
