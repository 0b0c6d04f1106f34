"""Memory of a measured inference deployment, under the flags its engine was started with."""

from wizard.accuracy.answers import Predicted
from wizard.accuracy.case import deployment_of, subject
from wizard.accuracy.kinds import MEMORY
from wizard.accuracy.labels import unpooled
from wizard.accuracy.names import Names
from wizard.accuracy.reasons import Unanswered, missing
from wizard.accuracy.rows import Row
from wizard.accuracy.spellings import check_words
from wizard.domain.configuration import Memory
from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.domain.quantities import GB, GIB
from wizard.domain.workload import Deployment
from wizard.sizing.architecture import kv_bytes_per_token
from wizard.sizing.engine_memory import pool_range
from wizard.sizing.figures import Facts, engine_key, pick
from wizard.sizing.formats import check_formats, resolve_cache, resolve_weights
from wizard.sizing.growing import RESERVING, growing_memory
from wizard.sizing.memory import memory_budget, memory_of
from wizard.sizing.spread import capacity_interval, prediction_evidence

_FLAGS = {
    "gpu_mem_util": "memory_utilisation", "max_num_seqs": "profiled_requests",
    "max_num_batched_tokens": "batched_tokens",
}  # fmt: skip
"""Engine flags of a row, and the figures they replace."""
_NO_LENGTH = 4096
"""Tokens of a request where neither a row nor its model bounds them; only windows depend on it."""
_ADAPTERS = "unsloth"
"""Engine label of notebooks that train: Unsloth starts vLLM with room for one adapter (``enable_lora``)."""
_CHUNKED = "2025-03"
"""Since vLLM 0.8 prompts are read in parts, and large cards run 1,024 requests; before, a profiling run read one prompt
of the model's whole context for 256 requests."""
_REQUESTS_BEFORE = 256.0
_AS_STARTED = {"least_cache_share": -1.0, "least_filled_share": -1.0}
"""Logs are of engines that were started as they are, however little that left for the cache."""
_DYNAMIC_CACHE = "2024"
"""Tables of Transformers from this year on stand on a version that does not copy its cache (4.36, December 2023)."""


def memory_answer(row: Row, names: Names, facts: Facts) -> tuple[Predicted, ...]:
    """Raises:
    Unanswered, CodedError: with the reason.
    """
    check_words(MEMORY, row)
    arch, accelerator = subject(row, names, memory_only=True)
    context = names.model(row.text("model")).context
    deployment, replicas = deployment_of(row, arch, accelerator)
    deployment = _resolved(arch, accelerator, deployment, row)
    total = row.number("total_gpu_mem_gib")
    if total:
        usable = accelerator.usable_gib.model_copy(update={"value": total, "low": None, "high": None})
        accelerator = accelerator.model_copy(update={"usable_gib": usable})
    evidence = prediction_evidence(arch, accelerator, deployment, facts)
    if unpooled(row.text("engine")):
        return (Predicted("peak_gib", _peak(row, arch, accelerator, deployment, facts), None, None, evidence),)
    length = row.number("max_model_len") or _lengths(row) or context or _NO_LENGTH
    given = with_flags(row, _defaults_of_its_time(row, context, replaced(facts, _AS_STARTED)))
    budget = memory_budget(arch, accelerator, deployment, given)
    memory = memory_of(budget, arch, deployment, 1, length, given)
    tokens = _logged_tokens(arch, deployment, memory) * replicas
    room = pool_range(arch, accelerator, deployment, budget.pool, given)
    low, high = capacity_interval(tokens, room, given)
    pool = budget.pool / GIB
    least, most = capacity_interval(pool, room, given) if pool > 0 else (None, None)
    filled = accelerator.usable_gib.value * pick(given, "memory_utilisation", engine_key(deployment.engine)).value
    return (
        Predicted("weights_gib", budget.weights / GIB, None, None, evidence),
        Predicted("kv_cache_gib", pool, least, most, evidence),
        Predicted("kv_cache_tokens", tokens, low, high, evidence),
        Predicted("peak_gib", filled, None, None, evidence),
    )


def _resolved(arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, row: Row) -> Deployment:
    weights = resolve_weights(arch, deployment.weights_format)
    cache = resolve_cache(accelerator, deployment.kv_format)
    check_formats(weights, cache)
    adapters = 1 if _ADAPTERS in row.text("engine").lower() else 0
    return deployment.model_copy(update={"weights_format": weights, "kv_format": cache, "adapters": adapters})


def _logged_tokens(arch: ModelArchitecture, deployment: Deployment, memory: Memory) -> float:
    """As engines print it: blocks times their tokens where all layers are alike, windows or not."""
    each = kv_bytes_per_token(arch, deployment.kv_format, deployment.attention_shards)
    if len({group.attention.kind for group in arch.layers}) > 1 or not each:
        return memory.kv_capacity_tokens
    stages, ranks = deployment.pipeline_parallel, deployment.attention_ranks
    return max(0.0, memory.kv_pool_gb) * GB / each * stages * ranks


def _lengths(row: Row) -> float:
    return (row.number("input_tokens") or 0.0) + (row.number("output_tokens") or 0.0)


def with_flags(row: Row, facts: Facts) -> Facts:
    """The figures, with those replaced that the flags of the row state."""
    given = {name: row.number(column) for column, name in _FLAGS.items()}
    return replaced(facts, {name: value for name, value in given.items() if value})


def _defaults_of_its_time(row: Row, context: int | None, facts: Facts) -> Facts:
    """The engine's defaults when the row was measured."""
    if not row.text("source_date") or row.text("source_date") >= _CHUNKED:
        return facts
    least = pick(facts, "batched_tokens", "vllm").value
    prompt = max(least, row.number("max_model_len") or context or least)
    return replaced(facts, {"batched_tokens": prompt, "profiled_requests": _REQUESTS_BEFORE})


def replaced(facts: Facts, values: dict[str, float]) -> Facts:
    """In every variant: what was set holds whatever the engine."""
    changed = dict(facts)
    for name, value in values.items():
        for key in facts:
            if key == f"sizing.{name}" or key.startswith(f"sizing.{name}."):
                changed[key] = facts[key].model_copy(update={"value": value, "low": None, "high": None})
    return changed


def _peak(
    row: Row, arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts
) -> float:  # fmt: skip
    """Highest use in GiB of an engine that allocates as it goes.

    Tables of generated tokens name no prompt where it was a word.
    """
    batch, prompt, output = row.number("batch") or 1.0, row.number("input_tokens") or 1.0, row.number("output_tokens")
    if not output:
        raise Unanswered(missing("output_tokens"))
    engine = _growing_engine(row)
    return growing_memory(arch, accelerator, deployment, engine, batch, prompt, output, facts).total / GIB


def _growing_engine(row: Row) -> str:
    """Engine and, where it changed its rules, generation; a table that names no version is as old as its date."""
    name = row.text("engine").lower()
    if RESERVING in name:
        return RESERVING
    if "transformers" not in name:
        return name
    old = not row.text("engine_version") and row.text("source_date") < _DYNAMIC_CACHE
    return "transformers_old" if old else "transformers"
