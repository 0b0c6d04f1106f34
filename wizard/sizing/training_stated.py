"""Computing time somebody stated for a training, checked against the arithmetic."""

from wizard.domain.hardware import Accelerator
from wizard.domain.workload_result import StatedCompute
from wizard.sizing.figures import Facts
from wizard.sizing.training_checks import check_amount
from wizard.sizing.training_flops import FORWARD, TRAINED_PASSES
from wizard.sizing.training_speed import SECONDS_PER_HOUR, peak_flops

PER_PARAMETER_AND_TOKEN = TRAINED_PASSES * FORWARD


def stated_compute(
    accelerator: Accelerator,
    gpu_hours: float,
    stated_flops: float | None,
    *,
    active_parameters: float,
    tokens: float,
    precision: str,
    facts: Facts,
) -> StatedCompute | None:
    """``GPU hours · 3600 · dense peak``, and the shares of it that were stated and that 6 · N · D needs.

    None where the hardware lacks the number format.

    Raises:
        CodedError: E129.
    """
    check_amount("gpu_hours", gpu_hours)
    check_amount("flops", stated_flops)
    peak = gpu_hours * SECONDS_PER_HOUR * peak_flops(precision, accelerator, facts)
    if peak <= 0:
        return None
    return StatedCompute(
        accelerator=accelerator.id,
        gpu_hours=gpu_hours,
        peak_flops=peak,
        stated_flops=stated_flops,
        share_of_peak=None if stated_flops is None else stated_flops / peak,
        implied_mfu=PER_PARAMETER_AND_TOKEN * active_parameters * tokens / peak,
    )
