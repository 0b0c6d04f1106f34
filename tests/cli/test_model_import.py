"""``model import``: sizes published by the makers, the block for the assessment, and what is refused."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.catalogs.load import load_catalog
from wizard.datafiles.strict_yaml import parse_yaml

LLAMA: dict[str, Any] = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 131072,
    "rms_norm_eps": 1e-05, "tie_word_embeddings": False, "torch_dtype": "bfloat16", "transformers_version": "4.43.0",
}  # fmt: skip
"""Llama 3.1 8B: 8,030,261,248 parameters, 16,060,522,496 bytes in the index of its checkpoint (huggingface.co)."""


def repository(folder: Path, config: dict[str, Any], total_size: object = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, indent=2), encoding="utf-8")
    if total_size is not None:
        index = {"metadata": {"total_size": total_size}, "weight_map": {"a": "1.safetensors", "b": "2.safetensors"}}
        (folder / "model.safetensors.index.json").write_text(json.dumps(index, indent=2), encoding="utf-8")
    return folder


def test_size_and_cache_are_the_published_ones(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """R019: the size is counted from the architecture."""
    found = rechenwerk("model", "import", repository(tmp_path / "acme--chat", LLAMA), "--json").document
    assert (found["ref"], found["parameters"], found["active_parameters"]) == (
        "acme/chat",
        8_030_261_248,
        8_030_261_248,
    )
    assert found["kv_bytes_per_token"] == {"bf16": 131_072, "fp8": 65_536}
    assert (found["context"], found["native_format"]) == (131_072, "bf16")


def test_the_configuration_of_a_known_copy_replaces_only_its_format(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """Qwen3-14B itself stays in 16 bit when the config.json of its AWQ copy is read."""
    awq = {"quant_method": "awq", "bits": 4, "group_size": 64}
    folder = repository(tmp_path / "Qwen--Qwen3-14B-AWQ", {**LLAMA, "quantization_config": awq})
    catalog = load_catalog(parse_yaml(rechenwerk("model", "import", folder, "--yaml").out)["overrides"])
    model = catalog.models["Qwen/Qwen3-14B"]
    stored = model.checkpoints["Qwen/Qwen3-14B-AWQ"].quantisation
    assert model.architecture.quantisation is None
    assert stored is not None
    assert stored.bits == 4.25


def test_the_block_is_what_an_assessment_takes(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    folder = repository(tmp_path / "acme--chat", LLAMA)
    printed = rechenwerk("model", "import", folder, "--yaml", "--licence", "mit", "--as-of", "2026-12-01").out
    model = load_catalog(parse_yaml(printed)["overrides"]).models["acme/chat"]
    assert (model.licence, model.retrieved_on.isoformat()) == ("mit", "2026-12-01")
    assert (model.architecture.hidden, model.architecture.layer_count) == (4096, 32)
    assert "transformers_version" not in printed


def test_the_imported_model_is_sized_in_an_assessment(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    block = rechenwerk("model", "import", repository(tmp_path / "acme--chat", LLAMA), "--yaml").out
    file = tmp_path / "acme.yaml"
    rechenwerk("new", file, "--no-tui", "--workload", "kind=llm_chat")
    file.write_text(file.read_text(encoding="utf-8").replace("overrides: {}\n", block), encoding="utf-8")
    shown = rechenwerk("catalog", "show", "acme/chat", "--assessment", file, "--json")
    assert shown.document["computed"]["parameters"] == 8_030_261_248, shown.err


def test_layers_of_each_kind_are_told_apart(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    sliding = {**LLAMA, "model_type": "cohere2", "sliding_window": 4096, "sliding_window_pattern": 4}
    found = rechenwerk("model", "import", repository(tmp_path / "mixed", sliding), "--json").document
    kinds = {one["kind"]: (one["layers"], one["window"]) for one in found["layer_kinds"]}
    assert kinds == {"sliding": (24, 4096), "full": (8, None)}


def test_the_index_of_the_weights_agrees(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("model", "import", repository(tmp_path / "chat", LLAMA, 16_060_522_496), "--json")
    check = outcome.document["weights_index"]
    assert (outcome.code, check["agrees"], check["files"]) == (0, True, 2)
    assert check["ratio"] == pytest.approx(1.0, abs=1e-4)


def test_an_index_of_another_model_is_a_problem(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("model", "import", repository(tmp_path / "chat", LLAMA, 32_121_044_992), "--lang", "de")
    assert outcome.code == 1
    assert "das 2.00-Fache der berechneten Byte" in outcome.err


def test_remote_code_is_named_and_not_executed(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    folder = repository(tmp_path / "chat", {**LLAMA, "auto_map": {"AutoModel": "modeling_evil.Evil"}})
    (folder / "modeling_evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')", encoding="utf-8")
    outcome = rechenwerk("model", "import", folder)
    assert "not executed: auto_map: modeling_evil.Evil" in outcome.err
    assert "not executed: modeling_evil.py" in outcome.err
    assert "auto_map" not in outcome.out
    assert not (tmp_path / "ran").exists()


def test_a_known_model_is_shown_under_its_id(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    folder = repository(tmp_path / "meta-llama--Llama-3.1-8B", LLAMA)
    outcome = rechenwerk("model", "import", folder, "--json")
    assert outcome.document["catalog_id"] == "meta-llama/Llama-3.1-8B-Instruct"
    assert list(outcome.document["overrides"]["models"]) == ["meta-llama/Llama-3.1-8B-Instruct"]


def test_a_download_of_the_hub_carries_its_name(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    folder = repository(tmp_path / "models--acme--chat" / "snapshots" / "0e9e39f249a1", LLAMA)
    assert rechenwerk("model", "import", folder, "--json").document["ref"] == "acme/chat"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"hidden_size": "wide"}, r"config.json:6: [C202] the field 'hidden_size' has the value wide"),
        ({"hidden_size": None}, r"[C201] the model configuration lacks 'hidden_size'"),
        ({"model_type": "novel"}, r"config.json:5: [C203] the model type 'novel'"),
        ({"num_key_value_heads": 7}, r"config.json:10: [C202] the field 'num_key_value_heads'"),
        ({"compress_ratios": [4, 128]}, r"[C204] the field 'compress_ratios'"),
        ({"quantization_config": {"quant_method": "mystery"}}, r"[C204] the field 'quantization_config.quant_method'"),
    ],
)
def test_a_field_that_is_not_understood_is_named(
    rechenwerk: Rechenwerk, tmp_path: Path, changes: dict[str, Any], says: str
) -> None:
    outcome = rechenwerk("model", "import", repository(tmp_path / "chat", {**LLAMA, **changes}))
    assert (outcome.code, outcome.out) == (3, "")
    assert says in outcome.err


@pytest.mark.parametrize(
    ("total", "says"),
    [("many", "index.json:3: [C202] the field 'metadata.total_size'"), (-1, "[C202]"), ({}, "[C202]")],
)
def test_a_broken_index_is_refused(rechenwerk: Rechenwerk, tmp_path: Path, total: object, says: str) -> None:
    outcome = rechenwerk("model", "import", repository(tmp_path / "chat", LLAMA, total))
    assert (outcome.code, says in outcome.err) == (3, True)


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff\xfe", b'{"a":' * 5000, b"[" * 200_000])
def test_what_is_no_configuration_is_refused(rechenwerk: Rechenwerk, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "config.json"
    file.write_bytes(content)
    outcome = rechenwerk("model", "import", file)
    assert (outcome.code, "[C205]" in outcome.err) == (3, True)


@pytest.mark.parametrize("depth", [100, 480, 950])
def test_deep_nesting_is_refused(rechenwerk: Rechenwerk, tmp_path: Path, depth: int) -> None:
    file = tmp_path / "config.json"
    file.write_text(json.dumps(LLAMA)[:-1] + ', "x": ' + '{"a":' * depth + "1" + "}" * depth + "}", encoding="utf-8")
    outcome = rechenwerk("model", "import", file)
    assert (outcome.code, "[C205]" in outcome.err) == (3, True)


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "9" * 400, "1e400", "true"])
def test_a_width_that_is_no_number_is_named(rechenwerk: Rechenwerk, tmp_path: Path, value: str) -> None:
    file = tmp_path / "config.json"
    file.write_text(json.dumps(LLAMA, indent=1).replace("4096", value, 1), encoding="utf-8")
    outcome = rechenwerk("model", "import", file)
    assert (outcome.code, "[C202] the field 'hidden_size'" in outcome.err) == (3, True)


def test_a_pipe_and_a_huge_file_are_refused_unread(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    pipe, huge = tmp_path / "pipe.json", tmp_path / "huge.json"
    os.mkfifo(pipe)
    with huge.open("wb") as stream:
        stream.truncate(5_000_000_000)
    assert [rechenwerk("model", "import", file).code for file in (pipe, huge)] == [3, 3]


def test_hostile_text_of_a_configuration_reaches_no_terminal(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    folder = repository(tmp_path / "chat", {**LLAMA, "auto_map": {"AutoModel": "a\x1b]0;owned\x07.B"}})
    outcome = rechenwerk("model", "import", folder, "--id", "acme/\x1b[31mred")
    assert "\x1b" not in outcome.out + outcome.err


@pytest.mark.skipif("RECHENWERK_REFERENCE" not in os.environ, reason="needs the collected configurations")
def test_the_kept_keys_give_the_same_architecture() -> None:
    from wizard.catalogs.hf_config import architecture_from_config
    from wizard.catalogs.hf_import import import_model
    from wizard.domain.errors import CodedError

    files = sorted((Path(os.environ["RECHENWERK_REFERENCE"]) / "hf_configs").glob("*.json"))
    read = 0
    for file in files:
        try:
            model = import_model(file)
        except CodedError:
            continue
        read += 1
        assert architecture_from_config(model.keys, model.ref) == model.architecture, file.name
    assert read > 100
