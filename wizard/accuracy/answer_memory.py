"""Memory of a measured inference deployment, under the flags its engine was started with."""

from wizard.accuracy.answers import Predicted
from wizard.accuracy.case import deployment_of, subject
from wizard.accuracy.labels import unpooled
from wizard.accuracy.names import Names
from wizard.accuracy.reasons import Unanswered, missing
from wizard.accuracy.rows import Row
from wizard.domain.hardware import Accelerator
from wizard.domain.model import ModelArchitecture
from wizard.domain.quantities import GB, GIB
from wizard.domain.workload import Deployment
from wizard.sizing.figures import Facts
from wizard.sizing.formats import check_formats, resolve_cache, resolve_weights
from wizard.sizing.memory import memory_of, memory_per_gpu
from wizard.sizing.predict import cache_room, replica_of
from wizard.sizing.spread import capacity_interval, prediction_evidence
from wizard.sizing.steady import Load

_FLAGS = {
    "gpu_mem_util": "memory_utilisation", "max_num_seqs": "profiled_requests",
    "max_num_batched_tokens": "batched_tokens",
}  # fmt: skip
"""Engine flags of a row, and the figures they replace."""
_NO_LENGTH = 4096
"""Tokens of a request where neither a row nor its model bounds them; only windows depend on it."""


def memory_answer(row: Row, names: Names, facts: Facts) -> tuple[Predicted, ...]:
    """Raises:
    Unanswered, CodedError: with the reason.
    """
    arch, accelerator = subject(row, names, memory_only=True)
    context = names.model(row.text("model")).context
    deployment, replicas = deployment_of(row, arch, accelerator)
    deployment = _resolved(arch, accelerator, deployment)
    total = row.number("total_gpu_mem_gib")
    if total:
        usable = accelerator.usable_gib.model_copy(update={"value": total, "low": None, "high": None})
        accelerator = accelerator.model_copy(update={"usable_gib": usable})
    evidence = prediction_evidence(accelerator, deployment, facts)
    if unpooled(row.text("engine")):
        return (_peak(row, arch, accelerator, deployment, facts),)
    length = row.number("max_model_len") or _lengths(row) or context or _NO_LENGTH
    given = with_flags(row, facts)
    replica = replica_of(arch, accelerator, deployment, Load(length, 0), given)
    memory = memory_of(replica.budget, arch, deployment, 1, length, given)
    tokens, room = memory.kv_capacity_tokens * replicas, cache_room(replica)
    low, high = capacity_interval(tokens, room, given)
    pool = memory.kv_pool_gb * GB / GIB
    least, most = capacity_interval(pool, room, given) if pool > 0 else (None, None)
    return (
        Predicted("weights_gib", memory.weights_gb * GB / GIB, None, None, evidence),
        Predicted("kv_cache_gib", pool, least, most, evidence),
        Predicted("kv_cache_tokens", tokens, low, high, evidence),
    )


def _resolved(arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment) -> Deployment:
    weights = resolve_weights(arch, deployment.weights_format)
    cache = resolve_cache(accelerator, deployment.kv_format)
    check_formats(weights, cache)
    return deployment.model_copy(update={"weights_format": weights, "kv_format": cache})


def _lengths(row: Row) -> float:
    return (row.number("input_tokens") or 0.0) + (row.number("output_tokens") or 0.0)


def with_flags(row: Row, facts: Facts) -> Facts:
    """The figures, with those replaced that the flags of the row state."""
    given = {name: row.number(column) for column, name in _FLAGS.items()}
    return _replaced(facts, {name: value for name, value in given.items() if value})


def _replaced(facts: Facts, values: dict[str, float]) -> Facts:
    """In every variant: what was set holds whatever the engine."""
    changed = dict(facts)
    for name, value in values.items():
        for key in facts:
            if key == f"sizing.{name}" or key.startswith(f"sizing.{name}."):
                changed[key] = facts[key].model_copy(update={"value": value, "low": None, "high": None})
    return changed


def _peak(
    row: Row, arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, facts: Facts
) -> Predicted:
    """Highest use of an engine that allocates as it goes: it takes the whole prompt at once and reserves nothing.

    Tables of generated tokens name no prompt where it was a word.
    """
    batch, prompt, output = row.number("batch") or 1.0, row.number("input_tokens") or 1.0, row.number("output_tokens")
    if not output:
        raise Unanswered(missing("output_tokens"))
    flags = {"batched_tokens": batch * prompt, "profiled_requests": batch, "memory_utilisation": 1.0}
    memory = memory_per_gpu(arch, accelerator, deployment, batch, prompt, output, _replaced(facts, flags))
    evidence = prediction_evidence(accelerator, deployment, facts)
    return Predicted("peak_gib", memory.total_gb * GB / GIB, None, None, evidence)
