"""Every number of a configuration and of a demand has a tree that ends in sources, and the same value."""

import pytest
from wizard.domain.configuration import Memory, Performance
from wizard.domain.errors import CodedError
from wizard.domain.quantities import Range
from wizard.domain.workload import InferenceLoad, ServiceTarget, TokenLengths
from wizard.domain.workload_result import Demand
from wizard.sizing.demand import demand
from wizard.sizing.explain import COUNTS, explain_configuration, explain_demand
from wizard.sizing.search import ClientHardware, size_workload

TARGET = ServiceTarget(name="chat", ttft_p95_ms=3_000, tpot_p95_ms=100)


def load(**changes) -> InferenceLoad:
    fields = {
        "requests_per_s": Range.exact(3),
        "in_flight": None,
        "burst_factor": Range.exact(1.5),
        "input_tokens": TokenLengths(typical=1_000, p95=3_000),
        "output_tokens": TokenLengths(typical=200, p95=500),
        "context_max": 4_096,
        "active_hours_per_month": 200,
        "mean_to_peak": 0.4,
    }
    return InferenceLoad(**{**fields, **changes})


CASES = {
    "open": ("Llama-3.1-8B", load(), TARGET, "h100-sxm-80", "bf16"),
    "closed": ("Llama-3.1-70B", load(requests_per_s=None, in_flight=Range.exact(40)), None, "h100-sxm-80", "fp8"),
    "experts": ("DeepSeek-V3", load(), None, "h200-sxm-141", "native"),
    "pcie": ("Llama-3.1-70B", load(), None, "l40s-48", "int4"),
    "windows": ("gemma-3-27b", load(), TARGET, "a100-sxm-80", "bf16"),
    "too slow": ("Llama-3.1-70B", load(), ServiceTarget(name="x", tpot_p95_ms=0.1), "h100-sxm-80", "fp8"),
    "too large": ("DeepSeek-V3", load(), None, "t4-16", "fp8"),
    "prompts only": ("Llama-3.1-8B", load(output_tokens=TokenLengths(typical=1, p95=1)), None, "h100-sxm-80", "bf16"),
}


@pytest.fixture(params=CASES)
def case(request, models, catalog):
    model, wanted, target, accelerator, weights = CASES[request.param]
    hardware = catalog.accelerators[accelerator]
    found = size_workload(
        models[model], wanted, target, [hardware], facts=catalog.figures, formats=(weights,), kv_format="auto",
        engine="vllm", spare_replicas=1, client=[ClientHardware(hardware, 8)],
    )  # fmt: skip

    def explain(configuration, path):
        return explain_configuration(path, models[model], hardware, configuration, load=wanted, facts=catalog.figures)

    return found, explain


def leaves(configuration):
    for area, kind in (("memory", Memory), ("performance", Performance)):
        values = getattr(configuration, area)
        for name in kind.model_fields if values is not None else ():
            yield f"{area}.{name}", getattr(values, name)
    for name, bounds in configuration.interval.items():
        yield f"interval.{name}.0", bounds[0]
        yield f"interval.{name}.1", bounds[1]
    for name in COUNTS:
        if getattr(configuration, name) is not None:
            yield name, getattr(configuration, name)


def ends(derivation):
    if not derivation.inputs:
        yield derivation
    for step in derivation.inputs:
        yield from ends(step)


def test_each_derivation_has_the_value_of_its_leaf(case):
    found, explain = case
    for configuration in found:
        for path, value in leaves(configuration):
            assert explain(configuration, path).value == pytest.approx(value, rel=1e-9), path


def test_each_tree_ends_in_sources(case):
    found, explain = case
    for path, _ in leaves(found[0]):
        tree = explain(found[0], path)
        assert all(end.source for end in ends(tree)), path
        assert all(end.label.de and end.label.en for end in ends(tree)), path


def test_sums_name_parts_that_add_up(case):
    found, explain = case
    total = explain(found[0], "memory.total_gb")
    assert sum(step.value for step in total.inputs) == pytest.approx(found[0].memory.total_gb)


@pytest.mark.parametrize(
    "path", ["memory.colour", "performance", "interval.x.0", "interval.tpot_ms_mean.2", "warnings"]
)
def test_what_is_no_number_is_refused(case, path):
    found, explain = case
    with pytest.raises(CodedError, match="E109"):
        explain(found[0], path)


@pytest.mark.parametrize("wanted", [load(), load(requests_per_s=None, in_flight=Range.exact(7))])
def test_the_demand_is_explained(wanted):
    found = demand(wanted, TARGET)
    for name in Demand.model_fields:
        if name.endswith("tokens"):
            for statistic in ("typical", "p95"):
                value = getattr(getattr(found, name), statistic)
                assert explain_demand(f"{name}.{statistic}", wanted, TARGET).value == value
        else:
            assert explain_demand(name, wanted, TARGET).value == pytest.approx(getattr(found, name)), name


@pytest.mark.parametrize("path", ["colour", "input_tokens", "in_flight_p99.x"])
def test_no_part_of_the_demand_is_refused(path):
    with pytest.raises(CodedError, match="E109"):
        explain_demand(path, load())


def test_a_configuration_cannot_be_explained_without_its_load(models, catalog):
    hardware = catalog.accelerators["h100-sxm-80"]
    found = size_workload(
        models["Llama-3.1-8B"], load(), None, [hardware], facts=catalog.figures, formats=("bf16",), kv_format="auto",
        engine="vllm", spare_replicas=0,
    )  # fmt: skip
    with pytest.raises(CodedError, match="E107"):
        explain_configuration(
            "performance.tpot_ms_mean", models["Llama-3.1-8B"], hardware, found[0],
            load=load(requests_per_s=None), facts=catalog.figures,
        )  # fmt: skip


def test_a_demand_without_load_cannot_be_explained():
    with pytest.raises(CodedError, match="E107"):
        explain_demand("in_flight_p99", load(requests_per_s=None))
