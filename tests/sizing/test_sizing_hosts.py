"""Machines around the accelerators: first rules with their sources."""

import pytest
from wizard.sizing.hosts import cores, fleet_for, nvme_tb, power_kw, ram_gb, rented_fleet


@pytest.fixture
def server(catalog):
    return next(s for s in catalog.servers.values() if s.accelerators == 8)


@pytest.fixture
def fleet(catalog, server):
    def made(total, utilisation=0.5):
        return fleet_for(
            server, catalog.accelerators[server.accelerator], total, [total] * 3,
            models_gb=140, utilisation=utilisation, facts=catalog.figures,
        )  # fmt: skip

    return made


def test_cores_for_eight_gpus(catalog):
    """R102, R103: the rule gives 28 with two workers a GPU, between 16 and 64 in the source text."""
    assert cores(8, catalog.figures) == 28


def test_memory_is_at_least_all_gpu_memory(catalog):
    """R107, R109: eight cards of 80 GB need 640 GB and more."""
    assert 640 <= ram_gb(8, catalog.accelerators["h100-sxm-80"], catalog.figures) < 720


def test_local_storage_holds_three_versions(catalog):
    """R112, R129, R130: running, next and previous version of 140 GB and 1 TB for the rest."""
    assert nvme_tb(140, catalog.figures) == pytest.approx(1.42)


def test_power_lies_between_idle_and_maximum(server):
    maximum = server.max_power_kw.value
    assert power_kw(server, 0) == pytest.approx(maximum * server.idle_power_share.value)
    assert power_kw(server, 1) == power_kw(server, 7) == pytest.approx(maximum)
    assert power_kw(server, 0) < power_kw(server, 0.5) < maximum


def test_nine_gpus_are_two_servers(fleet, server):
    found = fleet(9)
    assert (found.nodes, found.gpus) == (2, {server.accelerator: 16})
    assert found.rack_units == 2 * server.rack_units.value
    assert found.by_year == (9, 9, 9)


def test_all_power_becomes_heat(fleet):
    found = fleet(8)
    assert found.cooling_kw == found.power_kw


def test_archive_is_larger_than_local_storage(fleet):
    """R113"""
    found = fleet(8)
    assert found.capacity_tb > found.nvme_tb >= 1.42


def test_rented_machines_have_no_power_of_their_own(catalog):
    offer = next(o for o in catalog.offers.values() if o.accelerators == 8)
    found = rented_fleet(
        offer, catalog.accelerators[offer.accelerator], 9, [9], models_gb=140, facts=catalog.figures
    )  # fmt: skip
    assert (found.nodes, found.gpus, found.power_kw, found.rack_units) == (2, {offer.accelerator: 16}, 0, 0)
    assert found.cpu_cores == 2 * cores(8, catalog.figures)
