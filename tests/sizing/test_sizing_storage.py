"""Fast and capacity tier, read rate, checkpoints and loading, against published examples."""

import pytest
from wizard.sizing.host_demand import HostDemand, ModelFiles, TrainingIo
from wizard.sizing.storage import (
    ckpt_gb,
    ckpt_stall_pct,
    ckpt_write_s,
    iops_needed,
    model_load_s,
    read_gb_s_needed,
    resident_set_gb,
    storage_gb_s,
    storage_iops,
    storage_need,
    transfer_days,
    vector_store_gb,
)

GIB_PER_GB = 1e9 / 2**30


@pytest.fixture(scope="session")
def facts(catalog):
    return catalog.figures


def run(**changed):
    usual = {
        "workload_id": "w1", "gpus": 8, "duration_h": 24.0, "bytes_per_pass": 15e12, "samples_per_pass": 1e8,
        "epochs": 50.0, "checkpoint_gb": 98.0, "result_gb": 14.0, "interval_min": 60.0, "kept": 3,
        "runs_per_month": 1.0,
    }  # fmt: skip
    return TrainingIo(**usual | changed)


@pytest.mark.parametrize(("parameters", "gib"), [(8.03, 105), (70.55, 912), (405.85, 5290)])
def test_a_full_checkpoint_is_that_of_mlperf_storage(facts, parameters, gib):
    """R091: checkpoints of Llama 3 with optimizer state, as MLPerf Storage writes them."""
    assert ckpt_gb(parameters, facts) * GIB_PER_GB == pytest.approx(gib, rel=0.01)


def test_seven_billion_parameters_with_adam_are_98_gb(facts):
    """2 + 4 + 8 bytes a parameter: weights, master weights, two moments (ZeRO)."""
    assert ckpt_gb(7.0, facts) == pytest.approx(98)
    assert ckpt_gb(7.0, facts, with_optimizer=False) == pytest.approx(14)


def test_adapters_leave_small_checkpoints(facts):
    """Twenty million trained parameters, whatever the frozen base is."""
    assert ckpt_gb(0.02, facts) == pytest.approx(0.28)


def test_a_known_optimizer_state_outranks_adam(facts):
    assert ckpt_gb(7.0, facts, optimizer_gb=14.0) == pytest.approx(28)


def test_writing_and_stalling():
    """R074: 2.3 TB in 40 s needs 57.5 GB/s (JeanZay, BLOOM); once an hour that is 1.1 % of the time."""
    assert ckpt_write_s(2300, 57.5) == pytest.approx(40)
    assert ckpt_stall_pct(40, 60) == pytest.approx(1.11, rel=0.01)


def test_fifteen_terabytes_read_fifty_times_a_day(facts):
    """R111, R114: 15 TB · 50 / 24 h = 8.7 GB/s."""
    assert read_gb_s_needed(HostDemand(training=(run(),))) == pytest.approx(8.68, rel=0.001)


def test_an_unknown_duration_asks_for_nothing(facts):
    demand = HostDemand(training=(run(duration_h=0.0),))
    assert read_gb_s_needed(demand) == 0
    assert iops_needed(demand, facts) == 0


def test_small_files_need_more_accesses(facts):
    """R129: the same bytes in many small files."""
    packed, mixed, small = (
        iops_needed(HostDemand(training=(run(),), file_profile=profile), facts)
        for profile in ("packed", "mixed", "many_small")
    )
    assert packed < mixed < small
    assert packed == pytest.approx(8.68e6 / 1024, rel=0.001)


def test_tiny_samples_count_one_by_one(facts):
    """10^9 samples of 1 kB a pass: three accesses each, far more than their bytes suggest."""
    demand = HostDemand(
        training=(run(bytes_per_pass=1e12, samples_per_pass=1e9, epochs=1.0),), file_profile="many_small"
    )
    assert iops_needed(demand, facts) == pytest.approx(3 * 1e9 / 86_400)


def test_the_fast_tier_holds_data_checkpoints_and_models(facts):
    """R112, R130: 15 TB, four checkpoints of 98 GB, three copies of 140 GB, 1 TB base, a fifth kept free."""
    demand = HostDemand(
        data_tb=15.0, training=(run(),), models=(ModelFiles(workload_id="w2", weights_gb=140),)
    )  # fmt: skip
    found = storage_need(demand, 1, 8, facts)
    assert found.hot_tb == pytest.approx((15 + 0.392 + 0.42 + 1.0) / 0.8)
    assert found.nvme_tb_per_node == pytest.approx(found.hot_tb)
    assert found.shared_tb == 0


def test_a_run_over_several_machines_reads_a_shared_tier(facts):
    demand = HostDemand(data_tb=15.0, training=(run(gpus=32),))
    found = storage_need(demand, 4, 8, facts)
    assert found.shared_tb == pytest.approx((15 + 0.392) / 0.8)
    assert found.nvme_tb_per_node == pytest.approx(1.25)
    assert found.hot_tb == pytest.approx(4 * 1.25 + found.shared_tb)


def test_archive_and_backup_are_sized_from_what_is_stored(facts):
    """R113: two generations of 15 TB, and a year of trained weights."""
    found = storage_need(HostDemand(data_tb=15.0, training=(run(),)), 1, 8, facts)
    assert found.capacity_tb == pytest.approx(2 * 15 + 12 * 0.014)


def test_logs_and_vectors_can_outgrow_the_models(facts):
    """R092, R128: a busy service with a large knowledge base."""
    demand = HostDemand(
        models=(ModelFiles(workload_id="w1", weights_gb=16),), vectors_m=100, requests_per_month=1e9
    )  # fmt: skip
    found = storage_need(demand, 1, 8, facts)
    assert found.vector_store_tb > found.model_files_tb
    assert found.logs_tb > found.model_files_tb


def test_a_million_vectors_are_six_gigabytes(facts):
    """Qdrant's example: 10^6 · 1024 · 4 · 1.5 bytes."""
    assert vector_store_gb(1.0, facts) == pytest.approx(6.144)


def test_loading_takes_longer_for_larger_models(facts):
    """R127, R150: from storage to the first request."""
    assert model_load_s(140, facts) > model_load_s(16, facts) > 0
    assert model_load_s(140, facts, read_gb_s=0.19) > 140 / 0.19


def test_a_short_cold_start_sets_the_read_rate():
    demand = HostDemand(models=(ModelFiles(workload_id="w1", weights_gb=140),), cold_start_s=60)
    assert read_gb_s_needed(demand) == pytest.approx(2.33, rel=0.01)


@pytest.mark.parametrize(("resident", "size"), [(0, 0), (1, 140), (2, 156), (4, 312)])
def test_the_resident_set_takes_the_largest_first(resident, size):
    """R149, R151: models nobody described count with the mean."""
    assert resident_set_gb((16.0, 140.0), resident) == size


def test_fifteen_terabytes_through_one_gigabit():
    assert transfer_days(15, 1.0) == pytest.approx(1.389, rel=0.001)


def test_a_measurement_outranks_the_kind_of_storage(facts):
    assert storage_gb_s("nas", facts, measured=3.2) == 3.2
    assert storage_gb_s("local_nvme", facts) > storage_gb_s("nas", facts) > storage_gb_s("hdd", facts)
    assert storage_iops("local_nvme", facts) > storage_iops("nas", facts) > storage_iops("hdd", facts)
