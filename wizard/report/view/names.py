"""Names of the fixed ids in a result. An id without a name is shown as it stands, never hidden."""

from wizard.domain.result import OptionId, Severity, Verdict
from wizard.i18n.catalog import Translate
from wizard.report.plain_text import plain
from wizard.report.view.model import SymbolId


def option_name(_: Translate, option: OptionId | str) -> str:
    names = {
        "on_premises": _("Own premises"),
        "colocation": _("Colocation"),
        "dedicated": _("Dedicated servers"),
        "cloud": _("Cloud"),
        "hybrid": _("Hybrid"),
        "api": _("API service"),
        "seats": _("Seat licences"),
        "status_quo": _("Status quo"),
        "open": _("no recommendation"),
    }
    return names.get(option, readable(option))


def gate_verdict(_: Translate, verdict: Verdict | str) -> tuple[str, SymbolId]:
    names: dict[str, tuple[str, SymbolId]] = {
        "pass": (_("met"), "pass"),
        "fail": (_("not met"), "fail"),
        "open": (_("open"), "open"),
    }
    return names[verdict]


def feasibility(_: Translate, value: str) -> tuple[str, SymbolId]:
    names: dict[str, tuple[str, SymbolId]] = {
        "yes": (_("feasible"), "pass"),
        "no": (_("excluded"), "fail"),
        "open": (_("still open"), "open"),
    }
    return names[value]


def verdict_word(_: Translate, verdict: str) -> tuple[str, SymbolId]:
    names: dict[str, tuple[str, SymbolId]] = {
        "clear": (_("Clear recommendation"), "pass"),
        "leaning": (_("Leaning"), "info"),
        "open": (_("Still open"), "open"),
    }
    return names[verdict]


def severity_word(_: Translate, severity: Severity) -> str:
    return {
        "blocker": _("Blocks an option"),
        "high": _("High"),
        "medium": _("Medium"),
        "low": _("Low"),
        "info": _("Information"),
        "positive": _("Positive"),
    }[severity]


def evidence_word(_: Translate, evidence: str) -> str:
    return {
        "measured": _("measured"),
        "documented": _("documented"),
        "stated": _("stated"),
        "assumed": _("assumed"),
    }[evidence]


def price_kind(_: Translate, kind: str) -> str:
    return {
        "list": _("list price"),
        "contracted": _("contract price"),
        "effective": _("effective price"),
        "street": _("street price"),
        "quote": _("quote"),
    }[kind]


def impact_word(_: Translate, impact: str) -> str:
    names = {
        "gate": _("can exclude an option"),
        "verdict": _("can turn the recommendation"),
        "cost": _("moves the cost"),
        "detail": _("detail"),
    }
    return names.get(impact, readable(impact))


def criterion_name(_: Translate, criterion: str) -> str:
    names = {
        "npv": _("Net present value of the cost"),
        "cost_risk": _("Cost risk"),
        "capital": _("Capital tied up"),
        "sovereignty": _("Data sovereignty"),
        "control": _("Control"),
        "time_to_capacity": _("Time until capacity is there"),
        "predictable_performance": _("Predictable performance"),
        "latency": _("Latency"),
        "availability": _("Availability"),
        "elasticity": _("Elasticity"),
        "exit_cost": _("Cost of leaving"),
        "obsolescence": _("Risk of ageing hardware"),
        "operations_load": _("Operating effort"),
        "energy_and_carbon": _("Energy and CO₂"),
    }
    return names.get(criterion, readable(criterion))


def component_name(_: Translate, component: str) -> str:
    names = {
        "hardware": _("Hardware"),
        "installation": _("Installation"),
        "network_storage": _("Network and storage"),
        "electricity": _("Electricity"),
        "maintenance": _("Maintenance"),
        "insurance": _("Insurance"),
        "staff": _("Staff"),
        "licences": _("Licences"),
        "interim_cloud": _("Cloud until delivery"),
        "residual_value": _("Residual value"),
        "egress": _("Data egress"),
        "rent_committed": _("Rent, committed"),
        "rent_on_demand": _("Rent, on demand"),
        "rent_dedicated": _("Rent, dedicated"),
        "minimum_term": _("Minimum term"),
        "setup_fee": _("Set-up fee"),
    }
    return names.get(component, readable(component))


def item_unit(_: Translate, unit: str) -> str:
    names = {"server": _("servers"), "machine": _("machines"), "machine_hour": _("machine hours")}
    return names.get(unit, readable(unit))


def bottleneck_name(_: Translate, bottleneck: str) -> str:
    names = {
        "compute": _("compute"),
        "memory_bandwidth": _("memory bandwidth"),
        "bandwidth": _("memory bandwidth"),
        "kv_cache": _("GPU memory for the KV cache"),
        "memory": _("GPU memory"),
        "memory_capacity": _("GPU memory"),
        "weights": _("GPU memory for the weights"),
        "interconnect": _("GPU interconnect"),
        "communication": _("GPU interconnect"),
        "latency": _("latency target"),
        "slo": _("latency target"),
        "overhead": _("software overhead"),
        "prefill": _("prompt processing (prefill)"),
        "decode": _("token generation (decode)"),
    }
    return names.get(bottleneck, readable(bottleneck))


def gate_name(_: Translate, rule: str) -> str:
    names = {
        "budget": _("Budget"),
        "data_residency": _("Data residency"),
        "residency": _("Data residency"),
        "power": _("Power supply"),
        "deadline": _("Deadline"),
        "cooling": _("Cooling"),
        "space": _("Space"),
        "sizing": _("Sizing"),
    }
    return names.get(rule, readable(rule))


def readable(identifier: str) -> str:
    return plain(identifier.replace("_", " "), 80)


def input_name(_: Translate, key: str) -> str | None:
    """Inputs of the cost model that are no question of the interview."""
    return {
        "demand_factor": _("Demand against plan"),
        "growth_per_year": _("Growth per year"),
        "electricity_eur_per_kwh": _("Electricity price"),
        "pue": _("Power usage effectiveness (PUE)"),
        "discount_rate": _("Discount rate"),
        "hardware_price_factor": _("Hardware price against catalogue"),
        "cloud_price_factor": _("Cloud price against list"),
        "cloud_price_change_per_year": _("Change of cloud prices per year"),
        "residual_share": _("Residual value of the hardware"),
        "maintenance_share_per_year": _("Maintenance per year"),
        "insurance_share_per_year": _("Insurance per year"),
        "install_share": _("Installation"),
        "staff_fte_own": _("Staff for own operation"),
        "staff_fte_rented": _("Staff for rented operation"),
        "fte_eur_per_year": _("Cost of a full-time position"),
        "licence_eur_per_gpu_year": _("Licences per GPU and year"),
        "egress_tb_per_month": _("Data egress per month"),
        "egress_eur_per_tb": _("Egress fee"),
        "power_utilisation": _("Mean power draw under load"),
        "lead_months": _("Lead time of the hardware"),
        "network_storage_share": _("Network and storage"),
    }.get(key)
