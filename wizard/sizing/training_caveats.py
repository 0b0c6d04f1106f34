"""What to know about a training's memory, and the one change that lets a run fit that does not."""

from collections.abc import Iterator
from dataclasses import replace

from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.domain.quantities import GB
from wizard.sizing import training_wording as wording
from wizard.sizing.training_flops import encoder_decoder
from wizard.sizing.training_memory import gpu_memory, usable_bytes
from wizard.sizing.training_run import Layout, Trained
from wizard.sizing.training_states import HALF_BYTES
from wizard.sizing.wording import number

_BRAIN = ("bf16", "bf16_mixed")


def memory_caveats(trained: Trained) -> Iterator[Text]:
    """Of a run that fits."""
    if trained.task.method == "qlora" and trained.counted.experts:
        wide = trained.counted.experts * HALF_BYTES / GB
        yield text(
            f"The memory holds only where the software keeps routed experts in 4 bit. bitsandbytes narrows linear "
            f"layers; experts stored together stay in 16 bit, {number(wide, 0).en} GB for all of them (Gemma 4 26B-A4B "
            "took 46 GiB so).",
            f"Der Speicher gilt nur, wenn die Software geroutete Experten in 4 Bit hält. bitsandbytes verkleinert "
            f"lineare Schichten; gemeinsam gespeicherte Experten bleiben in 16 Bit, zusammen {number(wide, 0).de} GB "
            "(Gemma 4 26B-A4B brauchte so 46 GiB).",
        )
    if trained.task.method == "rl":
        yield text(
            "Counted are the trained model and fixed copies as large as it. A critic that is trained as well (PPO) "
            "takes the states once more; DPO needs the reference only.",
            "Gezählt sind das trainierte Modell und gleich große feste Kopien. Ein mittrainierter Critic (PPO) braucht "
            "die Zustände noch einmal; DPO braucht nur die Referenz.",
        )


def stage_hints(trained: Trained, layout: Layout) -> Iterator[Text]:
    """The leanest lower ZeRO stage, where a higher one was chosen that needs more."""
    needed = {stage: gpu_memory(trained, replace(layout, zero_stage=stage)).total for stage in range(layout.zero_stage)}
    if not needed or trained.recipe.offload == "all":
        return
    stage = min(needed, key=lambda one: needed[one])
    if needed[stage] < gpu_memory(trained, layout).total:
        yield wording.lower_stage_needs_less(stage, needed[stage] / GB)


def speed_caveats(trained: Trained, accelerator: Accelerator) -> Iterator[Text]:
    """Formats the hardware lacks, sequences beyond the model, and work that is known by its size only."""
    task, arch = trained.task, trained.arch
    if task.precision in _BRAIN and "bf16" not in accelerator.dense_tflops:
        yield wording.no_brain_float(accelerator.name)
    if arch.context and arch.vocab and not trained.sample_kind and task.seq_len > arch.context:
        yield wording.beyond_context(task.seq_len, arch.context)
    if trained.sample_kind:
        return
    if not arch.vocab:
        yield wording.by_size_only()
    elif encoder_decoder(arch):
        yield wording.encoder_and_decoder()


def ways_to_fit(trained: Trained, layout: Layout, accelerator: Accelerator) -> Iterator[Text]:
    """Single changes, the cheapest first, each of which lets this layout fit."""
    usable = usable_bytes(accelerator)
    for words, run, spread in _changes(trained, layout):
        needed = gpu_memory(run, spread).total
        if needed <= usable:
            amount = number(needed / GB, 1)
            yield text(f"Fits with {words.en}: {amount.en} GB.", f"Passt mit {words.de}: {amount.de} GB.")


def _changes(trained: Trained, layout: Layout) -> Iterator[tuple[Text, Trained, Layout]]:
    recipe, task = trained.recipe, trained.task
    if layout.micro_batch > 1:
        yield text("a micro-batch of 1", "einem Micro-Batch von 1"), trained, replace(layout, micro_batch=1)
    if recipe.logits == "full":
        words = text("a loss that never holds all logits", "einem Loss, der nie alle Logits hält")
        yield words, trained.under(replace(recipe, logits="fused")), layout
    if task.recompute != "full":
        words = text("full recomputation of activations", "vollständiger Neuberechnung der Aktivierungen")
        yield words, trained.under(recipe, recompute="full"), layout
    if layout.zero_stage < 3 and layout.shards > 1 and layout.pipeline_parallel == 1:
        words = text("ZeRO stage 3 or FSDP", "ZeRO-Stufe 3 oder FSDP")
        yield words, trained, replace(layout, zero_stage=3)
    if task.optimizer == "adamw" and not trained.adapters:
        yield text("AdamW in 8 bit", "AdamW in 8 Bit"), trained.under(recipe, optimizer="adamw_8bit"), layout
    if recipe.offload == "none" and not trained.adapters:
        words = text("the optimizer in main memory", "dem Optimizer im Hauptspeicher")
        yield words, trained.under(replace(recipe, offload="optimizer")), layout
    if not recipe.offload_activations:
        words = text("activations in main memory", "Aktivierungen im Hauptspeicher")
        yield words, trained.under(replace(recipe, offload_activations=True)), layout
