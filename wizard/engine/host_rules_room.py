"""The rules behind the room's numbers: power, circuits, racks, heat, floor."""

from wizard.domain.language import text
from wizard.engine.host_rule import Rule

ROOM_RULES: dict[str, Rule] = {
    "facility.peak_power_kw": Rule(
        text("power at full load", "Leistung unter Volllast"), "kW", "machines · maximum", machines=True,
        server=("max_power_kw",),
    ),
    "facility.feed_kw": Rule(
        text("feed with cooling", "Einspeisung mit Kühlung"), "kW", "peak · PUE", of=("facility.peak_power_kw",),
        inputs=("pue",),
    ),
    "facility.ups_kva": Rule(
        text("UPS", "USV"), "kVA", "peak / power factor", figures=("ups_power_factor",),
        of=("facility.peak_power_kw",),
    ),
    "facility.circuit_kw": Rule(
        text("one circuit", "ein Stromkreis"), "kW", "volt · amps; three phases: √3 · line voltage · amps",
        questions=("site.feed",),
    ),
    "facility.circuits": Rule(
        text("circuits", "Stromkreise"), "", "servers below the continuous share of the circuits",
        figures=("site.circuit_continuous_share",), of=("facility.circuit_kw",), server=("max_power_kw",),
        machines=True,
    ),
    "facility.racks": Rule(
        text("racks", "Racks"), "", "ceil(machines / min(servers by height, servers by power limit))",
        figures=("rack_units_usable", "site.rack_kw_air"), questions=("site.rack_kw",),
        server=("rack_units", "max_power_kw"), machines=True,
    ),
    "facility.weight_kg": Rule(
        text("weight", "Gewicht"), "kg", "machines · weight", server=("weight_kg",), machines=True
    ),
    "facility.noise_dba": Rule(text("noise of one machine", "Lärm je Maschine"), "dB(A)", "", server=("noise_dba",)),
    "facility.depth_mm": Rule(text("depth", "Tiefe"), "mm", "", server=("depth_mm",)),
    "facility.inlet_max_c": Rule(text("highest inlet temperature", "höchste Zulufttemperatur"), "°C", "",
                                 server=("inlet_max_c",)),
    "facility.idle_power_kw": Rule(
        text("power at rest", "Leistung im Leerlauf"), "kW", "machines · maximum · share at rest", machines=True,
        server=("max_power_kw", "idle_power_share"),
    ),
    "facility.full_load_kw": Rule(
        text("expected power with all accelerators busy", "erwartete Leistung bei ausgelasteten Beschleunigern"), "kW",
        "machines · (cards · rated · share + (maximum − cards · rated) · share of the rest), at most the maximum",
        machines=True, server=("max_power_kw",), card=("tdp_w",),
        figures=("card_power_share:load", "rest_power_share:load"),
    ),
    "facility.energy_mwh_per_year": Rule(
        text("electricity of the machines a year", "Strom der Maschinen im Jahr"), "MWh", "mean power · 8,760 h",
        of=("power_kw",),
    ),
    "facility.heat_btu_per_h": Rule(
        text("heat at full load", "Wärme unter Volllast"), "BTU/h", "peak · 3,412", of=("facility.peak_power_kw",),
    ),
    "facility.airflow_m3_per_h": Rule(
        text("cold air at full load", "Kaltluft unter Volllast"), "m³/h",
        "peak / (kW a m³/h and K · temperature rise)", figures=("air_kw_per_m3_h_k", "air_temperature_rise_k"),
        of=("facility.peak_power_kw",),
    ),
    "facility.rack_kw": Rule(
        text("fullest rack", "vollstes Rack"), "kW", "ceil(machines / racks) · maximum", machines=True,
        of=("facility.racks",), server=("max_power_kw",),
    ),
    "facility.floor_m2": Rule(
        text("floor", "Stellfläche"), "m²", "racks · area with aisles; without racks machines · area of a desk",
        figures=("rack_area_m2", "desk_area_m2"), of=("facility.racks",), machines=True,
    ),
    "facility.floor_kg_m2": Rule(
        text("load of the fullest rack on its footprint", "Bodenlast des vollsten Racks"), "kg/m²",
        "(rack + machines in it · weight) / footprint", figures=("rack_weight_kg", "rack_footprint_m2"),
        of=("facility.racks",), server=("weight_kg",), machines=True,
    ),
}  # fmt: skip
