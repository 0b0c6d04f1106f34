"""Where the activations of a training come from, at the moment of the peak."""

from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import GB
from wizard.sizing.derive import added, figure_leaf, leaf, result
from wizard.sizing.explain_training_parts import answers, degrees, figure
from wizard.sizing.training_constants import constants_of, logit_name, logit_variants
from wizard.sizing.training_facts import fact_key
from wizard.sizing.training_memory import GpuMemory
from wizard.sizing.training_run import Layout, Trained
from wizard.sizing.training_terms import GATHERED_COPIES, HEAD_COPIES, RING_COPIES, logit_bytes, unpacked_bytes

_SOURCE = "arXiv 2205.05198, 2307.08691; widths of the architecture"
ACTIVATIONS = text("activations", "Aktivierungen")
_MOMENTS = {
    "loss": text("at the loss: activations and logits stand", "beim Loss: Aktivierungen und Logits stehen"),
    "backward": text("in the backward pass", "im Rückwärtslauf"),
    "step": text("in the optimizer's step", "im Schritt des Optimizers"),
}


def moment_leaf(found: GpuMemory) -> Derivation:
    """Which of the three moments is the highest."""
    names = tuple(_MOMENTS)
    source = f"highest of the three moments: {_MOMENTS[found.moment].en}"
    label = text(
        "moment of the peak: 1 loss, 2 backward, 3 step", "Zeitpunkt der Spitze: 1 Loss, 2 Rückwärts, 3 Schritt"
    )
    return leaf(label, names.index(found.moment) + 1, "1", source)


def explain_activations(trained: Trained, layout: Layout, found: GpuMemory) -> Derivation:
    """What backward needs, and the logits or the layer at work."""
    if found.moment == "step":
        return result(ACTIVATIONS, 0.0, "GB", "gone when the optimizer steps", [moment_leaf(found)])
    if found.moment == "loss":
        logits = min(logit_bytes(trained, layout, constants_of(trained, layout)), found.activations)
        return added(
            ACTIVATIONS, "GB", [_kept(trained, layout, found.activations - logits), _logits(trained, layout, logits)]
        )
    unpacked = unpacked_bytes(trained, constants_of(trained, layout))
    parts = [_backward(trained, layout, found.activations - unpacked)]
    if unpacked:
        parts.append(_unpacked(trained, unpacked))
    return added(ACTIVATIONS, "GB", parts)


def _tokens(trained: Trained, layout: Layout) -> list[Derivation]:
    length, batch = answers(trained)
    micro = leaf(text("micro-batch", "Micro-Batch"), layout.micro_batch, "samples", "largest one that fits")
    return [length, batch, micro, *degrees(layout)]


def _kept(trained: Trained, layout: Layout, amount: float) -> Derivation:
    each = leaf(
        text("bytes kept a token, all layers", "Byte je Token, alle Schichten"),
        trained.activations.kept,
        "bytes",
        _SOURCE,
    )
    formula = (
        "tokens / (TP · CP) · kept · layers of the stage · micro-batches in flight; recomputation: "
        + trained.task.recompute
    )
    return result(text("kept for backward", "für den Rückwärtslauf behalten"), amount / GB, "GB", formula,
                  [each, *_tokens(trained, layout)], "arXiv 2205.05198")  # fmt: skip


def _logits(trained: Trained, layout: Layout, amount: float) -> Derivation:
    key = fact_key(trained.facts, logit_name(trained), *logit_variants(trained, layout))
    inputs = [
        leaf(text("vocabulary", "Vokabular"), trained.arch.vocab, "1", trained.arch.source or trained.arch.ref),
        figure_leaf(text("bytes a logit", "Byte je Logit"), key, trained.facts[key]),
        *_tokens(trained, layout),
    ]
    formula = "tokens / (TP · CP) · vocabulary · bytes"
    if layout.tensor_parallel > 1:
        formula += f" + {HEAD_COPIES} · input of the head over the whole sequence"
    return result(text("logits and loss", "Logits und Loss"), amount / GB, "GB", formula, inputs)


def _backward(trained: Trained, layout: Layout, amount: float) -> Derivation:
    found = trained.activations
    inputs = [
        leaf(text("bytes kept a token, all layers", "Byte je Token, alle Schichten"), found.kept, "bytes", _SOURCE),
        leaf(text("bytes of the layer at work", "Byte der Schicht in Arbeit"), found.working, "bytes", _SOURCE),
        *_tokens(trained, layout),
    ]
    formula = "tokens / (TP · CP) · (kept, where gradients do not outgrow it, + at work)"
    if layout.tensor_parallel > 1:
        formula += f"; {GATHERED_COPIES} copies of the layer's input over the whole sequence"
    if layout.context_parallel > 1:
        formula += f"; {RING_COPIES / 2:g} pairs of keys and values on their way"
    return result(
        text("kept and at work", "behalten und in Arbeit"), amount / GB, "GB", formula, inputs, "arXiv 2205.05198"
    )


def _unpacked(trained: Trained, amount: float) -> Derivation:
    layer = leaf(
        text("largest layer", "größte Schicht"), trained.largest_layer, "parameters", trained.arch.source or ""
    )
    each = figure(text("bytes a parameter", "Byte je Parameter"), trained, "unpack_bytes", trained.recipe.base)
    label: Text = text("unpacked 4-bit weights", "entpackte 4-Bit-Gewichte")
    return result(label, amount / GB, "GB", "largest layer · bytes", [layer, each], "arXiv 2305.14314")
