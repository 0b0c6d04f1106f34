"""Classes of models that answer items: what one item is, and what their rate on a card depends on.

The rates themselves are ``service.*`` figures of the catalogue, named after the profile.
"""

from dataclasses import dataclass, replace
from typing import Literal

from wizard.domain.language import Text, text

HALF = ("bf16", "fp16")
EIGHT_BIT = ("int8", "fp8", "bf16", "fp16")


@dataclass(frozen=True)
class Profile:
    """One class of models.

    ``limit`` is the resource other cards are compared by: the dense rate at the first of ``formats`` a card has, or
    its memory bandwidth.
    """

    key: str
    kinds: tuple[str, ...]
    unit: str
    limit: Literal["compute", "memory_bandwidth"] = "compute"
    formats: tuple[str, ...] = HALF
    size_exponent: float = 0.0
    """The rate falls with this power of the item's size."""
    serial: bool = False
    """One item (or a fixed batch) occupies the card; others wait."""
    by_parameters: bool = False
    """The rate falls with the size of the model."""
    live: bool = False
    """Only for streams that are answered while they run."""
    on_gpu: bool = True
    """False: nothing published, and nothing to gain, on an accelerator."""
    names: tuple[str, ...] = ()
    """Models this profile stands for, by exact name."""
    note: Text | None = None
    """Said where the model itself is named."""


_AGPL = text(
    "YOLO of Ultralytics stands under AGPL-3.0: network use obliges you to publish your source, or buy a licence.",
    "YOLO von Ultralytics steht unter AGPL-3.0: Der Betrieb über ein Netz verpflichtet zur Offenlegung des Quelltexts, "
    "sonst ist eine Lizenz zu kaufen.",
)

PROFILES: tuple[Profile, ...] = (
    Profile("embed", ("embedding",), "texts", size_exponent=1, by_parameters=True,
            names=("BAAI/bge-large-en-v1.5", "BAAI/bge-large-zh-v1.5")),
    Profile("vision", ("vision",), "images", size_exponent=2, names=("ultralytics/YOLO11m", "YOLO11m"), note=_AGPL),
    Profile("vision_retinanet", ("vision",), "images", formats=EIGHT_BIT, size_exponent=2,
            names=("RetinaNet", "retinanet-resnext50")),
    Profile("vision_classify", ("vision",), "images", formats=EIGHT_BIT,
            names=("torchvision/resnet50", "ResNet-50", "resnet50")),
    Profile("ocr", ("ocr",), "pages", limit="memory_bandwidth",
            names=("olmOCR", "allenai/olmOCR-7B-0225-preview")),
    Profile("asr", ("asr",), "audio_s", by_parameters=True, names=("openai/whisper-large-v2",)),
    Profile("asr_live", ("asr",), "audio_s", by_parameters=True, live=True,
            names=("openai/whisper-small", "whisper-small")),
    Profile("tts", ("tts",), "audio_s", limit="memory_bandwidth"),
    Profile("image", ("image_gen",), "images", size_exponent=2, serial=True,
            names=("black-forest-labs/FLUX.1-schnell", "black-forest-labs/FLUX.1-dev")),
    Profile("image_sdxl", ("image_gen",), "images", size_exponent=2, serial=True,
            names=("SDXL", "stabilityai/stable-diffusion-xl-base-1.0")),
    Profile("image_turbo", ("image_gen",), "images", size_exponent=2, serial=True,
            names=("SDXL-Turbo", "stabilityai/sdxl-turbo")),
    Profile("video", ("video_gen",), "videos", size_exponent=1, serial=True, by_parameters=True,
            names=("Wan-AI/Wan2.1-T2V-14B", "Wan2.1-T2V-14B")),
    Profile("video_small", ("video_gen",), "videos", size_exponent=1, serial=True, by_parameters=True,
            names=("Wan-AI/Wan2.1-T2V-1.3B", "Wan2.1-T2V-1.3B")),
    Profile("recsys", ("recsys",), "predictions", limit="memory_bandwidth", size_exponent=1),
    Profile("classical", ("classical",), "predictions", on_gpu=False),
)  # fmt: skip

_SMALL_VIDEO_B = 5.0
"""Parameters below which a video model is compared with the small one."""


def named_profile(kind: str, name: str) -> Profile | None:
    """The profile a model of this name belongs to; upper and lower case are the same, nothing is guessed."""
    key = name.strip().casefold()
    own = (p for p in PROFILES if kind in p.kinds)
    return next((p for p in own if key in (n.casefold() for n in p.names)), None)


def class_profile(kind: str, params_b: float | None) -> Profile:
    """The profile of a kind of workload where only a class of models is named.

    Args:
        params_b: size of the model in 10^9, if known.
    """
    if kind == "video_gen" and params_b is not None and params_b < _SMALL_VIDEO_B:
        return by_key("video_small")
    return replace(next(p for p in PROFILES if kind in p.kinds), note=None)


def live_profile(profile: Profile, *, live: bool) -> Profile:
    """Speech recognition has rates of its own for streams and for files; other profiles have one."""
    return by_key("asr_live" if live else "asr") if profile.kinds == ("asr",) else profile


def by_key(key: str) -> Profile:
    return next(p for p in PROFILES if p.key == key)
