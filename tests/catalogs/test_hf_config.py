"""Reading Hugging Face configurations: what is understood, and what is refused with its field named."""

import csv
import json
import os
from pathlib import Path

import pytest
from wizard.catalogs.hf_config import architecture_from_config, read_config
from wizard.domain.errors import CodedError
from wizard.domain.model import NumberFormat
from wizard.sizing.architecture import count_parameters, sequence_kv_bytes

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
        (
            config("Llama-3.1-8B", quantization_config={"quant_method": "fp8", "weight_block_size": [128]}),
            "C202",
            "weight_block_size",
        ),
        (
            config("Llama-3.1-8B", quantization_config={"quant_method": "fp8", "weight_block_size": [128, "x"]}),
            "C202",
            "weight_block_size",
        ),
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
        # QLoRA, arXiv 2305.14314, section 3: 0.5 bit a parameter for the constants, 0.127 when quantised themselves
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, NumberFormat.INT4, 4.5),
        (
            {"quant_method": "bitsandbytes", "load_in_4bit": True, "bnb_4bit_use_double_quant": True},
            NumberFormat.INT4,
            pytest.approx(4.127, abs=0.001),
        ),
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


@pytest.mark.parametrize("block", [None, [128, 64]])
def test_the_blocks_that_share_a_scale_are_kept(block):
    settings = {"quant_method": "fp8", "weight_block_size": block}
    stored = architecture_from_config(config("Llama-3.1-8B", quantization_config=settings), "x").quantisation
    assert stored is not None
    assert stored.weight_block_size == (None if block is None else tuple(block))


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


GEMMA_4 = {
    "model_type": "gemma4_text", "hidden_size": 5376, "num_hidden_layers": 60, "intermediate_size": 21_504,
    "num_attention_heads": 32, "num_key_value_heads": 16, "head_dim": 256, "global_head_dim": 512,
    "num_global_key_value_heads": 4, "attention_k_eq_v": True, "sliding_window": 1_024, "vocab_size": 262_144,
    "layer_types": (["sliding_attention"] * 5 + ["full_attention"]) * 10,
}  # fmt: skip
"""google/gemma-4-31B as retyped in AI-Hypercomputer/maxtext@e591f30."""


def test_wider_global_layers_with_shared_values():
    """Gemma 4 31B: 30.7 billion parameters without its vision tower; global layers have 4 key heads of 512."""
    model = architecture_from_config(GEMMA_4, "gemma-4-31b")
    assert count_parameters(model).total / 1e9 == pytest.approx(30.7, rel=0.01)
    growth = sequence_kv_bytes(model, 8_193, "bf16") - sequence_kv_bytes(model, 8_192, "bf16")
    assert growth == 10 * 2 * 4 * 512 * 2


def test_a_dense_part_beside_experts():
    """Gemma 4 26B-A4B: every layer has 128 experts and a dense part; about 4 billion are active."""
    changes = {
        "hidden_size": 2_816, "num_hidden_layers": 30, "intermediate_size": 2_112, "moe_intermediate_size": 704,
        "num_attention_heads": 16, "num_key_value_heads": 8, "num_global_key_value_heads": 2, "num_experts": 128,
        "top_k_experts": 8, "enable_moe_block": True,
        "layer_types": (["sliding_attention"] * 5 + ["full_attention"]) * 5,
    }  # fmt: skip
    parameters = count_parameters(architecture_from_config({**GEMMA_4, **changes}, "gemma-4-26b-a4b"))
    assert parameters.total / 1e9 == pytest.approx(25.2, rel=0.02)
    assert parameters.active / 1e9 == pytest.approx(3.8, rel=0.05)


def test_layers_that_reuse_an_earlier_cache_hold_none():
    """Gemma 4 E2B: the last 20 of 35 layers keep no cache of their own and are twice as wide."""
    changes = {
        "hidden_size": 1_536, "num_hidden_layers": 35, "intermediate_size": 6_144, "num_attention_heads": 8,
        "num_key_value_heads": 1, "num_global_key_value_heads": None, "attention_k_eq_v": False,
        "num_kv_shared_layers": 20, "use_double_wide_mlp": True, "hidden_size_per_layer_input": 256,
        "sliding_window": 512, "layer_types": (["sliding_attention"] * 4 + ["full_attention"]) * 7,
    }  # fmt: skip
    model = architecture_from_config({**GEMMA_4, **changes}, "gemma-4-e2b")
    growth = sequence_kv_bytes(model, 8_193, "bf16") - sequence_kv_bytes(model, 8_192, "bf16")
    assert growth == 3 * 2 * 512 * 2
    assert {g.feed_forward.intermediate for g in model.layers if g.feed_forward} == {6_144, 12_288}


@pytest.mark.parametrize(
    ("changes", "experts"),
    [
        ({"moe_layer_freq": [0, 0, *[1] * 30]}, 30),
        ({"mlp_layer_types": ["dense", *["sparse"] * 31]}, 31),
        ({"moe_layers_enum": "1,2,3"}, 3),
        ({"decoder_sparse_step": 2}, 16),
        ({"mlp_only_layers": [0, 5]}, 30),
    ],
)
def test_expert_layers_are_found_in_every_spelling(changes, experts):
    model = architecture_from_config(config("Mixtral-8x7B", **changes), "x")
    assert sum(g.count for g in model.layers if g.feed_forward and g.feed_forward.experts) == experts


def test_nemotron_h_blocks_may_be_listed_or_spelt():
    """M mixer, * attention, - feed-forward part, E experts: both spellings describe the same model."""
    listed = [
        {"M": "mamba", "E": "moe", "*": "attention"}[c] for c in config("Nemotron-3-Nano")["hybrid_override_pattern"]
    ]
    spelt = architecture_from_config(config("Nemotron-3-Nano"), "x")
    assert architecture_from_config(config("Nemotron-3-Nano", layers_block_type=listed), "x") == spelt


def test_a_linear_replacement_of_attention_is_not_guessed():
    blocks = [{"attention": {"replace_with_linear": True}, "ffn": {"ffn_mult": 1.0}}]
    values = config("Llama-3.1-70B", model_type="nemotron-nas", num_hidden_layers=1, block_configs=blocks)
    with pytest.raises(CodedError, match=r"C204.*replace_with_linear"):
        architecture_from_config(values, "x")


def test_multi_query_models_hold_one_head():
    """StarCoder's class: one key head for all queries."""
    values = config("GPT-2", model_type="gpt_bigcode", multi_query=True)
    assert architecture_from_config(values, "x").layers[0].attention.kv_heads == 1


def test_a_class_name_stands_in_for_the_model_type():
    values = {**without("Qwen3-0.6B", "model_type"), "_config_class": "Qwen3Config"}
    assert architecture_from_config(values, "x").model_type == "qwen3"


def test_towers_count_as_parameters():
    """Qwen3-VL-2B: 1.72 billion of language, 0.33 of vision; 2.1 billion by its model card."""
    values = {
        "model_type": "qwen3_vl",
        "text_config": config("Qwen3-0.6B", model_type="qwen3_vl_text"),
        "vision_config": {"depth": 24, "hidden_size": 1_024, "intermediate_size": 4_096, "patch_size": 16},
        "audio_config": {"hidden_size": None},
    }
    language = count_parameters(architecture_from_config(config("Qwen3-0.6B"), "x")).total
    assert count_parameters(architecture_from_config(values, "x")).total - language == pytest.approx(0.31e9, rel=0.1)
