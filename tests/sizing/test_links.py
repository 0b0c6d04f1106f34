"""Exchange between accelerators against published volumes, and when a network between machines is needed."""

import pytest
from wizard.sizing.host_demand import HostDemand, TrainingIo
from wizard.sizing.links import Exchange, internode_needed_gbit_s, link_needs
from wizard.sizing.network import network_need

PCIE_CARD, NVLINK_CARD = "rtx-pro-6000-server-96", "h100-sxm-80"


def serving(**changed):
    usual = {"workload_id": "w1", "gpus": 8, "tensor_parallel": 8, "layers": 80, "hidden": 8192, "tokens_per_s": 1000.0}
    return Exchange(**usual | changed)


def training(**changed):
    usual = {
        "workload_id": "w1", "gpus": 64, "data_parallel": 64, "layers": 78, "hidden": 8192, "tokens_per_s": 0.0,
        "parameters_b": 7.5, "trained_b": 7.5, "step_s": 10.0,
    }  # fmt: skip
    return Exchange(**usual | changed)


@pytest.fixture
def needs(catalog):
    def found(exchange, card=NVLINK_CARD, per_machine=8, fabric=3200.0):
        return link_needs((exchange,), catalog.accelerators[card], per_machine, fabric, catalog.figures)

    return found


def test_two_sums_a_layer_and_token(needs):
    """Megatron-LM: 2 · 80 sums of 8,192 · 2 bytes, of which a ring of eight sends 2 · 7/8: 4.59 MB a token."""
    (found,) = needs(serving())
    assert found.traffic_gb_s == pytest.approx(4.588, rel=0.001)
    assert (found.scope, found.pattern) == ("machine", "tensor")


def test_gradients_take_two_bytes_a_parameter_twice(needs):
    """ZeRO, section 7: 2 Ψ elements; 7.5e9 parameters in 2 bytes and a step of 10 s are 2.95 GB/s."""
    (found,) = needs(training())
    assert found.traffic_gb_s == pytest.approx(2 * 15 / 10 * 63 / 64, rel=1e-6)
    assert found.scope == "between_machines"


def test_sharded_weights_take_half_as_much_again(needs):
    """ZeRO, section 7.2: stage 3 moves 3 Ψ where plain data parallelism moves 2 Ψ."""
    (plain,), (sharded,) = needs(training()), needs(training(zero_stage=3))
    assert sharded.traffic_gb_s / plain.traffic_gb_s == pytest.approx(1.5)


def test_eight_adapters_serve_one_group(needs):
    """8 x 400 Gbit/s are 400 GB/s for the ring of one group; eight groups side by side have 50 each."""
    (alone,) = needs(training())
    (many,) = needs(training(tensor_parallel=8, data_parallel=8))
    assert alone.link_gb_s == 400
    assert (many.groups, many.link_gb_s) == (8, 50)


def test_pcie_is_too_slow_where_nvlink_is_enough(needs):
    """R021: tensor parallelism over eight cards of a busy 70B model."""
    (slow,), (fast,) = needs(serving(tokens_per_s=6000.0), PCIE_CARD), needs(serving(tokens_per_s=6000.0))
    assert (slow.enough, fast.enough) == ("fail", "pass")
    assert slow.needed_gb_s > slow.link_gb_s


def test_an_unknown_link_stays_open(needs):
    (found,) = needs(training(), fabric=None)
    assert (found.enough, found.link_gb_s, found.share) == ("open", None, None)


def test_adapters_exchange_next_to_nothing(needs):
    """Forty million trained parameters instead of 7.5e9."""
    full, adapters = (internode_needed_gbit_s(needs(training(trained_b=b))) for b in (7.5, 0.04))
    assert adapters < 0.01 * full


def run(gpus):
    return TrainingIo(
        workload_id="w1", gpus=gpus, duration_h=100.0, bytes_per_pass=4e11, samples_per_pass=2.5e7, epochs=1.0,
        checkpoint_gb=105.0, result_gb=15.0, interval_min=60.0, kept=3, runs_per_month=1.0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("gpus", "trained", "kind", "word"),
    [(8, 7.5, "none", "within a machine"), (64, 0.04, "ethernet", "enough"), (64, 7.5, "rdma", "InfiniBand or RoCE")],
)
def test_a_network_between_machines_is_needed_with_a_reason(catalog, gpus, trained, kind, word):
    """R021, R093: none inside a machine, Ethernet for adapters, RDMA for full training over machines."""
    demand = HostDemand(
        training=(run(gpus),), exchanges=(training(gpus=gpus, data_parallel=gpus, trained_b=trained, step_s=1.0),)
    )  # fmt: skip
    server = catalog.servers["sxm-8x-h100"]
    found = network_need(demand, gpus // 8, catalog.accelerators[NVLINK_CARD], 8, 0.0, catalog.figures, server)
    assert found.fabric == kind
    assert word in found.fabric_reason.en


def test_replicas_of_a_service_need_no_network_of_their_own(catalog):
    """R094"""
    server = catalog.servers["rack-4x-l40s"]
    found = network_need(HostDemand(), 3, catalog.accelerators["l40s-48"], 4, 0.0, catalog.figures, server)
    assert (found.fabric, found.links, found.internode_needed_gbit_s) == ("none", (), 0.0)
    assert found.cables == found.frontend_ports + found.management_ports == 9
