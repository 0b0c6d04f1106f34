"""All workloads of an option on its machines: who sits where, what stands by, what may share, and how it grows."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.fleet import Hours, ModelLoad
from wizard.domain.language import Text

PoolPlan = Literal["one", "divided", "separate", "shared"]
"""``one``: only services or only training; ``divided``: the same machines, fixed GPUs; ``separate``: machines of their
own; ``shared``: training in the free hours of the services' GPUs."""

Direction = Literal["none", "vertical", "horizontal", "hybrid"]
PoolName = Literal["all", "services", "training"]


class GpuShare(Frozen):
    """What one workload takes of one GPU."""

    workload_id: str
    memory_gb: float
    """On this GPU."""
    replicas: int = 1
    """Of the workload on this GPU; above 1 only where a GPU is divided."""
    spare: bool = False
    part: float = 1.0
    """Of the GPU, 0 to 1."""
    partition: str = ""
    """Name of the part of the GPU; empty: the whole one."""
    hours: Hours = "always"


class GpuUse(Frozen):
    """GPUs of one machine with the same content. Headroom = usable − memory."""

    count: int
    memory_gb: float
    """At the fuller time of the day."""
    usable_gb: float
    headroom_gb: float
    shares: tuple[GpuShare, ...]
    """Empty: free."""


class MachineUse(Frozen):
    """Machines with the same content, numbered from 1."""

    first: int
    count: int
    pool: PoolName
    gpus: tuple[GpuUse, ...]


class YearNeed(Frozen):
    """What the demand of one year's end needs. GPUs of the machines = used + free."""

    year: int
    demand_factor: float
    """Against today."""
    gpus_used: int
    gpus_free: int
    machines: int
    more_from_month: int | None = None
    """First month of this year that needs more machines than the year before; None: none does."""


class Redundancy(Frozen):
    """What stands by when something fails."""

    spare_replicas: int
    spare_gpus: int
    machines_may_fail: int
    """That may fail while the others still carry the peak; spare replicas then serve."""
    machines_for_one_failure: int
    """Further machines until one may fail; 0: one may already."""
    critical: tuple[str, ...] = ()
    """Workloads whose answers demand that one machine may fail."""
    demanded: Literal["yes", "no", "open"] = "open"
    """Whether the answers demand it; ``open``: nobody said how much an outage hurts."""
    machines_added: int = 0
    """In the price for this alone; the load and the spare replicas need one less each."""
    price_eur: float | None = None
    """List price of the machines added, else of the further ones; None: there are none of either."""
    per_month: bool = False
    """Whether that price is a month's rent."""
    why: Text | None = None
    questions: tuple[str, ...] = ()


class NightTraining(Frozen):
    """Whether training runs in the hours the services leave free. Verdict ``open``: an answer is missing."""

    verdict: Literal["yes", "no", "open"]
    workloads: tuple[str, ...]
    hours_free_per_day: float
    """On a working day; weekends come on top."""
    hours_free_per_month: float
    gpu_hours_free: float
    """A month on the GPUs of the services."""
    gpu_hours_needed: float
    gpus_there: int
    gpus_needed: int
    longest_run_days: float | None
    """Calendar days of the longest run when it rests by day."""
    gpus_saved: int
    """GPUs of the training alone; 0 where it may not or cannot run there."""
    why: tuple[Text, ...] = ()
    questions: tuple[str, ...] = ()


class ModelInTurns(Frozen):
    """Whether a served model may be unloaded while others use its GPUs. Verdict ``open``: an answer is missing, or the
    span of the load time reaches to both sides."""

    workload_id: str
    verdict: Literal["yes", "no", "open"]
    hours: Hours
    """When it is used, as answered; ``always``: at any hour, or nobody said."""
    weights_gb: float
    """Of one replica."""
    loads: tuple[ModelLoad, ...]
    """How long it takes to the first request from each place it can lie in; the machine's own drives decide."""
    accepted_s: float | None
    """None: nobody said how long loading may take."""
    gpus: int
    """Of all its replicas, free for others while it rests; 0: it stays loaded."""
    memory_gb: float
    """On these GPUs."""
    why: Text
    questions: tuple[str, ...] = ()


class MixedClasses(Frozen):
    """Two server classes beside one, at list prices of the first year's machines. Saved = one class − two classes."""

    verdict: Literal["yes", "no", "open"]
    server: str
    """Class for the small workloads."""
    workloads: tuple[str, ...]
    machines: int
    """Of the one class that carries everything."""
    machines_big: int
    machines_small: int
    price_eur: float
    mixed_price_eur: float
    saved_eur: float
    why: tuple[Text, ...] = ()


class Scaling(Frozen):
    """How this option grows."""

    direction: Direction
    load_factor_now: float
    """Times the demand of the first year that the machines there carry."""
    load_factor_end: float
    """Demand at the end of the horizon against that of the first year."""
    gpus_free: int
    machines_now: int
    machines_end: int
    why: tuple[Text, ...]


class FleetLayout(Frozen):
    """All workloads of an option on its machines, at the highest need of the first year."""

    pools: PoolPlan
    pools_why: Text
    answered: bool
    """False: the planner's advice, not the client's answer."""
    machines: tuple[MachineUse, ...]
    gpus_used: int
    gpus_free: int
    machines_if_separate: int
    """With machines of their own for services and training."""
    years: tuple[YearNeed, ...] = ()
    redundancy: Redundancy | None = None
    night: NightTraining | None = None
    mixed: MixedClasses | None = None
    scaling: Scaling | None = None
    sharing_why: Text | None = None
    """Why GPUs are divided or not."""
    in_turns: tuple[ModelInTurns, ...] = ()
    """Served models that stay loaded or take turns; empty: fewer than two."""
