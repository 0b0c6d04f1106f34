"""Training states that stay in main memory: what an offloading recipe or a paged optimizer asks of the hosts.

Offloaded: ``trained · (optimizer + 4 bytes of gradients) · buffers``, with offloaded weights 2 bytes more; with AdamW
16 and 18 bytes a parameter and buffers of 1.5 (memory estimators of DeepSpeed, stage3.py).
Paged: the optimizer's states alone, as if none stayed on the accelerators.
"""

from wizard.domain.quantities import GB
from wizard.sizing.figures import Facts, pick
from wizard.sizing.training_run import Trained
from wizard.sizing.training_terms import paged

_GRADIENT_BYTES = 4.0


def host_states_gb(trained: Trained, facts: Facts) -> float:
    """Of the whole run, over all machines together."""
    optimizer = trained.trained * trained.bytes.optimizer
    if trained.recipe.offload == "none":
        return optimizer / GB if paged(trained) else 0.0
    states = optimizer + trained.trained * _GRADIENT_BYTES
    if trained.recipe.offload == "all":
        states += trained.total * trained.bytes.weights
    return states * pick(facts, "offload_buffers").value / GB
