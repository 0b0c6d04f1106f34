"""Services of items as text for a terminal: their demand, what processors can do, and the speed of a configuration."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wizard.cli.figures import brief
from wizard.cli.table import wrapped
from wizard.i18n.catalog import translator
from wizard.report.view.names import bottleneck_name
from wizard.sizing.service_wording import unit_name

if TYPE_CHECKING:
    from wizard.domain.configuration import Configuration
    from wizard.domain.workload_result import WorkloadResult


def service_lines(workload: "WorkloadResult", language: str) -> Iterator[str]:
    """Demand of a service of items, the verdict on processors alone, and warnings of the workload."""
    _ = translator(language, "cli")
    service = workload.service
    if service is not None:
        yield _("at the peak {peak} {unit} per second, on average {mean}").format(
            peak=brief(service.per_s_peak, language),
            mean=brief(service.per_s_mean, language),
            unit=unit_name(service.unit).in_language(language),
        )
    if workload.cpu is not None:
        mark = "✓" if workload.cpu.feasible else "✗"
        yield from wrapped(workload.cpu.basis.in_language(language), first=f"{mark} CPU: ", indent="  ")
    for warning in workload.warnings:
        yield from wrapped(warning.in_language(language), first="– ", indent="  ")


def service_speed(configuration: "Configuration", language: str) -> Iterator[str]:
    """Rate of one card with its interval; nothing for other kinds of workload."""
    speed = configuration.service
    if speed is None:
        return
    _ = translator(language, "cli")
    low, high = configuration.interval["units_per_s_per_gpu"]
    said = _("{rate} per second and GPU (90%: {low} – {high}); limited by {bottleneck}").format(
        rate=brief(speed.units_per_s_per_gpu, language),
        low=brief(low, language),
        high=brief(high, language),
        bottleneck=bottleneck_name(translator(language, "report"), configuration.bottleneck),
    )
    yield from wrapped(said, first="  ", indent="  ")
