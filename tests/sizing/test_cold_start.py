"""How long a model takes until it answers, by where it lies."""

import pytest
from wizard.sizing.cold_start import model_loads
from wizard.sizing.host_demand import HostDemand, ModelFiles

MODELS = (ModelFiles(workload_id="w1", weights_gb=140), ModelFiles(workload_id="w2", weights_gb=16))


def loads(catalog, link=10.0, **demand):
    return {load.source: load for load in model_loads(HostDemand(models=MODELS, **demand), link, catalog.figures)}


def test_the_largest_model_decides(catalog):
    """R127: 140 GB at 2.2 GB/s (measured, one process from NVMe) and 45 s of start."""
    assert loads(catalog)["local_nvme"].seconds == pytest.approx(140 / 2.2 + 45)


def test_main_memory_is_fastest_and_a_slow_network_slowest(catalog):
    """R126, R127: 10 Gbit/s carry at most 1.25 GB/s."""
    found = loads(catalog)
    assert found["page_cache"].seconds < found["local_nvme"].seconds < found["network"].seconds
    assert found["network"].rate_gb_s < 1.25


def test_a_fast_network_is_no_faster_than_the_drives(catalog):
    found = loads(catalog, link=400.0)
    assert found["network"].rate_gb_s == found["local_nvme"].rate_gb_s


def test_only_a_stated_time_is_judged(catalog):
    assert loads(catalog, cold_start_s=10.0)["network"].in_time is None
    assert loads(catalog, cold_start_s=10.0, cold_start_stated=True)["network"].in_time == "fail"
    assert loads(catalog, cold_start_s=900.0, cold_start_stated=True)["network"].in_time == "pass"


def test_without_models_nothing_loads(catalog):
    assert model_loads(HostDemand(), 10.0, catalog.figures) == ()
