"""What the result's short names mean to a person."""

from wizard.i18n.catalog import Translate
from wizard.tui.speech import mark

OPTIONS = {
    "on_premises": mark("Own premises"),
    "colocation": mark("Colocation"),
    "dedicated": mark("Dedicated servers"),
    "cloud": mark("Cloud"),
    "hybrid": mark("Hybrid"),
    "api": mark("API service"),
    "seats": mark("Seat licences"),
    "status_quo": mark("Status quo"),
}

VERDICTS = {"clear": mark("clear"), "leaning": mark("leaning"), "open": mark("open")}

FEASIBLE = {
    "yes": ("✓", mark("possible"), "$text-success"),
    "no": ("✗", mark("excluded"), "$text-error"),
    "open": ("?", mark("still open"), "$text-warning"),
}

GATES = {
    "pass": ("✓", mark("met"), "$text-success"),
    "fail": ("✗", mark("not met"), "$text-error"),
    "open": ("?", mark("still open"), "$text-warning"),
}

SEVERITIES = {
    "blocker": ("!", mark("blocker"), "$text-error"),
    "high": ("!", mark("high"), "$text-warning"),
    "medium": ("·", mark("medium"), "$text-accent"),
    "low": ("·", mark("low"), "$quiet"),
    "info": ("·", mark("information"), "$quiet"),
    "positive": ("✓", mark("positive"), "$text-success"),
}

IMPACTS = {
    "gate": mark("decides"),
    "verdict": mark("may turn it"),
    "cost": mark("cost"),
    "detail": mark("detail"),
}

PATHS = {
    "quick": mark("quick"),
    "normal": mark("normal"),
    "full": mark("full"),
}

WHO = {
    "business": mark("management or project lead"),
    "ml": mark("data science or development"),
    "it": mark("IT operations"),
    "facility": mark("facility management"),
    "finance": mark("finance"),
    "legal": mark("legal, data protection or compliance"),
}

COST_COMPONENTS = {
    "hardware": mark("Servers and GPUs"),
    "installation": mark("Installation"),
    "network_storage": mark("Network and storage"),
    "electricity": mark("Electricity"),
    "cooling": mark("Cooling and losses"),
    "spares": mark("Spare parts"),
    "support": mark("Support by the provider"),
    "idle_time": mark("Rented hours without load"),
    "rent_spot": mark("Rent, spot"),
    "rented_storage": mark("Storage at the provider"),
    "migration": mark("Moving in"),
    "exit": mark("Moving out"),
    "exit_transfer": mark("Moving the data out"),
    "loan": mark("Loan paid out"),
    "leased": mark("Paid by the lessor"),
    "instalments": mark("Instalments"),
    "tax_relief": mark("Tax saved"),
    "grant": mark("Grant"),
    "maintenance": mark("Maintenance"),
    "insurance": mark("Insurance"),
    "licences": mark("Licences"),
    "staff": mark("Staff"),
    "residual_value": mark("Residual value"),
    "interim_cloud": mark("Cloud until delivery"),
    "egress": mark("Data transfer"),
    "rent_committed": mark("Rent, committed"),
    "rent_on_demand": mark("Rent, on demand"),
    "rent_dedicated": mark("Rent, dedicated servers"),
    "minimum_term": mark("Remaining minimum term"),
    "setup_fee": mark("Set-up fee"),
    "network": mark("Network"),
    "storage": mark("Storage"),
    "facility": mark("Power and rack"),
    "colocation": mark("Colocation"),
    "colocation_setup": mark("Colocation, set-up"),
    "remote_hands": mark("Remote hands"),
    "second_platform": mark("Second platform"),
    "burst_licences": mark("Licences, overflow"),
    "api_tokens": mark("API tokens"),
    "seats": mark("Seat licences"),
}


SERVICE_UNITS = {
    "images": mark("images"),
    "pages": mark("pages"),
    "texts": mark("texts"),
    "audio_s": mark("seconds of audio"),
    "predictions": mark("predictions"),
    "videos": mark("clips"),
    "characters": mark("characters"),
}


def workload_name(label: str, workload_id: str, say: Translate) -> str:
    """The client's name for a workload, else its number."""
    return label or f"{say('Workload')} {workload_id.removeprefix('w')}"
