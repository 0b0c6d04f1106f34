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


def lead_word(_: Translate, verdict: str) -> str:
    """How the first option is marked; recommended only where the verdict is clear."""
    return {"clear": _("recommended"), "leaning": _("favoured"), "open": _("ahead")}[verdict]


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


def format_name(name: str) -> str:
    """``FP8``, ``BF16``: formats are abbreviations."""
    return plain(name.upper(), 20)


def provider_name(_: Translate, provider: str) -> str:
    """The catalogue's figures without a provider of their own are named by what they are."""
    names = {
        "generic": "",
        "NVMe parallel storage": _("NVMe parallel storage"),
        "Colocation (orientation)": _("Colocation (orientation)"),
        "Colocation with high density (orientation)": _("Colocation with high density (orientation)"),
    }
    return names.get(provider, plain(provider, 60))


def step_name(_: Translate, step: str) -> str:
    """A step of the roadmap in a few words."""
    names = {
        "clarify": _("clear up the open gates"),
        "describe": _("describe the workloads"),
        "pilot": _("pilot on rented GPUs"),
        "measure": _("measure load and run times"),
        "decide": _("decide on the purchase by the measured load"),
        "order": _("order the hardware"),
        "reserve": _("reserve capacity with the provider"),
        "subscribe": _("conclude the contract"),
        "keep": _("go on with what is there and measure it"),
        "migrate": _("take the own hardware into service"),
        "review": _("review with a year of measured load"),
    }
    return names.get(step, readable(step))


def price_name(_: Translate, ref: str) -> str:
    """``Verda RTX PRO 6000 (on_demand)`` with the kind of price in words."""
    kinds = {
        "(on_demand)": _("(on demand)"),
        "(committed_1y)": _("(one-year commitment)"),
        "(committed_3y)": _("(three-year commitment)"),
    }
    shown = ref
    for kind, words in kinds.items():
        shown = shown.replace(kind, words)
    return plain(shown, 90)


def impact_word(_: Translate, impact: str) -> str:
    names = {
        "gate": _("can exclude an option"),
        "verdict": _("can turn the recommendation"),
        "cost": _("moves the cost"),
        "detail": _("detail"),
    }
    return names.get(impact, readable(impact))


def component_name(_: Translate, component: str) -> str:
    names = {
        "hardware": _("Hardware"),
        "installation": _("Installation"),
        "network_storage": _("Network and storage"),
        "electricity": _("Electricity"),
        "cooling": _("Cooling and losses"),
        "spares": _("Spare parts"),
        "support": _("Support by the provider"),
        "idle_time": _("Rented hours without load"),
        "rent_spot": _("Rent, spot"),
        "rented_storage": _("Storage at the provider"),
        "migration": _("Moving in"),
        "exit": _("Moving out"),
        "exit_transfer": _("Moving the data out"),
        "loan": _("Loan paid out"),
        "leased": _("Paid by the lessor"),
        "instalments": _("Instalments"),
        "tax_relief": _("Tax saved"),
        "grant": _("Grant"),
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
        "network": _("Network"),
        "storage": _("Storage"),
        "facility": _("Power and rack"),
        "colocation": _("Colocation"),
        "colocation_setup": _("Colocation, set-up"),
        "remote_hands": _("Remote hands"),
        "second_platform": _("Second platform"),
        "burst_licences": _("Licences, overflow"),
        "api_tokens": _("API tokens"),
        "seats": _("Seat licences"),
    }
    return names.get(component, readable(component))


def item_unit(_: Translate, unit: str) -> str:
    names = {
        "server": _("servers"),
        "machine": _("machines"),
        "machine_hour": _("machine hours"),
        "piece": _("pieces"),
        "kW_month": _("kW months"),
        "rack": _("racks"),
        "hour": _("hours"),
        "seat_month": _("seat months"),
        "1e6_input_tokens": _("million input tokens"),
        "1e6_cached_tokens": _("million cached input tokens"),
        "1e6_cached_input_tokens": _("million cached input tokens"),
        "1e6_output_tokens": _("million output tokens"),
    }
    return names.get(unit, readable(unit))


def bottleneck_name(_: Translate, bottleneck: str) -> str:
    names = {
        "compute": _("compute"),
        "memory_bandwidth": _("memory bandwidth"),
        "communication": _("GPU interconnect"),
        "capacity": _("GPU memory"),
        "host": _("host and serving software"),
        "queue": _("queue"),
        "cpu": _("CPU"),
        "data": _("data supply"),
        "pipeline": _("empty pipeline stages"),
        "host_link": _("link to main memory"),
        "training_software": _("host and training software"),
        "latency": _("latency target"),
    }
    return names.get(bottleneck, readable(bottleneck))


def readable(identifier: str) -> str:
    return plain(identifier.replace("_", " "), 80)
