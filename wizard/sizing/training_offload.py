"""Time of what waits in main memory: bytes over the link to the host, and the optimizer on its processors.

Sources: Ren et al., ZeRO-Offload, arXiv 2101.06840 (gradients down and weights up once a step, Adam on the processors);
Rajbhandari et al., ZeRO-Infinity, arXiv 2104.07857 (weights for every pass); Dettmers et al., arXiv 2305.14314 (paged
moments). Rates and what of them is reached stand in ``catalogs/training.yaml``.
"""

from collections.abc import Iterator

from wizard.domain.hardware import Accelerator
from wizard.domain.language import text
from wizard.sizing.figures import Facts
from wizard.sizing.limits import node_size
from wizard.sizing.training_facts import fact
from wizard.sizing.training_setting import GIGA, HALF_BYTES, Part, Stepping
from wizard.sizing.training_shares import OPTIMIZER_STAGE, updated_share
from wizard.sizing.training_terms import in_flight, kept_bytes, paged, weight_bytes

_LANE_GB_PER_S = {"3": 0.985, "4": 1.969, "5": 3.938, "6": 7.563}
"""One direction, after line coding, by PCIe generation."""
_THERE_AND_BACK = 2.0


def host_link(accelerator: Accelerator, facts: Facts) -> float:
    """Bytes a second in one direction; without a slot the processor stands beside the GPU."""
    if accelerator.pcie is not None:
        generation, lanes = accelerator.pcie.split(" x")
        return _LANE_GB_PER_S[generation[0]] * int(lanes) * GIGA
    if accelerator.unified_memory:
        return accelerator.memory_bandwidth_gb_per_s.value * GIGA
    return fact(facts, "host_link_gb_per_s", accelerator.id).value * GIGA


def waiting(found: Stepping) -> Iterator[Part]:
    """Of one micro-batch: weights for every pass, activations out and back."""
    trained, layout, recipe = found.trained, found.layout, found.trained.recipe
    if recipe.offload == "all":
        sent = weight_bytes(trained, layout) * (2 + found.again)
        yield _moved(found, "weights_link", sent, "weights of the GPU · passes", ())
    if recipe.offload_activations:
        kept = kept_bytes(trained, layout) / in_flight(trained, layout)
        key = found.key("activations_exposed")
        yield _moved(found, "activations_link", kept * _THERE_AND_BACK, "kept activations · out and back", (key,))


def updating(found: Stepping) -> Iterator[Part]:
    """Once a step: gradients and new weights over the link and Adam on the processors, or paged moments."""
    trained, layout = found.trained, found.layout
    share = updated_share(trained, layout, OPTIMIZER_STAGE)
    if trained.recipe.offload != "none":
        updated = trained.trained * share
        yield _moved(found, "states_link", updated * HALF_BYTES * _THERE_AND_BACK,
                     "trained parameters of the GPU · 2 bytes · gradients and weights", ())  # fmt: skip
        yield _on_processors(found, updated)
    elif paged(trained):
        moments = trained.optimizer_bytes * share
        yield _moved(found, "states_link", moments * _THERE_AND_BACK, "moments of the GPU · in and out",
                     (found.key("paged_moved"),))  # fmt: skip


_LABELS = {
    "weights_link": text("weights from main memory", "Gewichte aus dem Hauptspeicher"),
    "activations_link": text("activations to main memory and back", "Aktivierungen in den Hauptspeicher und zurück"),
    "states_link": text("states between GPU and main memory", "Zustände zwischen GPU und Hauptspeicher"),
}


def _moved(found: Stepping, name: str, sent: float, formula: str, shares: tuple[str, ...]) -> Part:
    keys = (found.key("host_link_pace"), *shares)
    seconds = sent / host_link(found.accelerator, found.facts)
    for key in keys:
        seconds *= found.figure(key).value
    shown = " · share not hidden" if shares else ""
    return Part(name, _LABELS[name], seconds, keys, f"{formula} / link to the host · pace{shown}", sent, "B")


def _on_processors(found: Stepping, updated: float) -> Part:
    keys = (found.key("host_update_bytes"), found.key("host_update_pace"))
    here = min(found.layout.gpus, node_size(found.accelerator, found.facts))
    rate = fact(found.facts, "host_memory_gb_per_s", found.accelerator.tier).value * GIGA / here
    read = updated * found.figure(keys[0]).value
    return Part(
        "host_optimizer", text("optimizer step on the processors", "Optimiererschritt auf den Prozessoren"),
        read / rate * found.figure(keys[1]).value, keys,
        "trained parameters of the GPU · bytes / (bandwidth of main memory / GPUs of the server) · pace", read, "B",
    )  # fmt: skip
