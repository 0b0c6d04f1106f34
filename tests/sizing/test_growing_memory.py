"""Peak of engines that allocate as they go, against published peaks of PyTorch's allocator."""

import pytest
from wizard.catalogs.find import find_model
from wizard.domain.quantities import GIB
from wizard.sizing.growing import growing_memory


@pytest.fixture
def peak(catalog, deployment):
    def made(model, accelerator, engine, weights, requests, prompt, output, **settings):
        arch = find_model(catalog, model).architecture
        card, placed = deployment(accelerator, weights_format=weights, kv_format="fp16", engine=engine, **settings)
        return growing_memory(arch, card, placed, engine, requests, prompt, output, catalog.figures)

    return made


@pytest.mark.parametrize(
    ("model", "weights", "prompt", "published"),
    [
        ("Qwen/Qwen3-8B", "bf16", 1, 15.57),
        ("Qwen/Qwen3-8B", "bf16", 14_336, 17.54),
        ("Qwen/Qwen3-30B-A3B", "bf16", 14_336, 58.40),
        ("Qwen/Qwen3-32B", "fp8", 30_720, 40.10),
        ("Qwen/Qwen3-0.6B", "fp8", 30_720, 4.52),
    ],
)
def test_transformers_keeps_weights_cache_and_a_workspace(peak, model, weights, prompt, published):
    """GiB in QwenLM/Qwen3@7a2f61f speed_benchmark.md, H20, 2,048 new tokens; tied heads in FP8 are stored once more."""
    found = peak(model, "h20-96", "transformers", weights, 1, prompt, 2_048).total / GIB
    assert found == pytest.approx(published, rel=0.01)


def test_old_transformers_copied_the_cache(peak):
    """144.69 GB on two A100 for Qwen-72B in 16 bit and 2,048 tokens (QwenLM/Qwen@2df8e8a): 134.7 + 2 · 5.0 GiB."""
    found = peak("Qwen/Qwen-72B-Chat", "a100-sxm-80", "transformers_old", "bf16", 1, 1, 2_048, pipeline_parallel=2)
    assert 2 * found.total / GIB == pytest.approx(144.69, rel=0.02)


@pytest.mark.parametrize(
    ("model", "requests", "tokens", "published"),
    [
        ("mosaicml/mpt-7b", 1, 2_048, 5.87),
        ("mistralai/Mistral-7B-v0.1", 1, 2_048, 5.55),
        ("mistralai/Mistral-7B-v0.1", 8, 2_048, 16.82),
        ("meta-llama/Llama-2-13b-hf", 1, 64, 8.47),
        ("codellama/CodeLlama-34b-hf", 1, 64, 19.05),
    ],
)
def test_autoawq_pays_for_scores_or_for_loading(peak, model, requests, tokens, published):
    """GiB in casper-hansen/AutoAWQ@88e4c76 README: long prompts keep scores, short ones peak while loading."""
    found = peak(model, "rtx-4090-24", "autoawq", "int4", requests, tokens, tokens).total / GIB
    assert found == pytest.approx(published, rel=0.03)


def test_loading_can_be_the_peak(peak):
    found = peak("meta-llama/Llama-2-13b-hf", "rtx-4090-24", "autoawq", "int4", 1, 64, 64)
    assert found.loading > found.reading
    assert found.total == found.weights + found.cache + found.workspace + found.loading
