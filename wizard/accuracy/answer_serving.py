"""Speed of a measured inference deployment, as the product predicts it."""

from collections.abc import Iterator

from wizard.accuracy.answers import Predicted
from wizard.accuracy.case import Case
from wizard.accuracy.measured import open_rate
from wizard.accuracy.reasons import NO_REASON, Unanswered
from wizard.domain.configuration import Performance
from wizard.sizing.figures import Facts
from wizard.sizing.predict import Prediction, predict

_S_PER_MS = 1e-3


def predict_case(case: Case, facts: Facts) -> Prediction:
    """The product's own prediction for a case.

    Raises:
        CodedError: E101 to E108.
    """
    return predict(
        case.arch, case.accelerator, case.deployment, input_tokens=case.input_tokens, output_tokens=case.output_tokens,
        facts=facts, concurrency=case.concurrency, rate=case.rate, replicas=case.replicas,
    )  # fmt: skip


def serving_answer(case: Case, facts: Facts) -> tuple[Predicted, ...]:
    """Every quantity of the scenario.

    Raises:
        Unanswered: the product says that this cannot run.
        CodedError: E101 to E108.
    """
    prediction = predict_case(case, facts)
    if prediction.performance is None:
        raise Unanswered(prediction.why_not[0] if prediction.why_not else NO_REASON)
    return tuple(_quantities(case, prediction, prediction.performance))


def _quantities(case: Case, prediction: Prediction, speed: Performance) -> Iterator[Predicted]:
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
    if case.output_tokens > 1:
        yield one("tpot", "tpot_ms_mean")
    yield one("ttft", "ttft_ms_mean")
    yield one("e2e", "e2e_s_mean")
    if case.scenario == "single-stream" and speed.ttft_ms_mean > 0:
        yield _prefill(case.input_tokens, one("ttft", "ttft_ms_mean", _S_PER_MS))


def _prefill(tokens: float, seconds: Predicted) -> Predicted:
    """Prompt tokens a second: the slow end of the time is the low end of the speed."""
    low = tokens / seconds.high if seconds.high else None
    high = tokens / seconds.low if seconds.low else None
    return Predicted("prefill", tokens / seconds.value, low, high, seconds.evidence)
