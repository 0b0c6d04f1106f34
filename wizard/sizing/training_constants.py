"""Figures of a training's memory that software decides, each with a span, so that each may be moved to its ends."""

from wizard.domain.provenance import Figure
from wizard.domain.quantities import GB
from wizard.sizing.training_run import Constants, Layout, Trained


def constants_of(trained: Trained, layout: Layout) -> Constants:
    """The figures at their values; a search asks for the same ones thousands of times."""
    key = (runtime_key(layout), bucketed(trained, layout), layout.tensor_parallel > 1)
    if key not in trained.constants:
        each = {name: figure.value * scale for name, (figure, scale) in spans(trained, layout).items()}
        trained.constants[key] = Constants(gradient=trained.bytes.gradients, **each)
    return trained.constants[key]


def spans(trained: Trained, layout: Layout) -> dict[str, tuple[Figure, float]]:
    """Figure and factor to bytes of each constant."""
    return {
        "logit": (trained.figure(logit_name(trained), *logit_variants(trained, layout)), 1.0),
        "loose": (trained.recipe_figure("fragmentation"), 1.0),
        "runtime": (trained.figure("runtime_gb", runtime_key(layout)), GB),
        "buffers": (trained.recipe_figure("bucket_gb"), GB if bucketed(trained, layout) else 0.0),
        "step": (trained.recipe_figure("step_bytes"), 1.0),
        "unpacked": (
            trained.figure("unpack_bytes", trained.recipe.base),
            1.0 if trained.task.method == "qlora" else 0.0,
        ),
        "copies": (trained.figure("frozen_copies", trained.task.method), 1.0),
    }


def logit_name(trained: Trained) -> str:
    """Figure of the bytes a logit takes."""
    return {"full": "logit_bytes", "tiled": "tiled_logit_bytes", "fused": "fused_logit_bytes"}[trained.recipe.logits]


def logit_variants(trained: Trained, layout: Layout) -> tuple[str, ...]:
    """A vocabulary divided by tensor parallelism has a loss of its own."""
    usual = trained.recipe_variants()
    return (f"{usual[-1]}.split", *usual) if layout.tensor_parallel > 1 else usual


def bucketed(trained: Trained, layout: Layout) -> bool:
    """DeepSpeed sets its buffers up on a single GPU as well."""
    return layout.shards > 1 or trained.recipe.live_window


def runtime_key(layout: Layout) -> str:
    return "parallel" if layout.gpus > 1 else "single"
