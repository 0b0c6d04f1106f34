"""Rates of the links a training exchanges over: within a group of directly linked GPUs, and beyond it.

A collective over several servers is as fast as the adapters of a whole server, for all of its GPUs take part; groups
that take one GPU of each server have that GPU's adapter only.
"""

from dataclasses import dataclass

from wizard.domain.hardware import Accelerator
from wizard.sizing.figures import Facts
from wizard.sizing.limits import node_size
from wizard.sizing.training_facts import fact

_GIGA = 1e9
_SLOT_GB_PER_S = 16.0
"""PCIe 4.0 with eight lanes, where the maker states no link."""


@dataclass(frozen=True, slots=True)
class Links:
    """Bytes a second and GPU, one direction."""

    domain: int
    """GPUs that talk directly."""
    inner: float
    outer: float
    share: float
    """Of the rate that collectives reach."""

    def gather(self, ranks: int, stride: int) -> float:
        """Rate of gathering or scattering over ``ranks`` GPUs that stand ``stride`` apart."""
        if ranks * stride <= self.domain:
            return self.inner * self.share
        adapters = max(1.0, min(self.domain, 8) / stride)
        return min(self.inner, self.outer * adapters) * self.share


def domain_of(accelerator: Accelerator, facts: Facts) -> int:
    """GPUs that talk directly: of a server, or of a rack whose GPUs are all linked."""
    return max(node_size(accelerator, facts), int(fact(facts, "link_domain", accelerator.id).value))


def links_of(accelerator: Accelerator, facts: Facts) -> Links:
    """From the catalogue's link, else a slot; the network by generation where the figures know it."""
    own = accelerator.interconnect_gb_per_s
    names = (accelerator.id, accelerator.architecture)
    return Links(
        domain=domain_of(accelerator, facts),
        inner=(own.value if own is not None else _SLOT_GB_PER_S) * _GIGA,
        outer=fact(facts, "network_gb_per_s", *names).value * _GIGA,
        share=fact(facts, "link_share").value,
    )
