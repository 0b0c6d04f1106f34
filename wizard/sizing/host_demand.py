"""What the workloads ask of the machines around the accelerators, read once from answers and sizing."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.sizing.links import Exchange

Preprocessing = Literal["serving", "none", "light", "heavy"]
FileProfile = Literal["packed", "mixed", "many_small"]


class ModelFiles(Frozen):
    """Weights of one served model as stored."""

    workload_id: str
    weights_gb: float
    """All accelerators of one replica together."""
    gpus_per_replica: int = 1


class TrainingIo(Frozen):
    """Reading and writing of one training workload at full speed."""

    workload_id: str
    gpus: int
    """Of one run."""
    duration_h: float
    """Of one run; 0: not known."""
    bytes_per_pass: float
    """Read in one pass over the data."""
    samples_per_pass: float
    epochs: float
    checkpoint_gb: float
    result_gb: float
    """Trained weights alone: what stays of a run."""
    interval_min: float
    kept: int
    runs_per_month: float
    host_states_gb: float = 0.0
    """Gradients and optimizer states of the whole run that stay in main memory."""


class SiteDemand(Frozen):
    """What the place offers; defaults stand where nobody answered."""

    volt: float | None = None
    """None: no circuit is known, as in somebody else's data centre."""
    phases: int = 1
    amps: float = 16.0
    rack_kw: float | None = None
    """Most a rack may draw; None: no rack, or not known."""
    place: str | None = None
    """Where own machines would stand; None: somebody else's room, or not known."""
    rack_stated: bool = False
    """Whether somebody named the limit of a rack; otherwise it is the usual one."""
    noise_limit_dba: float | None = None
    """Stated for people beside the machines; None: that of concentrated work."""
    nobody_near: bool = False
    """Somebody said that nobody works in the room of the machines."""


class HostDemand(Frozen):
    """Input of the host, storage, network and facility rules for one option."""

    preprocess: Preprocessing = "serving"
    measured_cores_per_gpu: float | None = None
    """Cores a GPU keeps busy today, measured; outranks the rule."""
    requests_per_s: float = 0.0
    """Peak of all inference workloads."""
    tokens_per_s: float = 0.0
    """Output tokens streamed at the peak."""
    requests_per_month: float = 0.0
    items_gb_s: float = 0.0
    """Images, pages and sound that arrive at the peak, in GB/s."""
    models: tuple[ModelFiles, ...] = ()
    models_per_server: int = 1
    """Including those that are loaded on demand."""
    resident: int = 1
    """Models that stay loaded."""
    cold_start_s: float | None = None
    """Longest acceptable loading time."""
    cold_start_stated: bool = False
    """Whether somebody said so; a planning value sizes the storage, but condemns none."""
    training: tuple[TrainingIo, ...] = ()
    data_tb: float = 0.0
    file_profile: FileProfile = "mixed"
    vectors_m: float = 0.0
    """Vectors of the knowledge base in millions."""
    exchanges: tuple[Exchange, ...] = ()
    """What the accelerators exchange among themselves."""
    storage_tier: str = "local_nvme"
    """Kind of storage training reads from, as named."""
    storage_gb_s: float | None = None
    """Its measured read rate a machine."""
    backup_needs_system: bool = False
    """Whether no storage exists that could take archive and backup."""
    site: SiteDemand = SiteDemand()

    def offload_gb(self, accelerators: int) -> float:
        """Training states in the main memory of one machine with these accelerators; one run at a time."""
        shares = (run.host_states_gb * min(1.0, accelerators / max(run.gpus, 1)) for run in self.training)
        return max(shares, default=0.0)

    @property
    def weights_gb(self) -> float:
        """One copy of every model."""
        return sum(model.weights_gb for model in self.models)

    def spans(self, accelerators: int) -> bool:
        """Whether a training run needs more accelerators than one machine has."""
        return any(run.gpus > accelerators for run in self.training)
