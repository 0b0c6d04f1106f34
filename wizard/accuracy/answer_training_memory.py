"""Peak memory of a measured training run, as the product predicts it, read the way the source read it."""

from collections.abc import Callable
from dataclasses import replace

from wizard.accuracy.answer_training import setting
from wizard.accuracy.answers import Predicted
from wizard.accuracy.names import Names
from wizard.accuracy.rows import Row
from wizard.domain.provenance import Evidence
from wizard.domain.quantities import GIB
from wizard.domain.workload import TrainingTask
from wizard.sizing.figures import Facts
from wizard.sizing.training_memory import GpuMemory, Layout, Trained, gpu_memory, interval_of
from wizard.sizing.training_recipe import Offload, Recipe, Software

Reading = Callable[[GpuMemory], float]

_QWEN, _TITAN, _TUNE, _DEEPSPEED = "qwen finetune.py", "torchtitan", "torchtune", "deepspeed"
_SOFTWARE: tuple[tuple[str, Software], ...] = (
    (_TITAN, "torchtitan"), (_TUNE, "torchtune"), (_DEEPSPEED, "deepspeed"), ("peft", "hf"), ("unsloth", "hf"),
    ("megatron", "megatron"), ("nemo", "megatron"), ("transformers", "hf"), ("hf ", "hf"), ("trl", "hf"),
    ("axolotl", "hf"), ("llama-factory", "hf"), ("llamafactory", "hf"),
)  # fmt: skip
_RANKS = {_QWEN: 64, _TUNE: 8, "unsloth": 16}
"""Rank of the adapters in scripts whose tables do not repeat it."""
_ACCUMULATED = 8
"""QwenLM/Qwen README@2df8e8a: a batch of one, accumulated eight times."""
_FLAGS = "[Optimization flags]"
"""torchtune README@bd2a0fc: techniques added one after the other: packing, compilation, chunked loss, recomputation,
step in backward, activations in main memory, 8-bit AdamW; then LoRA and QLoRA with all but those of the step."""


def training_memory_answer(row: Row, names: Names, facts: Facts) -> tuple[Predicted, ...]:
    """Highest memory of one GPU.

    Raises:
        Unanswered, CodedError: with the reason.
    """
    stated, _accelerator, layout = setting(row, names, facts)
    recipe = replace(recipe_of(row), adapter_parameters=row.count("trainable_params") or 0)
    trained = Trained(stated.arch, _task(row, stated.task, layout), facts, recipe=recipe)
    if _whole_model_of_qwen(row):
        layout = replace(layout, zero_stage=3)
    reading = reading_of(row)
    low, high = interval_of(trained, layout, reading)
    value = reading(gpu_memory(trained, layout))
    return (Predicted("train_peak_gib", value / GIB, low / GIB, high / GIB, Evidence.DOCUMENTED),)


def reading_of(row: Row) -> Reading:
    """torchtune and litgpt print what is allocated; torchtitan, DeepSpeed runs, PEFT and unsloth what the allocator
    holds; others name the device."""
    framework = row.text("framework").lower()
    if framework.startswith((_TUNE, "litgpt")):
        return lambda found: found.allocated
    if framework.startswith((_TITAN, _DEEPSPEED, "peft", "unsloth")):
        return lambda found: found.reserved
    return lambda found: found.total


def recipe_of(row: Row) -> Recipe:
    """How the framework of a row works at its defaults, where the row does not say."""
    framework = row.text("framework").lower()
    if framework.startswith(_QWEN):
        return _qwen(row)
    software: Software = next((name for mark, name in _SOFTWARE if framework.startswith(mark)), "")
    recipe = Recipe(software, releases_gradients=software in ("torchtitan", "torchtune", ""))
    if framework.startswith(_TUNE):
        return _torchtune(row, recipe)
    if framework.startswith(_DEEPSPEED):
        return replace(recipe, logits="fused", offload=_offload(row))
    if framework.startswith("unsloth"):
        return replace(recipe, logits="fused")
    if software == "hf" and "zero" in row.text("zero_or_fsdp").lower():
        recipe = replace(recipe, software="hf_deepspeed")
    compiled = software in ("torchtitan", "megatron")
    return replace(recipe, compiled=compiled, offload=_offload(row))


def _qwen(row: Row) -> Recipe:
    """finetune/*.sh@2df8e8a: LoRA on one GPU without DeepSpeed, everything else with it; 4-bit bases by GPTQ."""
    alone = row.text("method").lower() == "lora" and row.count("n_gpus") == 1
    software: Software = "hf" if alone else "hf_deepspeed"
    return Recipe(
        software, compiled=False, trains_embeddings="LoRA (emb)" in row.text("source"),
        base="gptq",
    )  # fmt: skip


def _torchtune(row: Row, recipe: Recipe) -> Recipe:
    """Recipes with a chunked loss and compiled, except at the beginning of its table of techniques."""
    flags = _FLAGS in row.text("source")
    late = row.text("optimizer").lower().startswith("adamw8bit") or row.text("method").lower() != "full"
    early = flags and row.text("activation_checkpointing") == "no"
    return replace(
        recipe, logits="full" if early else "tiled", compiled=not early, offload=_offload(row),
        in_backward="in-backward" in row.text("optimizer"), offload_activations=flags and late,
    )  # fmt: skip


def _offload(row: Row) -> Offload:
    stated = row.text("cpu_offload").lower()
    return "none" if stated in ("", "no", "none") else "optimizer" if stated == "optimizer" else "all"


def _task(row: Row, task: TrainingTask, layout: Layout) -> TrainingTask:
    framework, changed = row.text("framework").lower(), dict[str, object]()
    if framework.startswith((_QWEN, _TUNE)) and not row.text("activation_checkpointing"):
        changed["recompute"] = "full"
    rank = next((rank for mark, rank in _RANKS.items() if framework.startswith(mark)), None)
    if rank and not row.count("lora_rank"):
        changed["lora_rank"] = rank
    if framework.startswith(_QWEN):
        changed["global_batch"] = layout.micro_batch * layout.data_parallel * _ACCUMULATED
        if recipe_of(row).software == "hf":
            changed["precision"] = "bf16"
    return task.model_copy(update=changed)


def _whole_model_of_qwen(row: Row) -> bool:
    """finetune_ds.sh divides whole models by stage 3, on one GPU as well."""
    return row.text("framework").lower().startswith(_QWEN) and row.text("method").lower() == "full"
