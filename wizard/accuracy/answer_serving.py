"""Speed of a measured inference deployment, as the product predicts it."""

from collections.abc import Iterator
from dataclasses import replace

from wizard.accuracy.answer_memory import replaced
from wizard.accuracy.answers import Predicted
from wizard.accuracy.case import Case
from wizard.accuracy.measured import open_rate
from wizard.accuracy.reasons import NO_REASON, Unanswered
from wizard.domain.configuration import Performance
from wizard.sizing.figures import Facts, pick
from wizard.sizing.formats import resolve_cache, resolve_weights
from wizard.sizing.predict import Prediction, predict
from wizard.sizing.steady import Load
from wizard.sizing.steps import StepModel

_S_PER_MS = 1e-3
_MS = 1000.0
_MAKING_ROOM = {"memory_utilisation": 0.98, "profiled_requests": 64.0}
"""Flags that a run must have had which took place although the defaults of its engine leave no room."""


def predict_case(case: Case, facts: Facts) -> Prediction:
    """The product's own prediction for a case.

    Raises:
        CodedError: E101 to E108.
    """
    if case.in_process:
        facts = replaced(facts, {"request_fixed_ms": pick(facts, "request_in_process_ms").value})
    return predict(
        case.arch, case.accelerator, case.deployment, input_tokens=case.input_tokens, output_tokens=case.output_tokens,
        facts=facts, concurrency=None if case.burst else case.concurrency, rate=case.rate, replicas=case.replicas,
        burst=case.burst, spread=None if case.spread else 0.0,
        shared_prefix=pick(facts, "shared_prefix").value if case.shared_prefix else 0.0,
    )  # fmt: skip


def serving_answer(case: Case, facts: Facts) -> tuple[Predicted, ...]:
    """Every quantity of the scenario.

    Raises:
        Unanswered: the product says that this cannot run.
        CodedError: E101 to E108.
    """
    prediction = predict_case(case, facts)
    if prediction.performance is None:
        prediction = predict_case(case, replaced(facts, _MAKING_ROOM))
    if prediction.performance is None:
        raise Unanswered(prediction.why_not[0] if prediction.why_not else NO_REASON)
    said = tuple(_quantities(case, prediction, prediction.performance, facts))
    if not case.empty:
        return said
    from_empty = serving_answer(replace(case, input_tokens=1.0, empty=False), facts)
    return tuple(one for one in said if one.quantity == "prefill") + tuple(
        one for one in from_empty if one.quantity != "prefill"
    )


def _quantities(
    case: Case, prediction: Prediction, speed: Performance, facts: Facts
) -> Iterator[Predicted]:  # fmt: skip
    found = prediction.interval

    def one(quantity: str, metric: str, factor: float = 1.0) -> Predicted:
        low, high = found.get(metric, (None, None))
        return Predicted(
            quantity,
            getattr(speed, metric) * factor,
            None if low is None else low * factor,
            None if high is None else high * factor,
            prediction.evidence,
        )

    both = (case.input_tokens + case.output_tokens) / case.output_tokens
    if open_rate(case.scenario):
        yield one("throughput_offered", "output_tokens_per_s")
    else:
        yield one("throughput", "output_tokens_per_s")
        yield one("throughput_total", "output_tokens_per_s", both)
    if case.tokens_only:
        yield one("tpot", "tpot_ms_mean", _between_tokens(case, facts) / speed.tpot_ms_mean)
    elif case.output_tokens > 1:
        yield one("tpot", "tpot_ms_mean")
    yield one("ttft", "ttft_ms_mean")
    yield one("e2e", "e2e_s_mean")
    if case.scenario == "single-stream" and speed.ttft_ms_mean > 0:
        yield _prefill(case.input_tokens, one("ttft", "ttft_ms_mean", _S_PER_MS))


def _between_tokens(case: Case, facts: Facts) -> float:
    """Milliseconds at the published batch, however much memory the product would keep free."""
    weights = resolve_weights(case.arch, case.deployment.weights_format)
    cache = resolve_cache(case.accelerator, case.deployment.kv_format)
    deployment = case.deployment.model_copy(update={"weights_format": weights, "kv_format": cache})
    model = StepModel(case.arch, case.accelerator, deployment, facts)
    context = Load(case.input_tokens, case.output_tokens).context
    return model.decode((case.concurrency or 1.0) / case.replicas, context).total * _MS


def _prefill(tokens: float, seconds: Predicted) -> Predicted:
    """Prompt tokens a second: the slow end of the time is the low end of the speed."""
    low = tokens / seconds.high if seconds.high else None
    high = tokens / seconds.low if seconds.low else None
    return Predicted("prefill", tokens / seconds.value, low, high, seconds.evidence)
