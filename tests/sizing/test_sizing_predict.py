"""Predictions against published arithmetic and against values other tools reached on measured kernels."""

import pytest
from wizard.sizing.predict import predict


def test_llama_8b_on_one_h100(models, catalog, deployment):
    """R016: 1,024 in, 256 out, 64 at once; weights 16.06 GB and cache 10.74 GB by arithmetic, TPOT 15.0 ms by kernels."""
    found = predict(
        models["Llama-3.1-8B"], *deployment("h100-sxm-80"),
        input_tokens=1_024, output_tokens=256, facts=catalog.figures, concurrency=64,
    )  # fmt: skip
    assert found.memory.weights_gb == pytest.approx(16.06, rel=0.005)
    assert found.memory.kv_cache_gb == pytest.approx(10.74, rel=0.005)
    assert found.performance is not None
    assert found.performance.tpot_ms_mean == pytest.approx(15.0, rel=0.30)
