"""What speaks for and against a place, in both languages."""

from wizard.domain.language import Text, text
from wizard.domain.quantities import Range
from wizard.sizing.wording import filled, number


def _digits(value: float) -> Text:
    """One decimal below a hundred, where there is one."""
    return number(value, 0 if value >= 100 or value == round(value) else 1)


def _span(span: Range) -> Text:
    low, high = _digits(span.low), _digits(span.high)
    if span.low == span.high:
        return low
    return filled("{low} to {high}", "{low} bis {high}", low=low, high=high)


def built_for_data_centres() -> Text:
    return text(
        "Built for racks with cold air from the front: servers with SXM modules belong into data centres.",
        "Für Racks mit Kaltluft von vorn gebaut: Server mit SXM-Modulen gehören in Rechenzentren.",
    )


def noise_unknown() -> Text:
    return text("The noise under load is not published.", "Der Schallpegel unter Last ist nicht veröffentlicht.")


def noise(span: Range, limit: float, *, stated: bool = False) -> Text:
    if stated:
        return filled(
            "Noise of one machine {noise} dB(A), stated limit at the workplace {limit} dB(A).",
            "Lärm einer Maschine {noise} dB(A), genannte Grenze am Arbeitsplatz {limit} dB(A).",
            noise=_span(span), limit=_digits(limit),
        )  # fmt: skip
    return filled(
        "Noise of one machine {noise} dB(A), at the desk {limit} dB(A) are allowed for concentrated work.",
        "Lärm einer Maschine {noise} dB(A), am Arbeitsplatz sind bei konzentrierter Arbeit {limit} dB(A) zulässig.",
        noise=_span(span), limit=_digits(limit),
    )  # fmt: skip


def heat(kw: float, room: Range) -> Text:
    return filled(
        "Heat at full load {heat} kW; an office stands {room} kW for days (assumption).",
        "Wärme unter Volllast {heat} kW; ein Büro verträgt auf Dauer {room} kW (Annahme).",
        heat=_digits(kw), room=_span(room),
    )  # fmt: skip


def socket_enough(nodes: int, kw: float, socket: float) -> Text:
    return filled(
        "Each machine draws up to {kw} kW, a Schuko socket carries {socket} kW for days: {n} circuit(s) of its own.",
        "Je Maschine bis zu {kw} kW, eine Schuko-Steckdose trägt auf Dauer {socket} kW: {n} eigene(r) Stromkreis(e).",
        kw=_digits(kw), socket=_digits(socket), n=nodes,
    )  # fmt: skip


def needs_three_phase(kw: float, socket: float, circuit: float, amps: int) -> Text:
    return filled(
        "Each machine draws up to {kw} kW, more than the {socket} kW a Schuko socket carries for days: an electrician "
        "lays a three-phase circuit of {amps} A ({circuit} kW).",
        "Je Maschine bis zu {kw} kW, mehr als die {socket} kW, die eine Schuko-Steckdose auf Dauer trägt: Eine "
        "Elektrofachkraft legt einen Drehstromkreis mit {amps} A ({circuit} kW).",
        kw=_digits(kw), socket=_digits(socket), circuit=_digits(circuit), amps=amps,
    )  # fmt: skip


def needs_more_than_a_plug(kw: float, carried: float) -> Text:
    return filled(
        "Each machine draws up to {kw} kW; even a three-phase circuit of 32 A carries only {carried} kW for days.",
        "Je Maschine bis zu {kw} kW; selbst ein Drehstromkreis mit 32 A trägt auf Dauer nur {carried} kW.",
        kw=_digits(kw), carried=_digits(carried),
    )  # fmt: skip


def floor(load: float, allowed: float) -> Text:
    return filled(
        "A rack with one machine loads its footprint with {load} kg/m², office floors carry {allowed} kg/m²: "
        "a structural engineer decides.",
        "Ein Rack mit einer Maschine belastet seine Stellfläche mit {load} kg/m², Büroböden sind für {allowed} kg/m² "
        "ausgelegt: Ein Statiker entscheidet.",
        load=_digits(load), allowed=_digits(allowed),
    )  # fmt: skip


def rack(kw: float, limit: Range, *, stated: bool, hosted: bool) -> Text:
    if stated:
        return filled(
            "One machine {kw} kW, stated limit of a rack {limit} kW.",
            "Eine Maschine {kw} kW, genannte Grenze je Rack {limit} kW.",
            kw=_digits(kw), limit=_span(limit),
        )  # fmt: skip
    if hosted:
        return filled(
            "One machine {kw} kW, usual racks with air cooling carry {limit} kW: have the provider confirm it.",
            "Eine Maschine {kw} kW, übliche luftgekühlte Racks tragen {limit} kW: vom Anbieter bestätigen lassen.",
            kw=_digits(kw), limit=_span(limit),
        )  # fmt: skip
    return filled(
        "One machine {kw} kW, usual limit of a rack there {limit} kW.",
        "Eine Maschine {kw} kW, dort übliche Grenze je Rack {limit} kW.",
        kw=_digits(kw), limit=_span(limit),
    )  # fmt: skip


def stands_free() -> Text:
    return text("Needs no rack.", "Braucht kein Rack.")


def tower_in_a_rack() -> Text:
    return text(
        "A tower needs a shelf in the rack: ask the provider whether he takes it.",
        "Ein Tower braucht einen Rackboden: beim Anbieter erfragen, ob er ihn nimmt.",
    )


def liquid_needed() -> Text:
    return text(
        "The machines need liquid cooling; whether the room has it is to be checked.",
        "Die Maschinen brauchen Flüssigkeitskühlung; ob der Raum sie hat, ist zu prüfen.",
    )


def consumer_licence(name: str) -> Text:
    return filled(
        "{name}: the driver licence excludes data centres.", "{name}: Die Treiberlizenz schließt Rechenzentren aus.",
        name=name,
    )  # fmt: skip


def cooled_by_liquid() -> Text:
    return text("The machines are built for liquid cooling.", "Die Maschinen sind für Flüssigkeitskühlung gebaut.")


def cooled_by_room() -> Text:
    return text(
        "Machines that stand free give their heat to the air of the room.",
        "Frei stehende Maschinen geben ihre Wärme an die Raumluft ab.",
    )


def cooled_by_air(kw: float, limit: Range) -> Text:
    return filled(
        "The fullest rack reaches {kw} kW; cold and warm aisles carry {limit} kW away.",
        "Das vollste Rack erreicht {kw} kW; Kalt- und Warmgang führen {limit} kW ab.",
        kw=_digits(kw), limit=_span(limit),
    )  # fmt: skip


def cooled_by_door(kw: float, limit: float) -> Text:
    return filled(
        "The fullest rack reaches {kw} kW, more than the {limit} kW that aisles carry away: a rear-door cooler, "
        "or fewer machines in a rack.",
        "Das vollste Rack erreicht {kw} kW, mehr als die {limit} kW, die Gänge abführen: Rücktürkühler oder weniger "
        "Maschinen je Rack.",
        kw=_digits(kw), limit=_digits(limit),
    )  # fmt: skip


def beyond_air(kw: float, limit: float) -> Text:
    return filled(
        "The fullest rack reaches {kw} kW, more than the {limit} kW of a rear-door heat exchanger: liquid cooling, or "
        "fewer machines in a rack.",
        "Das vollste Rack erreicht {kw} kW, mehr als die {limit} kW eines Rücktürkühlers: Flüssigkeitskühlung oder "
        "weniger Maschinen je Rack.",
        kw=_digits(kw), limit=_digits(limit),
    )  # fmt: skip
