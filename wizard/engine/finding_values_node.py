"""Values of the rules about machines: those the client has or was offered, and those the leading option would buy."""

import re
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any

from wizard.catalogs.find import find_accelerator
from wizard.domain.economics import OwnPlan
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import Text, text
from wizard.engine.finding_seen import Seen
from wizard.engine.plan_parts import own_part
from wizard.questionnaire.logic import NOT_APPLICABLE
from wizard.sizing.figures import pick
from wizard.sizing.hosts import cpu_cores_needed

_MAJOR = re.compile(r"\d+")
_PREPARATIONS = ("none", "light", "heavy")


def nodes(seen: Seen) -> Iterator[tuple[Text, Mapping[str, Any]]]:
    """Each machine with the name it is shown under."""
    given = seen.values.given("hw.nodes")
    rows = given.value if given.known and isinstance(given.value, list) else []
    for row in rows:
        name = f"{row.get('count') or '?'} × {row.get('gpu') or '?'}"
        yield text(f"your {name}", f"Ihre {name}"), dict(_stated(seen, row))
    own = own_part(seen.leading.priced.plan) if seen.leading is not None else None
    if own is not None and own.option != "status_quo":
        yield text(own.server.name, own.server.name), dict(_planned(seen, own))


def _stated(seen: Seen, row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name in ("count", "cpu_cores", "ram_gb", "interconnect", "internode_gbps", "age_months", "pcie_width_ok"):
        if row.get(name) is not None:
            yield f"node.{name}", row[name]
    accelerator = _accelerator(seen, row.get("gpu"))
    yield from _card(accelerator, row.get("count"), row.get("vram_gb"))
    yield from _cores(seen, row.get("count"))
    in_cloud = seen.values.answers().get("hw.has_gpu") == "cloud"
    yield "node.place", NOT_APPLICABLE if in_cloud else seen.values.answers().get("site.place")
    yield from _driver(seen, row.get("driver"), row.get("cuda"))


def _planned(seen: Seen, plan: OwnPlan) -> Iterator[tuple[str, Any]]:
    server = plan.server
    yield "node.count", server.accelerators
    yield "node.cpu_cores", server.cpu_cores
    yield "node.ram_gb", server.ram_gb
    yield from _card(seen.catalog.accelerators[server.accelerator], server.accelerators, None)
    yield from _cores(seen, server.accelerators)
    fleet = seen.leading.fleet if seen.leading is not None else None
    if fleet is not None and fleet.host is not None and server.host_memory_gb_s is not None:
        yield "node.host_mem_gb_s", server.host_memory_gb_s.value
        yield "calc.host_mem_gb_s_needed", fleet.host.memory_gb_s
    yield "node.place", "colo" if plan.option == "colocation" else seen.values.answers().get("site.place")
    yield from (
        (f"node.{name}", NOT_APPLICABLE) for name in ("pcie_width_ok", "driver_major", "age_months", "internode_gbps")
    )


def _accelerator(seen: Seen, name: object) -> Accelerator | None:
    try:
        return find_accelerator(seen.catalog, str(name)) if name else None
    except CodedError:
        return None


def _card(accelerator: Accelerator | None, count: object, stated_gb: object) -> Iterator[tuple[str, Any]]:
    if accelerator is None:
        return
    yield "node.gpu_name", accelerator.name
    yield "node.consumer", accelerator.tier == "consumer" and not accelerator.data_center_licence
    if isinstance(count, int | float):
        each = stated_gb if isinstance(stated_gb, int | float) else accelerator.memory_gb.value
        yield "node.vram_gb", each * count


def _cores(seen: Seen, count: object) -> Iterator[tuple[str, Any]]:
    """Cores for loading and preparing data; what is not known about the preparation is taken as the least."""
    if not isinstance(count, int | float):
        return
    facts, stated = seen.catalog.figures, str(seen.values.answers().get("data.preprocess"))
    workers = pick(facts, "host_workers", stated if stated in _PREPARATIONS else "none").value
    yield "calc.workers", workers
    yield "calc.cpu_cores_needed", cpu_cores_needed(ceil(count), workers, facts)


def _driver(seen: Seen, driver: object, cuda: object) -> Iterator[tuple[str, Any]]:
    found = _MAJOR.search(str(driver)) if driver else None
    release = _MAJOR.search(str(cuda)) if cuda else None
    if found is not None:
        yield "node.driver", str(driver)
        yield "node.driver_major", int(found.group())
    toolkit = seen.catalog.software.get(f"cuda-{release.group()}") if release else None
    if toolkit is not None and toolkit.minimum_driver is not None:
        yield "cat.cuda.version", str(cuda)
        yield "cat.cuda.min_driver", toolkit.minimum_driver.value
