"""Accelerators in the texts of a quote: exact names only, and a question where another product may be meant."""

import pytest
from wizard.catalogs.load import load_catalog
from wizard.quotes.naming import mentions, names_of, unknown

CATALOG = load_catalog()
NAMES = names_of(CATALOG)

NAMED = {
    "8x NVIDIA L40S 48GB PCIe": ("l40s-48", 8),
    "NVIDIA H200 NVL 141 GB": ("h200-nvl-141", 1),
    "4 Stück NVIDIA H100 NVL, 94GB": ("h100-nvl-94", 4),
    "NVIDIA H100 80GB HBM3": ("h100-sxm-80", 1),
    "8 × NVIDIA H200 SXM5 141GB": ("h200-sxm-141", 8),
    "NVIDIA RTX PRO 6000 Blackwell Server Edition, 96 GB": ("rtx-pro-6000-server-96", 1),
    "RTX 6000 Ada 48GB": ("rtx-6000-ada-48", 1),
    "H20": ("h20-96", 1),
    "GPU L4 24GB": ("l4-24", 1),
}
DOUBTFUL = [
    "NVIDIA RTX PRO 6000 Blackwell 96GB",  # server, workstation or Max-Q
    "NVIDIA H100 80GB PCIe",  # the alias “H100 80GB” is the SXM part
    "RTX 4090 Laptop",
    "NVIDIA L40S 96 GB",
]
NOTHING = ["HGX H100 8-GPU", "bis zu 8x NVIDIA L40S", "Rack A2, Format A4", "Netzteil 2700W, 4x C13", "H2000", "XL40S"]


@pytest.mark.parametrize(("text", "expected"), NAMED.items())
def test_exact_names_are_found_with_their_number(text: str, expected: tuple[str, int]) -> None:
    found, doubtful = mentions([text], NAMES, CATALOG)
    assert [(one.accelerator, one.times) for one in found] == [expected]
    assert not doubtful


@pytest.mark.parametrize("text", DOUBTFUL)
def test_a_name_that_may_mean_another_product_names_none(text: str) -> None:
    found, doubtful = mentions([text], NAMES, CATALOG)
    assert not found
    assert doubtful


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_no_exact_name_is_not_found(text: str) -> None:
    assert mentions([text], NAMES, CATALOG) == ([], [])


def test_h20_is_never_h200_and_l4_never_l40s() -> None:
    """A prefix is no match."""
    found, _ = mentions(["H200 SXM", "2x L40S"], NAMES, CATALOG)
    assert [one.accelerator for one in found] == ["h200-sxm-141", "l40s-48"]


def test_an_unknown_accelerator_is_named_with_similar_ones_as_a_hint() -> None:
    error = unknown(["8x NVIDIA RTX 4000 SFF Ada"], CATALOG, [], "quote.csv:6")
    assert error.place == "quote.csv:6"
    assert "RTX 4000 SFF Ada" in error.message("en")
    assert "Similar names: " in error.message("en")
    assert "Ähnliche Namen: " in error.message("de")


def test_every_name_of_the_catalogue_finds_itself() -> None:
    for name, identity in NAMES.items():
        found, doubtful = mentions([f"GPU {' '.join(name)}"], NAMES, CATALOG)
        named = {one.accelerator for one in found}
        assert identity in named or doubtful, name
