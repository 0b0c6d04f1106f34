"""Speed of a measured training run, as the product predicts them."""

import re

from wizard.accuracy.answers import Predicted
from wizard.accuracy.names import Names
from wizard.accuracy.reasons import (
    Unanswered,
    layout,
    missing,
    no_tokens,
    not_modelled,
    unknown_format,
)
from wizard.accuracy.rows import Row
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import text
from wizard.domain.model import ModelArchitecture
from wizard.domain.quantities import Range
from wizard.domain.workload import TrainingTask
from wizard.sizing.figures import Facts
from wizard.sizing.training_architecture import architecture_of_size
from wizard.sizing.training_checks import check_layout, check_task
from wizard.sizing.training_memory import Layout, Trained
from wizard.sizing.training_software import EARLIER, RECIPE
from wizard.sizing.training_speed import compute_format, intervals, performance, speed_evidence
from wizard.sizing.training_wording import no_hardware_format

_METHODS = {"lora": "lora", "qlora": "qlora"}
_PRECISIONS = {
    "bf16": "bf16_mixed", "bfloat16": "bf16_mixed", "bf16-true": "bf16", "fp8": "fp8_mixed", "mxfp8": "fp8_mixed",
    "fp8-mixed": "fp8_mixed", "nvfp4": "fp4_mixed", "amp-fp16": "fp16_mixed", "fp32": "fp32", "nf4": "bf16_mixed",
    "gptq-int4+fp16": "fp16_mixed", "bf16-true+bnb.nf4": "bf16", "bf16-true+bnb.nf4-dq": "bf16",
    "bf16/fp16": "bf16_mixed",
}  # fmt: skip
_PURE = ("torchtune", "litgpt", "peft")
"""Frameworks whose bf16 keeps weights, gradients and optimizer in 16 bit."""
_OPTIMIZERS = {
    "adamw_8bit": "adamw_8bit", "adamw8bit": "adamw_8bit", "pagedadamw8bit": "adamw_paged_8bit",
    "paged_adamw_8bit": "adamw_paged_8bit", "pagedadamw": "adamw_paged", "paged_adamw": "adamw_paged",
    "adafactor": "adafactor", "sgd": "sgd", "muon": "muon",
}  # fmt: skip
_RECOMPUTE = {
    "true": "full", "full": "full", "yes": "full", "unsloth": "full", "selective": "selective", "false": "none",
    "no": "none", "none": "none",
}  # fmt: skip
_RECOMPUTING = {"qwen finetune.py": "full", "megatron": "selective"}
"""What frameworks do where a row does not say."""
_ONE_PASS = 1e9
_SORTED_ANEW = (26, 6)
_ADAPTERS_TWO = "zero-2 (script default for lora"
"""A table whose script divides adapters by stage 2 and whole models by stage 3."""
_STAGES = (("zero-3", 3), ("full_shard", 3), ("zero-2", 2), ("shard_grad_op", 2), ("fsdp", 3), ("hsdp", 3))


def training_answer(row: Row, names: Names, facts: Facts) -> tuple[Predicted, ...]:
    """Tokens a second and GPU; also where the product's memory says that it does not fit, because the run took place.

    Raises:
        Unanswered, CodedError: with the reason.
    """
    trained, accelerator, spread = setting(row, names, facts)
    if compute_format(trained.task.precision, accelerator) is None:
        raise Unanswered(no_hardware_format(accelerator.name, trained.task.precision))
    speed = performance(trained, accelerator, spread)
    value, (low, high) = (
        speed.tokens_per_s_per_gpu,
        intervals(trained, accelerator, spread, speed)["tokens_per_s_per_gpu"],
    )
    evidence = speed_evidence(trained, accelerator, spread)
    return (Predicted("train_tokens_per_s_per_gpu", value, low, high, evidence),)


def setting(row: Row, names: Names, facts: Facts) -> tuple[Trained, Accelerator, Layout]:
    """Model with task, accelerator and layout of a row.

    Raises:
        Unanswered, CodedError: with the reason.
    """
    length = row.count("seq_len")
    if not length:
        raise Unanswered(missing("seq_len"))
    accelerator = _accelerator(row, names)
    arch = _architecture(row, names)
    spread = _layout(row)
    micro = spread.data_parallel * spread.micro_batch
    batch = row.count("global_batch")
    task = TrainingTask.model_validate({
        "method": _method(row), "tokens": Range.exact(_ONE_PASS), "epochs": 1.0, "seq_len": length,
        "global_batch": batch if batch and batch >= micro else micro * spread.pipeline_parallel,
        "precision": _precision(row), "optimizer": _optimizer(row),
        "recompute": _recompute(row), "lora_rank": row.count("lora_rank") or 16, "runs_per_month": Range.exact(1.0),
    })  # fmt: skip
    check_task(arch, task)
    check_layout(arch, spread)
    return Trained(arch, task, facts, software=_software(row)), accelerator, spread


def _accelerator(row: Row, names: Names) -> Accelerator:
    try:
        return names.accelerator(row.text("gpu"))
    except CodedError as error:
        raise Unanswered(text(error.message("en"), error.message("de"))) from error


def _architecture(row: Row, names: Names) -> ModelArchitecture:
    """By name; else of the stated size."""
    try:
        arch = names.model(row.text("model"))
    except CodedError as error:
        size = row.number("params_b")
        if not size:
            raise Unanswered(text(error.message("en"), error.message("de"))) from error
        return architecture_of_size(size)
    if not arch.vocab or not arch.layers:
        raise Unanswered(no_tokens())
    return arch


def _method(row: Row) -> str:
    method = row.text("method").lower()
    if method in _METHODS:
        return _METHODS[method]
    if method not in ("full", "") and row.count("trainable_params"):
        # Other adapters differ from LoRA in what they train, which the row counts.
        return "lora"
    if method not in ("full", ""):
        name = row.text("method")
        raise Unanswered(not_modelled(text(f"training method {name}", f"Trainingsverfahren {name}")))
    return "scratch" if row.text("task").startswith(("pretrain", "train")) else "full"


def _precision(row: Row) -> str:
    label = row.text("precision").lower()
    if label not in _PRECISIONS:
        raise Unanswered(unknown_format(row.text("precision")))
    if label in ("bf16", "bfloat16") and row.text("framework").lower().startswith(_PURE):
        return "bf16"
    return _PRECISIONS[label]


def _optimizer(row: Row) -> str:
    return _OPTIMIZERS.get(row.text("optimizer").split(",")[0].lower(), "adamw")


def _recompute(row: Row) -> str:
    stated = row.text("activation_checkpointing").lower()
    if stated in _RECOMPUTE:
        return _RECOMPUTE[stated]
    framework = row.text("framework").lower()
    return next((way for name, way in _RECOMPUTING.items() if framework.startswith(name)), "none")


def _software(row: Row) -> str:
    """The framework, and of Megatron-Bridge whether its release sorts experts as before 26.06."""
    name = row.text("framework").lower()
    release = re.search(r"megatron-bridge / nemo (\d+)\.(\d+)", name)
    if release is not None and (int(release.group(1)), int(release.group(2))) < _SORTED_ANEW:
        return EARLIER
    return name or RECIPE


def _layout(row: Row) -> Layout:
    """From the columns, else from a text such as ``TP4 PP8 CP1``."""
    gpus = row.count("n_gpus") or 1
    words = f"{row.text('parallelism')} {row.text('zero_or_fsdp')}"
    tensor, stages, context = (_degree(row, name, words) for name in ("tp", "pp", "cp"))
    if gpus % (tensor * stages * context):
        raise Unanswered(layout(gpus, tensor, stages))
    micro = max(1, round(row.number("micro_batch") or 1))
    data = gpus // (tensor * stages * context)
    return Layout(
        tensor, stages, data, _stage(words, row), micro, context_parallel=context,
        expert_parallel=_degree(row, "ep", words), virtual_stages=_degree(row, "vp", words),
    )  # fmt: skip


def _degree(row: Row, column: str, words: str) -> int:
    found = re.search(rf"\b{column}(\d+)\b", words, re.IGNORECASE)
    return row.count(column) or (int(found.group(1)) if found else 1)


def _stage(words: str, row: Row) -> int:
    """Megatron's distributed optimizer is stage 1; plain data parallelism divides nothing."""
    lowered = words.lower()
    if (sharded := re.search(r"\bfsdp=(\d+)", lowered)) is not None and int(sharded.group(1)) > 1:
        return 3
    if row.text("framework").lower().startswith("megatron") or "distributed optimizer" in lowered:
        return 1
    if _ADAPTERS_TWO in lowered and _method(row) in _METHODS.values():
        return 2
    return next((stage for mark, stage in _STAGES if mark in lowered), 0)
