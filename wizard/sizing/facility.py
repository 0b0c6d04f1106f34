"""Power, circuits, racks and what else the room must stand. Orientation: an electrician decides.

``circuit_kw``: ``volt · amps`` with one phase, ``√3 · line voltage · amps`` with three; continuous load stays below
``site.circuit_continuous_share`` of it. All electrical power becomes heat.
"""

from math import ceil, sqrt

from wizard.domain.fleet import Facility
from wizard.domain.hardware import Accelerator, Server
from wizard.domain.provenance import Figure
from wizard.domain.quantities import HOURS_PER_YEAR
from wizard.sizing.figures import Facts, pick
from wizard.sizing.host_demand import SiteDemand
from wizard.sizing.places import cooling_kind, floor_kg_m2, place_fits
from wizard.sizing.power import load_curve, machine_power
from wizard.sizing.supply import supplies

BTU_PER_KWH = 3_412.14
_KWH_PER_MWH = 1_000.0
_WATTS_PER_KW = 1_000.0
_LINE_VOLTAGE_FROM = 300.0
"""Volt from which a stated voltage is the one between two phases."""
_THREE_PHASES = 3


def power_kw(server: Server, utilisation: float) -> float:
    """``idle + (max − idle) · utilisation`` of one server in kW."""
    maximum = server.max_power_kw.value
    idle = maximum * server.idle_power_share.value
    return idle + (maximum - idle) * min(1.0, max(0.0, utilisation))


def circuit_kw(volt: float, amps: float, phases: int) -> float:
    """Power of one circuit at its fuse rating in kW."""
    if phases < _THREE_PHASES:
        return volt * amps * phases / _WATTS_PER_KW
    line = volt if volt >= _LINE_VOLTAGE_FROM else volt * sqrt(_THREE_PHASES)
    return sqrt(_THREE_PHASES) * line * amps / _WATTS_PER_KW


def circuits(nodes: int, server_kw: float, one_kw: float, facts: Facts) -> int:
    """Circuits for all servers; small servers share one, a large one takes several."""
    usable = one_kw * facts["site.circuit_continuous_share"].value
    sharing = int(usable // server_kw)
    return ceil(nodes / sharing) if sharing >= 1 else nodes * ceil(server_kw / usable)


def racks(nodes: int, server: Server, rack_kw: float | None, facts: Facts) -> int:
    """Racks by height and by power; a server above the limit of a rack still takes one, and its gate fails."""
    height = server.rack_units.value
    if height <= 0.0 or nodes == 0:
        return 0
    by_height = max(1, int(pick(facts, "rack_units_usable").value // height))
    limit = facts["site.rack_kw_air"].value if rack_kw is None else rack_kw
    by_power = max(1, int(limit // server.max_power_kw.value))
    return ceil(nodes / min(by_height, by_power))


def facility(
    server: Server, accelerator: Accelerator, nodes: int, site: SiteDemand, pue: float, facts: Facts,
    *, mean_kw: float = 0.0, trains: bool = False,
) -> Facility:  # fmt: skip
    """The room's side of ``nodes`` servers; ``mean_kw`` of all of them, as planned, ``trains``: some train."""
    peak = nodes * server.max_power_kw.value
    one = None if site.volt is None else circuit_kw(site.volt, site.amps, site.phases)
    weight, power = _value(server.weight_kg), machine_power(server, accelerator, facts, trains=trains)
    count = racks(nodes, server, site.rack_kw, facts)
    in_rack = ceil(nodes / count) if count else 0
    rack_kw = in_rack * server.max_power_kw.value if count else None
    kind, reason = cooling_kind(server, rack_kw, facts)
    return Facility.model_validate(
        {
            "peak_power_kw": peak,
            "feed_kw": peak * pue,
            "ups_kva": peak / pick(facts, "ups_power_factor").value,
            "circuit_kw": one,
            "circuits": None if one is None else circuits(nodes, server.max_power_kw.value, one, facts),
            "racks": count,
            "weight_kg": None if weight is None else nodes * weight,
            "noise_dba": _value(server.noise_dba),
            "depth_mm": _value(server.depth_mm),
            "inlet_max_c": _value(server.inlet_max_c),
            "idle_power_kw": nodes * power.idle.value,
            "full_load_kw": nodes * power.full_load.value,
            "load_curve": load_curve(power, nodes),
            "energy_mwh_per_year": mean_kw * HOURS_PER_YEAR / _KWH_PER_MWH,
            "heat_btu_per_h": peak * BTU_PER_KWH,
            "airflow_m3_per_h": None if server.cooling == "liquid" else airflow_m3_per_h(peak, facts),
            "rack_kw": rack_kw,
            "cooling": kind,
            "cooling_reason": reason,
            "floor_m2": floor_m2(nodes, count, facts),
            "floor_kg_m2": floor_kg_m2(server, in_rack, facts),
            "supplies": () if site.volt is None else supplies(nodes, server.max_power_kw.value, facts),
            "places": place_fits(server, accelerator, nodes, site, facts),
        }
    )


def airflow_m3_per_h(kw: float, facts: Facts) -> float:
    """Cold air that carries ``kw`` away: ``kW / (density · specific heat · temperature rise)``."""
    return kw / (pick(facts, "air_kw_per_m3_h_k").value * pick(facts, "air_temperature_rise_k").value)


def floor_m2(nodes: int, racks_taken: int, facts: Facts) -> float:
    """Racks with their aisles, or desks and floor for machines that need none."""
    if racks_taken:
        return racks_taken * pick(facts, "rack_area_m2").value
    return nodes * pick(facts, "desk_area_m2").value


def _value(figure: Figure | None) -> float | None:
    return None if figure is None else figure.value
