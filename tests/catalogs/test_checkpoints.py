"""A name that differs only by its number format means the model as that copy stores it."""

import os
import re
from pathlib import Path

import pytest
from wizard.catalogs.entries import find_entries
from wizard.catalogs.find import find_model
from wizard.catalogs.hf_config import read_config
from wizard.catalogs.load import load_catalog
from wizard.domain.catalog import ModelEntry
from wizard.domain.errors import CodedError
from wizard.domain.model import ModelArchitecture
from wizard.sizing.formats import resolve_weights, weight_bytes

CATALOG = load_catalog()
REFERENCE = Path(os.environ.get("RECHENWERK_REFERENCE", "."))
reference = pytest.mark.skipif("RECHENWERK_REFERENCE" not in os.environ, reason="RECHENWERK_REFERENCE names no folder")
IN_NAMES = (
    (r"nvfp4|mxfp4", "fp4"), (r"fp8", "fp8"), (r"w8a8|int8", "int8"), (r"awq|int4|bnb-4bit", "int4"), (r"bf16", "bf16"),
)  # fmt: skip


def weights_gb(name: str) -> float:
    model = find_model(CATALOG, name).architecture
    return weight_bytes(model, resolve_weights(model, "native"), CATALOG.figures).total / 1e9


@pytest.mark.parametrize(
    ("name", "number_format", "gigabytes"),
    [
        # parameters by the models' config.json; embedding and head, 1.56 x 10^9, in 16 bit
        ("Qwen/Qwen3-32B", "bf16", 65.52),
        ("Qwen/Qwen3-32B-FP8", "fp8", 34.32),
        ("qwen/qwen3-32b-awq", "int4", 19.20),
        # 14.77 x 10^9, of which 1.56 stay in 16 bit
        ("Qwen/Qwen2.5-14B-Instruct-GPTQ-Int8", "int8", 16.54),
        # 70.55 x 10^9, of which 2.1 stay in 16 bit
        ("neuralmagic/Meta-Llama-3.1-70B-Instruct-quantized.w8a8", "int8", 72.66),
        ("amd/Llama-3.1-70B-Instruct-FP8-KV", "fp8", 72.66),
        # files of moonshotai/Kimi-K2.5 on huggingface.co: 595 GB with its vision part
        ("moonshotai/Kimi-K2.5", "int4", 590.0),
        # olka-fi/MiniMax-M2.7-MXFP4 on huggingface.co: 215 GiB of FP8
        ("MiniMaxAI/MiniMax-M2.7", "fp8", 230.0),
    ],
)
def test_native_is_the_format_of_the_named_copy(name: str, number_format: str, gigabytes: float) -> None:
    """R009: the weights of a quantised copy are those of its own format, not of the original."""
    model = find_model(CATALOG, name).architecture
    assert resolve_weights(model, "native") == number_format
    assert weights_gb(name) == pytest.approx(gigabytes, rel=0.01)


def test_a_copy_keeps_its_name_and_its_model() -> None:
    entry = find_model(CATALOG, "QWEN/qwen3-32b-fp8")
    assert entry.id == "Qwen/Qwen3-32B-FP8"
    assert entry.architecture.ref == "Qwen/Qwen3-32B-FP8"
    assert entry.architecture.model_ref == "Qwen/Qwen3-32B"
    assert entry.licence == CATALOG.models["Qwen/Qwen3-32B"].licence
    assert entry.name == "Qwen3 32B (FP8)"


def _marked() -> list[str]:
    """Names of all models and copies that say a format."""
    names = [n for m in CATALOG.models.values() for n in (m.id, *m.aliases, *m.checkpoints)]
    return [n for n in names if any(re.search(mark, n, re.IGNORECASE) for mark, _ in IN_NAMES)]


@pytest.mark.parametrize("name", _marked())
def test_a_format_in_a_name_is_the_format_of_the_weights(name: str) -> None:
    """No alias leads from the name of a quantised copy to the unquantised original."""
    expected = next(found for mark, found in IN_NAMES if re.search(mark, name, re.IGNORECASE))
    assert resolve_weights(find_model(CATALOG, name).architecture, "native") == expected


@pytest.mark.parametrize("name", [n for m in CATALOG.models.values() for n in m.checkpoints])
def test_every_copy_is_found_by_the_catalogue_search(name: str) -> None:
    (found,) = find_entries(CATALOG, name)
    assert (found.kind, found.id) == ("models", name)


def test_a_name_without_its_maker_is_answered_with_the_copy() -> None:
    """Never taken for it: several makers publish copies under one name."""
    with pytest.raises(CodedError, match="Qwen/Qwen3-32B-FP8"):
        find_model(CATALOG, "Qwen3-32B-FP8")


def own_models(checkpoints: object) -> dict[str, object]:
    return {"models": {"Qwen/Qwen3-14B": {"checkpoints": checkpoints}}}


SOURCE = {"source": "config.json of the client", "retrieved_on": "2026-11-30"}


def test_an_assessment_may_bring_a_copy_of_its_own() -> None:
    awq = {"quantization_config": {"quant_method": "awq", "bits": 4, "group_size": 64}, **SOURCE}
    entry = find_model(load_catalog(own_models({"house/qwen3-14b-awq": awq})), "house/qwen3-14b-awq")
    assert entry.architecture.quantisation is not None
    assert entry.architecture.quantisation.bits == 4.25
    shipped = find_model(load_catalog(own_models({"house/x": awq})), "Qwen/Qwen3-14B-AWQ")
    assert shipped.architecture.quantisation is not None


def test_a_16_bit_copy_of_a_quantised_model_is_16_bit() -> None:
    copy = {"house/m2.7-bf16": {"dtype": "bfloat16", **SOURCE}}
    catalog = load_catalog({"models": {"MiniMaxAI/MiniMax-M2.7": {"checkpoints": copy}}})
    assert resolve_weights(find_model(catalog, "house/m2.7-bf16").architecture, "native") == "bf16"


def test_a_copy_whose_format_nobody_recorded_is_known_as_such() -> None:
    entry = find_model(load_catalog(own_models({"house/qwen3-14b-gguf": SOURCE})), "house/qwen3-14b-gguf")
    assert not entry.architecture.format_known
    assert find_model(CATALOG, "Qwen/Qwen3-14B-AWQ").architecture.format_known


@pytest.mark.parametrize("tag", ["llama3.1:8b", "qwen3:32b", "gemma3:27b"])
def test_a_tag_of_ollama_says_no_format(tag: str) -> None:
    """ollama.com/library lists several quantisations under each of these names and pulls one in four bits."""
    assert not find_model(CATALOG, tag).architecture.format_known


@pytest.mark.parametrize(
    ("checkpoints", "code", "said"),
    [
        (["a"], "C001", "checkpoints"),
        ({"a": {"quantization_config": {"quant_method": "zip"}, **SOURCE}}, "C204", "quant_method"),
        ({"a": {"quantization_config": {"quant_method": "fp8"}}}, "C014", "source"),
        ({"a": {"bits": 4, **SOURCE}}, "C015", "bits"),
        ({"Qwen/Qwen3-8B": {"dtype": "bfloat16", **SOURCE}}, "C009", "Qwen3-8B"),
        ({"unsloth/Qwen3-8B-FP8": {"dtype": "bfloat16", **SOURCE}}, "C009", "unsloth/Qwen3-8B-FP8"),
    ],
)
def test_a_fault_in_a_copy_names_its_field(checkpoints: object, code: str, said: str) -> None:
    with pytest.raises(CodedError) as caught:
        load_catalog(own_models(checkpoints))
    assert caught.value.error.code == code
    assert said in caught.value.in_language("en")


def _quantised() -> list[Path]:
    files = sorted(REFERENCE.glob("hf_configs/*.json"))
    return [file for file in files if "quantization_config" in file.read_text(encoding="utf-8")]


@reference
@pytest.mark.reference
@pytest.mark.parametrize("path", _quantised(), ids=lambda p: p.stem)
def test_the_catalogue_stores_what_the_configuration_says(path: Path) -> None:
    """R019: format, bits with scales, groups, blocks and the attention that is spared."""
    held = find_model(CATALOG, path.stem.replace("--", "/")).architecture
    assert _stored(held) == _stored(read_config(path))


def _stored(model: ModelArchitecture) -> tuple[object, ...]:
    stored = model.quantisation
    assert stored is not None, model.ref
    spared = "attention" in stored.unquantised_modules
    return stored.format, stored.bits, stored.group_size, stored.weight_block_size, spared


@reference
@pytest.mark.reference
def test_every_configuration_with_quantisation_is_compared() -> None:
    assert len(_quantised()) >= 27


def test_a_copy_is_an_entry_like_any_other() -> None:
    assert ModelEntry.model_validate(find_model(CATALOG, "Qwen/Qwen3-32B-FP8").model_dump()).checkpoints == {}
