"""What an accelerator needs while a model is loaded, before there is a cache: some of it is held twice.

Engines bring weights into the form of their kernels after reading them: they transpose, pad and interleave one layer
after the other, and the old and the new form of a layer stand side by side meanwhile (vLLM,
``process_weights_after_loading``). What runs at rest may therefore still fail at its start.
"""

from wizard.domain.hardware import Accelerator
from wizard.domain.model import LayerGroup, ModelArchitecture
from wizard.domain.quantities import GB
from wizard.domain.workload import Deployment
from wizard.sizing.architecture import BITS_PER_BYTE, attention_params, feed_forward_params
from wizard.sizing.engine_memory import runtime_figure
from wizard.sizing.figures import Facts, engine_key, pick
from wizard.sizing.formats import stored_bits


def load_peak_bytes(
    arch: ModelArchitecture, accelerator: Accelerator, deployment: Deployment, weights: float, facts: Facts
) -> float:  # fmt: skip
    """Weights, the layers that are being rearranged, and the runtime; ``weights`` in bytes on one accelerator."""
    staged = pick(facts, "staged_layers", engine_key(deployment.engine)).value
    largest = max(_layer_bytes(group, arch, deployment, facts) for group in arch.layers)
    return weights + staged * largest + runtime_figure(accelerator, deployment, facts).value * GB


def _layer_bytes(group: LayerGroup, arch: ModelArchitecture, deployment: Deployment, facts: Facts) -> float:
    """Matrices of one layer on one accelerator."""
    attention = attention_params(group.attention, arch.hidden) / deployment.attention_shards
    dense, experts = feed_forward_params(group.feed_forward, arch.hidden)
    parameters = attention + dense / deployment.attention_shards + experts / deployment.tensor_parallel
    return parameters * stored_bits(arch, deployment.weights_format, facts) / BITS_PER_BYTE
