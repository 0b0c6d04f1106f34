"""The smallest processor that carries one machine: cores, PCIe lanes and memory bandwidth.

Lanes: ``accelerators · lanes each + what adapters and drives take``. Two sockets give the lanes of both less those of
the link between them. Among sufficient ones fewer sockets come first, then a published price, then the lowest.
"""

from collections.abc import Iterator, Mapping

from wizard.domain.hardware import Accelerator, Server
from wizard.domain.language import Text
from wizard.domain.products import Processor
from wizard.sizing.figures import Facts, pick
from wizard.sizing.steps import PCIE_GB_PER_S
from wizard.sizing.wording import filled, number

_Choice = tuple[int, Processor]


def pcie_lanes_needed(server: Server, facts: Facts) -> int:
    """Lanes of one machine; accelerators on a board of their own share lanes behind switches."""
    each = pick(facts, "pcie_lanes_per_gpu", server.form_factor).value
    return round(server.accelerators * each + pick(facts, "pcie_lanes_base").value)


def smallest_processor(
    processors: Mapping[str, Processor], server: Server, cores: int, memory_gb_s: float, facts: Facts
) -> _Choice | None:
    """Number of sockets and the processor; None: none in the catalogue is known to be enough."""
    lanes, sockets = pcie_lanes_needed(server, facts), pick(facts, "host_sockets", server.form_factor).value
    enough = (
        choice for choice in _for_sale(processors)
        if choice[0] >= sockets
        and choice[0] * choice[1].cores.value >= cores
        and pcie_lanes(choice, facts) >= lanes
        and _memory_gb_s(choice) >= memory_gb_s
    )  # fmt: skip
    return min(enough, key=_preference, default=None)


def ordinary_processor(processors: Mapping[str, Processor], cores: int) -> Processor | None:
    """The cheapest one for a single socket with these cores and a published memory bandwidth."""
    fitting = [
        p for p in processors.values()
        if p.for_sale and p.price is not None and p.memory_gb_s is not None and p.cores.value >= cores
    ]  # fmt: skip
    return min(fitting, key=lambda p: _preference((1, p)), default=None)


def pcie_lanes(choice: _Choice, facts: Facts) -> float:
    """Usable lanes of one or two sockets; 0 where the maker's figure was not found."""
    sockets, processor = choice
    if processor.pcie_lanes is None:
        return 0.0
    link = pick(facts, "socket_link_lanes", processor.vendor).value if sockets > 1 else 0.0
    return sockets * (processor.pcie_lanes.value - link)


def numa_nodes(server: Server, choice: _Choice | None, facts: Facts) -> int:
    """Memory domains of one machine: one a socket; without a known processor the sockets of its form."""
    sockets = choice[0] if choice is not None else pick(facts, "host_sockets", server.form_factor).value
    return round(sockets * pick(facts, "numa_per_socket").value)


def host_link_gb_s(accelerator: Accelerator, facts: Facts) -> float | None:
    """Main memory to one accelerator over 16 lanes, as far as it is reached; None: no slot, or none published."""
    generation = (accelerator.pcie or "").split()
    peak = PCIE_GB_PER_S.get(generation[0]) if generation else None
    return None if peak is None else peak * pick(facts, "pcie_reached").value


def named(choice: _Choice) -> Text:
    """``2 × EPYC 9224 (1,825 USD each, list price of 2025-05-25)``."""
    sockets, processor = choice
    price = processor.price
    if price is None:
        return filled(
            "{sockets} × {name} (no list price published)", "{sockets} × {name} (kein Listenpreis veröffentlicht)",
            sockets=str(sockets), name=processor.name,
        )  # fmt: skip
    return filled(
        "{sockets} × {name} ({price} {currency} each, {day_en})",
        "{sockets} × {name} (je {price} {currency}, {day_de})",
        sockets=str(sockets), name=processor.name, price=number(price.value), currency=processor.currency or "",
        day_en=price.retrieved_on.isoformat(), day_de=f"{price.retrieved_on:%d.%m.%Y}",
    )  # fmt: skip


def _for_sale(processors: Mapping[str, Processor]) -> Iterator[_Choice]:
    for processor in processors.values():
        if processor.for_sale:
            yield from ((sockets, processor) for sockets in range(1, processor.sockets + 1))


def _memory_gb_s(choice: _Choice) -> float:
    figure = choice[1].memory_gb_s
    return choice[0] * figure.value if figure is not None else 0.0


def _preference(choice: _Choice) -> tuple[int, bool, float, float, str]:
    sockets, processor = choice
    price = processor.price
    total = sockets * price.value if price is not None else 0.0
    return sockets, price is None, total, processor.cores.value, processor.id
