"""Values of the rules about training: memory beside the rule of thumb, duration, and stated computing time."""

from collections.abc import Iterator
from typing import Any

from wizard.domain.quantities import GB, GIB
from wizard.domain.workload_result import TrainingMemory
from wizard.engine.finding_seen import Seen
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.logic import NOT_APPLICABLE

PERCENT = 100.0
BITS_PER_BYTE = 8
QLORA_BITS = 4.127
"""Four bits a weight and 0.127 for the scales after double quantisation (QLoRA, section 3)."""
_OF_TRAINING = ("calc.train_hours", "calc.train_flops", "calc.stated_peak_pct", "calc.implied_mfu_pct")


def training_values(seen: Seen, workload: SizedWorkload) -> Iterator[tuple[str, Any]]:
    """A name that is left out is unknown; of workloads that do not train, it does not apply."""
    result = workload.result
    if workload.kind not in seen.questionnaire.groups["training"]:
        yield from ((name, NOT_APPLICABLE) for name in _OF_TRAINING)
        return
    memory = result.training_memory
    if memory is not None:
        yield "calc.parameters_b", memory.parameters_b
        yield "calc.weights_gb", memory.weights_gb
        yield "calc.rule_low_gb", memory.rule_low_gb
        yield "calc.rule_high_gb", memory.rule_high_gb
        yield "calc.states_gb", memory.states_gb
        yield "calc.states_high_gb", memory.states_high_gb
        yield "calc.bytes_per_parameter", memory.bytes_per_parameter
        yield "calc.bytes_per_parameter_high", memory.bytes_per_parameter_high
    if result.training is not None:
        yield "calc.train_flops", result.training.flops_per_run
    if memory is not None:
        yield from _adapters(seen, memory)
    configuration = seen.judged(workload)
    if configuration is not None and configuration.training is not None:
        yield "calc.train_hours", configuration.training.duration_h
    if configuration is not None and configuration.layout is not None:
        yield "calc.micro_batch", configuration.layout.micro_batch
        yield "calc.accum_steps", configuration.layout.accumulation_steps
        yield "calc.global_batch", configuration.layout.samples_per_step
    yield from _stated(seen, workload)


def _adapters(seen: Seen, memory: TrainingMemory) -> Iterator[tuple[str, Any]]:
    """The frozen base in four bits with its scales (QLoRA, arXiv:2305.14314) against the largest workstation card."""
    cards = [
        a for a in seen.catalog.accelerators.values()
        if a.tier == "workstation" and a.vendor == "nvidia" and not a.unified_memory
    ]  # fmt: skip
    largest = max(cards, key=lambda card: card.usable_gib.value)
    yield "calc.adapter_gb", memory.parameters_b * QLORA_BITS / BITS_PER_BYTE
    yield "calc.adapter_card", largest.name
    yield "calc.adapter_card_gb", largest.usable_gib.value * GIB / GB


def _stated(seen: Seen, workload: SizedWorkload) -> Iterator[tuple[str, Any]]:
    stated = workload.result.stated_compute
    if stated is None:
        yield "calc.stated_peak_pct", NOT_APPLICABLE
        yield "calc.implied_mfu_pct", NOT_APPLICABLE
        return
    yield "calc.stated_gpu_hours", stated.gpu_hours
    found = seen.catalog.accelerators.get(stated.accelerator)
    yield "calc.stated_gpu", found.name if found is not None else stated.accelerator
    yield "calc.peak_flops", stated.peak_flops
    yield "calc.counted_flops", stated.implied_mfu * stated.peak_flops
    yield "calc.implied_mfu_pct", stated.implied_mfu * PERCENT
    if stated.share_of_peak is not None:
        yield "calc.stated_peak_pct", stated.share_of_peak * PERCENT
