"""Training that counts samples: images, clips, texts. A sample is worth a number of positions of a transformer.

Source: Dosovitskiy et al., arXiv 2010.11929 (patches of 16 pixels); convolutional networks come out alike: ResNet-50
takes the operations of 160 positions at 224 pixels, where patches give 196. Spans in ``catalogs/training.yaml``.
"""

from dataclasses import dataclass
from math import ceil

from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import TrainingTask
from wizard.sizing.figures import Facts
from wizard.sizing.training_facts import fact
from wizard.sizing.training_memory import Trained

PIXEL_CLASSES = ("class_vision", "class_image", "class_video")


@dataclass(frozen=True)
class SampleClass:
    """What one sample is worth, and by which class the figures go."""

    name: str
    positions: int


def sample_class(name: str, size: int, facts: Facts) -> SampleClass:
    """Positions of a sample of ``size``: pixels of the longer side for images and video, tokens for texts."""
    if name in PIXEL_CLASSES:
        patches = (size / fact(facts, "patch_pixels").value) ** 2
        frames = fact(facts, "sample_frames", name).value if name == "class_video" else 1.0
        return SampleClass(name, max(1, ceil(patches * frames)))
    key = f"training.sample_positions.{name}"
    return SampleClass(name, int(facts[key].value) if key in facts else size)


def trained_on_samples(arch: ModelArchitecture, task: TrainingTask, kind: SampleClass, facts: Facts) -> Trained:
    """The same formulas with positions for tokens; speeds are shown in samples."""
    inner = task.model_copy(
        update={"seq_len": kind.positions, "tokens": task.tokens.scaled(float(kind.positions))}
    )  # fmt: skip
    return Trained(arch, inner, facts, positions=kind.positions, sample_kind=kind.name)
