"""Where each memory figure of a training comes from."""

from collections.abc import Callable
from math import isclose, prod

from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import GB, GIB
from wizard.sizing.derive import added, figure_leaf, leaf, multiplied, number, result
from wizard.sizing.explain_training_activations import explain_activations, moment_leaf
from wizard.sizing.explain_training_parts import (
    GRADIENTS,
    OPTIMIZER,
    WEIGHTS,
    ZERO,
    degrees,
    figure,
    gradient_bytes,
    optimizer_bytes,
    parameters,
    recipe_figure,
    share_of_states,
    trained_bytes,
    updated,
    weight_bytes,
)
from wizard.sizing.training_constants import bucketed, logit_name, logit_variants, runtime_key, spans
from wizard.sizing.training_facts import fact_key
from wizard.sizing.training_memory import GpuMemory, gpu_memory
from wizard.sizing.training_run import Layout, Trained
from wizard.sizing.training_shares import OPTIMIZER_STAGE

_DEEPSPEED = "DeepSpeed configuration: stage3_max_live_parameters, sub_group_size"


def explain_memory(field: str, trained: Trained, layout: Layout, accelerator: Accelerator) -> Derivation:
    """The tree behind one field of a training's ``Memory``: its parts at the moment of the peak."""
    found = gpu_memory(trained, layout)
    parts: dict[str, Callable[[], Derivation]] = {
        "weights_gb": lambda: _weights(trained, layout, found),
        "gradients_gb": lambda: _gradients(trained, layout, found),
        "optimizer_gb": lambda: _optimizer(trained, layout, found),
        "activations_gb": lambda: explain_activations(trained, layout, found),
        "overhead_gb": lambda: _overhead(trained, layout, found),
    }
    if field in parts:
        return parts[field]()
    if field == "total_gb":
        label = text("memory on one GPU", "Speicher auf einer GPU")
        return added(label, "GB", [make() for make in parts.values()])
    if field == "usable_gb":
        read = figure_leaf(
            text("memory the driver reports", "Speicher laut Treiber"), accelerator.id, accelerator.usable_gib
        )
        return multiplied(text("usable memory", "nutzbarer Speicher"), "GB", [read], GIB / GB)
    return leaf(Text(de=field, en=field), 0.0, "GB" if field.endswith("_gb") else "tokens", "training keeps no cache")


def _weights(trained: Trained, layout: Layout, found: GpuMemory) -> Derivation:
    inputs = [parameters(trained), weight_bytes(trained), *degrees(layout)]
    if trained.copies:
        inputs.append(figure(text("frozen copies", "feste Kopien"), trained, "frozen_copies", trained.task.method))
    if trained.adapters:
        inputs.append(updated(trained))
    formula = (
        "share of the fullest rank · (parameters · bytes, frozen copies and adapters added), divided by the GPUs that "
        "share the states from ZeRO stage 3 on; none where they wait in main memory"
    )
    held = result(text("held weights", "gehaltene Gewichte"), found.weights / GB, "GB", formula, inputs, ZERO)
    return added(WEIGHTS, "GB", [held, _gathered(trained, layout, found)])


def _gathered(trained: Trained, layout: Layout, found: GpuMemory) -> Derivation:
    label = text("gathered weights", "eingesammelte Gewichte")
    layer = leaf(
        text("largest layer", "größte Schicht"), trained.largest_layer, "parameters", trained.arch.source or ""
    )
    if trained.recipe.live_window:
        window = figure(text("live parameters", "lebende Parameter"), trained, "live_parameters")
        formula = "2 · (live parameters + largest table) · bytes, at most twice the model; only in ZeRO stage 3"
        return result(label, found.gathered / GB, "GB", formula, [window, weight_bytes(trained), *degrees(layout)],
                      _DEEPSPEED)  # fmt: skip
    formula = (
        "(embedding + head + 2 · largest layer with the GPU's experts) / TP · bytes, at most the shards of the "
        "others; only in ZeRO stage 3 and FSDP on several GPUs"
    )
    return result(label, found.gathered / GB, "GB", formula, [layer, weight_bytes(trained), *degrees(layout)], ZERO)


def _gradients(trained: Trained, layout: Layout, found: GpuMemory) -> Derivation:
    inputs = [updated(trained), gradient_bytes(trained), moment_leaf(found), *degrees(layout)]
    formula = (
        "share of the fullest rank · trained parameters · bytes, divided by the GPUs that share the states from ZeRO "
        "stage 2 on; none where they were released or wait in main memory"
    )
    held = result(text("held gradients", "gehaltene Gradienten"), found.gradients / GB, "GB", formula, inputs, ZERO)
    whole = result(
        text("gradients before they are divided", "Gradienten vor dem Aufteilen"), found.gathered_gradients / GB, "GB",
        "largest unit · bytes, in the backward pass under ZeRO stage 2 or 3", inputs, ZERO,
    )  # fmt: skip
    return added(GRADIENTS, "GB", [held, whole])


def _optimizer(trained: Trained, layout: Layout, found: GpuMemory) -> Derivation:
    label = text("moments and copy", "Momente und Kopie")
    if found.optimizer:
        share = share_of_states(trained, layout, OPTIMIZER_STAGE)
        held = multiplied(label, "GB", [updated(trained), trained_bytes(trained), share], 1 / GB)
    else:
        inputs = [updated(trained), optimizer_bytes(trained), *degrees(layout)]
        held = result(label, 0.0, "GB", "none where they wait in main memory", inputs, ZERO)
    own = recipe_figure(text("bytes a parameter", "Byte je Parameter"), trained, "step_bytes")
    worked = text("work of the step", "Arbeit des Schritts")
    whole = [own, updated(trained), share_of_states(trained, layout, OPTIMIZER_STAGE)]
    if found.step and isclose(found.step, prod(number(one) for one in whole)):
        return added(OPTIMIZER, "GB", [held, multiplied(worked, "GB", whole, 1 / GB)])
    step = result(
        worked, found.step / GB, "GB",
        "parameters the GPU updates at once · bytes, in the optimizer's step; moments in 8 bit are widened matrix by "
        "matrix", [own, updated(trained), moment_leaf(found)], "PyTorch torch.optim; " + _DEEPSPEED,
    )  # fmt: skip
    return added(OPTIMIZER, "GB", [held, step])


def _overhead(trained: Trained, layout: Layout, found: GpuMemory) -> Derivation:
    runtime = multiplied(
        text("driver and libraries", "Treiber und Bibliotheken"), "GB",
        [figure(text("outside the allocator", "außerhalb des Allokators"), trained, "runtime_gb", runtime_key(layout))],
    )  # fmt: skip
    share = recipe_figure(text("fragmentation", "Fragmentierung"), trained, "fragmentation")
    others = leaf(text("the other parts", "die übrigen Teile"), found.allocated / GB, "GB",
                  "weights + gradients + optimizer + activations + exchange buffers")  # fmt: skip
    loose = multiplied(text("unusable gaps", "unbrauchbare Lücken"), "GB", [share, others])
    inputs = [runtime, loose]
    if bucketed(trained, layout):
        buffers = recipe_figure(text("exchange buffers", "Austauschpuffer"), trained, "bucket_gb")
        inputs.append(buffers)
    return added(text("reserve", "Reserve"), "GB", inputs)


def memory_range(field: str, trained: Trained, layout: Layout, bound: float) -> Derivation:
    """One end of the total's 90 % range."""
    low = field == "0"
    labels = {
        "logit": text("bytes a logit", "Byte je Logit"), "loose": text("fragmentation", "Fragmentierung"),
        "runtime": text("driver and libraries", "Treiber und Bibliotheken"),
        "buffers": text("exchange buffers", "Austauschpuffer"),
        "step": text("work of the step", "Arbeit des Schritts"),
        "unpacked": text("unpacked 4-bit weights", "entpackte 4-Bit-Gewichte"),
        "copies": text("frozen copies", "feste Kopien"),
    }  # fmt: skip
    keys = span_keys(trained, layout)
    inputs = [gradient_bytes(trained, high=not low)]
    inputs += [
        figure_leaf(labels[name], keys[name], found) for name, (found, scale) in spans(trained, layout).items() if scale
    ]
    inputs.append(figure(text("residual", "Restfehler"), trained, "residual_memory"))
    label = text("lower end, 90 %", "unteres Ende, 90 %") if low else text("upper end, 90 %", "oberes Ende, 90 %")
    sign = "−" if low else "+"
    formula = (
        f"total · exp({sign}√(residual² + Σ ln(total with one figure at its end / total)²)), one figure after the other"
    )
    return result(label, bound, "GB", formula, inputs)


def span_keys(trained: Trained, layout: Layout) -> dict[str, str]:
    """The key in the catalogue of each figure with a span."""
    return {
        "logit": fact_key(trained.facts, logit_name(trained), *logit_variants(trained, layout)),
        "loose": trained.recipe_key("fragmentation"),
        "runtime": fact_key(trained.facts, "runtime_gb", runtime_key(layout)),
        "buffers": trained.recipe_key("bucket_gb"),
        "step": trained.recipe_key("step_bytes"),
        "unpacked": fact_key(trained.facts, "unpack_bytes", trained.recipe.base),
        "copies": fact_key(trained.facts, "frozen_copies", trained.task.method),
    }
