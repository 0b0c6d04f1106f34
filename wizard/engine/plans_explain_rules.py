"""The rule of every number of a layout, and what kinds of inputs stand in it."""

from dataclasses import dataclass

from wizard.domain.language import Text, text


@dataclass(frozen=True)
class Rule:
    label: Text
    unit: str
    formula: str
    needs: bool = False
    """Whether the needs of the workloads and the size of a machine stand in it."""
    memory: bool = False
    """Whether the memory of one GPU stands in it."""
    hours: bool = False
    """Whether the hours of use of the services stand in it."""
    growth: bool = False
    prices: bool = False
    price: bool = False
    """Whether the list price of one machine stands in it."""
    loading: bool = False
    """Whether the time to load one model stands in it."""
    failure: bool = False
    """Whether what an outage does stands in it."""


_ALL_HOURS = "730"
_GPUS_PACKED = "GPUs that hold a replica: largest first, each on the first machine with room"
RULES: dict[str, Rule] = {
    "gpus_used": Rule(text("GPUs in use", "belegte GPUs"), "", _GPUS_PACKED, needs=True),
    "gpus_free": Rule(
        text("free GPUs", "freie GPUs"), "", "machines · accelerators a machine − GPUs in use", needs=True
    ),
    "machines_if_separate": Rule(
        text("machines with pools of their own", "Maschinen mit eigenen Pools"),
        "",
        "ceil(machines of the services) + ceil(machines of the training)",
        needs=True,
    ),
    "machines.first": Rule(text("number of the first machine", "Nummer der ersten Maschine"), "", "counted from 1"),
    "machines.count": Rule(
        text("machines with this content", "Maschinen mit diesem Inhalt"), "", _GPUS_PACKED, needs=True
    ),
    "machines.gpus.count": Rule(text("GPUs with this content", "GPUs mit diesem Inhalt"), "", _GPUS_PACKED, needs=True),
    "machines.gpus.memory_gb": Rule(
        text("memory taken on each", "belegter Speicher je GPU"),
        "GB",
        "max over day and night of Σ memory of what is loaded",
        memory=True,
    ),
    "machines.gpus.usable_gb": Rule(
        text("usable memory", "nutzbarer Speicher"), "GB", "usable GiB · 2^30 / 10^9", memory=True
    ),
    "machines.gpus.headroom_gb": Rule(text("headroom", "Reserve"), "GB", "usable − memory taken", memory=True),
    "machines.gpus.shares.memory_gb": Rule(
        text("memory of the workload on the GPU", "Speicher des Workloads auf der GPU"),
        "GB",
        "replicas on the GPU · memory of its configuration",
        memory=True,
    ),
    "machines.gpus.shares.replicas": Rule(
        text("replicas on the GPU", "Replikate auf der GPU"), "", _GPUS_PACKED, needs=True
    ),
    "machines.gpus.shares.part": Rule(
        text("part of the GPU", "Teil der GPU"),
        "",
        "memory slices of the replicas / memory slices of the GPU",
        memory=True,
    ),
    "years.year": Rule(text("year", "Jahr"), "", "counted from 1"),
    "years.demand_factor": Rule(
        text("demand against today", "Bedarf gegenüber heute"), "×", "demand · (1 + growth)^(m/12)", growth=True
    ),
    "years.gpus_used": Rule(text("GPUs in use", "belegte GPUs"), "", _GPUS_PACKED, needs=True, growth=True),
    "years.gpus_free": Rule(
        text("free GPUs", "freie GPUs"), "", "machines · accelerators a machine − GPUs in use", needs=True, growth=True
    ),
    "years.machines": Rule(
        text("machines", "Maschinen"),
        "",
        "ceil(Σ (ceil(peak · demand / load a replica serves) + spare) · share of a machine), most of the year",
        needs=True,
        growth=True,
    ),
    "years.more_from_month": Rule(
        text("first month with more machines", "erster Monat mit mehr Maschinen"),
        "",
        "first month whose need exceeds the machines of the year before",
        needs=True,
        growth=True,
    ),
    "redundancy.spare_replicas": Rule(
        text("spare replicas", "Reserve-Replikate"), "", "Σ spare replicas of the workloads", needs=True
    ),
    "redundancy.spare_gpus": Rule(
        text("GPUs in reserve", "GPUs in Reserve"), "", "Σ spare replicas · GPUs a replica", needs=True
    ),
    "redundancy.machines_may_fail": Rule(
        text("machines that may fail", "Maschinen, die ausfallen dürfen"),
        "",
        "machines of their pool − machines that hold every serving replica of the services that must go on",
        needs=True,
    ),
    "redundancy.machines_for_one_failure": Rule(
        text("further machines until one may fail", "weitere Maschinen, bis eine ausfallen darf"),
        "",
        "max(0, ceil(Σ share of the services that must go on, without spare replicas) + 1 − machines)",
        needs=True,
        failure=True,
    ),
    "redundancy.machines_added": Rule(
        text("machines for one failure alone", "Maschinen nur für einen Ausfall"),
        "",
        "machines − ceil(Σ share of all workloads, with spare replicas)",
        needs=True,
        failure=True,
    ),
    "redundancy.price_eur": Rule(
        text("list price of these machines", "Listenpreis dieser Maschinen"),
        "EUR",
        "(machines added, else further machines) · list price, of rented ones for a month",
        failure=True,
        price=True,
    ),
    "night.hours_free_per_day": Rule(
        text("free hours of a working day", "freie Stunden am Arbeitstag"),
        "h",
        "24 − longest day of the services − longest night of services at night",
        hours=True,
    ),
    "night.hours_free_per_month": Rule(
        text("free hours a month", "freie Stunden im Monat"),
        "h",
        f"{_ALL_HOURS} − hours of use by day − hours of use at night",
        hours=True,
    ),
    "night.gpu_hours_free": Rule(
        text("free GPU hours a month", "freie GPU-Stunden im Monat"),
        "h",
        "free hours · GPUs of the services",
        hours=True,
        needs=True,
    ),
    "night.gpu_hours_needed": Rule(
        text("GPU hours of training a month", "GPU-Stunden des Trainings im Monat"),
        "h",
        "Σ duration · runs a month · GPUs a run",
        hours=True,
        needs=True,
    ),
    "night.gpus_there": Rule(
        text("whole GPUs of the services", "ganze GPUs der Dienste"),
        "",
        "Σ (ceil(peak / load a replica serves) + spare) · GPUs a replica, without divided GPUs",
        needs=True,
    ),
    "night.gpus_needed": Rule(
        text("GPUs of the training at night", "GPUs des Trainings in der Nacht"),
        "",
        "Σ ceil(duration · runs a month / free hours a month) · GPUs a run",
        hours=True,
        needs=True,
    ),
    "night.longest_run_days": Rule(
        text("calendar days of the longest run", "Kalendertage des längsten Laufs"),
        "d",
        "nights − 1 + rest of the run / 24, nights = ceil(duration / free hours a day)",
        hours=True,
        needs=True,
    ),
    "night.gpus_saved": Rule(
        text("GPUs saved", "gesparte GPUs"),
        "",
        "min(GPUs of the training, GPUs of the services); 0 where it cannot run",
        needs=True,
    ),
    "in_turns.weights_gb": Rule(
        text("weights of one replica", "Gewichte eines Replikats"), "GB", "weights per GPU · GPUs a replica", needs=True
    ),
    "in_turns.accepted_s": Rule(
        text("accepted loading time", "akzeptierte Ladezeit"), "s", "as answered", loading=True
    ),
    "in_turns.gpus": Rule(
        text("GPUs free for others", "GPUs, die für andere frei werden"),
        "",
        "(ceil(peak / load a replica serves) + spare) · GPUs a replica; 0 where it stays loaded",
        needs=True,
    ),
    "in_turns.memory_gb": Rule(
        text("memory free for others", "Speicher, der für andere frei wird"),
        "GB",
        "GPUs · memory of its configuration; 0 where it stays loaded",
        needs=True,
    ),
    "in_turns.loads.rate_gb_s": Rule(
        text("load rate", "Laderate"),
        "GB/s",
        "page cache, one process from NVMe, or the link · share and at most NVMe: by place",
        loading=True,
    ),
    "in_turns.loads.seconds": Rule(
        text("loading time", "Ladezeit"), "s", "weights / rate + start of the engine", loading=True
    ),
    "in_turns.loads.low_s": Rule(
        text("shortest loading time", "kürzeste Ladezeit"), "s", "same, best ends", loading=True
    ),
    "in_turns.loads.high_s": Rule(
        text("longest loading time", "längste Ladezeit"), "s", "same, worst ends", loading=True
    ),
    "mixed.machines": Rule(
        text("machines of one class", "Maschinen einer Klasse"), "", "most of the first year", needs=True
    ),
    "mixed.machines_big": Rule(
        text("machines of the class beside it", "Maschinen der Klasse daneben"),
        "",
        "ceil(Σ share of the workloads that stay)",
        needs=True,
    ),
    "mixed.machines_small": Rule(
        text("machines of the second class", "Maschinen der zweiten Klasse"),
        "",
        "ceil(Σ share of the workloads that move)",
        needs=True,
    ),
    "mixed.price_eur": Rule(
        text("list price of one class", "Listenpreis einer Klasse"), "EUR", "machines · list price", prices=True
    ),
    "mixed.mixed_price_eur": Rule(
        text("list price of two classes", "Listenpreis zweier Klassen"), "EUR", "Σ machines · list price", prices=True
    ),
    "mixed.saved_eur": Rule(
        text("saved with two classes", "Ersparnis mit zwei Klassen"),
        "EUR",
        "list price of one class − list price of two classes",
        prices=True,
    ),
    "scaling.load_factor_now": Rule(
        text("load the machines carry", "Last, die die Maschinen tragen"),
        "×",
        "highest demand with the same number of machines / highest demand of the first year; looked ahead for 256 "
        "replicas a workload",
        needs=True,
        growth=True,
    ),
    "scaling.load_factor_end": Rule(
        text("load of the horizon", "Last des Zeitraums"),
        "×",
        "highest demand of the horizon / highest demand of the first year",
        growth=True,
    ),
    "scaling.gpus_free": Rule(
        text("free GPUs", "freie GPUs"), "", "machines · accelerators a machine − GPUs in use", needs=True
    ),
    "scaling.machines_now": Rule(
        text("machines of the first year", "Maschinen des ersten Jahres"), "", "most of the first year", needs=True
    ),
    "scaling.machines_end": Rule(
        text("machines at the end", "Maschinen am Ende"), "", "most of the horizon", needs=True, growth=True
    ),
}
