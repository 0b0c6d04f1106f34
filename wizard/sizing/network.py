"""Links of the machines: users and storage on one side, the fabric between machines of one training run on the other.

Within a machine the accelerators talk over their own links, which end there. A fabric with RDMA is needed only where
one training run spans machines; replicas of a service and runs inside one machine need none. Reference: 8 × 400 Gbit/s
for eight H100 (MLPerf Inference v3.1, Dell XE9680 system file); PCIe servers 4 × 400 Gbit/s for eight cards (Dell AI
Factory reference architecture H20214.7).
"""

from math import ceil

from wizard.domain.fleet import Fabric, LinkNeed, NetworkNeed
from wizard.domain.hardware import Accelerator, Server
from wizard.domain.language import Text
from wizard.sizing import network_wording as wording
from wizard.sizing.figures import Facts, pick
from wizard.sizing.host_demand import HostDemand
from wizard.sizing.links import internode_needed_gbit_s, link_needs

RATES_GBIT_S = (10.0, 25.0, 50.0, 100.0, 200.0, 400.0, 800.0)
_BITS_PER_BYTE = 8.0
_KB_PER_GB = 1e6


def network_need(
    demand: HostDemand, nodes: int, accelerator: Accelerator, accelerators: int, shared_gb_s: float, facts: Facts,
    server: Server | None = None,
) -> NetworkNeed:  # fmt: skip
    """Links and ports of ``nodes`` machines.

    Args:
        shared_gb_s: read from storage outside the machines, all together.
        server: own machine; None: a rented one, whose form nobody knows.
    """
    form = server.form_factor if server is not None else None
    between = internode_gbit_s(demand, accelerators, facts, server)
    front_ports = nodes * int(pick(facts, "frontend_ports_per_node", form).value)
    fabric_ports = nodes * ceil(between / pick(facts, "fabric_port_gbit_s").value)
    rate = frontend_gbit_s(demand, nodes, shared_gb_s, form, facts)
    carried = between if between > 0.0 and server is not None else None
    links = link_needs(demand.exchanges, accelerator, accelerators, carried, facts)
    wanted = internode_needed_gbit_s(links)
    kind, reason = fabric(between, wanted, accelerator, accelerators, links, facts)
    management = nodes * round(pick(facts, "management_ports_per_node").value)
    spines = clos_switches(fabric_ports, int(pick(facts, "fabric_switch_ports").value))
    return NetworkNeed(
        frontend_gbit_s=rate,
        internode_gbit_s=between,
        frontend_ports=front_ports,
        fabric_ports=fabric_ports,
        frontend_switches=frontend_switches(front_ports, rate, facts),
        fabric_switches=spines,
        links=links,
        internode_needed_gbit_s=wanted,
        fabric=kind,
        fabric_reason=reason,
        storage_gbit_s=shared_gb_s / max(nodes, 1) * _BITS_PER_BYTE,
        management_ports=management,
        cables=front_ports + management + fabric_ports * (2 if spines > 1 else 1),
    )


def fabric(
    between: float, wanted: float, accelerator: Accelerator, accelerators: int, links: tuple[LinkNeed, ...],
    facts: Facts,
) -> tuple[Fabric, Text]:  # fmt: skip
    """Kind of network between machines, and why."""
    if between <= 0.0:
        return "none", wording.no_fabric(accelerator, accelerators, any(link.scope == "machine" for link in links))
    limit = pick(facts, "ethernet_fabric_gbit_s").value
    if 0.0 < wanted <= limit:
        return "ethernet", wording.ordinary_ethernet(wanted, limit, between)
    return "rdma", wording.rdma(wanted, limit, between)


def frontend_gbit_s(demand: HostDemand, nodes: int, shared_gb_s: float, form: str | None, facts: Facts) -> float:
    """``max(usual link, requests + storage outside the machine)`` of one machine, rounded up to a rate one can buy."""
    load = (payload_gb_s(demand, facts) + shared_gb_s) / max(nodes, 1) * _BITS_PER_BYTE
    usual = pick(facts, "host_network_gbit_s_per_node", form).value
    return next((rate for rate in RATES_GBIT_S if rate >= max(usual, load)), RATES_GBIT_S[-1])


def payload_gb_s(demand: HostDemand, facts: Facts) -> float:
    """Requests and answers of all services: ``requests · text + tokens · bytes a streamed token + items``."""
    text = demand.requests_per_s * pick(facts, "request_kb").value
    streamed = demand.tokens_per_s * pick(facts, "streamed_token_kb").value
    return (text + streamed) / _KB_PER_GB + demand.items_gb_s


def internode_gbit_s(demand: HostDemand, accelerators: int, facts: Facts, server: Server | None = None) -> float:
    """What the machine has built in, else ``accelerators · reference rate``; 0 where no run spans machines."""
    if not demand.spans(accelerators):
        return 0.0
    if server is not None and server.fabric_gbit_s is not None:
        return server.fabric_gbit_s.value
    form = server.form_factor if server is not None else None
    return accelerators * pick(facts, "internode_gbit_s_per_gpu", form).value


def frontend_switches(ports: int, rate: float, facts: Facts) -> int:
    """0 as long as the existing network has such ports, then one small switch, then two at least: one may fail."""
    if rate <= pick(facts, "existing_gbit_s").value and ports <= pick(facts, "existing_ports").value:
        return 0
    if ports <= pick(facts, "small_switch_ports").value:
        return 1
    return max(2, ceil(ports / pick(facts, "frontend_switch_ports").value))


def clos_switches(ports: int, radix: int) -> int:
    """One switch as long as the ports suffice, else leaves with half their ports up and spines for all of them."""
    if ports == 0:
        return 0
    if ports <= radix:
        return 1
    leaves = ceil(ports / (radix // 2))
    return leaves + ceil(leaves * (radix // 2) / radix)
