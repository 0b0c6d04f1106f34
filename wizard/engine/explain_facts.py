"""Derivations of answers, assumptions and model sizes."""

from wizard.domain.language import Text, text
from wizard.domain.provenance import Derivation, Evidence
from wizard.engine.assumed import INPUT_OF_QUESTION
from wizard.engine.evaluation import Evaluation
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Given
from wizard.sizing.architecture import count_parameters


def explain_given(evaluation: Evaluation, given: Given) -> Derivation:
    """An answer, or the default that stands for it with its basis."""
    title = evaluation.questionnaire.question(given.question_id).title
    value = given.value if isinstance(given.value, int | float | str | bool) else str(given.value)
    source = f"answer {given.question_id}" if given.known else f"default of {given.question_id}: {given.basis.en}"
    return Derivation(label=title, value=value, source=source, evidence=given.evidence)


def explain_assumption(evaluation: Evaluation, number: int, field: str, value: float | None) -> Derivation:
    """Bounds stand on their basis; the effect is a difference of two present values."""
    entry = evaluation.result.assumptions[number]
    label = entry.label or _title(evaluation, entry.question)
    if field != "impact_eur":
        return Derivation(
            label=label, value=value, unit=entry.unit, source=entry.basis.en, evidence=Evidence.ASSUMED
        )  # fmt: skip
    key = entry.question.removeprefix("cost.")
    key = INPUT_OF_QUESTION.get(key, key if key in evaluation.inputs else "demand_factor")
    span = evaluation.inputs[key]
    ends = tuple(
        Derivation(label=span.label, value=end, unit=span.unit, source=span.basis.en, evidence=span.evidence)
        for end in (span.range.low, span.range.high)
    )
    return Derivation(
        label=label, value=value, unit="EUR", formula="NPV(high) − NPV(low) of the leading option",
        evidence=Evidence.ASSUMED, inputs=ends,
    )  # fmt: skip


def explain_model(workload: SizedWorkload, field: str, value: float | None) -> Derivation:
    """Parameters are counted from the architecture."""
    counted = count_parameters(workload.arch)
    parts = {
        text("embedding", "Embedding"): counted.embedding,
        text("output head", "Ausgabekopf"): counted.head,
        text("attention", "Attention"): counted.attention,
        text("dense layers", "dichte Schichten"): counted.dense,
        text("experts", "Experten"): counted.experts if field == "params_b" else counted.experts_active,
        text("router", "Router"): counted.router,
        text("norms", "Normen"): counted.norms,
        text("encoders and other parts", "Encoder und andere Teile"): counted.extra,
    }
    source = workload.arch.source or workload.arch.ref
    inputs = tuple(
        Derivation(label=label, value=count / 1e9, unit="10^9", source=source)
        for label, count in parts.items()
        if count
    )
    return Derivation(
        label=text("parameters", "Parameter"), value=value, unit="10^9", formula="sum of the parts", inputs=inputs
    )


def _title(evaluation: Evaluation, question: str) -> Text:
    return evaluation.questionnaire.question(question).title
