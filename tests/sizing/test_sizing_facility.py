"""Circuits, racks, network and parts."""

import pytest
from wizard.sizing.facility import circuit_kw, circuits, facility, power_kw, racks
from wizard.sizing.host_demand import HostDemand, ModelFiles, SiteDemand, TrainingIo
from wizard.sizing.hosts import fleet_for
from wizard.sizing.network import clos_switches, internode_gbit_s
from wizard.sizing.parts import parts_for


@pytest.fixture(scope="session")
def facts(catalog):
    return catalog.figures


@pytest.mark.parametrize(
    ("volt", "amps", "phases", "kw"), [(230, 16, 1, 3.68), (400, 16, 3, 11.1), (230, 16, 3, 11.1), (400, 63, 3, 43.6)]
)
def test_what_a_circuit_carries(volt, amps, phases, kw):
    assert circuit_kw(volt, amps, phases) == pytest.approx(kw, rel=0.01)


def test_a_dgx_takes_several_sockets_or_shares_none(facts):
    """10.2 kW against 3.68 kW sockets and an 11.1 kW three-phase circuit, 80 % of each."""
    assert circuits(1, 10.2, 3.68, facts) == 4
    assert circuits(1, 10.2, 11.1, facts) == 2
    assert circuits(4, 0.7, 3.68, facts) == 1
    assert circuits(5, 0.7, 3.68, facts) == 2


def test_power_lies_between_idle_and_maximum(catalog):
    server = catalog.servers["sxm-8x-h100"]
    maximum = server.max_power_kw.value
    assert power_kw(server, 0) == pytest.approx(maximum * server.idle_power_share.value)
    assert power_kw(server, 1) == power_kw(server, 7) == pytest.approx(maximum)
    assert power_kw(server, 0) < power_kw(server, 0.5) < maximum


@pytest.mark.parametrize(("limit", "expected"), [(8.0, 4), (20.0, 4), (45.0, 1), (None, 4)])
def test_racks_by_power(catalog, facts, limit, expected):
    """R022: four DGX H100 of 10.2 kW and 8 U."""
    assert racks(4, catalog.servers["sxm-8x-h100"], limit, facts) == expected


def test_a_workstation_needs_no_rack(catalog, facts):
    """R023"""
    assert racks(2, catalog.servers["ws-1x-rtx-6000-ada"], 8.0, facts) == 0


def test_the_room_of_a_dgx(catalog, facts):
    """NVIDIA user guide: 130.45 kg, 897.1 mm, inlet up to 30 °C."""
    found = facility(catalog.servers["sxm-8x-h100"], catalog.accelerators["h100-sxm-80"], 2, SiteDemand(), 1.5, facts)
    assert found.peak_power_kw == pytest.approx(20.4)
    assert found.feed_kw == pytest.approx(30.6)
    assert found.weight_kg == pytest.approx(260.9)
    assert (found.depth_mm, found.inlet_max_c) == (897.1, 30)


def test_somebody_elses_data_centre_has_no_circuits_to_count(catalog, facts):
    found = facility(
        catalog.servers["sxm-8x-h100"], catalog.accelerators["h100-sxm-80"], 2, SiteDemand(rack_kw=45.0), 1.3, facts
    )
    assert (found.circuits, found.circuit_kw, found.racks) == (None, None, 1)


def run(gpus):
    return TrainingIo(
        workload_id="w1", gpus=gpus, duration_h=100.0, bytes_per_pass=4e11, samples_per_pass=2.5e7, epochs=1.0,
        checkpoint_gb=980.0, result_gb=140.0, interval_min=60.0, kept=3, runs_per_month=1.0,
    )  # fmt: skip


def test_a_fabric_is_needed_only_where_a_run_spans_machines(catalog, facts):
    """R021, R093: NVLink ends at the server; 8 x 400 Gbit/s between servers of eight H100."""
    server = catalog.servers["sxm-8x-h100"]
    assert internode_gbit_s(HostDemand(training=(run(8),)), 8, facts, server) == 0
    assert internode_gbit_s(HostDemand(training=(run(32),)), 8, facts, server) == 3200
    assert internode_gbit_s(HostDemand(training=(run(32),)), 8, facts) == 3200


@pytest.mark.parametrize(("ports", "switches"), [(0, 0), (32, 1), (64, 1), (128, 6), (256, 12)])
def test_switches_of_a_fabric(ports, switches):
    """64-port switches: up to 64 ports one, above it leaves with 32 ports down and 32 up."""
    assert clos_switches(ports, 64) == switches


@pytest.fixture
def own(catalog):
    def made(server, nodes, demand):
        machine = catalog.servers[server]
        gpus = nodes * machine.accelerators
        return fleet_for(
            machine, catalog.accelerators[machine.accelerator], gpus, [gpus], demand=demand, utilisation=0.5, pue=1.5,
            parts=catalog.parts, facts=catalog.figures,
        )  # fmt: skip

    return made


SERVING = HostDemand(models=(ModelFiles(workload_id="w1", weights_gb=140),))


def test_one_server_for_inference_needs_no_fabric(own, catalog):
    """R094, R174: adapter, cables, a small switch and space for the backup; all priced, so the share gives way."""
    found = own("rack-4x-l40s", 1, SERVING)
    assert {need.ref for need in found.parts} == {"adapter-25g", "cable-25g", "switch-ethernet-50g", "disk-18tb"}
    paid = parts_for(found.parts, catalog.parts)
    bill = {planned.part.id: planned.quantity for planned in paid}
    assert bill == {"adapter-25g": 1, "switch-ethernet-50g": 1, "disk-18tb": 2}


def test_workstations_use_the_network_that_exists(own):
    found = own("ws-1x-rtx-6000-ada", 2, SERVING)
    assert {need.ref for need in found.parts} == {"cable-copper-10g", "disk-18tb"}


def test_a_training_cluster_needs_a_fabric_whose_price_nobody_publishes(own, catalog):
    """Four servers of eight: 32 links of 400 Gbit/s on one switch; the share stays in force."""
    found = own("sxm-8x-h100", 4, HostDemand(training=(run(32),), data_tb=15.0))
    bill = {need.ref: (need.quantity, need.per, need.priced) for need in found.parts}
    assert bill["switch-infiniband-400g"] == (1, "site", False)
    assert bill["cable-400g-optical"] == (8, "node", True)
    assert bill["storage-parallel"] == (1, "site", False)
    assert "adapter-400g" not in bill
    assert parts_for(found.parts, catalog.parts) == ()


def test_cards_without_a_fabric_of_their_own_get_adapters(own):
    found = own("rack-8x-rtx-pro-6000", 2, HostDemand(training=(run(16),)))
    assert {need.ref: need.quantity for need in found.parts}["adapter-400g"] == 4


def test_data_that_exceeds_the_server_brings_drives(own):
    found = own("rack-4x-l40s", 1, HostDemand(models=SERVING.models, data_tb=15.0))
    drives = {need.ref: need.quantity for need in found.parts}["nvme-7.68tb"]
    assert drives * 7.68 + 8 >= found.storage.nvme_tb_per_node > (drives - 1) * 7.68 + 8
