"""Each figure of a replica with a draft model follows from its tree, as those of one without."""

import pytest
from tests.sizing.test_explain_speed import nodes, recomputed
from wizard.domain.configuration import DraftedMemory, Performance
from wizard.domain.workload import Draft
from wizard.sizing.explain_memory import explain_memory
from wizard.sizing.explain_speed import Served, explain_performance
from wizard.sizing.performance import Traffic
from wizard.sizing.predict import predict_replica
from wizard.sizing.replica import replica_of, state_of
from wizard.sizing.speculative import drafting_of
from wizard.sizing.steady import Load

CASES = {
    "one card": ("Llama-3.1-8B", "h100-sxm-80", {}, 0.7, Traffic(1, None, 1)),
    "four cards": ("Llama-3.1-70B", "h100-sxm-80", {"tensor_parallel": 4}, 0.7, Traffic(48, None, 1)),
    "not measured": ("Llama-3.1-70B", "h100-sxm-80", {"tensor_parallel": 4}, None, Traffic(48, None, 1)),
    "not measured, slower": ("Llama-3.1-8B", "l40s-48", {}, None, Traffic(200, None, 1)),
    "arrivals": ("Llama-3.1-70B", "h200-sxm-141", {"tensor_parallel": 2}, 0.6, Traffic(None, 2, 2)),
    "tensorrt": ("Llama-3.1-70B", "h200-sxm-141", {"weights_format": "fp8", "engine": "tensorrt_llm"}, 0.8,
                 Traffic(1, None, 1)),
}  # fmt: skip


@pytest.fixture(scope="module", params=CASES)
def predicted(request, models, deployment, catalog):
    model, accelerator, layout, accepted, traffic = CASES[request.param]
    draft = Draft(ref="Llama-3.2-1B", tokens=4, accepted=accepted)
    card, wanted = deployment(accelerator, draft=draft, **layout)
    arch = models[model]
    drafting = drafting_of(arch, models["Llama-3.2-1B"], wanted, catalog.figures)
    replica = replica_of(arch, card, wanted, Load(1_000, 300), catalog.figures, drafting=drafting)
    prediction = predict_replica(replica, traffic, None)
    assert prediction.performance is not None
    return prediction, Served(replica, traffic, state_of(replica, traffic), prediction.performance)


@pytest.mark.parametrize("name", Performance.model_fields)
def test_each_speed_has_a_tree_that_recomputes(predicted, name):
    _, served = predicted
    tree = explain_performance(name, served)
    assert tree.value == pytest.approx(getattr(served.performance, name), rel=1e-9, abs=1e-12)
    for step in nodes(tree):
        if step.inputs and "γ + 1) / (1 − α)" in step.formula:
            share, drafted = (i.value for i in step.inputs)
            assert step.value == pytest.approx(sum(share**k for k in range(int(drafted) + 1)))
        elif step.inputs and (found := recomputed(step)) is not None:
            assert step.value == pytest.approx(found, rel=1e-9, abs=1e-12), step.label.en


@pytest.mark.parametrize("name", DraftedMemory.model_fields)
def test_each_part_of_memory_has_a_tree_of_its_value(predicted, name):
    prediction, served = predicted
    tree = explain_memory(name, served.replica, prediction.memory)
    assert tree.value == pytest.approx(getattr(prediction.memory, name), rel=1e-9, abs=1e-9)


def test_the_shown_parts_add_up_to_the_total(predicted):
    """R014: the draft's weights and cache stand beside the other parts."""
    memory = predicted[0].memory
    tree = explain_memory("total_gb", predicted[1].replica, memory)
    parts = sum(part.value for part in tree.inputs)
    own = memory.weights_gb + memory.kv_cache_gb + memory.activations_gb + memory.overhead_gb
    assert parts == pytest.approx(memory.total_gb)
    assert own + memory.draft_weights_gb + memory.draft_cache_gb == pytest.approx(memory.total_gb)
