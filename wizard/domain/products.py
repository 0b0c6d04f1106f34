"""Products as their makers publish them: processors, and servers one can order. What nobody published stays empty."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.provenance import Figure

ProductForm = Literal["mini", "tower", "workstation", "rack", "rack_scale"]


class Processor(Frozen):
    """One processor, per socket."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    vendor: Literal["amd", "intel", "nvidia"]
    family: str
    cores: Figure
    base_ghz: Figure | None = None
    boost_ghz: Figure | None = None
    memory_channels: int | None = None
    memory_type: str | None = None
    memory_gb_s: Figure | None = None
    """Main-memory bandwidth, theoretical peak with every channel populated."""
    pcie_gen: int | None = None
    pcie_lanes: Figure | None = None
    tdp_w: Figure | None = None
    sockets: Literal[1, 2] = 2
    """Most in one server; 1 where the maker sells it for single-socket servers only, or as a fixed module."""
    for_sale: bool = True
    """False: part of a module, never bought alone."""
    price: Figure | None = None
    """List price without VAT; None: none was published, which is not the same as free."""
    currency: str | None = None
    launch: str | None = None


class ServerProduct(Frozen):
    """A server, workstation or rack one can order, with what its maker or a reviewer published.

    It never competes as an option: most makers publish no price, and a hole must not look like a bargain. It stands
    beside the server class it belongs to and shows what a real machine of the class weighs, draws and measures.
    """

    id: str
    name: str
    vendor: str
    form_factor: ProductForm
    accelerators: tuple[str, ...] = ()
    """Catalogue ids of the accelerators it is offered with."""
    accelerators_published: str
    """The same in the words of the source, with those the catalogue does not hold."""
    max_accelerators: int | None = None
    sxm: bool = False
    """The accelerators sit on a board of their own with links among them."""
    rack_units: Figure | None = None
    cpu_sockets: int | None = None
    cpu: str | None = None
    max_ram_gb: Figure | None = None
    bays: str | None = None
    nics: str | None = None
    psu: str | None = None
    max_power_kw: Figure | None = None
    typical_power_kw: Figure | None = None
    cooling: Literal["air", "liquid", "air_or_liquid"] | None = None
    inlet_min_c: Figure | None = None
    inlet_max_c: Figure | None = None
    noise_dba: Figure | None = None
    depth_mm: Figure | None = None
    weight_kg: Figure | None = None
    price: Figure | None = None
    """Without VAT, of the build its note names; None: none was published."""
    price_currency: str | None = None
    notes: Text | None = None
