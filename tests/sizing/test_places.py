"""Connections, heat and places of own machines."""

import pytest
from wizard.sizing.facility import BTU_PER_KWH, airflow_m3_per_h, facility
from wizard.sizing.host_demand import SiteDemand
from wizard.sizing.places import cooling_kind, place_fits
from wizard.sizing.supply import supplies


@pytest.fixture
def fits(catalog):
    def found(server, nodes=1, **site):
        machine = catalog.servers[server]
        card = catalog.accelerators[machine.accelerator]
        return {f.place: f for f in place_fits(machine, card, nodes, SiteDemand(**site), catalog.figures)}

    return found


def test_what_connections_carry(catalog):
    """230 V x 16 A, of which 10 A for hours (elektrofachkraft.de); √3 x 400 V x 16, 32, 63 A: 11, 22 and 43.5 kW."""
    found = supplies(1, 10.2, catalog.figures)
    assert [s.circuit_kw for s in found] == pytest.approx([3.68, 3.68, 11.04, 22.08, 43.47])
    assert found[0].continuous_kw == pytest.approx(2.3)


def test_a_dgx_h100_takes_five_sockets_or_one_large_connection(catalog):
    """R022: 10.2 kW."""
    assert [s.circuits for s in supplies(1, 10.2, catalog.figures)] == [5, 4, 2, 1, 1]
    assert [s.circuits for s in supplies(4, 10.2, catalog.figures)] == [20, 16, 8, 4, 2]


def test_a_ten_kilowatt_server_cannot_stand_in_an_office(fits):
    """R022, R028: noise, heat and connection each say why, in both languages."""
    office = fits("sxm-8x-h100")["office"]
    assert office.verdict == "fail"
    said = " ".join(reason.en for reason in office.reasons)
    assert all(word in said for word in ("SXM", "55 dB(A)", "10.2 kW", "Schuko", "kg/m²"))
    assert "Elektrofachkraft" in " ".join(reason.de for reason in office.reasons)


def test_an_answer_about_noise_counts_in_the_office(fits):
    """R023: nobody works there, or 70 dB(A) for routine work instead of 55 (ASR A3.7)."""
    usual = fits("sxm-8x-h100", place="office")["office"]
    empty = fits("sxm-8x-h100", place="office", nobody_near=True)["office"]
    assert "dB(A)" in " ".join(reason.en for reason in usual.reasons)
    assert "dB(A)" not in " ".join(reason.en for reason in empty.reasons)
    assert fits("ws-1x-rtx-6000-ada", place="office", noise_limit_dba=40.0)["office"].verdict == "fail"
    assert fits("ws-1x-rtx-6000-ada", place="office", noise_limit_dba=70.0)["office"].verdict == "pass"


def test_a_workstation_can(fits):
    """R023: one 300 W card, 0.7 kW, 44 to 52 dB(A)."""
    assert fits("ws-1x-rtx-6000-ada")["office"].verdict != "fail"
    assert fits("ws-1x-rtx-6000-ada")["server_room"].verdict == "pass"


def test_many_workstations_heat_an_office_too_much(fits):
    assert fits("ws-1x-rtx-6000-ada", nodes=10)["office"].verdict == "fail"


def test_a_server_room_hangs_on_its_racks(fits):
    """R022: 10.2 kW where 3 to 15 are usual is open, a stated limit decides."""
    assert fits("sxm-8x-h100")["server_room"].verdict == "open"
    stated = {"place": "server_room", "rack_stated": True}
    assert fits("sxm-8x-h100", rack_kw=8.0, **stated)["server_room"].verdict == "fail"
    assert fits("sxm-8x-h100", rack_kw=12.0, **stated)["server_room"].verdict == "pass"
    assert fits("sxm-8x-h100")["own_dc"].verdict == "pass"


def test_a_consumer_card_is_kept_out_of_data_centres(catalog, fits):
    """R024"""
    server = catalog.servers["ws-1x-rtx-6000-ada"]
    card = catalog.accelerators[server.accelerator].model_copy(update={"data_center_licence": False})
    found = {f.place: f for f in place_fits(server, card, 1, SiteDemand(), catalog.figures)}
    assert found["own_dc"].verdict == found["colo"].verdict == "fail"
    assert found["office"].verdict != "fail"


@pytest.mark.parametrize(("kw", "kind"), [(None, "room_air"), (14.3, "air"), (40.8, "rear_door"), (120.0, "liquid")])
def test_dense_racks_need_more_than_air(catalog, kw, kind):
    """R028: four DGX H100 in a rack need a cooled door, an NVL72 liquid."""
    found, reason = cooling_kind(catalog.servers["sxm-8x-h100"], kw, catalog.figures)
    assert found == kind
    assert reason.de != reason.en


def test_cold_air_follows_the_usual_formula(catalog):
    """3.16 · W / ΔT(°F) in CFM: 1 kW and 27 °F (15 K) are 117 CFM or 199 m³/h."""
    assert airflow_m3_per_h(1.0, catalog.figures) == pytest.approx(198.9, rel=0.01)


def test_the_room_of_two_dgx(catalog):
    """NVIDIA: 130.45 kg, 10.2 kW; 1 kW is 3,412 BTU/h."""
    server = catalog.servers["sxm-8x-h100"]
    found = facility(
        server, catalog.accelerators["h100-sxm-80"], 2, SiteDemand(volt=230.0), 1.5, catalog.figures, mean_kw=10.0
    )  # fmt: skip
    assert found.heat_btu_per_h == pytest.approx(20.4 * BTU_PER_KWH)
    assert found.energy_mwh_per_year == pytest.approx(87.6)
    assert found.rack_kw * found.racks >= found.peak_power_kw
    assert found.floor_kg_m2 == pytest.approx((120 + 2 / found.racks * 130.45) / 0.72)
