"""Names of accelerators and models: one spelling for separators, never a guess."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wizard.catalogs.find import find_accelerator, find_model
from wizard.catalogs.load import load_catalog
from wizard.domain.errors import CodedError
from wizard.questionnaire.loader import load_questionnaire
from wizard.session.meant import meant_by

CATALOG = load_catalog()
CARDS = [(name, card.id) for card in CATALOG.accelerators.values() for name in (card.id, card.name, *card.aliases)]
MODELS = [(name, model.id) for model in CATALOG.models.values() for name in (model.id, *model.aliases)]
KNOWN = {" ".join(name.replace("-", " ").replace("_", " ").split()).casefold() for name, _owner in CARDS + MODELS}
LOOSE = {name.casefold() for card in CATALOG.accelerators.values() for name in card.loose_names}


@pytest.mark.parametrize("spelling", ["A100-80GB", "A100 80GB", " a100_80gb "])
def test_separators_are_spelling(spelling: str) -> None:
    """People type a space where lists write a hyphen; what is left out is never guessed."""
    assert find_accelerator(load_catalog(), spelling).id == "a100-sxm-80"


@given(st.sampled_from([one for one in CARDS if one[0] != CATALOG.accelerators[one[1]].name]))
def test_every_alias_of_a_card_means_this_card(named: tuple[str, str]) -> None:
    assert find_accelerator(CATALOG, named[0]).id == named[1]


@given(st.sampled_from(MODELS), st.sampled_from([str.upper, str.lower, str.swapcase, " {} ".format]))
def test_every_alias_of_a_model_means_this_model(named: tuple[str, str], spelt) -> None:
    assert find_model(CATALOG, spelt(named[0])).id == named[1]


@given(st.sampled_from(CARDS + MODELS), st.data())
def test_a_name_cut_or_grown_means_nothing_or_is_a_name_of_its_own(named: tuple[str, str], data: st.DataObject) -> None:
    """``H20`` is no short form of ``H200``: only an exact name resolves."""
    name = named[0]
    grown = name + data.draw(st.sampled_from(["0", "S", "x", "-8", " Ti"]))
    changed = data.draw(st.sampled_from([name[:-1], name[1:], grown]))
    if " ".join(changed.replace("-", " ").replace("_", " ").split()).casefold() in KNOWN or changed.strip() == "":
        return
    for find in (find_accelerator, find_model):
        with pytest.raises(CodedError):
            find(CATALOG, changed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("H20", "H200-SXM-141GB"), ("L4", "L40S"), ("L4", "L40"), ("L40", "L40S"), ("A10", "A100-80GB"), ("A2", "A30"),
        ("RTX-4090-24GB", "RTX-4080-16GB"), ("RTX-3080-10GB", "RTX 3080 Ti"), ("RTX-6000-Ada-48GB", "Quadro RTX 6000"),
        ("B200", "GB200"), ("B300", "GB300"), ("MI300X", "MI325X"), ("MI350X", "MI355X"), ("Gaudi2", "Gaudi3"),
    ],
)  # fmt: skip
def test_names_that_begin_alike_are_different_cards(one: str, other: str) -> None:
    assert find_accelerator(CATALOG, one).id != find_accelerator(CATALOG, other).id


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("H100", {"h100-sxm-80", "h100-pcie-80", "h100-nvl-94"}),
        ("H200", {"h200-sxm-141", "h200-nvl-141"}),
        ("RTX 6000", {"rtx-pro-6000-ws-96", "rtx-6000-ada-48", "quadro-rtx-6000-24"}),
        ("V100", {"v100-sxm-32", "v100-pcie-32", "v100-sxm-16"}),
    ],
)
def test_a_name_of_several_cards_is_asked_back(asked: str, named: set[str]) -> None:
    with pytest.raises(CodedError, match="C098") as caught:
        find_accelerator(CATALOG, asked)
    assert all(identity in caught.value.in_language("de") for identity in named)


def test_a_loose_name_never_resolves() -> None:
    resolved = [name for name in LOOSE if name.replace("-", " ") in KNOWN]
    assert resolved == []


def test_every_name_in_an_answer_is_told_apart() -> None:
    question = load_questionnaire().question("hw.nodes")
    found = meant_by(CATALOG, question, [{"gpu": "l4"}, {"gpu": "H100"}, {"gpu": "H10"}, {"count": 2}, {"gpu": "l4"}])
    assert [(one.asked, one.identity, one.problem and one.problem.error.code) for one in found] == [
        ("l4", "l4-24", None),
        ("H100", "", "C098"),
        ("H10", "", "C011"),
    ]


@pytest.mark.parametrize("value", ["class_8b", "custom", "", None])
def test_size_classes_are_no_names(value: str | None) -> None:
    assert meant_by(CATALOG, load_questionnaire().question("w.model_ref"), value) == ()
