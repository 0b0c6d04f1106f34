"""Where each memory figure of a training comes from."""

from collections.abc import Callable

from wizard.domain.configuration import Memory
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import GB, GIB
from wizard.domain.workload_result import TrainingMemory
from wizard.sizing.derive import added, figure_leaf, leaf, multiplied, result
from wizard.sizing.explain_training_parts import (
    answers,
    degrees,
    figure,
    gradient_bytes,
    optimizer_bytes,
    parameters,
    updated,
    weight_bytes,
)
from wizard.sizing.training_memory import Layout, Trained, runtime_key
from wizard.sizing.training_states import BILLION, RULE

WEIGHTS = text("weights", "Gewichte")
GRADIENTS = text("gradients", "Gradienten")
OPTIMIZER = text("optimizer", "Optimizer")
ACTIVATIONS = text("activations", "Aktivierungen")
OVERHEAD = text("reserve", "Reserve")
ZERO = "arXiv 1910.02054"


def explain_memory(
    field: str, trained: Trained, layout: Layout, accelerator: Accelerator, memory: Memory
) -> Derivation:  # fmt: skip
    """The tree behind one field of a training's ``Memory``."""
    parts: dict[str, Callable[[], Derivation]] = {
        "weights_gb": lambda: _weights(trained, layout, memory),
        "gradients_gb": lambda: _gradients(trained, layout, memory),
        "optimizer_gb": lambda: _optimizer(trained, layout, memory),
        "activations_gb": lambda: _activations(trained, layout, memory),
        "overhead_gb": lambda: _overhead(trained, layout, memory),
    }
    if field in parts:
        return parts[field]()
    if field == "total_gb":
        return added(text("memory on one GPU", "Speicher auf einer GPU"), "GB", [make() for make in parts.values()])
    if field == "usable_gb":
        read = figure_leaf(
            text("memory the driver reports", "Speicher laut Treiber"), accelerator.id, accelerator.usable_gib
        )
        return multiplied(text("usable memory", "nutzbarer Speicher"), "GB", [read], GIB / GB)
    return leaf(Text(de=field, en=field), 0.0, "GB" if field.endswith("_gb") else "tokens", "training keeps no cache")


def _weights(trained: Trained, layout: Layout, memory: Memory) -> Derivation:
    inputs = [parameters(trained), weight_bytes(trained), *degrees(layout)]
    if trained.copies:
        inputs.append(figure(text("frozen copies", "feste Kopien"), trained, "frozen_copies", trained.task.method))
    if trained.adapters:
        inputs.append(updated(trained))
    formula = (
        "share of the fullest tensor and pipeline rank · (parameters · bytes, frozen copies and adapters added), "
        "divided by the data-parallel GPUs from ZeRO stage 3 on, plus the unit gathered there"
    )
    return result(WEIGHTS, memory.weights_gb, "GB", formula, inputs, ZERO)


def _gradients(trained: Trained, layout: Layout, memory: Memory) -> Derivation:
    formula = (
        "share of the fullest rank · trained parameters · bytes, divided by the data-parallel GPUs from ZeRO stage 2 "
        "on; stage 3 adds the gradients of the gathered unit"
    )
    inputs = [updated(trained), gradient_bytes(trained), *degrees(layout)]
    return result(GRADIENTS, memory.gradients_gb, "GB", formula, inputs, ZERO)


def _optimizer(trained: Trained, layout: Layout, memory: Memory) -> Derivation:
    formula = (
        "share of the fullest rank · trained parameters · bytes, divided by the data-parallel GPUs from stage 1 on"
    )
    inputs = [updated(trained), optimizer_bytes(trained), *degrees(layout)]
    return result(OPTIMIZER, memory.optimizer_gb, "GB", formula, inputs, ZERO)


def _activations(trained: Trained, layout: Layout, memory: Memory) -> Derivation:
    found = trained.activations
    source = "arXiv 2205.05198, 2307.08691; widths of the architecture"
    length, batch = answers(trained)
    inputs = [
        length,
        batch,
        leaf(text("micro-batch", "Micro-Batch"), layout.micro_batch, "samples", "largest one that fits"),
        leaf(text("bytes kept a token, all layers", "Byte je Token, alle Schichten"), found.kept, "bytes", source),
        leaf(text("bytes of the layer at work", "Byte der Schicht in Arbeit"), found.working, "bytes", source),
        leaf(text("vocabulary", "Vokabular"), trained.arch.vocab, "1", trained.arch.source or trained.arch.ref),
        figure(text("bytes a logit", "Byte je Logit"), trained, "logit_bytes"),
        figure(text("factor of the software", "Faktor der Software"), trained, "activation_span"),
        *degrees(layout),
    ]
    formula = (
        "length · micro-batch / TP · (factor · (kept · layers of the stage · micro-batches in flight + at work) + "
        "vocabulary · bytes), fullest stage; recomputation: " + trained.task.recompute
    )
    return result(ACTIVATIONS, memory.activations_gb, "GB", formula, inputs, "arXiv 2205.05198")


def _overhead(trained: Trained, layout: Layout, memory: Memory) -> Derivation:
    others = memory.weights_gb + memory.gradients_gb + memory.optimizer_gb + memory.activations_gb
    inputs = [
        figure(text("driver and buffers", "Treiber und Puffer"), trained, "runtime_gb", runtime_key(layout)),
        figure(text("fragmentation", "Fragmentierung"), trained, "fragmentation"),
        leaf(
            text("the other parts", "die übrigen Teile"), others, "GB", "weights + gradients + optimizer + activations"
        ),
    ]
    return result(OVERHEAD, memory.overhead_gb, "GB", "buffers + fragmentation · the other parts", inputs)


def memory_range(field: str, trained: Trained, layout: Layout, bound: float) -> Derivation:
    """One end of the total's 90 % range."""
    low = field == "0"
    inputs = [
        gradient_bytes(trained, high=not low),
        figure(text("factor of the software", "Faktor der Software"), trained, "activation_span"),
        figure(text("bytes a logit", "Byte je Logit"), trained, "logit_bytes"),
        figure(text("driver and buffers", "Treiber und Puffer"), trained, "runtime_gb", runtime_key(layout)),
        figure(text("fragmentation", "Fragmentierung"), trained, "fragmentation"),
        figure(text("residual", "Restfehler"), trained, "residual_memory"),
    ]
    label = text("lower end, 90 %", "unteres Ende, 90 %") if low else text("upper end, 90 %", "oberes Ende, 90 %")
    end = "lower" if low else "upper"
    formula = f"the parts at the {end} ends of their spans, times exp({'−' if low else '+'}residual)"
    return result(label, bound, "GB", formula, inputs)


def explain_states(field: str, trained: Trained, shown: TrainingMemory) -> Derivation:
    """The tree behind one field of ``TrainingMemory``: states of all GPUs together beside the rule of thumb."""
    value = getattr(shown, field)
    label = Text(de=field, en=field)
    if field in ("parameters_b", "trained_b"):
        return multiplied(
            label, "10^9", [parameters(trained) if field == "parameters_b" else updated(trained)], 1 / BILLION
        )
    if field in ("rule_low_gb", "rule_high_gb"):
        share = RULE[0] if field == "rule_low_gb" else RULE[1]
        rule = leaf(text("rule of thumb", "Faustregel"), share, "1", "articles: weights plus 30 to 40 per cent")
        formula = "weights of the model · rule; it leaves out most of what training with Adam keeps"
        return result(label, value, "GB", formula, [_whole(trained), rule])
    base = _whole(trained)
    weights = [base, *_beside(trained)]
    gradients = result(
        GRADIENTS,
        shown.gradients_gb,
        "GB",
        "trained parameters · bytes",
        [updated(trained), gradient_bytes(trained)],
        ZERO,
    )
    optimizer = result(
        OPTIMIZER,
        shown.optimizer_gb,
        "GB",
        "trained parameters · bytes",
        [updated(trained), optimizer_bytes(trained)],
        ZERO,
    )
    held = result(WEIGHTS, shown.weights_gb, "GB", "base + frozen copies + adapters", weights, ZERO)
    single = {"weights_gb": held, "gradients_gb": gradients, "optimizer_gb": optimizer}
    if field in single:
        return single[field]
    low = added(text("states", "Zustände"), "GB", [held, gradients, optimizer])
    wide = gradient_bytes(trained, high=True)
    high = result(
        text("states with 32-bit gradients", "Zustände mit 32-Bit-Gradienten"), shown.states_high_gb, "GB",
        "weights + trained parameters · 32-bit gradient + optimizer; DeepSpeed's convention of 18 bytes",
        [held, updated(trained), wide, optimizer], "DeepSpeed memory estimators; arXiv 1910.02054",
    )  # fmt: skip
    if field == "states_gb":
        return low
    if field == "states_high_gb":
        return high
    whole = high if field.endswith("high") else low
    return result(label, value, "bytes", "states / parameters", [whole, parameters(trained)])


def _whole(trained: Trained) -> Derivation:
    formula = "parameters · bytes a weight; 4-bit bases keep embedding, head and norms in 16 bit"
    label = text("weights of the model", "Gewichte des Modells")
    return result(label, trained.base / GB, "GB", formula, [parameters(trained), weight_bytes(trained)])


def _beside(trained: Trained) -> list[Derivation]:
    found = [updated(trained)] if trained.adapters else []
    if trained.copies:
        found.append(figure(text("frozen copies", "feste Kopien"), trained, "frozen_copies", trained.task.method))
    return found
