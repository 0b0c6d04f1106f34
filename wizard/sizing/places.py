"""Where the machines may stand: office, server room, own data centre, colocation, each with its reasons. Orientation.

A place fails on one reason that no figure of the span rescues, and stays open where the spans overlap or an expert has
to look: electrician, structural engineer, occupational safety. Limits the client stated stand in for the usual ones of
that place. Rules R022 to R024: servers for data centres, workstations for offices, consumer cards for trying out.
"""

from collections.abc import Iterator

from wizard.domain.fleet import Enough, PlaceFit
from wizard.domain.hardware import Accelerator, Server
from wizard.domain.language import Text
from wizard.domain.provenance import Figure
from wizard.domain.quantities import Range
from wizard.sizing import places_wording as wording
from wizard.sizing.cold_start import within
from wizard.sizing.figures import Facts, pick
from wizard.sizing.host_demand import SiteDemand
from wizard.sizing.supply import SCHUKO, continuous_kw, rated_kw

_Reason = tuple[Enough, Text]
_WORST: tuple[Enough, ...] = ("fail", "open", "pass")
_ROOMS = ("server_room", "own_dc")
_GEFORCE_ROOMS = ("own_dc", "colo")


def place_fits(
    server: Server, accelerator: Accelerator, nodes: int, site: SiteDemand, facts: Facts
) -> tuple[PlaceFit, ...]:
    """All four places for ``nodes`` machines."""
    found = {
        "office": [*_office(server, nodes, site, facts)],
        "server_room": [*_room("server_room", server, site, facts)],
        "own_dc": [*_room("own_dc", server, site, facts)],
        "colo": [_rack("colo", server, *_limit("colo", site, facts))],
    }
    for place in _GEFORCE_ROOMS:
        if not accelerator.data_center_licence:
            found[place].append(("fail", wording.consumer_licence(accelerator.name)))
    return tuple(
        PlaceFit.model_validate(
            {"place": place, "verdict": _verdict(reasons), "reasons": tuple(said for _verdict_, said in _told(reasons))}
        )
        for place, reasons in found.items()
    )


def _verdict(reasons: list[_Reason]) -> Enough:
    return min((verdict for verdict, _said in reasons), key=_WORST.index, default="pass")


def _told(reasons: list[_Reason]) -> list[_Reason]:
    """Those that decide first; what passes is told only where nothing stands against the place."""
    against = sorted((r for r in reasons if r[0] != "pass"), key=lambda r: _WORST.index(r[0]))
    return against or reasons


def _office(server: Server, nodes: int, site: SiteDemand, facts: Facts) -> Iterator[_Reason]:
    if server.form_factor == "sxm":
        yield "fail", wording.built_for_data_centres()
    if site.place != "office" or not site.nobody_near:
        yield from _noise(server, site, facts)
    yield _heat(server, nodes, facts)
    yield _socket(server, nodes, facts)
    yield from _floor(server, facts)


def _noise(server: Server, site: SiteDemand, facts: Facts) -> Iterator[_Reason]:
    """At the desk of somebody who has to concentrate, unless the answers name another limit."""
    if server.noise_dba is None:
        yield "open", wording.noise_unknown()
        return
    stated = site.noise_limit_dba if site.place == "office" else None
    limit = facts["site.noise_limit_dba.cat1"].value if stated is None else stated
    span = server.noise_dba.range()
    yield within(span.low, span.high, limit), wording.noise(span, limit, stated=stated is not None)


def _heat(server: Server, nodes: int, facts: Facts) -> _Reason:
    """Of all machines, at their rating, against what a room with people stands."""
    heat, room = nodes * server.max_power_kw.value, facts["site.office_heat_kw"].range()
    verdict: Enough = "pass" if heat <= room.low else "fail" if heat > room.high else "open"
    return verdict, wording.heat(heat, room)


def _socket(server: Server, nodes: int, facts: Facts) -> _Reason:
    each, socket = server.max_power_kw.value, continuous_kw(SCHUKO, facts)
    if each <= socket:
        return "pass", wording.socket_enough(nodes, each, socket)
    three_phase = continuous_kw("cee16", facts)
    if each <= three_phase:
        return "open", wording.needs_three_phase(each, socket, rated_kw("cee16", facts), 16)
    carried = continuous_kw("cee32", facts)
    if each <= carried:
        return "open", wording.needs_three_phase(each, socket, rated_kw("cee32", facts), 32)
    return "fail", wording.needs_more_than_a_plug(each, carried)


def _floor(server: Server, facts: Facts) -> Iterator[_Reason]:
    """A rack with one machine on its footprint; workstations stand on the floor like other furniture."""
    if server.form_factor in ("workstation", "tower") or server.weight_kg is None:
        return
    load = floor_kg_m2(server, 1, facts)
    allowed = facts["site.floor_kg_m2.office"].value
    if load is not None:
        yield "pass" if load <= allowed else "open", wording.floor(load, allowed)


def floor_kg_m2(server: Server, in_rack: int, facts: Facts) -> float | None:
    """``(rack + machines) / footprint``; None where the weight is not known or nothing needs a rack."""
    if server.weight_kg is None or server.rack_units.value <= 0.0:
        return None
    weight = pick(facts, "rack_weight_kg").value + in_rack * server.weight_kg.value
    return weight / pick(facts, "rack_footprint_m2").value


def _room(place: str, server: Server, site: SiteDemand, facts: Facts) -> Iterator[_Reason]:
    """Power and cooling of a rack, and the cooling the machines are built for."""
    if server.rack_units.value > 0.0:
        yield _rack(place, server, *_limit(place, site, facts))
    else:
        yield "pass", wording.stands_free()
    if server.cooling == "liquid":
        yield "open", wording.liquid_needed()


def _limit(place: str, site: SiteDemand, facts: Facts) -> tuple[Range, bool]:
    """What a rack there carries, and whether the client said so."""
    if site.place == place and site.rack_stated and site.rack_kw is not None:
        return Range.exact(site.rack_kw), True
    usual = "site.rack_kw_server_room" if place == "server_room" else "site.rack_kw_air"
    return facts[usual].range(), False


def _rack(place: str, server: Server, limit: Range, stated: bool) -> _Reason:
    each = server.max_power_kw.value
    if server.rack_units.value <= 0.0:
        return "open", wording.tower_in_a_rack()
    verdict: Enough = "pass" if each <= limit.low else "fail" if each > limit.high else "open"
    return verdict, wording.rack(each, limit, stated=stated, hosted=place == "colo")


def cooling_kind(server: Server, rack_kw: float | None, facts: Facts) -> tuple[str, Text]:
    """How the heat leaves, and why: by the room's air, by cold aisles, by the door of the rack, or by liquid."""
    air, door = facts["site.rack_kw_air"], facts["site.rack_kw_rear_door"]
    if server.cooling == "liquid":
        return "liquid", wording.cooled_by_liquid()
    if rack_kw is None:
        return "room_air", wording.cooled_by_room()
    if rack_kw <= _high(air):
        return "air", wording.cooled_by_air(rack_kw, air.range())
    if rack_kw <= _high(door):
        return "rear_door", wording.cooled_by_door(rack_kw, _high(air))
    return "liquid", wording.beyond_air(rack_kw, _high(door))


def _high(figure: Figure) -> float:
    return figure.range().high
