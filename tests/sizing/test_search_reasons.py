"""Layouts the search may choose beyond plain tensor parallelism, and the reasons it gives.

Outside values: a layer of Mixtral-8x7B holds 8 experts of 3 · 4,096 · 14,336 and 41,943,040 attention parameters
(configuration of the published model).
"""

import pytest
from wizard.catalogs.hf_config import architecture_from_config
from wizard.domain.provenance import Figure
from wizard.domain.quantities import GB, Range
from wizard.domain.workload import Deployment, InferenceLoad, ServiceTarget, TokenLengths
from wizard.sizing.explain import explain_configuration
from wizard.sizing.loading import load_peak_bytes
from wizard.sizing.memory import weights_per_gpu
from wizard.sizing.predict import predict
from wizard.sizing.search import size_workload

CHAT = ServiceTarget(name="chat", ttft_p95_ms=3_000, tpot_p95_ms=100)


def load(rate=3.0, prompt=1_500, output=300) -> InferenceLoad:
    return InferenceLoad(
        requests_per_s=Range.exact(rate),
        in_flight=None,
        burst_factor=Range.exact(1.5),
        input_tokens=TokenLengths(typical=prompt, p95=prompt),
        output_tokens=TokenLengths(typical=output, p95=output),
        context_max=prompt + output,
        active_hours_per_month=200,
        mean_to_peak=0.4,
    )


@pytest.fixture(scope="session")
def search(models, catalog):
    def made(model, *cards, wanted=None, target=CHAT, formats=("native",), facts=None, spare=0):
        arch = models[model] if isinstance(model, str) else model
        return size_workload(
            arch, wanted or load(), target, [catalog.accelerators[c] for c in cards], facts=facts or catalog.figures,
            formats=formats, kv_format="auto", engine="vllm", spare_replicas=spare,
        )  # fmt: skip

    return made


def replaced(figures, key: str, value: float) -> dict[str, Figure]:
    return {**figures, key: figures[key].model_copy(update={"value": value, "low": None, "high": None})}


LONG = load(3.0, prompt=8_000, output=1_500)


@pytest.fixture(scope="session")
def apart(search):
    return search("DeepSeek-V3", "h200-sxm-141", wanted=LONG)[0]


class TestAttentionApart:
    """DeepSeek-V3 keeps its whole cache on each of eight accelerators that share a request."""

    def test_it_is_chosen_where_the_cache_cannot_be_divided(self, apart):
        assert apart.attention == "data"
        assert apart.expert_parallel == apart.tensor_parallel == apart.gpus_per_replica

    def test_it_saves_accelerators(self, search, apart):
        found = search("DeepSeek-V3", "h200-sxm-141", wanted=LONG)
        assert apart.total_gpus < next(c.total_gpus for c in found if c.attention == "tensor")

    def test_it_is_said_in_both_languages(self, apart):
        assert any("data-parallel attention" in w.in_language("en") for w in apart.warnings)
        assert any("datenparallele Attention" in w.in_language("de") for w in apart.warnings)

    def test_the_replica_can_be_predicted_from_the_configuration(self, apart, models, catalog):
        said = predict(
            models["DeepSeek-V3"], catalog.accelerators[apart.accelerator], apart.deployment(), input_tokens=8_000,
            output_tokens=1_500, facts=catalog.figures, rate=3.0, replicas=apart.replicas, target=CHAT,
        )  # fmt: skip
        assert said.performance == apart.performance
        assert said.memory == apart.memory

    @pytest.mark.parametrize("field", ["memory.kv_cache_gb", "performance.tpot_ms_mean", "expert_parallel"])
    def test_its_figures_are_explained(self, apart, models, catalog, field):
        tree = explain_configuration(
            field, models["DeepSeek-V3"], catalog.accelerators[apart.accelerator], apart, load=LONG,
            facts=catalog.figures,
        )  # fmt: skip
        area, _, name = field.partition(".")
        value = getattr(getattr(apart, area), name) if name else getattr(apart, area)
        assert tree.value == pytest.approx(value)

    def test_grouped_heads_are_divided_as_before(self, search):
        found = search("Llama-3.1-70B", "h200-sxm-141", "l40s-48", formats=("fp8",))
        assert {c.attention for c in found} == {"tensor"}


class TestWhileLoading:
    def test_one_layer_is_held_twice(self, models, catalog):
        arch, card = models["Mixtral-8x7B"], catalog.accelerators["h200-sxm-141"]
        deployment = Deployment(accelerator=card.id)
        weights = weights_per_gpu(arch, deployment, catalog.figures)
        peak = load_peak_bytes(arch, card, deployment, weights, catalog.figures)
        runtime = catalog.figures["sizing.engine_runtime_gb.single.large"].value * GB
        layer = 2 * (8 * 3 * 4_096 * 14_336 + 41_943_040)
        assert peak - weights - runtime == pytest.approx(layer)

    def test_tensor_parallelism_divides_it(self, models, catalog):
        arch, card = models["Mixtral-8x7B"], catalog.accelerators["h200-sxm-141"]
        alone, shared = (
            load_peak_bytes(arch, card, Deployment(accelerator=card.id, tensor_parallel=t), 0.0, facts)
            - load_peak_bytes(arch, card, Deployment(accelerator=card.id, tensor_parallel=t), 0.0, none)
            for t, facts, none in (
                (t, catalog.figures, replaced(catalog.figures, "sizing.staged_layers.vllm", 0)) for t in (1, 4)
            )
        )
        assert alone == pytest.approx(4 * shared)

    def test_what_fits_at_rest_only_does_not_fit(self, search, catalog):
        facts = replaced(catalog.figures, "sizing.staged_layers.vllm", 25)
        at_rest = search("Mixtral-8x7B", "h200-sxm-141", formats=("bf16",))
        loading = search("Mixtral-8x7B", "h200-sxm-141", formats=("bf16",), facts=facts)
        assert at_rest[0].gpus_per_replica == 1
        assert loading[0].gpus_per_replica == 2
        assert loading[0].feasible


class TestReasons:
    def test_a_missed_target_over_pcie_names_the_links(self, search):
        tight = ServiceTarget(name="tight", ttft_p95_ms=300, tpot_p95_ms=30)
        (c,) = search("Llama-3.1-70B", "l40s-48", target=tight, formats=("fp8",), wanted=load(1.0, prompt=4_000))
        assert not c.feasible
        assert any("over PCIe" in r.in_language("en") for r in c.why_not)
        assert any("über PCIe" in r.in_language("de") for r in c.why_not)

    def test_a_direct_link_is_never_blamed(self, search):
        tight = ServiceTarget(name="tight", ttft_p95_ms=100, tpot_p95_ms=5)
        (c,) = search("Llama-3.1-70B", "h100-sxm-80", target=tight, formats=("fp8",), wanted=load(1.0, prompt=4_000))
        assert c.why_not
        assert not any("PCIe" in r.in_language("en") for r in c.why_not)

    def test_heads_that_cannot_be_divided_are_named_where_more_accelerators_would_have_helped(self, search, models):
        config = models.config("Llama-2-70B") | {"num_attention_heads": 60, "head_dim": 128, "num_key_value_heads": 4}
        arch = architecture_from_config(config | {"num_hidden_layers": 640}, "sixty heads")
        (c,) = search(arch, "h200-sxm-141", formats=("bf16",))
        assert any("60 attention heads" in r.in_language("en") and "1, 2, 4" in r.in_language("en") for r in c.why_not)


def test_a_layout_that_memory_rules_out_changes_nothing(search):
    """Requests at once over what one replica can hold is a lower bound on replicas: the best stays the best."""
    wanted = load().model_copy(update={"requests_per_s": None, "in_flight": Range.exact(900)})
    found = search("Llama-3.1-8B", "l4-24", "h100-sxm-80", wanted=wanted, formats=("bf16", "fp8"))
    for c in found:
        assert c.feasible
        assert c.performance.max_concurrency >= 900
        assert c.replicas_at_peak <= c.replicas < c.replicas_at_peak * 1.2**6 + 1


class TestReserve:
    """R154: a copy beyond those the load takes, so that one may fail."""

    def test_a_spare_replica_is_no_part_of_the_speed(self, search):
        plain, spared = (search("Llama-3.1-8B", "l4-24", formats=("bf16",), spare=n)[0] for n in (0, 1))
        assert spared.performance == plain.performance
        assert spared.total_gpus == plain.total_gpus + plain.gpus_per_replica

    def test_with_one_replica_lost_the_load_is_still_carried(self, search, models, catalog):
        c = search("Llama-3.1-8B", "l4-24", formats=("bf16",), spare=1, wanted=load(20.0))[0]
        left = c.total_gpus // c.gpus_per_replica - 1
        said = predict(
            models["Llama-3.1-8B"], catalog.accelerators["l4-24"], c.deployment(), input_tokens=1_500,
            output_tokens=300, facts=catalog.figures, rate=20.0, replicas=left, target=CHAT,
        )  # fmt: skip
        assert said.slo_met
        assert not said.why_not
