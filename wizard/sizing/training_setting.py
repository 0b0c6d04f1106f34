"""What the time of a training step is computed from: formats, rates, figures."""

from dataclasses import dataclass
from functools import cached_property

from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text
from wizard.domain.provenance import Figure
from wizard.sizing.figures import generations, key_for, pick_for
from wizard.sizing.training_facts import fact_key
from wizard.sizing.training_links import Links, links_of
from wizard.sizing.training_memory import Layout, Trained
from wizard.sizing.training_software import software_of
from wizard.sizing.training_work import Work

TERA, GIGA = 1e12, 1e9
HALF_BYTES = 2.0
_FORMATS = {
    "bf16_mixed": ("bf16", "fp16"), "bf16": ("bf16", "fp16"), "fp16_mixed": ("fp16", "bf16"), "fp32": ("bf16", "fp16"),
    "fp8_mixed": ("fp8",), "fp4_mixed": ("fp4",),
}  # fmt: skip
"""Formats of the matrix units by precision, the wanted one first."""


@dataclass(frozen=True, slots=True)
class Part:
    """Seconds of one micro-batch on one GPU, or of a whole step, that one kind of work takes."""

    name: str
    label: Text
    seconds: float
    keys: tuple[str, ...]
    """Figures the time is proportional to."""
    formula: str
    amount: float
    unit: str
    """Of the work: ``FLOP``, ``B`` moved or sent, or ``µs``."""
    kernels: tuple[str, ...] = ()
    """Figures of measured kernels."""


def compute_format(precision: str, accelerator: Accelerator) -> str | None:
    """Format of the matrix units, or None where the hardware lacks it."""
    return next((f for f in _FORMATS[precision] if f in accelerator.dense_tflops), None)


class Stepping:
    """What the time of a step is computed from: a training, an accelerator and a layout."""

    def __init__(self, trained: Trained, accelerator: Accelerator, layout: Layout) -> None:
        self.trained, self.accelerator, self.layout = trained, accelerator, layout
        self.facts = trained.facts
        self.software = software_of(trained, layout)
        self.links: Links = links_of(accelerator, self.facts)
        self.bandwidth = accelerator.memory_bandwidth_gb_per_s.value * GIGA
        peak = compute_format(trained.task.precision, accelerator)
        assert peak is not None  # noqa: S101 - callers refuse what the hardware cannot compute
        self.peak = peak
        self.half_peak = compute_format("bf16_mixed", accelerator) or peak
        self.units = "bf16" if peak in ("bf16", "fp16") else peak
        self.backward = trained.flops.passes - 1.0
        self.rank_tokens = layout.micro_batch * trained.task.seq_len / layout.context_parallel
        """Tokens of a micro-batch on the GPUs that share its tensors."""

    @cached_property
    def work(self) -> Work:
        return self.trained.work(self.layout.tensor_parallel)

    @property
    def tokens(self) -> float:
        """Of a micro-batch on one GPU, where the sequence is divided over tensor-parallel GPUs too."""
        return self.rank_tokens / self.layout.tensor_parallel

    def key(self, name: str, *variants: str) -> str:
        return fact_key(self.facts, name, *variants)

    def figure(self, key: str) -> Figure:
        return self.facts[key]

    @cached_property
    def again(self) -> float:
        """Forward passes made a second time."""
        recompute = self.trained.task.recompute
        if recompute == "full":
            return 1.0
        return 0.0 if recompute == "none" else self.facts[self.selective_key].value

    @property
    def selective_key(self) -> str:
        return self.key("selective_passes", self.software)

    @cached_property
    def power(self) -> float:
        """Clock under load: ``(watts a TFLOPS / those of the generation's measured card)^exponent``, capped."""
        card = self.accelerator
        name = f"training.reference_watts.{generations(card)[0]}"
        if name not in self.facts or card.tdp_w is None:
            return 1.0
        own = card.tdp_w.value / card.dense_tflops[self.half_peak].value
        best = self.facts[self.key("power_cap")].value
        exponent = self.facts[self.key("power_exponent")].value
        found: float = (own / self.facts[name].value) ** exponent
        return min(best, found)

    @property
    def wide(self) -> float:
        """Share of the 16-bit peak that 32-bit arithmetic reaches; 1 in narrower formats."""
        if self.trained.task.precision != "fp32":
            return 1.0
        return self.facts[self.key("fp32_peak_share", self.accelerator.architecture)].value

    def rate(self, kernel: str, units: str, peak: str) -> float:
        """Operations a second of a kind of kernel at its best."""
        share = pick_for(self.facts, kernel, self.accelerator, units).value
        reached = share * self.power
        if self.power > 1:
            reached = min(reached, max(share, self.facts[self.key("clocked_share")].value))
        return self.accelerator.dense_tflops[peak].value * TERA * reached * self.wide

    def kernels(self, *names: str, units: str | None = None) -> tuple[str, ...]:
        """Keys of measured kernels, for an explanation."""
        return tuple(key_for(self.facts, name, self.accelerator, units or self.units) for name in names)

    def generation(self, *more: str) -> tuple[str, ...]:
        """Variants of a figure by generation, each with and without ``more``, then ``more`` of any generation."""
        named = generations(self.accelerator)
        return (*(".".join((name, *more)) for name in named), *named, ".".join(("default", *more)))
