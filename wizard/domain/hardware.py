"""What one can buy or rent: accelerators, servers, offers. Every number is a dated figure with its source."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.provenance import Figure

Tier = Literal["datacenter", "workstation", "consumer"]


class Accelerator(Frozen):
    id: str
    name: str
    aliases: tuple[str, ...]
    vendor: Literal["nvidia", "amd", "intel", "google", "aws", "apple"]
    architecture: str
    """Generation, e.g. ``hopper``; speed coefficients belong to it."""
    tier: Tier
    form_factor: str
    memory_gb: Figure
    """Marketing label."""
    usable_gib: Figure
    """What the driver reports, in GiB; of unified memory what the accelerator may take. Sizing uses this."""
    memory_bandwidth_gb_per_s: Figure
    dense_tflops: dict[str, Figure]
    """Peak per format (``bf16 fp16 fp8 int8 fp4``) without sparsity; a missing format is not supported in hardware."""
    tdp_w: Figure | None
    """None where the maker publishes none, as for chips that are only rented out."""
    interconnect: Literal["nvlink", "nvswitch", "xgmi", "roce", "pcie", "ici", "neuronlink", "none"]
    interconnect_gb_per_s: Figure | None
    """One direction, per accelerator, to its peers in the same server."""
    interconnect_name: str | None = None
    """Kind and generation of the link as its maker calls it, e.g. ``NVLink 4``."""
    memory_type: str | None = None
    """E.g. ``HBM3`` or ``GDDR6``."""
    launched: str | None = None
    """Day, month or year it was announced or came to market; sources mean either."""
    pcie: str | None = None
    mig_instances: int = 0
    ecc: bool | None = None
    data_center_licence: bool = True
    """False where the driver licence excludes deployment in data centres."""
    unified_memory: bool = False
    """The processor shares the memory, so the label says little about what is usable."""
    cloud_only: bool = False
    """Rented out by its maker and not for sale."""
    compute_capability: str | None = None
    card_price: Figure | None = None
    card_price_currency: str | None = None
    uses: tuple[Text, ...] = ()
    """What it is usually bought or rented for: orientation, never a rule of the engine."""
    loose_names: tuple[str, ...] = ()
    """Names people use for it and for other accelerators; such a name is asked back, never resolved."""
    notes: Text | None = None

    @property
    def bridge(self) -> str | None:
        """Kind of a bridge that may join a few cards; speeds count it only where the catalogue says so."""
        kind, found, _ = (self.interconnect_name or "").partition(" bridge")
        return kind if found else None


class Server(Frozen):
    """A server class with one kind of accelerator."""

    id: str
    name: str
    vendor: str
    accelerator: str
    accelerators: int
    form_factor: Literal["workstation", "tower", "rack", "sxm"]
    rack_units: Figure
    price: Figure
    """Whole system, net of VAT."""
    price_currency: str
    cpu_cores: int
    ram_gb: int
    nvme_tb: float
    max_power_kw: Figure
    idle_power_share: Figure
    """Idle power as a share of the maximum."""
    cooling: Literal["air", "liquid"]
    cpu: str | None = None
    """Usual processors of the class."""
    host_memory_gb_s: Figure | None = None
    """Main-memory bandwidth of all sockets, theoretical peak with every channel populated."""
    nics: str | None = None
    frontend_gbit_s: Figure | None = None
    """Built in, towards users and storage."""
    fabric_gbit_s: Figure | None = None
    """Built in, towards other machines, all adapters together."""
    noise_dba: Figure | None = None
    """Under load; makers rarely publish it, so mostly an estimate with a wide span."""
    depth_mm: Figure | None = None
    weight_kg: Figure | None = None
    inlet_max_c: Figure | None = None
    notes: Text | None = None


class Offer(Frozen):
    """A rented machine: cloud instance or dedicated server."""

    id: str
    provider: str
    name: str
    kind: Literal["cloud", "dedicated"]
    accelerator: str
    accelerators: int
    vcpus: int | None = None
    """Virtual processors of the whole machine, where the provider states them."""
    ram_gb: int | None = None
    """Main memory of the whole machine as the provider writes it."""
    region: str
    country: str | None = None
    """ISO code of the location; None: the provider states none, which no rule of place takes for a yes."""
    operator_law: Literal["EU", "US", "CH", "UK", "OTHER"]
    """Law the operator is subject to, which decides about third-country access."""
    price_class: Literal["hyperscaler", "small_provider"] = "small_provider"
    """Decides how long its prices count as fresh; see ``Catalog.expiry_days``."""
    currency: str
    on_demand_per_hour: Figure | None
    committed_1y_per_hour: Figure | None = None
    committed_3y_per_hour: Figure | None = None
    spot_per_hour: Figure | None = None
    setup_fee: Figure | None = None
    egress_per_tb: Figure | None = None
    """Traffic to the internet, in the currency of the offer; 0 where it is included, None where no source says so."""
    minimum_months: int = 0
    attestations: tuple[str, ...] = ()
    """Empty: none known from a source, which is not the same as none held."""
    notes: Text | None = None
