"""Requirements that a question answers: it is asked, in both languages, with the choices that matter."""

import pytest
from wizard.questionnaire.loader import load_questionnaire
from wizard.questionnaire.schema import Question


def _question(question_id: str) -> Question:
    return load_questionnaire().question(question_id)


def _offers(question_id: str, *values: str) -> bool:
    """Each value is a choice or a field, named in German and English."""
    question = _question(question_id)
    names = {option.value: option.text for option in question.options} | dict(question.fields)
    return all(value in names and names[value].de and names[value].en for value in values)


def test_training_and_inference_are_told_apart() -> None:
    """R064 R069 R070 R071: language, image, recommendation and classical models can be trained."""
    groups = load_questionnaire().groups
    assert _offers("w.kind", "ft_peft", "ft_full", "pretrain", "train_other", "classical", "llm_chat")
    assert set(groups["training"]) & set(groups["inference"]) == set()


def test_the_usual_services_are_named() -> None:
    """R075 R076 R077 R078: chat, images, recommendation, documents and translation."""
    assert _offers("w.kind", "llm_chat", "vision", "recsys", "llm_doc", "asr", "tts")


def test_how_fast_a_service_must_answer_is_asked_by_class() -> None:
    """R066 R079 R080 R090: from voice to batch; not every inference is in real time."""
    assert _offers("w.slo_class", "voice", "interactive", "conversational", "background", "batch")
    assert _offers("w.companions", "asr", "tts")
    assert _question("w.availability_pct").unit == "%"


def test_the_stage_of_the_project_and_the_site_are_asked_first() -> None:
    """R006: exploring is another case than production."""
    assert _offers("project.stage", "explore", "poc", "pilot", "production", "scale")
    assert _offers("site.place", "office", "server_room", "own_dc", "colo")
    assert _question("project.stage").quick


def test_what_was_measured_is_asked_with_the_counters_that_tell() -> None:
    """Tensor and memory activity beside the usual utilisation; heat, power, peak memory."""
    assert _offers("base.utilisation", "gpu_util", "sm_active", "tensor_active", "dram_active")
    assert _offers("base.thermal", "temp_max_c", "power_mean_w", "power_limit_w", "throttle_reasons")
    assert _question("base.vram_peak_gb").unit == "GB"


def test_the_duration_of_an_epoch_or_step_can_be_entered() -> None:
    """R039 R050: the baseline before anything is changed."""
    assert _offers("base.epoch_or_step", "seconds", "per", "tokens_or_samples", "gpus")


def test_the_suspected_bottleneck_is_asked() -> None:
    """R052: compute, memory, bandwidth, data or network."""
    assert _offers("base.bottleneck_view", "compute", "vram", "bandwidth", "data", "network")


def test_amount_place_and_shape_of_training_data_are_asked() -> None:
    """R073 R111: many small files load unlike few large ones."""
    assert _question("data.train_tb").unit == "TB"
    assert _offers("data.storage_tier", "local_nvme", "parallel_fs", "nas", "object", "hdd")
    assert _offers("data.file_profile", "packed", "mixed", "many_small")


def test_how_models_are_kept_loaded_is_asked() -> None:
    """R126: how many models, how many of them resident, how long a cold start may take."""
    assert _offers("ops.model_loading", "models", "resident", "cold_start_ok_s")


def test_the_orchestration_in_use_is_asked() -> None:
    """R140 R141 R142: Docker, Kubernetes, Nomad; also Slurm and none."""
    assert _offers("ops.orchestration", "docker", "kubernetes", "nomad", "slurm", "none")


def test_the_serving_software_in_use_is_asked() -> None:
    """R144: model servers, from vLLM to one's own."""
    assert _offers("ops.serving_stack", "vllm", "triton", "tgi", "torchserve", "tfserving", "custom", "none")


def test_what_is_monitored_is_asked_figure_by_figure() -> None:
    """R161 R162 R163 R164 R165: GPU, CPU, memory, latency, throughput."""
    assert _offers("ops.metrics", "gpu_util", "cpu", "ram", "vram", "latency", "throughput")


def test_monitoring_products_are_named_rightly() -> None:
    """R166 R167 R168 R169: Prometheus, Grafana, ELK, Netdata."""
    assert _offers("ops.monitoring", "prometheus", "grafana", "elk", "netdata", "none")
    netdata = _question("ops.monitoring").option("netdata")
    assert netdata is not None
    assert "Netdata" in netdata.de


def test_access_to_the_service_is_asked_control_by_control() -> None:
    """R156 R157 R160: firewall, private network, access control."""
    assert _offers("sec.controls", "firewall", "private_net", "api_auth", "tls", "rbac")


@pytest.mark.parametrize("question", ["ops.autoscaling", "w.overload_policy"])
def test_what_happens_under_overload_is_asked(question: str) -> None:
    """R152: from nothing to a rule on a metric."""
    assert len(_question(question).options) >= 4
