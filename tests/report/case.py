"""A hand-made result for the report's tests: invented client, invented figures that add up. Not an evaluation."""

from dataclasses import dataclass
from datetime import date

from wizard.domain.assessment import Answer, Assessment, Note, Workload
from wizard.domain.configuration import Configuration, Memory, NearestMeasurement, Performance
from wizard.domain.language import Language, Text, text
from wizard.domain.provenance import Evidence
from wizard.domain.result import (
    Assumption,
    BreakEven,
    Completeness,
    Cost,
    Criterion,
    Finding,
    Fleet,
    Flip,
    Gate,
    Item,
    MeasureFirst,
    OpenQuestion,
    Option,
    Percentiles,
    PriceAge,
    Provenance,
    Recommendation,
    Result,
)
from wizard.domain.workload import TokenLengths
from wizard.domain.workload_result import CardsByTokens, Demand, ModelFacts, WorkloadResult

AS_OF = date(2026, 11, 30)
MONTHS = 48


@dataclass(frozen=True)
class Evaluated:
    result: Result


def assessment(
    *,
    title: str = "KI-Plattform Werk Süd",
    client: str = "Musterwerk Maschinenbau GmbH",
    label: str = "Service-Assistent",
) -> Assessment:
    return Assessment(
        id="01JD0000000000000000000000",
        title=title,
        language=Language.DE,
        answers={
            "client.name": Answer(
                value=client,
                note=Note(
                    text="Ansprechpartner ist die Werksleitung; der Betriebsrat ist eingebunden.", visibility="report"
                ),
            ),
            "client.country": Answer(value="DE", note=Note(text="INTERN-7731", visibility="internal")),
        },
        workloads=(
            Workload(id="w1", label=label, answers={"w.kind": Answer(value="llm_rag")}),
            Workload(id="w2", label="Feinabstimmung Fachsprache", answers={"w.kind": Answer(value="ft_peft")}),
        ),
    )


def _memory(weights: float, cache: float, usable: float) -> Memory:
    total = weights + cache + 1.4 + 2.1
    return Memory(
        weights_gb=weights,
        kv_cache_gb=cache,
        kv_pool_gb=usable - weights - 3.5,
        activations_gb=1.4,
        overhead_gb=2.1,
        total_gb=round(total, 2),
        usable_gb=usable,
        kv_capacity_tokens=max(0.0, (usable - weights - 3.5) * 1e9 / 262_144),
    )


def _performance(ttft: float, tpot: float, rate: float) -> Performance:
    e2e = (ttft + 256 * tpot) / 1000
    return Performance(
        ttft_ms_mean=ttft * 0.7,
        ttft_ms_p50=ttft * 0.6,
        ttft_ms_p95=ttft,
        ttft_ms_p99=ttft * 1.4,
        tpot_ms_mean=tpot * 0.85,
        tpot_ms_p50=tpot * 0.82,
        tpot_ms_p95=tpot,
        tpot_ms_p99=tpot * 1.2,
        e2e_s_mean=e2e * 0.8,
        e2e_s_p50=e2e * 0.75,
        e2e_s_p95=e2e,
        e2e_s_p99=e2e * 1.3,
        output_tokens_per_s=rate,
        requests_per_s=rate / 256,
        concurrency=38.0,
        max_concurrency=64.0,
        utilisation=0.58,
    )


def _configuration(
    identifier: str,
    accelerator: str,
    gpus: int,
    *,
    memory: Memory,
    performance: Performance | None,
    replicas: int = 2,
    weights_format: str = "fp8",
    origin: str = "search",
    why_not: tuple[Text, ...] = (),
    bottleneck: str = "memory_bandwidth",
    slo_met: bool | None = True,
    **more: object,
) -> Configuration:
    interval = {}
    if performance:
        for name in ("ttft_ms_p95", "tpot_ms_p95", "output_tokens_per_s"):
            value = getattr(performance, name)
            interval[name] = (value * 0.75, value * 1.35)
    return Configuration.model_validate(
        {
            "id": identifier,
            "origin": origin,
            "accelerator": accelerator,
            "gpus_per_replica": gpus,
            "tensor_parallel": gpus,
            "pipeline_parallel": 1,
            "expert_parallel": 1,
            "replicas": replicas,
            "spare_replicas": 1,
            "total_gpus": gpus * (replicas + 1),
            "weights_format": weights_format,
            "kv_format": "bf16",
            "engine": "vllm",
            "memory": memory,
            "performance": performance,
            "interval": interval,
            "bottleneck": bottleneck,
            "slo_met": slo_met,
            "evidence": Evidence.STATED,
            "why_not": why_not,
            **more,
        }
    )


def _workload_one(label: str) -> WorkloadResult:
    near = NearestMeasurement(
        id="llama-3.1-8b-h100-c64",
        quantity="throughput",
        measured=4210.0,
        predicted=3985.0,
        source="vendor blog, 2026-03-11",
    )
    configurations = (
        _configuration(
            "c1",
            "L40S-48GB",
            2,
            memory=_memory(16.6, 19.8, 43.2),
            performance=_performance(1240, 41.5, 1480),
            warnings=(
                text(
                    "Two L40S talk over PCIe; the interval is wider than with NVLink.",
                    "Zwei L40S verbinden sich über PCIe; die Spanne ist breiter als mit NVLink.",
                ),
            ),
            nearest_measurements=(near,),
        ),
        _configuration(
            "c2", "H100-SXM-80GB", 1, memory=_memory(33.1, 30.2, 73.0), performance=_performance(620, 24.0, 2310)
        ),
        _configuration(
            "c3",
            "H200-SXM-141GB",
            1,
            replicas=1,
            memory=_memory(65.5, 45.0, 129.0),
            performance=_performance(540, 19.5, 2900),
            weights_format="bf16",
        ),
        _configuration(
            "c4",
            "RTX-PRO-6000-96GB",
            1,
            memory=_memory(33.1, 30.2, 87.5),
            performance=_performance(980, 33.0, 1790),
            bottleneck="compute",
            slo_met=False,
        ),
        _configuration(
            "c5",
            "A100-SXM-80GB",
            2,
            origin="client",
            memory=_memory(33.1, 15.1, 73.0),
            performance=_performance(1100, 31.0, 1850),
            weights_format="int8",
            slo_met=None,
        ),
        _configuration(
            "c6",
            "L4-24GB",
            2,
            origin="client",
            memory=_memory(16.6, 19.8, 21.6),
            performance=None,
            slo_met=None,
            why_not=(
                text(
                    "Does not fit: 18.3 GB per GPU are missing for 38 requests of 6,144 tokens. "
                    "Four cards a replica, or at most 9 requests at a time, would fit.",
                    "Passt nicht: Je GPU fehlen 18,3 GB für 38 Anfragen mit 6.144 Token. "
                    "Vier Karten je Replikat oder höchstens 9 Anfragen zugleich würden passen.",
                ),
            ),
        ),
        _configuration(
            "c7",
            "A10-24GB",
            4,
            memory=_memory(8.3, 9.9, 21.6),
            performance=None,
            slo_met=None,
            weights_format="bf16",
            why_not=(
                text(
                    "No FP8 units; with BF16 weights the time per token misses the target by a factor of 2.1.",
                    "Keine FP8-Einheiten; mit BF16-Gewichten verfehlt das Ausgabetempo das Ziel um den Faktor 2,1.",
                ),
            ),
        ),
    )
    table = tuple(
        CardsByTokens(
            accelerator=accelerator,
            configuration=c,
            tokens_per_request=tokens,
            requests_per_replica=fits,
            gpus=size * max(1, -(-38 // max(fits, 1))),
            gpus_with_spare=size * (max(1, -(-38 // max(fits, 1))) + 1),
        )
        for accelerator, c, size, pool in (("L40S-48GB", "c1", 2, 175_000), ("H100-SXM-80GB", "c2", 1, 139_000))
        for tokens in (900, 2048, 4096, 8192, 32768)
        for fits in (pool // tokens,)
    )
    return WorkloadResult(
        id="w1",
        kind="llm_rag",
        label=label,
        model=ModelFacts(ref="Qwen/Qwen3-32B", params_b=32.8, active_params_b=32.8, evidence=Evidence.DOCUMENTED),
        demand=Demand(
            in_flight_mean=14.2,
            in_flight_p95=29.0,
            in_flight_p99=38.0,
            requests_per_s_peak=1.35,
            input_tokens=TokenLengths(typical=2800, p95=5888),
            output_tokens=TokenLengths(typical=256, p95=700),
        ),
        configurations=configurations,
        token_table=table,
    )


def _workload_two() -> WorkloadResult:
    return WorkloadResult(
        id="w2",
        kind="ft_peft",
        label="Feinabstimmung Fachsprache",
        model=ModelFacts(ref="Qwen/Qwen3-32B", params_b=32.8, active_params_b=32.8, evidence=Evidence.DOCUMENTED),
        demand=None,
        configurations=(),
        open=text(
            "Sizing of fine-tuning is not computed in this version; the figures below do not contain it.",
            "Die Dimensionierung von Fine-Tuning wird nicht berechnet; die Werte enthalten sie nicht.",
        ),
    )


def _cost(breakdown: dict[str, float], start: float, *, monthly: float, capex: float) -> Cost:
    nominal = sum(breakdown.values())
    points = []
    for month in range(1, MONTHS + 1):
        middle = start + monthly * month
        points.append(Percentiles(p5=middle * 0.86, p50=middle, p95=middle * (1.10 + 0.004 * month)))
    npv = nominal * 0.93
    first = start + 12 * monthly
    return Cost(
        npv_eur=Percentiles(p5=npv * 0.87, p50=npv, p95=npv * 1.24),
        nominal_eur=nominal,
        capex_eur=capex,
        peak_cash_eur=nominal * 1.04,
        by_year_eur=(first, 12 * monthly, 12 * monthly, nominal - first - 24 * monthly),
        cumulative_eur=tuple(points),
        per_million_output_tokens_eur=3.42,
        per_gpu_hour_eur=2.31,
        breakdown=breakdown,
        vat="net",
    )


def _criteria(own: bool) -> dict[str, Criterion]:
    return {
        "npv": Criterion(
            value=412_600.0 if own else 561_300.0,
            unit="EUR",
            score=0.71 if own else 0.42,
            formula="(worst − x) / (worst − target)",
            evidence=Evidence.STATED,
        ),
        "sovereignty": Criterion(
            value=1.0 if own else 0.6,
            unit="share",
            score=1.0 if own else 0.5,
            formula="share of the data under own control",
            evidence=Evidence.DOCUMENTED,
        ),
        "time_to_capacity": Criterion(
            value=14.0 if own else 1.0,
            unit="weeks",
            score=0.35 if own else 0.97,
            formula="weeks until the first request",
            evidence=Evidence.ASSUMED,
        ),
        "energy_and_carbon": Criterion(
            value=None, unit="kg/month", score=None, formula="energy · grid factor", evidence=Evidence.ASSUMED
        ),
    }


def _item(ref: str, quantity: float, unit: str, price: float, currency: str = "EUR", **more: object) -> Item:
    defaults: dict[str, object] = {"provider": "Example Systems", "region": "", "price_kind": "list"}
    return Item.model_validate(
        {
            "ref": ref,
            "quantity": quantity,
            "unit": unit,
            "unit_price": price,
            "currency": currency,
            "source": "example-systems.example/price-list",
            "retrieved_on": date(2026, 11, 2),
            **defaults,
            **more,
        }
    )


def _options() -> tuple[Option, ...]:
    budget = text(
        "The investment of 231,400 € stays below the budget of 250,000 €.",
        "Die Investition von 231.400 € bleibt unter dem Budget von 250.000 €.",
    )
    power = text(
        "4.1 kW are needed; whether the server room has a free circuit is not known yet.",
        "Benötigt werden 4,1 kW; ob der Serverraum einen freien Stromkreis hat, ist noch nicht bekannt.",
    )
    residency = text(
        "Data must stay in Germany; the offer runs in Frankfurt.",
        "Die Daten müssen in Deutschland bleiben; das Angebot läuft in Frankfurt.",
    )
    outside = text(
        "Data must stay in Germany; the API runs in the United States.",
        "Die Daten müssen in Deutschland bleiben; die API läuft in den USA.",
    )
    own = {
        "hardware": 214_000.0,
        "installation": 17_400.0,
        "electricity": 48_900.0,
        "maintenance": 42_800.0,
        "staff": 151_000.0,
        "residual_value": -30_400.0,
    }
    cloud = {"rent_committed": 421_500.0, "rent_on_demand": 61_700.0, "staff": 98_000.0, "egress": 9_100.0}
    rented = {"rent_dedicated": 398_200.0, "setup_fee": 4_800.0, "staff": 118_000.0}
    fleet = Fleet(
        gpus={"L40S-48GB": 6},
        nodes=3,
        cpu_cores=96,
        ram_gb=768.0,
        nvme_tb=23.0,
        capacity_tb=0.0,
        network_gbit_s=25.0,
        power_kw=4.1,
        cooling_kw=4.1,
        rack_units=6.0,
        by_year=(6, 6, 8, 8),
    )
    return (
        Option(
            id="on_premises",
            feasible="yes",
            chosen={"w1": "c1"},
            fleet=fleet,
            gates=(
                Gate(rule="FIN-CAPEX", verdict="pass", text=budget, source="fin.capex_budget"),
                Gate(rule="LAW-13", verdict="pass", text=residency, source="DSGVO Art. 44"),
                Gate(rule="SITE-02", verdict="open", text=power, questions=("site.power_kw",)),
            ),
            items=(
                _item("4-GPU server L40S", 3, "server", 71_300.0),
                _item(
                    "cloud-l40s-4x",
                    1_460,
                    "machine_hour",
                    6.84,
                    "USD",
                    provider="Cloud Example",
                    region="eu-central-1",
                    retrieved_on=date(2026, 6, 1),
                ),
            ),
            cost=_cost(own, 231_400.0, monthly=4_420.0, capex=231_400.0),
            criteria=_criteria(own=True),
            value=Percentiles(p5=0.55, p50=0.68, p95=0.77),
            p_best=0.82,
            rank_probabilities=(0.82, 0.15, 0.03),
        ),
        Option(
            id="cloud",
            feasible="yes",
            chosen={"w1": "c2"},
            fleet=Fleet(
                gpus={"H100-SXM-80GB": 3},
                nodes=0,
                cpu_cores=0,
                ram_gb=0,
                nvme_tb=0,
                capacity_tb=0,
                network_gbit_s=0,
                power_kw=0,
                cooling_kw=0,
                rack_units=0,
                by_year=(3, 3, 4, 4),
            ),
            gates=(Gate(rule="LAW-13", verdict="pass", text=residency, source="DSGVO Art. 44"),),
            items=(
                _item(
                    "cloud-h100-1x",
                    96_000,
                    "machine_hour",
                    4.98,
                    "USD",
                    provider="Cloud Example",
                    region="eu-central-1",
                ),
            ),
            cost=_cost(cloud, 0.0, monthly=12_298.0, capex=0.0),
            criteria=_criteria(own=False),
            value=Percentiles(p5=0.41, p50=0.57, p95=0.66),
            p_best=0.15,
            rank_probabilities=(0.15, 0.61, 0.24),
        ),
        Option(
            id="dedicated",
            feasible="open",
            chosen={"w1": "c2"},
            fleet=None,
            gates=(
                Gate(
                    rule="QA-04",
                    verdict="open",
                    questions=("project.deadline",),
                    text=text(
                        "Delivery takes 6 weeks; no start date was named.",
                        "Die Lieferzeit beträgt 6 Wochen; ein Starttermin wurde nicht genannt.",
                    ),
                ),
            ),
            items=(),
            cost=_cost(rented, 4_800.0, monthly=10_750.0, capex=0.0),
            criteria={},
            value=None,
            p_best=0.03,
        ),
        Option(
            id="api",
            feasible="no",
            chosen={},
            fleet=None,
            items=(),
            cost=None,
            criteria={},
            value=None,
            p_best=None,
            gates=(Gate(rule="LAW-13", verdict="fail", text=outside, source="DSGVO Art. 44"),),
            notes=(
                text("Not priced, because a gate excludes it.", "Nicht bepreist, weil ein Ausschlusskriterium greift."),
            ),
        ),
    )


def _recommendation() -> Recommendation:
    return Recommendation(
        option="on_premises",
        runner_up="cloud",
        verdict="clear",
        because=(
            text(
                "Lowest cost: 412,600 € against 561,300 € for cloud over four years.",
                "Geringste Kosten: 412.600 € gegenüber 561.300 € für die Cloud über vier Jahre.",
            ),
            text(
                "The plant runs around the clock, so that owned cards stand still only 42 % of the time.",
                "Das Werk arbeitet rund um die Uhr; eigene Karten stehen nur 42 % der Zeit still.",
            ),
            text("Construction data stays in the house.", "Konstruktionsdaten bleiben im Haus."),
        ),
        flips=(
            Flip.model_validate(
                {"input": "project.priorities.time_to_start", "from": 10.0, "to": 38.0, "becomes": "cloud"}
            ),
            Flip.model_validate(
                {"input": "project.priorities.flexibility", "from": 5.0, "to": 31.0, "becomes": "cloud"}
            ),
        ),
        measure_first=(
            MeasureFirst(
                question="w.users_active_peak",
                value_eur=38_000.0,
                why=text(
                    "The number of simultaneous users decides between four and six cards.",
                    "Die Zahl gleichzeitiger Nutzer entscheidet zwischen vier und sechs Karten.",
                ),
            ),
        ),
        roadmap=(
            text(
                "Benchmark your own prompts on one rented L40S pair (two weeks).",
                "Eigene Prompts auf einem gemieteten L40S-Paar messen (zwei Wochen).",
            ),
            text(
                "Have an electrician confirm the free circuit.",
                "Freien Stromkreis durch eine Elektrofachkraft bestätigen lassen.",
            ),
            text("Ask three vendors for quotes on the server class.", "Drei Angebote für die Serverklasse einholen."),
        ),
    )


def _findings() -> tuple[Finding, ...]:
    return (
        Finding(
            id="SITE-03",
            severity="high",
            evidence=Evidence.ASSUMED,
            source="ASHRAE TC 9.9",
            questions=("site.cooling",),
            title=text("Cooling of the server room is not proven", "Kühlung des Serverraums ist nicht nachgewiesen"),
            text=text(
                "4.1 kW of heat arise; the present air conditioning is not documented.",
                "Es entstehen 4,1 kW Abwärme; die vorhandene Klimatisierung ist nicht dokumentiert.",
            ),
            advice=text(
                "Ask the facility manager for the cooling capacity before ordering.",
                "Vor der Bestellung die Kühlleistung beim Gebäudemanagement erfragen.",
            ),
        ),
        Finding(
            id="NET-04",
            severity="medium",
            evidence=Evidence.DOCUMENTED,
            source="vendor data sheet, 2026-08-21",
            title=text("L40S has no NVLink", "L40S hat kein NVLink"),
            text=text("Tensor parallelism over PCIe costs speed.", "Tensor-Parallelität über PCIe kostet Tempo."),
            advice=text("Keep one model to one pair of cards.", "Ein Modell auf ein Kartenpaar beschränken."),
        ),
        Finding(
            id="SEC-01",
            severity="positive",
            evidence=Evidence.STATED,
            source="",
            title=text("Transport encryption is in place", "Transportverschlüsselung ist vorhanden"),
            text=text("TLS ends at the company's own proxy.", "TLS endet am eigenen Proxy."),
            advice=text("Keep it that way.", "So beibehalten."),
        ),
    )


def _assumption(
    question: str,
    value: str,
    low: float | None,
    high: float | None,
    unit: str,
    impact: float | None,
    label: Text | None = None,
) -> Assumption:
    return Assumption(
        question=question,
        label=label,
        value=value,
        low=low,
        high=high,
        unit=unit,
        impact_eur=impact,
        basis=text(
            "Planning assumption of the question bank, 2026-11.", "Planungsannahme des Fragenkatalogs, 2026-11."
        ),
    )


def result(*, label: str = "Service-Assistent", expired: bool = True) -> Result:
    return Result(
        revision=12,
        language=Language.DE,
        provenance=Provenance(
            engine_version="0.1.0", catalog_version="2026.11.30", catalog_as_of=AS_OF, as_of=AS_OF, seed=1, samples=8192
        ),
        completeness=Completeness(
            answered=13,
            unknown=4,
            measured=0,
            open_questions=(
                OpenQuestion(
                    id="site.power_kw",
                    why=text("The power gate is open.", "Das Kriterium „Strom“ ist offen."),
                    impact="gate",
                ),
                OpenQuestion(
                    id="w.users_active_peak",
                    workload="w1",
                    impact="cost",
                    why=text("Decides the number of cards.", "Entscheidet über die Zahl der Karten."),
                ),
            ),
        ),
        workloads=(_workload_one(label), _workload_two()),
        options=_options(),
        break_even=BreakEven(against="cloud", simple_months=29.4, discounted_months=32.1, utilisation=0.41),
        recommendation=_recommendation(),
        findings=_findings(),
        assumptions=(
            _assumption(
                "cost.demand_factor",
                "1.0",
                0.6,
                1.6,
                "factor",
                96_400.0,
                text("Demand against plan", "Bedarf gegenüber Plan"),
            ),
            _assumption(
                "cost.staff_fte_own",
                "0.4",
                0.2,
                0.8,
                "FTE",
                71_200.0,
                text("Staff for own operation", "Personal für den Eigenbetrieb"),
            ),
            _assumption(
                "cost.electricity_eur_per_kwh",
                "0.24",
                0.18,
                0.30,
                "EUR/kWh",
                24_500.0,
                text("Electricity price", "Strompreis"),
            ),
            _assumption(
                "cost.discount_rate", "0.06", 0.04, 0.09, "share", -11_300.0, text("Discount rate", "Kalkulationszins")
            ),
            _assumption("w.tokens_out", "256", 128, 512, "tokens", None),
        ),
        price_ages=(
            PriceAge(
                ref="4-GPU server L40S",
                retrieved_on=date(2026, 11, 2),
                age_days=28,
                limit_days=30,
                expired=False,
                source="example-systems.example/price-list",
            ),
            PriceAge(
                ref="cloud-l40s-4x",
                retrieved_on=date(2026, 6, 1),
                age_days=182,
                limit_days=90,
                expired=expired,
                source="cloud.example/pricing",
            ),
        ),
    )
