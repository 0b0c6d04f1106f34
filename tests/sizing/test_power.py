"""Power by load against measured machines."""

import pytest
from wizard.sizing.power import load_curve, machine_power


@pytest.fixture
def power(catalog):
    def found(server, **limit):
        machine = catalog.servers[server]
        return machine_power(machine, catalog.accelerators[machine.accelerator], catalog.figures, **limit)

    return found


def test_eight_b200_serve_with_ten_kilowatts(power):
    """MLPerf Inference v5.1, Lenovo SR680a V3, Llama 2 70B server: 10.43 kW at the wall, of 14.3 rated."""
    found = power("sxm-8x-b200")
    assert found.full_load.value == pytest.approx(10.43, rel=0.15)
    assert found.full_load.low < 7.47 < found.full_load.value < found.rated.value


def test_a_power_limit_is_seen_at_the_wall(power):
    """MLPerf Inference v4.1, eight H200 limited to 350 and 500 W a card: 4.78 and 6.15 kW."""
    assert power("sxm-8x-h200", limit_w=350).full_load.value == pytest.approx(4.775, rel=0.15)
    assert power("sxm-8x-h200", limit_w=500).full_load.value == pytest.approx(6.153, rel=0.15)


def test_training_of_eight_h100_lies_in_the_span(power):
    """arXiv 2412.08602: 7.92 kW median and 8.4 peak of 10.2 rated."""
    found = power("sxm-8x-h100")
    assert found.full_load.low < 7.92 < 8.4 < found.full_load.high <= found.rated.value


def test_training_is_planned_near_what_was_measured(power):
    """arXiv 2412.08602: eight H100 in training, 7.92 kW median and 8.4 peak."""
    found = power("sxm-8x-h100", trains=True).full_load
    assert 7.92 < found.value < 8.4 < found.high
    assert found.low < 7.92


def test_power_grows_with_the_time_computing(power, catalog):
    found = load_curve(power("sxm-8x-h100"), 2)
    shown = [point.power_kw for point in found]
    assert shown == sorted(shown)
    assert shown[0] == pytest.approx(2 * 10.2 * 0.22)
    assert all(point.low_kw <= point.power_kw <= point.high_kw for point in found)


def test_no_class_draws_more_than_its_rating(power, catalog):
    for name, server in catalog.servers.items():
        found = power(name)
        assert found.idle.value <= found.full_load.value <= server.max_power_kw.value, name
