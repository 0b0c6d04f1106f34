"""Machines around the accelerators: cores, memory, fleets."""

import pytest
from wizard.sizing.host_demand import HostDemand, ModelFiles, TrainingIo
from wizard.sizing.hosts import (
    cpu_cores_needed,
    fleet_for,
    host_mem_gb_s_needed,
    ram_floor_gb,
    ram_gb_needed,
    rented_fleet,
    workers_per_gpu,
)


def models(*sizes):
    return tuple(ModelFiles(workload_id=f"w{n}", weights_gb=size) for n, size in enumerate(sizes, 1))


def training(**changed):
    usual = {
        "workload_id": "w1", "gpus": 8, "duration_h": 24.0, "bytes_per_pass": 2e12, "samples_per_pass": 1e6,
        "epochs": 1.0, "checkpoint_gb": 98.0, "result_gb": 14.0, "interval_min": 60.0, "kept": 3,
        "runs_per_month": 1.0,
    }  # fmt: skip
    return TrainingIo(**usual | changed)


@pytest.fixture
def server(catalog):
    return catalog.servers["sxm-8x-h100"]


@pytest.fixture
def fleet(catalog, server):
    def made(total, utilisation=0.5, **demand):
        return fleet_for(
            server, catalog.accelerators[server.accelerator], total, [total] * 3,
            demand=HostDemand(models=models(140), **demand), utilisation=utilisation, pue=1.5, parts=catalog.parts,
            facts=catalog.figures,
        )  # fmt: skip

    return made


@pytest.mark.parametrize(("preprocess", "cores"), [("light", 28), ("heavy", 44)])
def test_cores_for_eight_gpus(catalog, preprocess, cores):
    """R101, R103: 28 cores for text and 44 for images (stas00/ml-engineering, compute/cpu)."""
    workers = workers_per_gpu(preprocess, catalog.figures)
    assert cpu_cores_needed(8, workers, catalog.figures) == cores


def test_a_measured_demand_outranks_the_rule(catalog):
    """R102: six busy cores a GPU are 48, and 4 for the system."""
    assert cpu_cores_needed(8, 2, catalog.figures, measured_per_gpu=6.0) == 52


def test_more_gpus_never_need_fewer_cores(catalog):
    counts = [cpu_cores_needed(gpus, 4, catalog.figures) for gpus in range(17)]
    assert counts == sorted(counts)


def test_requests_need_cores_of_their_own(fleet):
    """R121, R124: receiving, routing and streaming."""
    quiet, busy = fleet(8).host, fleet(8, requests_per_s=500.0, tokens_per_s=100_000.0).host
    assert busy.cpu_cores > quiet.cpu_cores
    assert busy.handling_cores == pytest.approx(500 * 0.020 + 100_000 * 60e-6)


def test_memory_is_at_least_all_gpu_memory(catalog):
    """R107, R109: 640 GB for eight cards of 80 GB (stas00/ml-engineering, compute/cpu-memory)."""
    assert ram_floor_gb(8, catalog.accelerators["h100-sxm-80"], catalog.figures) == 640
    asked = ram_gb_needed(HostDemand(models=models(140)), catalog.accelerators["h100-sxm-80"], 8, catalog.figures)
    assert asked == 640


def test_many_models_kept_in_memory_need_more(catalog):
    """R126, R127: ten models of 140 GB in the page cache beside 16 GB for the system."""
    demand = HostDemand(models=models(140), models_per_server=10, resident=2)
    assert ram_gb_needed(demand, catalog.accelerators["h100-sxm-80"], 8, catalog.figures) == 1416


def test_decoding_loads_main_memory(catalog):
    """R104: images are decoded to many times their size; prepared text is not."""
    prepared = host_mem_gb_s_needed(2.0, "none", catalog.figures)
    assert host_mem_gb_s_needed(2.0, "heavy", catalog.figures) > 5 * prepared > 0


def test_nine_gpus_are_two_servers(fleet, server):
    found = fleet(9)
    assert (found.nodes, found.gpus) == (2, {server.accelerator: 16})
    assert found.rack_units == 2 * server.rack_units.value
    assert found.by_year == (9, 9, 9)


def test_all_power_becomes_heat(fleet):
    found = fleet(8)
    assert found.cooling_kw == found.power_kw < found.facility.peak_power_kw


def test_what_the_server_has_counts_where_it_is_more(fleet, server):
    """R105, R173: an HGX server brings more cores, memory and storage than the rules ask for."""
    found = fleet(8)
    assert found.cpu_cores == server.cpu_cores > found.host.cpu_cores
    assert found.ram_gb == server.ram_gb > found.host.ram_gb
    assert found.nvme_tb == server.nvme_tb > found.storage.nvme_tb_per_node


def test_rented_machines_say_what_they_must_have(catalog):
    offer = next(o for o in catalog.offers.values() if o.accelerators == 8)
    found = rented_fleet(
        offer, catalog.accelerators[offer.accelerator], 9, [9], demand=HostDemand(models=models(140)),
        facts=catalog.figures,
    )  # fmt: skip
    assert (found.nodes, found.gpus, found.power_kw, found.rack_units) == (2, {offer.accelerator: 16}, 0, 0)
    assert found.facility is None
    assert found.parts == ()
    assert found.cpu_cores == 2 * found.host.cpu_cores
    assert found.nvme_tb == 2 * found.storage.nvme_tb_per_node > 0


def test_training_needs_more_storage_than_serving(fleet):
    """R128: usually; here the data set decides."""
    serving, learning = fleet(8), fleet(8, training=(training(),), data_tb=15.0)
    assert learning.storage.hot_tb > serving.storage.hot_tb
    assert learning.storage.read_gb_s > serving.storage.read_gb_s


def test_local_storage_holds_three_versions(fleet):
    """R112, R129, R130: running, next and previous version of 140 GB and 1 TB for the rest, a fifth kept free."""
    assert fleet(8).storage.nvme_tb_per_node == pytest.approx((3 * 0.14 + 1.0) / 0.8)


def test_archive_is_larger_than_local_storage(fleet):
    """R113: two generations of what is stored, on another tier."""
    found = fleet(8, data_tb=15.0)
    assert found.capacity_tb > found.storage.nvme_tb_per_node


def test_every_class_names_its_processors_and_their_memory_bandwidth(catalog):
    """R104, R105, R106: EPYC and Xeon classes; 8 to 24 channels of DDR5 carry 205 to 1,229 GB/s."""
    for server in catalog.servers.values():
        assert server.cpu is not None, server.id
        assert server.host_memory_gb_s is not None, server.id
        assert 205 <= server.host_memory_gb_s.value <= 1229, server.id


def test_shipped_servers_meet_their_own_rules(catalog):
    """R107, R108, R109, R123, R125: at least 16 cores, 128 GB, and as much main memory as GPU memory."""
    for server in catalog.servers.values():
        floor = ram_floor_gb(server.accelerators, catalog.accelerators[server.accelerator], catalog.figures)
        assert server.ram_gb >= max(128, floor), server.id
        assert server.cpu_cores >= max(16, cpu_cores_needed(server.accelerators, 2, catalog.figures)), server.id


@pytest.mark.parametrize("field", ["data_tb", "vectors_m", "requests_per_month", "models_per_server"])
def test_more_of_anything_never_needs_less(fleet, field):
    few, many = (fleet(8, **{field: amount}) for amount in (1, 1000))
    assert many.storage.hot_tb >= few.storage.hot_tb
    assert many.storage.capacity_tb >= few.storage.capacity_tb
    assert many.host.ram_gb >= few.host.ram_gb
    assert many.network.frontend_gbit_s >= few.network.frontend_gbit_s
