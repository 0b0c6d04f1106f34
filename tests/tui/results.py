"""A small result with every part the screens draw; figures are arbitrary but consistent."""

from datetime import date
from types import SimpleNamespace
from typing import Any

from wizard.domain.configuration import Configuration, Memory, Performance
from wizard.domain.language import Language, Text, text
from wizard.domain.provenance import Evidence
from wizard.domain.result import (
    AdviceItem,
    AdviceSection,
    Completeness,
    Cost,
    Finding,
    Fleet,
    Flip,
    Gate,
    OpenQuestion,
    Option,
    Percentiles,
    Provenance,
    Recommendation,
    Result,
)
from wizard.domain.roadmap import RoadmapStep
from wizard.domain.workload import TokenLengths
from wizard.domain.workload_result import Demand, ModelFacts, WorkloadResult

MONTHS = 36


def result(revision: int = 0, *, label: str = "Support-Chat", remark: str = "Genug Reserve") -> Result:
    """``label`` and ``remark`` take the places of a client's own words."""
    said = Text(de=remark, en=remark)
    return Result(
        revision=revision,
        language=Language.DE,
        provenance=Provenance(
            engine_version="0", catalog_version="0", catalog_as_of=date(2026, 11, 1), as_of=date(2026, 11, 30), seed=1,
            samples=512,
        ),
        completeness=Completeness(
            answered=3, unknown=1, measured=0,
            open_questions=(OpenQuestion(id="client.employees", why=said, impact="detail"),),
        ),
        workloads=(_workload(label, said),),
        options=(_option("cloud", 360_000.0, 0.83, said), _option("on_premises", 540_000.0, 0.17, said)),
        break_even=None,
        recommendation=Recommendation(
            option="cloud", runner_up="on_premises", verdict="leaning", because=(said,),
            flips=(Flip(input=remark, from_=1.0, to=2.0, becomes="on_premises"),), measure_first=(), roadmap=(),
            roadmap_steps=(RoadmapStep(id="pilot", starts=date(2026, 11, 28), ends=date(2027, 2, 28), text=said,
                                       numbers=(said,)),),
        ),
        findings=(
            Finding(id="MEM-02", severity="high", title=said, text=said, advice=said, evidence=Evidence.STATED,
                    source="S", questions=()),
        ),
        assumptions=(),
        advice=(
            AdviceSection(
                topic="scaling", title=said, items=(AdviceItem(id="X", text=said, because=said, source="S"),)
            ),
        ),
    )  # fmt: skip


def evaluation(revision: int = 0, **words: str) -> Any:
    """What ``Session.evaluate`` returns, as far as the screens look."""
    return SimpleNamespace(result=result(revision, **words))


def _workload(label: str, said: Text) -> WorkloadResult:
    lengths = TokenLengths(typical=1000, p95=4000)
    return WorkloadResult(
        id="w1", kind="llm_chat", label=label,
        model=ModelFacts(ref="example/Model-8B", params_b=8.0, active_params_b=8.0, evidence=Evidence.DOCUMENTED),
        demand=Demand(in_flight_mean=3, in_flight_p95=6, in_flight_p99=8, requests_per_s_peak=1,
                      input_tokens=lengths, output_tokens=lengths),
        configurations=(_configuration("c1", ()), _configuration("c2", (text("too small", "zu klein"), said))),
    )  # fmt: skip


def _configuration(name: str, why_not: tuple[Text, ...]) -> Configuration:
    memory = Memory(weights_gb=16.1, kv_cache_gb=20, kv_pool_gb=50, activations_gb=1, overhead_gb=2, total_gb=39.1,
                    usable_gb=72, kv_capacity_tokens=380_000)  # fmt: skip
    speed = Performance(
        **{f"{metric}_{point}": 12.0 for metric in ("ttft_ms", "tpot_ms", "e2e_s") for point in
           ("mean", "p50", "p95", "p99")},
        output_tokens_per_s=900, requests_per_s=1, concurrency=8, max_concurrency=64, utilisation=0.2,
    )  # fmt: skip
    return Configuration(
        id=name, origin="search", accelerator="H100-SXM-80GB", gpus_per_replica=1, tensor_parallel=1,
        pipeline_parallel=1, expert_parallel=1, replicas=1, spare_replicas=1, total_gpus=2, weights_format="bf16",
        kv_format="bf16", engine="vllm", memory=memory, performance=None if why_not else speed, interval={},
        bottleneck="bandwidth", slo_met=True, evidence=Evidence.DOCUMENTED, why_not=why_not,
    )  # fmt: skip


def _option(name: Any, npv: float, p_best: float, said: Text) -> Option:
    cost = Cost(
        npv_eur=Percentiles(p5=npv * 0.8, p50=npv, p95=npv * 1.3), nominal_eur=npv * 1.1, capex_eur=0,
        peak_cash_eur=npv, by_year_eur=(npv / 3,) * 3,
        cumulative_eur=tuple(_spread(npv * 1.1 * m / MONTHS) for m in range(1, MONTHS + 1)),
        per_million_output_tokens_eur=None, per_gpu_hour_eur=None,
        breakdown={"rent_on_demand": npv, "staff": npv * 0.1}, vat="net",
    )  # fmt: skip
    fleet = Fleet(gpus={"H100-SXM-80GB": 2}, nodes=1, cpu_cores=32, ram_gb=256, nvme_tb=4, capacity_tb=0,
                  network_gbit_s=25, power_kw=0, cooling_kw=0, rack_units=0, by_year=(2, 2, 2))  # fmt: skip
    return Option(
        id=name, feasible="yes", gates=(Gate(rule="budget", verdict="pass", text=said),), chosen={"w1": "c1"},
        fleet=fleet, items=(), cost=cost, criteria={}, value=None, p_best=p_best, notes=(said,),
    )  # fmt: skip


def _spread(middle: float) -> Percentiles:
    return Percentiles(p5=middle * 0.8, p50=middle, p95=middle * 1.3)
