"""Reading Hugging Face configurations: what is understood, and what is refused with its field named."""

import csv
import json
import os
from pathlib import Path

import pytest
from wizard.catalogs.hf_config import architecture_from_config, read_config
from wizard.domain.errors import CodedError
from wizard.domain.model import NumberFormat
from wizard.sizing.architecture import count_parameters

CONFIGS = json.loads((Path(__file__).parents[1] / "data" / "model_configs.json").read_text(encoding="utf-8"))


def config(name: str, **changes: object) -> dict:
    return {**json.loads(json.dumps(CONFIGS[name]["config"])), **changes}


def without(name: str, field: str) -> dict:
    return {k: v for k, v in config(name).items() if k != field}


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        (without("Llama-3.1-8B", "hidden_size"), "C201", "hidden_size"),
        (without("Llama-3.1-8B", "model_type"), "C201", "model_type"),
        (config("Llama-3.1-8B", hidden_size="4096"), "C202", "hidden_size"),
        (config("Llama-3.1-8B", num_hidden_layers=0), "C202", "num_hidden_layers"),
        (config("Llama-3.1-8B", vocab_size=10**12), "C202", "vocab_size"),
        (config("Llama-3.1-8B", attention_bias="no"), "C202", "attention_bias"),
        (config("Llama-3.1-8B", num_attention_heads=33), "C202", "num_attention_heads"),
        (config("Llama-3.1-8B", num_key_value_heads=5), "C202", "num_key_value_heads"),
        (config("Llama-3.1-8B", model_type="llama17"), "C203", "llama17"),
        (config("Llama-3.1-8B", compress_ratios=[1, 2]), "C204", "compress_ratios"),
        (config("Llama-3.1-8B", quantization_config={"quant_method": "zip"}), "C204", "quant_method"),
        (config("Llama-3.1-8B", quantization_config="fp8"), "C202", "quantization_config"),
        (config("gpt-oss-120b", layer_types=["odd"] * 36), "C202", "layer_types"),
        (config("gpt-oss-120b", layer_types="odd"), "C202", "layer_types"),
        (config("Nemotron-3-Nano", hybrid_override_pattern="M?"), "C202", "hybrid_override_pattern"),
        (config("Nemotron-3-Nano", layers_block_type=["odd"]), "C202", "layers_block_type"),
    ],
)
def test_a_fault_names_its_field(values, code, field):
    with pytest.raises(CodedError) as caught:
        architecture_from_config(values, "case")
    assert caught.value.error.code == code
    assert field in caught.value.in_language("de")


def test_the_checkpoint_says_how_it_stores_weights():
    stored = architecture_from_config(config("gpt-oss-120b"), "x").quantisation
    assert stored is not None
    assert (stored.format, stored.bits) == (NumberFormat.FP4, 4.25)
    assert set(stored.unquantised_modules) == {"attention", "embedding", "head"}


@pytest.mark.parametrize(
    ("settings", "number_format", "bits"),
    [
        ({"quant_method": "fp8", "weight_block_size": [128, 128]}, NumberFormat.FP8, 8.0),
        ({"quant_method": "awq", "bits": 4, "group_size": 128}, NumberFormat.INT4, 4.125),
        ({"quant_method": "gptq", "bits": 8, "group_size": -1}, NumberFormat.INT8, 8.0),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, NumberFormat.INT4, 4.25),
        ({"quant_method": "bitsandbytes", "load_in_8bit": True}, NumberFormat.INT8, 8.0),
        ({"quant_method": "modelopt", "quant_algo": "NVFP4"}, NumberFormat.FP4, 4.5),
        (
            {"config_groups": {"group_0": {"weights": {"num_bits": 4, "type": "float", "group_size": 16}}}},
            NumberFormat.FP4,
            4.5,
        ),
    ],
)
def test_stored_bits_include_group_scales(settings, number_format, bits):
    stored = architecture_from_config(config("Llama-3.1-8B", quantization_config=settings), "x").quantisation
    assert stored is not None
    assert (stored.format, stored.bits) == (number_format, bits)


def test_layers_listed_one_by_one_count_as_unquantised():
    names = [f"model.layers.{i}.self_attn*" for i in range(30)]
    settings = {"quant_method": "fp8", "ignore": ["lm_head", *names]}
    stored = architecture_from_config(config("Llama-3.1-8B", quantization_config=settings), "x").quantisation
    assert stored is not None
    assert set(stored.unquantised_modules) == {"attention", "head"}


def test_nemotron_nas_reads_every_block():
    """Two blocks: a whole one, and one without attention and with a narrower feed-forward part."""
    blocks = [
        {"attention": {"n_heads_in_group": 8}, "ffn": {"ffn_mult": 5.25}},
        {"attention": {"no_op": True}, "ffn": {"ffn_mult": 2.625}},
    ]
    model = architecture_from_config(
        config("Llama-3.1-70B", model_type="nemotron-nas", num_hidden_layers=2, block_configs=blocks), "x"
    )
    assert [(g.attention.kind, g.attention.kv_heads) for g in model.layers] == [("full", 8), ("none", 0)]
    assert [g.feed_forward.intermediate for g in model.layers if g.feed_forward] == [28_672, 14_336]


def test_a_folder_is_named_by_its_hub_id(tmp_path):
    folder = tmp_path / "meta-llama--Llama-3.1-8B"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(config("Llama-3.1-8B")))
    assert read_config(folder).ref == "meta-llama/Llama-3.1-8B"


@pytest.mark.parametrize("content", ["{", "[1]", "[" * 100_000])
def test_a_damaged_file_is_refused(tmp_path, content):
    (tmp_path / "config.json").write_text(content)
    with pytest.raises(CodedError, match="C205"):
        read_config(tmp_path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CodedError, match=r"nothing\.json"):
        read_config(tmp_path / "nothing.json")


def test_a_huge_file_is_not_read(tmp_path):
    (tmp_path / "config.json").write_text(" " * 5_000_001)
    with pytest.raises(CodedError, match="C205"):
        read_config(tmp_path)


REFERENCE = os.environ.get("RECHENWERK_REFERENCE")


@pytest.mark.reference
@pytest.mark.skipif(not REFERENCE, reason="RECHENWERK_REFERENCE names no folder")
@pytest.mark.parametrize("path", sorted(Path(REFERENCE or ".").glob("hf_configs/*.json")), ids=lambda p: p.stem)
def test_every_reference_configuration_loads_or_names_its_field(path):
    outcome = _read(path)
    assert outcome in {"C201", "C203", "C204", "understood"}


def _read(path: Path) -> str:
    try:
        return "understood" if read_config(path).layer_count else "empty"
    except CodedError as error:
        return error.error.code


@pytest.mark.reference
@pytest.mark.skipif(not REFERENCE, reason="RECHENWERK_REFERENCE names no folder")
def test_sizes_agree_with_an_independent_count():
    """The reference counts language parts only and rounds shared experts, so nine in ten agree within 3 %."""
    folder = Path(REFERENCE or ".")
    with (folder / "facts" / "models.csv").open(encoding="utf-8", newline="") as lines:
        counted = {r["hf_id"]: r["params_computed_b_derived"] for r in csv.DictReader(lines)}
    ratios = []
    for path in sorted(folder.glob("hf_configs/*.json")):
        reference = counted.get(path.stem.replace("--", "/"))
        if reference and _read(path) == "understood":
            ratios.append(count_parameters(read_config(path)).total / 1e9 / float(reference))
    assert sum(abs(r - 1) <= 0.03 for r in ratios) >= 0.9 * len(ratios) > 50
