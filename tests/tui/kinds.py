"""A result with every kind of workload and option, roadmap and advice; figures are arbitrary but consistent."""

from datetime import date
from typing import Any

from tests.tui.results import result
from wizard.domain.configuration import (
    Configuration,
    Memory,
    ServicePerformance,
    TrainingLayout,
    TrainingPerformance,
)
from wizard.domain.language import Text, text
from wizard.domain.ownership import HybridSplit
from wizard.domain.provenance import Evidence
from wizard.domain.result import AdviceItem, AdviceSection, Option, Result
from wizard.domain.roadmap import RoadmapStep
from wizard.domain.workload_result import (
    CpuNeed,
    ModelFacts,
    ServiceDemand,
    StatedCompute,
    TrainingDemand,
    TrainingMemory,
    WorkloadResult,
)

_SAID = text("Enough reserve", "Genug Reserve")


def all_kinds() -> Result:
    """Chat, full fine-tuning, speech recognition and fraud detection under eight options."""
    base = result()
    cloud, own = base.options
    option_ids = ("colocation", "dedicated", "api", "seats", "status_quo")
    more = tuple(own.model_copy(update={"id": i, "p_best": 0.01, "feasible": "open"}) for i in option_ids)
    advice = base.recommendation.model_copy(update={"roadmap_steps": _steps()})
    return base.model_copy(
        update={
            "workloads": (*base.workloads, _training(), _speech(), _fraud()),
            "options": (cloud, own, _hybrid(own), *more),
            "recommendation": advice,
            "advice": _advice(),
        }
    )


def _hybrid(own: Option) -> Option:
    split = HybridSplit(owned_machines=1, owned_gpus=4, burst_gpus_peak=3.4, critical_fractile=0.42, owned_share=0.91,
                        owned_utilisation=0.63)  # fmt: skip
    return own.model_copy(update={"id": "hybrid", "p_best": 0.05, "split": split})


def _facts(ref: str, billions: float | None) -> ModelFacts:
    return ModelFacts(ref=ref, params_b=billions, active_params_b=billions, evidence=Evidence.DOCUMENTED)


def _training() -> WorkloadResult:
    """70.6 · 10^9 parameters: 16 to 18 bytes each beside weights plus 30 to 40 %."""
    return WorkloadResult(
        id="w2", kind="ft_full", label="Fachsprache", model=_facts("example/Model-70B", 70.6), demand=None,
        configurations=(_cluster(),),
        training=TrainingDemand(method="full", tokens_per_run=3e9, flops_per_run=1.37e21, deadline_h=240,
                                runs_per_month=2),
        training_memory=TrainingMemory(
            parameters_b=70.6, trained_b=70.6, weights_gb=141.2, gradients_gb=141.2, optimizer_gb=847.2,
            states_gb=1129.6, states_high_gb=1270.8, bytes_per_parameter=16, bytes_per_parameter_high=18,
            rule_low_gb=183.6, rule_high_gb=197.7,
        ),
        stated_compute=StatedCompute(accelerator="H100-SXM-80GB", gpu_hours=8.8e6, peak_flops=3.133e25,
                                     stated_flops=3.133e25, share_of_peak=1.0, implied_mfu=0.23),
    )  # fmt: skip


def _memory(**parts: float) -> Memory:
    total = sum(parts.values())
    return Memory(**{"kv_cache_gb": 0, "kv_pool_gb": 72 - total, "total_gb": total, "usable_gb": 72,
                     "kv_capacity_tokens": 0, **parts})  # fmt: skip


def _configuration(name: str, gpus: int, memory: Memory, **rest: Any) -> Configuration:
    return Configuration(
        id=name, origin="search", accelerator="H100-SXM-80GB", gpus_per_replica=gpus, tensor_parallel=1,
        pipeline_parallel=1, expert_parallel=1, replicas=1, spare_replicas=0, total_gpus=gpus, weights_format="bf16",
        kv_format="bf16", engine="pytorch", memory=memory, bottleneck="compute", slo_met=True,
        evidence=Evidence.ASSUMED, **rest,
    )  # fmt: skip


def _cluster() -> Configuration:
    return _configuration(
        "t1", 16, _memory(weights_gb=8.8, gradients_gb=8.8, optimizer_gb=52.9, activations_gb=1, overhead_gb=0.4),
        performance=TrainingPerformance(step_time_ms=27_300, tokens_per_s_per_gpu=601, mfu=0.26, duration_h=86.7,
                                        epoch_h=28.9, steps=11_000, goodput=0.97, gpu_hours=1387, energy_kwh=1100),
        interval={"duration_h": (43.0, 170.0), "gpu_hours": (690.0, 2730.0)}, warnings=(_SAID,),
        layout=TrainingLayout(data_parallel=16, zero_stage=3, micro_batch=1, accumulation_steps=4, samples_per_step=64),
    )  # fmt: skip


def _speech() -> WorkloadResult:
    service = _configuration(
        "s1", 1, _memory(weights_gb=3.1, activations_gb=3, overhead_gb=0.4),
        performance=ServicePerformance(units_per_s=69, units_per_s_per_gpu=69, latency_ms_p95=None, utilisation=0.14),
        interval={"units_per_s": (14.0, 340.0), "units_per_s_per_gpu": (14.0, 340.0)},
    )  # fmt: skip
    return WorkloadResult(
        id="w3", kind="asr", label="Untertitel", model=_facts("class_speech", 1.55), demand=None,
        configurations=(service,),
        service=ServiceDemand(unit="audio_s", per_s_peak=10, per_s_mean=5, streams=10, latency_p95_s=1),
        cpu=CpuNeed(feasible=False, cores=161, units_per_s_per_core=0.062,
                    basis=text("Processors alone would need 161 cores.", "Prozessoren allein bräuchten 161 Kerne.")),
    )  # fmt: skip


def _fraud() -> WorkloadResult:
    return WorkloadResult(
        id="w4", kind="classical", label="Betrugserkennung", model=_facts("class_none", None), demand=None,
        configurations=(), gpu_needed=False,
        service=ServiceDemand(unit="predictions", per_s_peak=500, per_s_mean=250, latency_p95_s=0.1),
        cpu=CpuNeed(feasible=True, cores=1, units_per_s_per_core=2055, ram_gb=10.5,
                    basis=text("No GPU needed: the peak takes 1 of the 32 cores of an ordinary server.",
                               "Keine GPU nötig: Die Spitze braucht 1 von 32 Kernen eines gewöhnlichen Servers.")),
    )  # fmt: skip


def _steps() -> tuple[RoadmapStep, ...]:
    days = [date(2026, 11, 28), date(2026, 12, 28), date(2027, 2, 28), date(2027, 10, 28), date(2028, 10, 28)]
    said: tuple[tuple[Any, Text, tuple[Text, ...]], ...] = (
        ("pilot", text("Start a pilot on rented GPUs.", "Einen Piloten auf gemieteten GPUs starten."), ()),
        ("measure", text("Measure the load.", "Die Last messen."),
         (text("The assumed load moves the cost by up to €200,000.",
               "Die angenommene Last bewegt die Kosten um bis zu 200.000 €."),)),
        ("order", text("Ask for quotes and order.", "Angebote einholen und bestellen."),
         (text("Delivery about 8 months (4 to 12).", "Lieferzeit etwa 8 Monate (4 bis 12)."),)),
        ("review", text("Compare again.", "Neu vergleichen."),
         (text("Owning pays off after 21 months (discounted 23).",
               "Eigene Hardware rechnet sich nach 21 Monaten (diskontiert 23)."),)),
    )  # fmt: skip
    return tuple(
        RoadmapStep(id=name, starts=days[n], ends=days[n + 1], text=words, numbers=numbers)
        for n, (name, words, numbers) in enumerate(said)
    )


def _advice() -> tuple[AdviceSection, ...]:
    horizontal = AdviceItem(
        id="SCALE-HORIZONTAL", source="arithmetic of the sizing engine (2026-11)",
        text=text("Scale horizontally: several equal replicas behind a load balancer with health checks.",
                  "Horizontal skalieren: mehrere gleiche Replikate hinter einem Lastverteiler mit Zustandsprüfung."),
        because=text("GPUs at the end: 16.", "GPUs am Ende: 16."),
    )  # fmt: skip
    encrypt = text("Encrypt every endpoint with TLS.", "Jeden Endpunkt mit TLS verschlüsseln.")
    tls = AdviceItem(id="SEC-TLS", source="operating practice (2026-11)", text=encrypt)
    return (
        AdviceSection(topic="scaling", title=text("Scaling", "Skalierung"), items=(horizontal,)),
        AdviceSection(topic="security", title=text("Security", "Sicherheit"), items=(tls,)),
    )
