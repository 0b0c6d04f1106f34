"""Parts of GPUs against what NVIDIA publishes about MIG."""

import pytest
from wizard.catalogs.load import load_catalog
from wizard.sizing.partition import geometry, parts_of

CATALOG = load_catalog()


def parts(card: str, method: str = "mig") -> dict[str, tuple[float, float, float]]:
    """Usable GiB, share of the bandwidth, share of the arithmetic by profile."""
    whole = CATALOG.accelerators[card]
    return {
        p.profile: (
            p.accelerator.usable_gib.value,
            p.accelerator.memory_bandwidth_gb_per_s.value / whole.memory_bandwidth_gb_per_s.value,
            p.accelerator.dense_tflops["bf16"].value / whole.dense_tflops["bf16"].value,
        )
        for p in parts_of(whole, method, CATALOG.figures)  # type: ignore[arg-type]
    }


def test_an_h100_is_cut_as_its_driver_says() -> None:
    """R151: ``nvidia-smi mig -lgip`` on an H100 of 80 GB: 9.75, 19.62 and 39.50 GiB; 16 and 32 of 132 SMs."""
    found = parts("h100-sxm-80")
    assert {name: gib for name, (gib, _bw, _sm) in found.items()} == pytest.approx(
        {"1g": 9.75, "2g": 19.62, "3g": 39.50}, rel=0.002
    )
    assert (found["1g"][2], found["2g"][2]) == pytest.approx((16 / 132, 32 / 132), rel=0.002)
    assert [bandwidth for _gib, bandwidth, _sm in found.values()] == pytest.approx([1 / 8, 2 / 8, 4 / 8])


def test_a_card_of_four_instances_is_cut_into_quarters_and_halves() -> None:
    """NVIDIA MIG user guide, A30: 1g.6gb is 1/4 of memory and SMs, 2g.12gb is 2/4."""
    assert [sm for _gib, _bw, sm in parts("a30-24").values()] == [0.25, 0.5]


def test_an_l40s_cannot_be_cut() -> None:
    """R116: it is not on NVIDIA's list of MIG cards."""
    assert parts("l40s-48") == {}


def test_equal_parts_lose_speed_to_their_neighbours() -> None:
    halves = parts("l40s-48", "mps")["half"]
    assert halves[1] < 0.5
    assert halves[0] == pytest.approx(CATALOG.accelerators["l40s-48"].usable_gib.value / 2)


def test_as_many_parts_as_the_share_says_fit_on_a_gpu() -> None:
    """NVIDIA/mig-parted: 7 × 1g, 3 × 2g or 2 × 3g on an H100."""
    card = CATALOG.accelerators["h100-sxm-80"]
    whole = geometry(card, "mig")
    for part in parts_of(card, "mig", CATALOG.figures):
        count = round(1 / part.share)
        assert count * part.slices.compute <= whole.compute
        assert count * part.slices.memory <= whole.memory
        assert {"1g": 7, "2g": 3, "3g": 2}[part.profile] == count
