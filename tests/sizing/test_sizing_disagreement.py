"""Where sources of an accelerator's figures disagree, predictions span both."""

import pytest
from wizard.catalogs.load import load_catalog
from wizard.domain.hardware import Accelerator
from wizard.domain.workload import Deployment
from wizard.sizing.predict import Prediction, predict

MODEL = "Llama-3.1-8B"


def of(card: Accelerator, models, concurrency: int = 1) -> Prediction:
    return predict(
        models[MODEL], card, Deployment(accelerator=card.id, weights_format="bf16"), input_tokens=500,
        output_tokens=500, facts=load_catalog().figures, concurrency=concurrency,
    )  # fmt: skip


def narrowed(card: Accelerator, name: str) -> Accelerator:
    """The same card, its sources agreeing."""
    if name in card.dense_tflops:
        figure = card.dense_tflops[name].model_copy(update={"low": None, "high": None})
        return card.model_copy(update={"dense_tflops": {**card.dense_tflops, name: figure}})
    return card.model_copy(update={name: getattr(card, name).model_copy(update={"low": None, "high": None})})


@pytest.mark.parametrize(
    ("card", "figure", "metric"),
    [
        ("b200-sxm-180", "memory_bandwidth_gb_per_s", "tpot_ms_mean"),
        ("rtx-pro-6000-server-96", "memory_bandwidth_gb_per_s", "tpot_ms_mean"),
        ("gaudi3-128", "bf16", "ttft_ms_mean"),
        ("rtx-6000-ada-48", "usable_gib", "kv_capacity_tokens"),
    ],
)
def test_a_span_widens_the_interval_and_leaves_the_value(models, card: str, figure: str, metric: str) -> None:
    disputed = load_catalog().accelerators[card]
    low, high = of(disputed, models).interval[metric]
    agreed_low, agreed_high = of(narrowed(disputed, figure), models).interval[metric]
    assert high / low > agreed_high / agreed_low
    assert of(disputed, models).performance == of(narrowed(disputed, figure), models).performance


def test_the_slow_end_follows_the_slower_source(models) -> None:
    """B200: 7700 instead of 8000 GB/s can only make a token slower."""
    card = load_catalog().accelerators["b200-sxm-180"]
    low, high = of(card, models).interval["tpot_ms_mean"]
    agreed = of(narrowed(card, "memory_bandwidth_gb_per_s"), models).interval["tpot_ms_mean"]
    assert low == agreed[0]
    assert high > agreed[1]
