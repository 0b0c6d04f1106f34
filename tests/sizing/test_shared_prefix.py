"""Requests that begin alike: less work on prompts, less cache, and never more than the client said.

Outside values: Llama-3.1-8B holds 131,072 bytes a token in 16 bit (32 layers · 2 · 8 heads · 128 · 2 bytes); whole
blocks of 16 tokens are kept (vLLM, design of prefix caching).
"""

import pytest
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import Range
from wizard.domain.workload import Deployment, InferenceLoad, ServiceTarget, TokenLengths
from wizard.sizing.explain import explain_configuration
from wizard.sizing.prefix import cache_demand, kept_tokens, request_load, requests_held
from wizard.sizing.search import size_workload

CHAT = ServiceTarget(name="chat", ttft_p95_ms=2_000, tpot_p95_ms=60)
TOKEN = 131_072


def load(shared: float, rate=40.0) -> InferenceLoad:
    return InferenceLoad(
        requests_per_s=Range.exact(rate),
        in_flight=None,
        burst_factor=Range.exact(1.2),
        input_tokens=TokenLengths(typical=4_000, p95=4_000),
        output_tokens=TokenLengths(typical=200, p95=200),
        context_max=4_300,
        active_hours_per_month=200,
        mean_to_peak=0.4,
        shared_prefix=shared,
    )


@pytest.fixture(scope="session")
def best(models, catalog):
    def found(shared, *, model="Llama-3.1-8B", card="l40s-48", engine="vllm", rate=40.0):
        return size_workload(
            models[model], load(shared, rate), CHAT, [catalog.accelerators[card]], facts=catalog.figures,
            formats=("bf16",), kv_format="bf16", engine=engine, spare_replicas=0,
        )[0]  # fmt: skip

    return found


def test_a_shared_beginning_saves_accelerators(best):
    """R045"""
    alone, shared = best(0.0), best(0.75)
    assert shared.feasible
    assert shared.total_gpus < alone.total_gpus
    assert shared.performance.ttft_ms_mean < alone.performance.ttft_ms_mean


def test_more_sharing_never_needs_more(best):
    needed = [best(share).replicas_at_peak for share in (0.0, 0.25, 0.5, 0.75, 0.95)]
    assert needed == sorted(needed, reverse=True)


def test_prefill_falls_no_further_than_the_share_that_is_kept(best):
    """The part of the prompt that is new is still read."""
    alone, shared = best(0.0, rate=0.01), best(0.5, rate=0.01)
    assert 0.45 < shared.performance.ttft_ms_mean / alone.performance.ttft_ms_mean < 0.9


@pytest.mark.parametrize("engine", ["llama.cpp", "something of our own"])
def test_an_engine_that_keeps_nothing_gains_nothing(best, engine):
    assert best(0.75, engine=engine) == best(0.0, engine=engine)


def test_states_of_linear_layers_are_not_kept(models, catalog):
    arch = models["Qwen3.5-27B"]
    assert any(group.attention.kind == "linear" for group in arch.layers)
    assert kept_tokens(arch, 3_000, "vllm", catalog.figures) == 0


@pytest.mark.parametrize(("shared", "kept"), [(15, 0), (16, 16), (100, 96), (3_000, 2_992)])
def test_whole_blocks_are_kept(models, catalog, shared, kept):
    assert kept_tokens(models["Llama-3.1-8B"], shared, "vllm", catalog.figures) == kept


class TestMemory:
    @pytest.fixture
    def asked(self, models, catalog):
        arch, facts = models["Llama-3.1-8B"], catalog.figures
        return arch, Deployment(accelerator="h100-sxm-80"), request_load(arch, load(0.8), "vllm", facts), facts

    def test_each_beginning_is_held_once(self, asked):
        arch, deployment, wanted, facts = asked
        kept, beginnings = 3_200, facts["sizing.distinct_prefixes"].value
        assert wanted.cached == kept
        expected = (100 * (4_200 - kept + 8) + beginnings * kept) * TOKEN  # 1,000 tokens are 63 blocks
        assert cache_demand(arch, deployment, wanted, 100, facts) == pytest.approx(expected)

    def test_never_more_than_without_sharing(self, asked):
        arch, deployment, wanted, facts = asked
        for requests in (1, 2, 4, 5, 50):
            assert cache_demand(arch, deployment, wanted, requests, facts) <= requests * 4_208 * TOKEN

    @pytest.mark.parametrize("requests", [1, 3, 4, 5, 40, 400])
    def test_what_is_held_is_the_inverse_of_the_demand(self, asked, requests):
        arch, deployment, wanted, facts = asked
        pool = cache_demand(arch, deployment, wanted, requests, facts)
        assert requests_held(arch, deployment, wanted, pool, facts) == pytest.approx(requests)

    def test_windows_of_a_request_are_its_own(self, models, catalog):
        """gemma-3: only one layer in six sees the shared beginning from afar."""
        arch, facts = models["gemma-3-27b"], catalog.figures
        wanted, deployment = request_load(arch, load(0.8), "vllm", facts), Deployment(accelerator="h100-sxm-80")
        shared = cache_demand(arch, deployment, wanted, 50, facts)
        unshared = cache_demand(arch, deployment, request_load(arch, load(0), "vllm", facts), 50, facts)
        assert 0.2 < shared / unshared < 1


def leaves(tree: Derivation):
    if not tree.inputs:
        yield tree
    for one in tree.inputs:
        yield from leaves(one)


@pytest.mark.parametrize("field", ["memory.kv_cache_gb", "performance.ttft_ms_mean", "memory.total_gb"])
def test_figures_with_sharing_name_the_answer(best, models, catalog, field):
    configuration = best(0.75)
    tree = explain_configuration(
        field, models["Llama-3.1-8B"], catalog.accelerators["l40s-48"], configuration, load=load(0.75),
        facts=catalog.figures,
    )  # fmt: skip
    area, name = field.split(".")
    assert tree.value == pytest.approx(getattr(getattr(configuration, area), name))
    assert any("w.shared_prefix_pct" in (leaf.source or "") for leaf in leaves(tree))
