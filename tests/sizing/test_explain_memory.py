"""Every memory figure has a tree with its value, whatever the engine and the placement."""

import pytest
from wizard.domain.configuration import Memory
from wizard.sizing.explain_memory import explain_memory
from wizard.sizing.memory import memory_of
from wizard.sizing.replica import replica_of
from wizard.sizing.steady import Load

MODELS = {"Llama-3.1-70B": "bf16", "gpt-oss-120b": "fp4", "DeepSeek-V3": "fp8", "gemma-3-27b": "bf16"}
PLACES = (
    {},
    {"tensor_parallel": 8, "adapters": 3},
    {"tensor_parallel": 8, "expert_parallel": 8, "attention": "data"},
    {"tensor_parallel": 2, "pipeline_parallel": 2},
)


@pytest.fixture(params=MODELS)
def explained(request, models, catalog, deployment):
    def made(accelerator, engine, place):
        card, placed = deployment(accelerator, weights_format=MODELS[request.param], engine=engine, **place)
        replica = replica_of(models[request.param], card, placed, Load(1_000, 200), catalog.figures)
        memory = memory_of(replica.budget, replica.arch, placed, 5, replica.length, catalog.figures)
        return memory, {name: explain_memory(name, replica, memory) for name in Memory.model_fields}

    return made


def ends(derivation):
    if not derivation.inputs:
        yield derivation
    for step in derivation.inputs:
        yield from ends(step)


@pytest.mark.parametrize("place", PLACES, ids=str)
@pytest.mark.parametrize("engine", ["vllm", "sglang", "tensorrt_llm", "llama.cpp"])
@pytest.mark.parametrize("accelerator", ["h100-sxm-80", "l4-24"])
def test_each_figure_is_explained_by_sources(explained, accelerator, engine, place):
    memory, trees = explained(accelerator, engine, place)
    for name, tree in trees.items():
        assert tree.value == pytest.approx(getattr(memory, name), rel=1e-9), name
        assert all(end.source for end in ends(tree)), name


def test_the_shown_parts_add_up(explained):
    memory, trees = explained("h100-sxm-80", "vllm", PLACES[1])
    assert sum(part.value for part in trees["total_gb"].inputs) == pytest.approx(memory.total_gb)
