"""The models of the catalogue against published sizes, names and licences."""

import csv
from collections import Counter
from pathlib import Path

import pytest
from wizard.catalogs.find import find_model
from wizard.catalogs.load import load_catalog
from wizard.domain.errors import CodedError
from wizard.sizing.architecture import count_parameters, sequence_kv_bytes

NAMES = Path(__file__).parents[1] / "data" / "measured_model_names.csv"
MEASURED = [(row["name"], row["model"]) for row in csv.DictReader(NAMES.open(encoding="utf-8"))]


def test_every_kind_of_model_is_there() -> None:
    """R041: language, vision, speech, embedding and image models."""
    kinds = Counter(model.modality for model in load_catalog().models.values())
    assert sum(kinds.values()) >= 90
    assert kinds.keys() == {"text", "vision_text", "audio", "embedding", "image", "tabular"}
    assert kinds["text"] >= 60
    assert min(kinds["vision_text"], kinds["audio"], kinds["embedding"]) >= 6


@pytest.mark.parametrize(
    ("model", "parameters"),
    [
        ("LiquidAI/LFM2-1.2B", 1_170_340_608),
        ("llm-foundry/mpt-125m", 125_311_488),
        ("llm-foundry/mpt-70b", 64_862_437_376),
        ("meta-llama/Llama-3.1-8B-Instruct", 8_030_261_248),
    ],
)
def test_sizes_published_to_the_unit_are_met(model: str, parameters: int) -> None:
    """Model card of LFM2, benchmark table of llm-foundry, weights of Llama 3.1."""
    assert count_parameters(find_model(load_catalog(), model).architecture).total == parameters


@pytest.mark.parametrize(
    ("model", "active_b"),
    [
        ("deepseek-ai/DeepSeek-V3", 37),
        ("mistralai/Mixtral-8x7B-Instruct-v0.1", 12.9),
        ("Qwen/Qwen3-235B-A22B", 22),
        ("Qwen/Qwen3-Coder-480B-A35B-Instruct", 35),
        ("Qwen/Qwen3.5-397B-A17B", 17),
        ("meta-llama/Llama-4-Maverick-17B-128E-Instruct", 17),
        ("moonshotai/Kimi-K2-Instruct", 32),
        ("deepseek-ai/DeepSeek-V4-Pro", 49),
        ("nvidia/NVIDIA-Nemotron-3-Ultra-550B-A55B", 55),
    ],
)
def test_active_parameters_are_those_of_the_maker(model: str, active_b: float) -> None:
    active = count_parameters(find_model(load_catalog(), model).architecture).active
    assert active / 1e9 == pytest.approx(active_b, rel=0.03)


@pytest.mark.parametrize(("name", "model"), MEASURED, ids=[name for name, _ in MEASURED])
def test_models_of_published_measurements_are_known(name: str, model: str) -> None:
    assert find_model(load_catalog(), name).architecture.model_ref == model


@pytest.mark.parametrize(
    "name", ["Llama-3", "Llama-3.1", "Qwen3", "Qwen3-3", "gemma-4", "MPT-7", "gpt-oss", "whisper", "Kimi", "DeepSeek-V"]
)
def test_the_beginning_of_a_name_is_no_name(name: str) -> None:
    with pytest.raises(CodedError, match="C012"):
        find_model(load_catalog(), name)


@pytest.mark.parametrize(
    ("name", "context"),
    [
        ("meta-llama/Meta-Llama-3-8B", 8_192),
        ("meta-llama/Llama-3.1-8B", 131_072),
        ("Qwen/Qwen3-30B-A3B", 40_960),
        ("Qwen/Qwen3-30B-A3B-Instruct-2507", 262_144),
        ("Qwen/Qwen2.5-Coder-7B-Instruct", 32_768),
        ("huggyllama/llama-7b", 2_048),
        ("BAAI/bge-m3", 8_192),
        ("google/gemma-3-27b-it", 131_072),
        ("zai-org/GLM-5.2", 1_048_576),
    ],
)
def test_sisters_of_one_shape_keep_their_own_context(name: str, context: int) -> None:
    assert find_model(load_catalog(), name).architecture.context == context


@pytest.mark.parametrize(
    "name",
    [
        "FLUX.1-dev",
        "jina-embeddings-v3",
        "c4ai-command-r-08-2024",
        "aya-23-8B",
        "Mistral-Large-Instruct-2411",
        "Mistral-Small-Instruct-2409",
        "Qwen2.5-3B",
        "Pharia-1-LLM-7B-control-aligned",
        "huggyllama/llama-30b",
    ],
)
def test_research_and_non_commercial_licences_forbid_business_use(name: str) -> None:
    assert find_model(load_catalog(), name).commercial_use == "no"


@pytest.mark.parametrize("name", ["Llama-3.2-11B-Vision", "Llama-4-Scout", "Llama-4-Maverick"])
def test_multimodal_llama_warns_of_the_limit_in_the_eu(name: str) -> None:
    """The licence of Llama 3.2 names the EU for its multimodal models only."""
    entry = find_model(load_catalog(), name)
    assert entry.commercial_use == "conditional"
    assert entry.licence_note is not None
    assert "mit Sitz in der EU" in entry.licence_note.de
    assert "not licensed to parties based in the EU" in entry.licence_note.en


def test_whoever_may_not_use_a_model_freely_is_told_why() -> None:
    models = load_catalog().models.values()
    assert [m.id for m in models if m.commercial_use != "yes" and not m.licence_note] == []


def test_no_licence_left_unread_is_called_free() -> None:
    models = load_catalog().models.values()
    assert [m.id for m in models if m.licence == "not-stated" and m.commercial_use == "yes"] == []


@pytest.mark.parametrize("name", ["chronos-t5-mini", "chronos-t5-base", "chronos-t5-large"])
def test_forecasting_models_are_sized_like_the_encoder_decoders_they_are(name: str) -> None:
    """Chronos-T5: 20, 200 and 710 million (amazon-science/chronos-forecasting), T5 with 4,096 values for words."""
    entry = find_model(load_catalog(), name)
    published = {"mini": 0.02, "base": 0.2, "large": 0.71}[name.rpartition("-")[2]]
    assert entry.modality == "tabular"
    assert count_parameters(entry.architecture).total / 1e9 == pytest.approx(published, rel=0.03)


def test_linear_layers_of_kimi_k3_hold_a_state_and_no_cache() -> None:
    """24 of 93 layers attend to every token (moonshotai/Kimi-K3 config.json), each with 512 + 64 latent values."""
    model = find_model(load_catalog(), "Kimi-K3").architecture
    growth = sequence_kv_bytes(model, 8_193, "bf16") - sequence_kv_bytes(model, 8_192, "bf16")
    assert model.layer_count == 93
    assert growth == 24 * (512 + 64) * 2
