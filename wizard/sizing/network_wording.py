"""Why machines need a network of their own among themselves, or none (R021)."""

from wizard.domain.fleet import LinkNeed
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.sizing.wording import filled, number

_OWN_LINKS = text("their own links", "eigene Verbindungen")
_PCIE = text("PCIe", "PCIe")
_NONE = ("pcie", "none")


def no_fabric(accelerator: Accelerator, accelerators: int, exchanging: bool) -> Text:
    """Nothing spans machines."""
    if not exchanging or accelerators < 2:
        return text(
            "No InfiniBand or RoCE: no training run spans machines, replicas of a service share nothing.",
            "Kein InfiniBand oder RoCE: Kein Trainingslauf reicht über mehrere Maschinen, Replikate eines Dienstes "
            "teilen nichts.",
        )
    return filled(
        "No InfiniBand or RoCE: all exchange stays within a machine, over {link}. It would be needed for training or a "
        "model over several machines; NVLink and its like end at the machine.",
        "Kein InfiniBand oder RoCE: Aller Austausch bleibt in der Maschine, über {link}. Nötig wäre es für einen "
        "Trainingslauf oder ein Modell über mehrere Maschinen; NVLink und Vergleichbares enden an der Maschine.",
        link=_link(accelerator),
    )  # fmt: skip


def ordinary_ethernet(wanted: float, limit: float, built_in: float) -> Text:
    return filled(
        "A training run spans machines, but needs only {wanted} Gbit/s a machine for its exchange: ordinary Ethernet "
        "(up to {limit} Gbit/s) is enough. The {built} Gbit/s of the plan are the reference of the class, not a need.",
        "Ein Trainingslauf reicht über mehrere Maschinen, braucht für den Austausch aber nur {wanted} Gbit/s je "
        "Maschine: Übliches Ethernet (bis {limit} Gbit/s) genügt. Die {built} Gbit/s der Planung sind die Referenz der "
        "Klasse, kein Bedarf.",
        wanted=_rate(wanted), limit=_rate(limit), built=_rate(built_in),
    )  # fmt: skip


def rdma(wanted: float, limit: float, built_in: float) -> Text:
    if wanted <= 0.0:
        return filled(
            "A training run spans machines: InfiniBand or RoCE (RDMA), {built} Gbit/s a machine as in published "
            "reference systems; what the run exchanges is not known.",
            "Ein Trainingslauf reicht über mehrere Maschinen: InfiniBand oder RoCE (RDMA), {built} Gbit/s je Maschine "
            "wie in veröffentlichten Referenzsystemen; was der Lauf austauscht, ist nicht bekannt.",
            built=_rate(built_in),
        )  # fmt: skip
    return filled(
        "A training run spans machines and needs {wanted} Gbit/s a machine for its exchange, more than the {limit} "
        "Gbit/s of ordinary Ethernet: InfiniBand or RoCE (RDMA), planned with {built} Gbit/s as in published reference "
        "systems.",
        "Ein Trainingslauf reicht über mehrere Maschinen und braucht für seinen Austausch {wanted} Gbit/s je Maschine, "
        "mehr als die {limit} Gbit/s üblichen Ethernets: InfiniBand oder RoCE (RDMA), geplant mit {built} Gbit/s wie "
        "in veröffentlichten Referenzsystemen.",
        wanted=_rate(wanted), limit=_rate(limit), built=_rate(built_in),
    )  # fmt: skip


def _link(accelerator: Accelerator) -> Text:
    if accelerator.interconnect in _NONE:
        return _PCIE
    name = accelerator.interconnect_name
    return text(name, name) if name else _OWN_LINKS


def _rate(gbit_s: float) -> Text:
    return number(gbit_s, 0 if gbit_s >= 10 else 1)


def too_narrow(link: LinkNeed) -> Text:
    """A planned link that an exchange overloads: speeds were computed as if it did not."""
    where = (
        text("within the machine", "in der Maschine") if link.scope == "machine"
        else text("planned between machines", "zwischen den Maschinen")
    )  # fmt: skip
    return filled(
        "Too narrow: the link {where} carries {carried} GB/s, the exchange of {workload} needs {needed} GB/s. "
        "Duration, throughput and targets met hold only with a faster link or a run on fewer machines.",
        "Zu schmal: Die Verbindung {where} trägt {carried} GB/s, der Austausch von {workload} braucht {needed} GB/s. "
        "Dauer, Durchsatz und erreichte Ziele gelten nur mit schnellerer Verbindung oder einem Lauf auf weniger "
        "Maschinen.",
        where=where, workload=link.workload, carried=_rate(link.link_gb_s or 0.0), needed=_rate(link.needed_gb_s),
    )  # fmt: skip
