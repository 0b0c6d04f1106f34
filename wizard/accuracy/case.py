"""A measured deployment in the product's own terms. Results in the row are never read here."""

import re
from dataclasses import dataclass

from wizard.accuracy.kinds import THROUGHPUT
from wizard.accuracy.labels import cache_format, engine_name, half_of, unpooled, weights_format
from wizard.accuracy.measured import open_rate
from wizard.accuracy.names import Names
from wizard.accuracy.reasons import DATA_SET, Unanswered, layout, missing, no_tokens, unknown_format
from wizard.accuracy.rows import Row
from wizard.accuracy.spellings import check_words
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.domain.language import text
from wizard.domain.model import ModelArchitecture
from wizard.domain.workload import Deployment
from wizard.sizing.limits import split_width

_ASSUMED_PROMPT = 300.0
_ASSUMED_OUTPUT = 500.0
"""Tokens of decode-only rows, which publish the batch and no prompt; TPOT at a given batch hardly depends on them."""
_BURST = "server-infinite-rate"
_ALONE = "single-request-ttft"
"""Tables of TensorRT-LLM's own benchmark, a program without a server."""
_BURST_REQUESTS = 1_000.0
"""Of a benchmark that names none: the default of the serving benchmarks of vLLM, SGLang and TensorRT-LLM."""
_IN_STEP = "Static Inference Benchmark"
"""Tables of LMDeploy: requests of equal length that begin, and so end, together."""
_REQUESTS = re.compile(r"\b(\d{1,5}) requests\b")
_BY_REQUEST = "enable_attention_dp"
"""Option of TensorRT-LLM under which each GPU attends to requests of its own, with the experts spread over all."""
_COLLECTION = "sharegpt"
_PREFIX = "shared-prefix"
_NEARLY = 0.99


@dataclass(frozen=True)
class Case:
    """What ``wizard.sizing.predict.predict`` is asked for one row."""

    arch: ModelArchitecture
    accelerator: Accelerator
    deployment: Deployment
    replicas: int
    input_tokens: float
    output_tokens: float
    scenario: str
    concurrency: float | None = None
    rate: float | None = None
    burst: float | None = None
    """Requests that arrive at once."""
    spread: bool = False
    """Lengths are means of a collection of conversations, instead of equal for all requests."""
    tokens_only: bool = False
    """Times between tokens were taken while no prompt was being read."""
    shared_prefix: bool = False
    """Requests that begin alike, with an engine that keeps what it has read."""
    in_process: bool = False
    """Taken inside the engine, with no server in front of it."""
    empty: bool = False
    """Tokens were generated from an empty context, the prompt read in a run of its own."""


def subject(row: Row, names: Names, *, memory_only: bool = False) -> tuple[ModelArchitecture, Accelerator]:
    """Model and accelerator of a row; a context beyond the model's is lifted, because the run took place.

    With ``memory_only`` a class of cards with equal memory is enough.

    Raises:
        Unanswered: one of them is unknown, or the model writes no tokens.
    """
    try:
        arch = names.model(row.text("model"))
        accelerator = names.accelerator(row.text("gpu"), memory_only=memory_only)
    except CodedError as error:
        raise Unanswered(text(error.message("en"), error.message("de"))) from error
    if not arch.vocab or not arch.layers:
        raise Unanswered(no_tokens())
    return arch.model_copy(update={"context": None}), accelerator


def deployment_of(row: Row, arch: ModelArchitecture, accelerator: Accelerator) -> tuple[Deployment, int]:
    """Placement of one replica, and the number of replicas.

    A missing tensor parallelism is what pipeline stages leave of the GPUs. Attention divided by requests with experts
    spread over the same GPUs (``ep`` above ``tp``) is one replica over all of them.

    Raises:
        Unanswered: unknown format, or GPUs that do not divide.
    """
    label = row.text("weights_precision")
    weights = weights_format(label)
    if weights is None:
        raise Unanswered(unknown_format(label))
    engine = engine_name(row.text("engine"))
    gpus = row.count("n_gpus") or 1
    stages = row.count("pp") or 1
    tensor = row.count("tp")
    if tensor is None and unpooled(row.text("engine")):
        tensor, stages = 1, gpus
    tensor = tensor or max(1, gpus // stages)
    experts = row.count("ep") or 1
    if experts > tensor and experts <= gpus:
        tensor = experts
    if gpus % (tensor * stages):
        raise Unanswered(layout(gpus, tensor, stages))
    if split_width(arch, weights, tensor) is not None and experts == 1 and not gpus % tensor:
        experts = tensor  # the run took place, so whole experts were spread
    by_request = tensor > 1 and _experts(arch) and ((row.count("dp") or 1) > 1 and experts == tensor)
    if tensor > 1 and _experts(arch) and _BY_REQUEST in row.text("notes"):
        by_request, experts = True, tensor
    deployment = Deployment(
        accelerator=accelerator.id,
        tensor_parallel=tensor,
        pipeline_parallel=stages,
        expert_parallel=experts if experts == tensor and _experts(arch) else 1,
        attention="data" if by_request else "tensor",
        weights_format=half_of(weights, accelerator),
        kv_format=half_of(cache_format(row.text("kv_precision"), weights, engine), accelerator),
        engine=engine,
    )
    return deployment, gpus // (tensor * stages)


def _experts(arch: ModelArchitecture) -> bool:
    return any(group.feed_forward is not None and group.feed_forward.experts for group in arch.layers)


def serving_case(row: Row, names: Names) -> Case:
    """Raises:
    Unanswered: with the reason.
    """
    check_words(THROUGHPUT, row)
    arch, accelerator = subject(row, names)
    deployment, replicas = deployment_of(row, arch, accelerator)
    prompt, output = row.number("input_tokens"), row.number("output_tokens")
    if row.text("use") == "decode_only":
        prompt, output = prompt or _ASSUMED_PROMPT, output or _ASSUMED_OUTPUT
    scenario = row.text("scenario")
    if not prompt and scenario.startswith("mlperf"):
        raise Unanswered(DATA_SET)
    for column, value in (("input_tokens", prompt), ("output_tokens", output)):
        if not value:
            raise Unanswered(missing(column))
    concurrency, rate = _load(row, scenario)
    return Case(
        arch, accelerator, deployment, replicas, max(1.0, prompt or 1.0), max(1.0, output or 1.0), scenario,
        concurrency, rate, _together(row, scenario, concurrency),
        spread=_varies(row, prompt or 1.0), tokens_only=row.text("use") == "decode_only",
        shared_prefix=_PREFIX in row.text("notes"),
        in_process=scenario == _ALONE or _IN_STEP in row.text("source"),
        empty=row.text("use") == "headline_consumer",
    )  # fmt: skip


def _together(row: Row, scenario: str, concurrency: float | None) -> float | None:
    """Requests that arrive at once."""
    if scenario == _BURST:
        return concurrency or _requests(row)
    return concurrency if _IN_STEP in row.text("source") else None


def _requests(row: Row) -> float:
    found = _REQUESTS.search(row.text("notes"))
    return float(found[1]) if found else _BURST_REQUESTS


def _varies(row: Row, prompt: float) -> bool:
    """A mean at a power of two or a thousand, or just below for lack of text, is a length set for all requests."""
    set_to = (*(2.0**n for n in range(5, 18)), *(1000.0 * n for n in range(1, 129)))
    fixed = any(_NEARLY * one <= prompt <= one for one in set_to)
    return _COLLECTION in row.text("notes").lower() and not fixed


def _load(row: Row, scenario: str) -> tuple[float | None, float | None]:
    """Simultaneous requests or rate; neither asks for the most throughput."""
    concurrency, batch = row.number("concurrency"), row.number("batch")
    if row.text("use") == "decode_only":
        return _needed(batch or concurrency, "batch"), None
    if scenario in ("fixed-concurrency", "static-batch"):
        return _needed(concurrency or batch, "concurrency"), None
    if scenario in ("single-stream", "single-request-ttft"):
        return 1.0, None
    if open_rate(scenario):
        return None, _needed(row.number("request_rate_rps"), "request_rate_rps")
    return concurrency or None, None


def _needed(value: float | None, column: str) -> float:
    if not value:
        raise Unanswered(missing(column))
    return value
