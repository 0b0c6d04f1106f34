"""Each speed of a configuration follows from its tree: formulas recompute, parts add up, ends name their source."""

from dataclasses import dataclass, field
from math import ceil, exp, floor, log2

import pytest
from wizard.domain.configuration import Performance
from wizard.domain.provenance import Derivation
from wizard.domain.workload import ServiceTarget
from wizard.sizing.explain_speed import Served, explain_performance
from wizard.sizing.performance import Traffic
from wizard.sizing.predict import predict_replica
from wizard.sizing.replica import replica_of, state_of
from wizard.sizing.spread import parts_of_tpot
from wizard.sizing.steady import Load

MODERATE = Traffic(24, None, 1)
"""Requests at once on one replica."""
TYPICAL = Load(1_500, 300)


@dataclass(frozen=True)
class Case:
    model: str
    accelerator: str
    layout: dict = field(default_factory=dict)
    traffic: Traffic = MODERATE
    load: Load = TYPICAL
    target: ServiceTarget | None = None


CASES = {
    "dense": Case("Llama-3.1-8B", "h100-sxm-80", {"weights_format": "bf16"}),
    "single request": Case("Llama-3.1-8B", "l40s-48", {"weights_format": "fp8"}, Traffic(1, None, 1)),
    "mixture": Case("Mixtral-8x7B", "h100-sxm-80", {"weights_format": "fp8", "tensor_parallel": 2}),
    "latent": Case("DeepSeek-V3", "h200-sxm-141", {"weights_format": "fp8", "tensor_parallel": 8}),
    "switched link": Case("Llama-3.1-70B", "h100-sxm-80", {"weights_format": "fp8", "tensor_parallel": 4}),
    "pcie": Case("Llama-3.1-70B", "l40s-48", {"weights_format": "int4", "tensor_parallel": 4}),
    "stages": Case(
        "Llama-3.1-70B", "l40s-48", {"weights_format": "fp8", "tensor_parallel": 2, "pipeline_parallel": 2}
    ),
    "stages beyond a server": Case(
        "DeepSeek-V3", "h100-sxm-80", {"weights_format": "fp8", "tensor_parallel": 8, "pipeline_parallel": 2}
    ),
    "own attention": Case(
        "DeepSeek-V3", "h200-sxm-141",
        {"weights_format": "fp8", "tensor_parallel": 8, "expert_parallel": 8, "attention": "data"},
        Traffic(64, None, 1),
    ),
    "spread experts": Case(
        "DeepSeek-V3", "h200-sxm-141", {"weights_format": "fp8", "tensor_parallel": 8, "expert_parallel": 8}
    ),
    "narrow blackwell": Case("Llama-3.1-70B", "b200-sxm-180", {"weights_format": "fp4", "engine": "tensorrt_llm"}),
    "narrow cache": Case(
        "Qwen2.5-7B", "h100-sxm-80", {"weights_format": "fp8", "kv_format": "fp8", "engine": "sglang"}
    ),
    "windows": Case("gemma-3-27b", "a100-sxm-80", {"weights_format": "bf16"}, load=Load(6_000, 200)),
    "linear layers": Case("Qwen3.5-27B", "h200-sxm-141", {"weights_format": "fp8"}),
    "mixed layers": Case("Nemotron-3-Nano", "h100-sxm-80", {"weights_format": "fp8"}),
    "llama.cpp": Case(
        "Llama-3.1-8B", "rtx-4090-24", {"weights_format": "int4", "engine": "llama.cpp"}, Traffic(1, None, 1)
    ),
    "llama.cpp, few": Case(
        "Llama-3.1-8B", "rtx-a6000-48", {"weights_format": "int4", "engine": "llama.cpp"}, Traffic(6, None, 1)
    ),
    "llama.cpp, many": Case(
        "Llama-3.1-8B", "rtx-a6000-48", {"weights_format": "int4", "engine": "llama.cpp"}, Traffic(200, None, 1)
    ),
    "llama.cpp experts": Case("Mixtral-8x7B", "rtx-a6000-48", {"weights_format": "int4", "engine": "llama.cpp"}),
    "slow experts": Case(
        "Mixtral-8x7B", "h100-sxm-80", {"weights_format": "int4", "tensor_parallel": 2, "engine": "sglang"}
    ),
    "published narrow": Case("gpt-oss-120b", "b200-sxm-180", {"weights_format": "fp4"}),
    "compressed cache": Case("MiniMax-M3", "h200-sxm-141", {"weights_format": "fp8", "tensor_parallel": 8}),
    "unknown card": Case("Llama-3.1-8B", "gaudi2-96", {"engine": "another"}),
    "kept prefix": Case("Llama-3.1-8B", "h100-sxm-80", load=Load(4_000, 200, 3_000)),
    "arrivals": Case(
        "Llama-3.1-8B", "h100-sxm-80", traffic=Traffic(None, 4, 2), target=ServiceTarget(name="x", tpot_p95_ms=12)
    ),
    "overload": Case("Llama-3.1-8B", "h100-sxm-80", traffic=Traffic(None, 900, 2)),
    "queue": Case("Llama-3.1-8B", "h100-sxm-80", traffic=Traffic(3_000, None, 1)),
    "prompts only": Case("Llama-3.1-8B", "h100-sxm-80", load=Load(2_000, 1)),
}  # fmt: skip


@pytest.fixture(scope="module", params=CASES)
def served(request, models, deployment, catalog) -> Served:
    case = CASES[request.param]
    card, wanted = deployment(case.accelerator, **case.layout)
    replica = replica_of(models[case.model], card, wanted, case.load, catalog.figures)
    performance = predict_replica(replica, case.traffic, case.target).performance
    assert performance is not None
    return Served(replica, case.traffic, state_of(replica, case.traffic), performance)


@pytest.fixture(scope="module")
def trees(served) -> dict[str, Derivation]:
    return {name: explain_performance(name, served) for name in Performance.model_fields}


def nodes(derivation: Derivation):
    yield derivation
    for part in derivation.inputs:
        yield from nodes(part)


def recomputed(step: Derivation) -> float | None:
    """The value of a formula whose symbols begin the labels of its inputs; None where it is written in words."""
    labels, values = [i.label.en for i in step.inputs], [i.value for i in step.inputs]
    if step.formula == " + ".join(labels):
        return sum(values)
    product, _, factor = step.formula.rpartition(" · ")
    if " · ".join(labels) in (step.formula, product):
        found = 1.0 if step.formula == " · ".join(labels) else float(factor)
        for value in values:
            found *= value
        return found
    written = step.formula.replace("·", "*").replace("−", "-").replace("^", "**")
    for opening, closing, name in (("⌈", "⌉", "ceil"), ("⌊", "⌋", "floor")):
        written = written.replace(opening, f"{name}(").replace(closing, ")")
    names = {label.split(",")[0]: value for label, value in zip(labels, values, strict=True) if "," in label}
    if len(names) < len(labels) or "load" in written:
        return None
    functions = {"max": max, "min": min, "ceil": ceil, "floor": floor, "exp": exp, "log2": log2, "__builtins__": {}}
    return eval(written, functions, names)  # noqa: S307 - formulas of the program itself


IN_WORDS = ("cache of one request", "cache of one token", "tokens held", "utilisation")
"""Steps that the explanation of the memory owns, or that have no number to follow from."""


def test_each_tree_has_the_value_it_explains(served, trees):
    for name, tree in trees.items():
        assert tree.value == pytest.approx(getattr(served.performance, name), rel=1e-9, abs=1e-12), name


def test_each_step_of_a_tree_recomputes(trees):
    for name, tree in trees.items():
        for step in nodes(tree):
            if not step.inputs:
                continue
            found = recomputed(step)
            if found is None:
                assert any(known in step.label.en for known in IN_WORDS), step.label.en
            else:
                assert step.value == pytest.approx(found, rel=1e-9, abs=1e-12), f"{name}: {step.label.en}"


def test_each_end_names_its_source_in_two_languages(trees):
    for tree in trees.values():
        for step in nodes(tree):
            assert step.inputs or step.source, step.label.en
            assert step.label.de
            assert step.label.en


CACHE = "attention to the cache"
"""Either reading or computing, whichever takes longer."""
READING = ("reading beyond computing", "sorting tokens to experts")
COMPUTING = ("C, computing", "further rows, one by one")
MESSAGES = (
    "messages: sums over the GPUs", "messages: tokens to their experts", "messages: from stage to stage",
)  # fmt: skip
FIXED = (
    "start",
    "engine, a layer with experts",
    "starts of attention",
    "engine, all layers",
    "engine, each step",
    "engine, all requests",
)


def total(derivation: Derivation, name: str) -> float:
    """Milliseconds of the steps with this label, each times the factors above it."""
    if derivation.label.en == name:
        return derivation.value
    if derivation.label.en in (CACHE, "reading beyond computing"):
        return 0.0
    if derivation.formula == "max(A, S)":
        return total(max(derivation.inputs, key=lambda i: i.value), name)
    if " · " in (derivation.formula or "") and " + " not in derivation.formula:
        whole = derivation.value
        return sum(total(i, name) * whole / i.value for i in derivation.inputs if i.value)
    return sum(total(i, name) for i in derivation.inputs)


def test_the_tree_of_a_token_agrees_with_the_parts_that_name_the_bottleneck(served, trees):
    """The words of the bottleneck would otherwise contradict the explanation beside them."""
    tree = trees["tpot_ms_mean"]
    if not tree.inputs:
        return
    parts = parts_of_tpot(served.state, served.replica.load)
    step = [part for part in tree.inputs if part.label.en != "prefills of others"]
    reading = sum(total(part, "reading beyond computing") for part in step)
    messages = sum(total(part, name) for part in step for name in MESSAGES)
    assert messages == pytest.approx(1000 * parts["communication"], rel=1e-9)
    moved = sum(total(part, "sorting tokens to experts") for part in step)
    assert reading + moved == pytest.approx(1000 * parts["weights"], rel=1e-9)
    fixed = sum(total(part, name) for part in step for name in FIXED)
    assert fixed == pytest.approx(1000 * parts["fixed"], rel=1e-9)


def test_the_named_bottleneck_is_the_largest_part_of_the_tree(served, trees):
    """R121: of reading, computing and messages; a queue or a full memory comes before them."""
    named = predict_replica(served.replica, served.traffic, None).bottleneck
    tree = trees["tpot_ms_mean"]
    parts = [part for part in tree.inputs if part.label.en != "prefills of others"]
    others = tree.value - sum(part.value for part in parts) if parts else 0.0
    cache = sum(total(part, CACHE) for part in parts)
    computed = any(
        part.inputs[1].value > part.inputs[0].value for p in parts for part in nodes(p) if part.label.en == CACHE
    )
    times = {
        "memory_bandwidth": sum(total(part, name) for part in parts for name in READING) + (0.0 if computed else cache),
        "compute": sum(total(part, name) for part in parts for name in COMPUTING)
        + others
        + (cache if computed else 0.0),
        "communication": sum(total(part, name) for part in parts for name in MESSAGES),
    }
    if parts and named in times:
        assert max(times, key=times.__getitem__) == named


def ends(derivation: Derivation) -> str:
    return "\n".join(f"{end.label.en}: {end.source}" for end in nodes(derivation) if not end.inputs)


@pytest.mark.parametrize("served", ["spread experts"], indirect=True)
def test_a_token_walks_to_the_architecture_the_data_sheet_and_the_kernels(trees):
    """R012: bandwidth and peak of the card, figures of kernels and engine, heads and experts of the model."""
    found = ends(trees["tpot_ms_mean"])
    for part in (
        "h200-sxm-141 memory_bandwidth_gb_per_s", "h200-sxm-141 dense_tflops.fp8", "h200-sxm-141 interconnect_gb_per_s",
        "sizing.matrix_read.hopper.fp8", "sizing.expert_read.hopper.fp8", "sizing.cache_read.hopper",
        "sizing.layer_fixed_us.vllm", "sizing.sequence_fixed_us.vllm", "E, experts", "k, experts a token",
        "n, query heads", "h, hidden size",
    ):  # fmt: skip
        assert part in found, part


@pytest.mark.parametrize("served", ["spread experts"], indirect=True)
def test_the_experts_touched_are_those_of_independent_draws(trees):
    touched = next(
        step for step in nodes(trees["tpot_ms_mean"]) if step.label.en.startswith("τ")
    )  # fmt: skip
    batch = next(i.value for i in touched.inputs if i.label.en.startswith("B"))
    assert touched.value == pytest.approx(1 - (1 - 8 / 256) ** batch)
