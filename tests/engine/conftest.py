"""Assessments as a consultant would have entered them, and the engine around them."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from wizard.catalogs.load import load_catalog
from wizard.domain.assessment import Answer, Assessment, Workload
from wizard.domain.catalog import Catalog
from wizard.engine import Evaluation, evaluate
from wizard.questionnaire.loader import load_questionnaire

AS_OF = date(2026, 11, 30)
Case = Callable[..., Assessment]
Evaluate = Callable[..., Evaluation]

S03: dict[str, Any] = {
    "kind": "llm_rag", "model_ref": "meta-llama/Llama-2-13b-chat-hf", "inflight_peak": 100, "context_max": 4096,
    "weight_format": "bf16",
}  # fmt: skip
"""100 requests at once on A100-80G: https://github.com/h2oai/h2ogpt/issues/997, 2023-10-25."""
S06: dict[str, Any] = {"kind": "llm_chat", "model_ref": "meta-llama/Llama-2-70b-chat-hf", "weight_format": "bf16"}
"""Two A100-80G run out of memory: https://github.com/huggingface/text-generation-inference/issues/734, 2023-07-28."""
TWO_A100 = {"hw.has_gpu": "server", "hw.nodes": [{"gpu": "A100-SXM-80GB", "count": 2}]}


def assessment(*workloads: dict[str, Any], **answers: Any) -> Assessment:
    """An assessment with these answers; workload answers without the prefix ``w.``."""
    return Assessment(
        id="01J00000000000000000000000",
        answers={name.replace("__", "."): Answer(value=value) for name, value in answers.items()},
        workloads=tuple(
            Workload(id=f"w{n}", answers={f"w.{k}": Answer(value=v) for k, v in w.items()})
            for n, w in enumerate(workloads, 1)
        ),
    )


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="session")
def run(catalog: Catalog) -> Evaluate:
    """Evaluates with few samples unless told otherwise."""

    def evaluated(case: Assessment, *, samples: int = 256, **options: Any) -> Evaluation:
        return evaluate(case, catalog, load_questionnaire(), as_of=AS_OF, samples=samples, **options)

    return evaluated


@pytest.fixture(scope="session")
def s03(run: Evaluate) -> Evaluation:
    return run(assessment(S03, **{k.replace(".", "__"): v for k, v in TWO_A100.items()}))


@pytest.fixture(scope="session")
def s06(run: Evaluate) -> Evaluation:
    return run(assessment(S06, **{k.replace(".", "__"): v for k, v in TWO_A100.items()}))
