"""Sizes of nearly two hundred model classes against the classes themselves, as counted by Hugging Face transformers."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wizard.catalogs.hf_config import architecture_from_config
from wizard.domain.errors import CodedError
from wizard.sizing.architecture import count_parameters

COUNTED: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "transformers_counts.json").read_text(encoding="utf-8")
)
MODELS: dict[str, dict[str, Any]] = {model["name"]: model for model in COUNTED["models"]}


@pytest.mark.parametrize("name", MODELS)
def test_the_size_is_the_one_the_class_has(name: str) -> None:
    """R019: within 3 %; towers are estimated, decoders are counted to the matrix."""
    model = MODELS[name]
    counted = count_parameters(architecture_from_config(model["config"], name)).total
    assert counted == pytest.approx(model["parameters"], rel=0.03)


def test_most_sizes_are_met_almost_to_the_parameter() -> None:
    ratios = [
        count_parameters(architecture_from_config(m["config"], name)).total / m["parameters"]
        for name, m in MODELS.items()
    ]
    assert len(ratios) >= 150
    assert sum(abs(ratio - 1) < 0.002 for ratio in ratios) >= 0.75 * len(ratios)


@pytest.mark.parametrize(
    ("name", "field", "part"),
    [
        ("llava", "qformer_config", {"num_hidden_layers": 12, "hidden_size": 768}),
        ("qwen3", "decoder_config", {"num_layers": 6}),
        ("bert", "vision_config", {"depth": 12}),
        ("phi3", "img_processor", {"model_name": "acme/own-tower"}),
    ],
)
def test_a_network_nobody_counts_is_named(name: str, field: str, part: dict[str, Any]) -> None:
    """Left out it would make the model look smaller than it is."""
    with pytest.raises(CodedError, match=rf"C204.*{field}"):
        architecture_from_config({**MODELS[name]["config"], field: part}, name)


def test_speech_output_is_left_out() -> None:
    """A server that answers in text does not load the talker of an omni model."""
    plain = MODELS["qwen3_omni_moe_thinker"]["config"]
    talking = {"thinker_config": plain, "talker_config": {"num_hidden_layers": 20}}
    assert architecture_from_config(talking, "x").layers == architecture_from_config(plain, "x").layers


def test_what_a_cut_configuration_lacks_is_named_behind_its_class() -> None:
    """Only what differs from the defaults was kept: the class is known, its width is not."""
    cut = {"_config_class": "Qwen3OmniMoeConfig", "thinker_config": {"text_config": {"num_hidden_layers": 48}}}
    with pytest.raises(CodedError, match=r"C201.*'hidden_size'"):
        architecture_from_config(cut, "x")


WRONG = [None, True, 0, -1, 10**30, 2.5, float("nan"), float("inf"), "", "auto", [], [1], [None], [[1]], {}, {"a": 1}]


def _places(config: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    pairs = config.items() if isinstance(config, dict) else enumerate(config) if isinstance(config, list) else ()
    for key, value in pairs:
        yield (*before, key)
        yield from _places(value, (*before, key))


@settings(max_examples=400)
@given(st.sampled_from(sorted(MODELS)), st.data())
def test_damage_is_counted_or_named_but_never_breaks_the_reader(name: str, data: st.DataObject) -> None:
    """Any value anywhere may be missing or nonsense."""
    config = copy.deepcopy(MODELS[name]["config"])
    *outer, last = data.draw(st.sampled_from(list(_places(config))))
    level = config
    for key in outer:
        level = level[key]
    level[last] = data.draw(st.sampled_from(WRONG))
    assert _outcome(config) in {"counted", "C201", "C202", "C203", "C204"}


def _outcome(config: dict[str, Any]) -> str:
    try:
        return "counted" if count_parameters(architecture_from_config(config, "x")).total >= 0 else "negative"
    except CodedError as error:
        return error.error.code


def test_a_number_of_layers_nothing_has_is_refused_at_once() -> None:
    with pytest.raises(CodedError, match=r"C202.*num_hidden_layers"):
        architecture_from_config({**MODELS["llama"]["config"], "num_hidden_layers": 50_000_000}, "x")
