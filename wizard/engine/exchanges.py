"""What the accelerators of the chosen configurations exchange: read from sizing, for the links of the machines."""

from collections.abc import Iterator, Sequence

from wizard.domain.configuration import Configuration
from wizard.domain.model import ModelArchitecture
from wizard.engine.sized import SizedWorkload
from wizard.sizing.architecture import count_parameters
from wizard.sizing.demand import mean_tokens
from wizard.sizing.links import Exchange

Pair = tuple[SizedWorkload, Configuration]
_MS_PER_S = 1_000.0
_BILLION = 1e9


def exchanges(chosen: Sequence[Pair]) -> tuple[Exchange, ...]:
    """One for each workload whose accelerators work together; services of items run on one."""
    return tuple(_read(chosen))


def _read(chosen: Sequence[Pair]) -> Iterator[Exchange]:
    for workload, configuration in chosen:
        arch = workload.architecture or (workload.model.architecture if workload.model is not None else None)
        if arch is None or configuration.gpus_per_replica < 2:
            continue
        if configuration.serving is not None and workload.result.demand is not None:
            yield _serving(workload, configuration, arch)
        elif configuration.training is not None and workload.run is not None:
            yield _training(workload, configuration, arch)


def _serving(workload: SizedWorkload, configuration: Configuration, arch: ModelArchitecture) -> Exchange:
    performance, asked = configuration.serving, workload.result.demand
    assert performance is not None and asked is not None  # noqa: S101, PT018 - asked for serving only
    tokens = performance.output_tokens_per_s + performance.requests_per_s * mean_tokens(asked.input_tokens)
    full = configuration.replicas_at_peak or float(configuration.replicas)
    return Exchange(
        workload_id=workload.result.id, gpus=configuration.gpus_per_replica,
        tensor_parallel=configuration.tensor_parallel, pipeline_parallel=configuration.pipeline_parallel,
        expert_parallel=configuration.expert_parallel, layers=arch.layer_count, hidden=arch.hidden,
        tokens_per_s=tokens / max(full, 1.0), **_experts(arch),
    )  # fmt: skip


def _training(workload: SizedWorkload, configuration: Configuration, arch: ModelArchitecture) -> Exchange:
    performance, run, layout = configuration.training, workload.run, configuration.layout
    assert performance is not None and run is not None  # noqa: S101, PT018 - asked for training only
    data = layout.data_parallel if layout is not None else 1
    states, total = workload.result.training_memory, count_parameters(arch).total / _BILLION
    tokens = performance.tokens_per_s_per_gpu * configuration.gpus_per_replica / max(data, 1)
    return Exchange(
        workload_id=workload.result.id, gpus=configuration.gpus_per_replica,
        tensor_parallel=configuration.tensor_parallel, pipeline_parallel=configuration.pipeline_parallel,
        expert_parallel=configuration.expert_parallel, data_parallel=data,
        zero_stage=layout.zero_stage if layout is not None else 0, layers=arch.layer_count, hidden=arch.hidden,
        tokens_per_s=tokens if run.task.method != "other" else 0.0,
        parameters_b=total, trained_b=states.trained_b if states is not None else total,
        step_s=performance.step_time_ms / _MS_PER_S,
        micro_batches=layout.accumulation_steps if layout is not None else 1, **_experts(arch),
    )  # fmt: skip


def _experts(arch: ModelArchitecture) -> dict[str, int]:
    """Experts a token goes to, and the layers that have some."""
    groups = [g for g in arch.layers if g.feed_forward is not None and g.feed_forward.experts]
    asked = max((g.feed_forward.experts_per_token for g in groups if g.feed_forward is not None), default=0)
    return {"experts_per_token": asked, "expert_layers": sum(g.count for g in groups)}
