"""Where the states of a training come from: bytes of all GPUs together, beside the rule of thumb."""

from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation
from wizard.domain.quantities import GB
from wizard.domain.workload_result import TrainingMemory
from wizard.sizing.derive import added, leaf, multiplied, result
from wizard.sizing.explain_training_parts import (
    GRADIENTS,
    OPTIMIZER,
    WEIGHTS,
    ZERO,
    figure,
    gradient_bytes,
    optimizer_bytes,
    parameters,
    updated,
    weight_bytes,
)
from wizard.sizing.training_run import Trained
from wizard.sizing.training_states import BILLION, RULE


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
