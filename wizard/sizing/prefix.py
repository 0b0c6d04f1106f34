"""Requests that begin alike: what the engine keeps of their prompts, in time and in memory.

An engine with prefix caching reads a beginning once and keeps its blocks for all requests that share it (automatic
prefix caching of vLLM; RadixAttention, arXiv 2312.07104). States of linear layers are kept at most at long intervals
(vLLM issue 40696), so that models with them are taken to read every prompt whole.
"""

from math import floor

from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import Deployment, InferenceLoad
from wizard.sizing.demand import mean_tokens
from wizard.sizing.figures import Facts, engine_key, pick
from wizard.sizing.memory import request_cache_bytes
from wizard.sizing.steady import Load


def request_load(arch: ModelArchitecture, load: InferenceLoad, engine: str, facts: Facts) -> Load:
    """Mean tokens of a request, and those of its prompt that the engine keeps from others that begin alike."""
    prompt, output = mean_tokens(load.input_tokens), mean_tokens(load.output_tokens)
    kept = kept_tokens(arch, load.shared_prefix * prompt, engine, facts)
    return Load(prompt, output, kept, pick(facts, "distinct_prefixes").value if kept else 0.0)


def kept_tokens(arch: ModelArchitecture, shared: float, engine: str, facts: Facts) -> float:
    """Of ``shared`` tokens at the beginning of a prompt: whole blocks, where engine and model allow it at all."""
    if not keeps_prefixes(arch, engine, facts):
        return 0.0
    block = pick(facts, "kv_block_tokens").value
    return floor(shared / block) * block


def keeps_prefixes(arch: ModelArchitecture, engine: str, facts: Facts) -> bool:
    """True when the engine keeps prompts of other requests and the model has a cache of tokens only."""
    return pick(facts, "prefix_caching", engine_key(engine)).value > 0 and all(
        group.attention.kind != "linear" for group in arch.layers
    )


def own_bytes(arch: ModelArchitecture, deployment: Deployment, load: Load, facts: Facts) -> float:
    """Cache of one request on one accelerator beside the beginning it shares."""
    return request_cache_bytes(arch, deployment, load.prompt + load.output - load.cached, facts)


def shared_bytes(arch: ModelArchitecture, deployment: Deployment, load: Load, facts: Facts) -> float:
    """One beginning on one accelerator; ranks with requests of their own each keep all of it."""
    return request_cache_bytes(arch, deployment, load.cached, facts) * deployment.attention_ranks


def cache_demand(
    arch: ModelArchitecture, deployment: Deployment, load: Load, requests: float, facts: Facts
) -> float:  # fmt: skip
    """Bytes of ``requests`` at full length on one accelerator; each beginning is held once."""
    alone = requests * request_cache_bytes(arch, deployment, load.prompt + load.output, facts)
    if not load.beginnings:
        return alone
    own, shared = own_bytes(arch, deployment, load, facts), shared_bytes(arch, deployment, load, facts)
    return min(alone, requests * own + min(requests, load.beginnings) * shared)


def tokens_needed(load: Load, requests: float) -> float:
    """Tokens of ``requests`` at full length, each beginning counted once."""
    once = min(requests, load.beginnings) if load.beginnings else requests
    return requests * (load.prompt + load.output - load.cached) + once * load.cached


def requests_held(
    arch: ModelArchitecture, deployment: Deployment, load: Load, pool: float, facts: Facts,
    draft: tuple[ModelArchitecture, Deployment] | None = None,
) -> float:  # fmt: skip
    """Requests of full length that ``pool`` bytes hold: the inverse of ``cache_demand``; infinite without a cache.

    A ``draft`` model keeps a cache of the same requests in the same pool.
    """
    each = request_cache_bytes(arch, deployment, load.prompt + load.output, facts)
    if draft is not None:
        each += request_cache_bytes(*draft, load.prompt + load.output, facts)
    if each <= 0:
        return float("inf")
    alone = pool / each
    if not load.beginnings:
        return alone
    own, shared = own_bytes(arch, deployment, load, facts), shared_bytes(arch, deployment, load, facts)
    if draft is not None:
        own, shared = own + own_bytes(*draft, load, facts), shared + shared_bytes(*draft, load, facts)
    if pool <= load.beginnings * (own + shared):
        return max(alone, pool / (own + shared))
    return max(alone, (pool - load.beginnings * shared) / own)
