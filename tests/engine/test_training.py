"""Training workloads from their answers to a result."""

from typing import Any

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.errors import CodedError

TENDER: dict[str, Any] = {
    "kind": "pretrain", "model_ref": "custom", "params_total_b": 100, "train_tokens": 12e12,
    "stated_compute": {"gpu_hours": 8.8e6, "gpu": "H100-SXM-80GB", "flops": 3.133e25},
}  # fmt: skip
"""Leibniz Universität Hannover, 2025, tender for the training of a language model."""
GLM: dict[str, Any] = {
    "kind": "pretrain", "model_ref": "custom", "params_total_b": 130, "train_tokens": 4e11, "deadline_h": 2160,
    "seq_len": 2048,
}  # fmt: skip
CARDS_768 = {"hw__has_gpu": "server", "hw__nodes": [{"gpu": "A100-SXM-40GB", "count": 768}]}


def test_a_tenders_hours_are_checked(run: Evaluate) -> None:
    """8.8e6 h · 989 TFLOPS = 3.133e25 is all of the dense peak; 6·N·D = 7.2e24 is 23 % of it."""
    stated = run(assessment(TENDER)).result.workloads[0].stated_compute
    assert stated is not None
    assert stated.peak_flops == pytest.approx(3.133e25, rel=0.001)
    assert stated.share_of_peak == pytest.approx(1.0, abs=0.001)
    assert stated.implied_mfu == pytest.approx(0.23, abs=0.001)


def test_an_unknown_gpu_in_stated_hours_is_named_with_its_question(run: Evaluate) -> None:
    case = {**TENDER, "stated_compute": {"gpu_hours": 100, "gpu": "H100-SXM-81GB"}}
    with pytest.raises(CodedError, match=r"w\.stated_compute"):
        run(assessment(case))


def test_hours_without_their_gpu_say_nothing(run: Evaluate) -> None:
    case = {**TENDER, "stated_compute": {"gpu_hours": 100}}
    assert run(assessment(case)).result.workloads[0].stated_compute is None


def test_a_model_known_by_its_size_is_sized(run: Evaluate) -> None:
    """R019 R074: GLM-130B on the client's 768 A100-40G: 60 days measured, inside the interval."""
    workload = run(assessment(GLM, **CARDS_768)).result.workloads[0]
    (own,) = [c for c in workload.configurations if c.origin == "client"]
    low, high = own.interval["duration_h"]
    assert own.feasible
    assert low < 60 * 24 < high
    assert "assumed" in own.warnings[0].en
    assert workload.model.params_b == pytest.approx(130)


def test_a_training_that_needs_several_servers_is_priced(run: Evaluate) -> None:
    """R065: full fine-tuning of 70 billion parameters on machines of eight."""
    case = {"kind": "ft_full", "model_ref": "meta-llama/Llama-2-70b-chat-hf", "deadline_h": 8760}
    cloud = run(assessment(case)).result.option("cloud")
    assert cloud is not None
    assert cloud.cost is not None
    assert set(cloud.chosen) == {"w1"}


@pytest.mark.parametrize("kind", ["ft_peft", "ft_full", "rl_post", "pretrain", "train_other"])
def test_every_kind_of_training_is_sized_from_its_defaults(run: Evaluate, kind: str) -> None:
    """R067 R068 R069: defaults are wide, so are the results."""
    workload = run(assessment({"kind": kind})).result.workloads[0]
    best = workload.configurations[0]
    assert workload.open is None
    assert workload.training is not None
    assert workload.training_memory is not None
    assert best.training is not None
    low, high = best.interval["gpu_hours"]
    assert low < best.training.gpu_hours < high


def test_trees_need_no_gpu(run: Evaluate) -> None:
    """R071: tabular data trains on processors."""
    workload = run(assessment({"kind": "train_other", "model_ref": "class_none"})).result.workloads[0]
    assert not workload.gpu_needed
    assert workload.configurations == ()
    assert workload.cpu is not None
    assert workload.cpu.feasible


def test_a_recommender_is_told_what_is_not_counted(run: Evaluate) -> None:
    """R070: its tables depend on rows nobody has stated."""
    workload = run(assessment({"kind": "train_other", "model_ref": "class_embed"})).result.workloads[0]
    assert any("embedding tables" in warning.en for warning in workload.configurations[0].warnings)


def test_speech_is_sized(run: Evaluate) -> None:
    """R072: clips of speech as samples, with a wide interval."""
    best = run(assessment({"kind": "train_other", "model_ref": "class_speech"})).result.workloads[0].configurations[0]
    low, high = best.interval["tokens_per_s_per_gpu"]
    assert best.feasible
    assert high > 3 * low


def test_a_model_without_size_stays_open(run: Evaluate) -> None:
    workload = run(assessment({"kind": "pretrain", "model_ref": "custom"})).result.workloads[0]
    assert workload.open is not None
    assert "parameters" in workload.open.en


def test_a_shape_that_contradicts_the_size_is_refused(run: Evaluate) -> None:
    case = {"kind": "pretrain", "model_ref": "custom", "params_total_b": 1, "arch": {"layers": 80, "hidden": 8192}}
    with pytest.raises(CodedError, match="E128"):
        run(assessment(case))


def test_twice_the_data_takes_twice_the_gpu_hours(run: Evaluate) -> None:
    """R082: on the client's own cards, all else equal."""
    hours = []
    for tokens in (4e11, 8e11):
        found = run(assessment({**GLM, "train_tokens": tokens, "deadline_h": 8760}, **CARDS_768)).result.workloads[0]
        (own,) = [c for c in found.configurations if c.origin == "client"]
        assert own.training is not None
        hours.append(own.training.gpu_hours)
    assert hours[1] == pytest.approx(2 * hours[0])


def test_the_stated_recipe_counts(run: Evaluate) -> None:
    """R007: AdamW with 8-bit moments keeps 10 bytes a parameter instead of 16."""
    case = {"kind": "ft_full", "model_ref": "Llama-3.1-8B", "recipe": {"optimizer": "adamw_8bit"}}
    memory = run(assessment(case)).result.workloads[0].training_memory
    assert memory is not None
    assert memory.bytes_per_parameter == pytest.approx(10)


def test_no_planned_run_stays_open_with_the_remedy(run: Evaluate) -> None:
    found = run(assessment({"kind": "ft_peft", "runs_per_month": 0})).result.workloads[0]
    assert found.open is not None
    assert "runs a month" in found.open.en


def test_a_shape_beyond_its_parameters_names_the_question_in_either_language(run: Evaluate) -> None:
    arch = {"layers": 1000, "hidden": 200_000}
    with pytest.raises(CodedError, match=r"^w1 w\.arch: \[E128\]") as caught:
        run(assessment({"kind": "ft_full", "model_ref": "custom", "params_total_b": 1500, "arch": arch}))
    assert "mehr als 1.500 Mrd." in caught.value.in_language("de")
