"""Leaves that the explanations of training share: figures, counts of the model, settings of the task."""

from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.sizing.derive import figure_leaf, leaf, result, stated
from wizard.sizing.training_facts import fact_key
from wizard.sizing.training_memory import Layout, Trained
from wizard.sizing.training_shares import updated_share
from wizard.sizing.training_states import MOMENTS, PRECISIONS, moment_bytes

PARAMETERS = text("parameters", "Parameter")
WEIGHTS = text("weights", "Gewichte")
GRADIENTS = text("gradients", "Gradienten")
OPTIMIZER = text("optimizer", "Optimizer")
ZERO = "arXiv 1910.02054"


def figure(label: Text, trained: Trained, name: str, *variants: str) -> Derivation:
    """A ``training.*`` figure as a leaf."""
    key = fact_key(trained.facts, name, *variants)
    return figure_leaf(label, key, trained.facts[key])


def recipe_figure(label: Text, trained: Trained, name: str) -> Derivation:
    """A figure that software and method decide."""
    key = trained.recipe_key(name)
    return figure_leaf(label, key, trained.facts[key])


def parameters(trained: Trained) -> Derivation:
    source = f"counted layer by layer from {trained.arch.source or trained.arch.ref}"
    return leaf(PARAMETERS, trained.total, "1", source)


def updated(trained: Trained) -> Derivation:
    """Parameters that are trained."""
    label = text("trained parameters", "trainierte Parameter")
    if not trained.adapters:
        return result(label, trained.trained, "1", "all parameters", [parameters(trained)])
    if trained.recipe.adapter_parameters:
        return leaf(label, trained.trained, "1", "number of trained parameters as stated")
    rank = leaf(text("rank", "Rang"), trained.task.lora_rank, "1", "usual recipe: rank of the adapters")
    formula = "Σ rank · (inputs + outputs) over the projections of attention and dense feed-forward parts"
    return result(label, trained.trained, "1", formula, [rank], "arXiv 2106.09685")


def active(trained: Trained) -> Derivation:
    label = text("parameters a token touches", "Parameter je Token")
    return leaf(label, trained.flops.parameters, "1", trained.arch.source or trained.arch.ref)


def degrees(layout: Layout) -> list[Derivation]:
    """Degrees of parallelism of the layout."""
    source = "smallest layout of the search that holds the training, or the one asked for"
    named = {
        text("tensor parallel", "Tensor-Parallelität"): layout.tensor_parallel,
        text("pipeline stages", "Pipeline-Stufen"): layout.pipeline_parallel,
        text("data parallel", "Datenparallelität"): layout.data_parallel,
        text("ZeRO stage", "ZeRO-Stufe"): layout.zero_stage,
    }
    if layout.context_parallel > 1:
        named[text("context parallel", "Kontextparallelität")] = layout.context_parallel
    if layout.expert_parallel > 1:
        named[text("expert parallel", "Expertenparallelität")] = layout.expert_parallel
    return [leaf(label, value, "1", source) for label, value in named.items()]


def share_of_states(trained: Trained, layout: Layout, from_stage: int) -> Derivation:
    """Part of the trained parameters whose states the fullest GPU holds."""
    held = leaf(
        text("share of the fullest rank", "Anteil des vollsten Rangs"),
        trained.share(layout.tensor_parallel, layout.pipeline_parallel), "share",
        "parameters of the fullest tensor and pipeline rank / parameters",
    )  # fmt: skip
    label = text("share of the states", "Anteil an den Zuständen")
    inputs = [held, *degrees(layout)]
    if layout.zero_stage >= from_stage:
        formula = "share of the fullest rank / (data parallel · context parallel)"
    elif layout.expert_parallel > 1 and not trained.adapters:
        experts = leaf(text("share of routed experts", "Anteil gerouteter Experten"), trained.expert_share, "share",
                       trained.arch.source or "")  # fmt: skip
        inputs.append(experts)
        formula = (
            "share of the fullest rank · (1 − share of routed experts · (1 − 1 / expert parallel)); with more expert "
            "ranks than data-parallel GPUs tensor parallel / expert parallel"
        )
    else:
        formula = "share of the fullest rank"
    return result(label, updated_share(trained, layout, from_stage), "share", formula, inputs, ZERO)


def trained_bytes(trained: Trained) -> Derivation:
    """Of the optimizer, on average: Muon leaves embedding, head and norms to AdamW, which keeps one moment more."""
    each = optimizer_bytes(trained)
    mean = trained.optimizer_bytes / trained.trained
    if mean == trained.bytes.optimizer:
        return each
    formula = "bytes of the optimizer, and one moment more for embedding, head and norms / parameters"
    return result(text("bytes on average", "Byte im Mittel"), mean, "bytes", formula, [each])


def weight_bytes(trained: Trained) -> Derivation:
    label = text("bytes a weight", "Byte je Gewicht")
    if trained.task.method == "qlora":
        return figure(
            text("bits of a 4-bit weight with its scale", "Bit je 4-Bit-Gewicht mit Skala"),
            trained,
            "qlora_bits",
            trained.recipe.base,
        )
    return leaf(label, PRECISIONS[trained.task.precision].weight, "bytes", f"precision {trained.task.precision}")


def gradient_bytes(trained: Trained, *, high: bool = False) -> Derivation:
    value = trained.bytes.gradients_high if high else trained.bytes.gradients
    label = text("bytes a gradient", "Byte je Gradient")
    return leaf(label, value, "bytes", f"precision {trained.task.precision}; arXiv 1910.02054")


def optimizer_bytes(trained: Trained) -> Derivation:
    task = trained.task
    size = PRECISIONS[task.precision]
    master = leaf(text("copy in 32 bit", "Kopie in 32 Bit"), size.master, "bytes", f"precision {task.precision}")
    moments = leaf(text("moments", "Momente"), MOMENTS[task.optimizer], "1", f"optimizer {task.optimizer}")
    each = moment_bytes(task.precision, task.optimizer)
    one = leaf(text("bytes a moment", "Byte je Moment"), each, "bytes", f"optimizer {task.optimizer}")
    label = text("bytes of the optimizer", "Byte des Optimizers")
    formula = "copy + moments · bytes a moment"
    return result(label, trained.bytes.optimizer, "bytes", formula, [master, moments, one], "arXiv 1910.02054")


def answers(trained: Trained) -> tuple[Derivation, Derivation]:
    """Length and batch of the task."""
    length = stated(text("positions a sample", "Positionen je Beispiel"), trained.task.seq_len, "tokens", "w.seq_len")
    batch = stated(text("batch", "Batch"), trained.task.global_batch, "samples", "w.global_batch")
    return length, batch
