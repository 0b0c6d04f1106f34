"""Every number of a result can be derived, and the derivation ends in answers, catalogue figures or papers."""

from collections.abc import Iterator

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Derivation
from wizard.engine import Evaluation, explain
from wizard.engine.paths import find, numbers


def leaves(step: Derivation) -> Iterator[Derivation]:
    if not step.inputs:
        yield step
    for part in step.inputs:
        yield from leaves(part)


def test_every_number_is_explained_and_equals_the_result(s03: Evaluation, s06: Evaluation) -> None:
    """The value at the root of each tree is the value shown."""
    for evaluation in (s03, s06):
        for path in sampled(numbers(evaluation.result)):
            shown = find(evaluation.result, path).value
            derivation = explain(evaluation, path)
            assert derivation.value == pytest.approx(shown, rel=1e-6, abs=1e-9), path


@pytest.fixture(scope="module")
def tender(run: Evaluate) -> Evaluation:
    """A German university's tender of 2025: 8.8 million H100 hours for 100e9 parameters and 12e12 tokens."""
    stated = {"gpu_hours": 8.8e6, "gpu": "H100-SXM-80GB", "flops": 3.133e25}
    case = {"kind": "pretrain", "model_ref": "custom", "params_total_b": 100, "train_tokens": 12e12}
    return run(assessment({**case, "stated_compute": stated}, {"kind": "train_other"}, {"kind": "rl_post"}))


def test_every_number_of_a_training_is_explained_and_equals_the_result(tender: Evaluation) -> None:
    """R020 R065: memory, speed, states and stated computing time."""
    for path in sampled(numbers(tender.result)):
        shown = find(tender.result, path).value
        derivation = explain(tender, path)
        assert derivation.value == pytest.approx(shown, rel=1e-6, abs=1e-9), path
        assert all(part.source or part.formula for part in leaves(derivation)), path


def test_every_branch_ends_in_a_source_or_a_formula(s03: Evaluation) -> None:
    for path in sampled(numbers(s03.result)):
        for leaf in leaves(explain(s03, path)):
            assert leaf.source or leaf.formula, (path, leaf.label.en)


def test_members_of_lists_are_named_by_id(s03: Evaluation) -> None:
    option = s03.result.options[0]
    by_id = explain(s03, f"options.{option.id}.cost.npv_eur.p50")
    assert option.cost is not None
    assert by_id.value == pytest.approx(option.cost.npv_eur.p50)
    cache = explain(s03, "workloads.w1.configurations.c1.memory.kv_cache_gb")
    assert cache.value == pytest.approx(s03.result.workloads[0].configurations[0].memory.kv_cache_gb)


def test_a_question_with_dots_in_its_id_is_found(s03: Evaluation) -> None:
    assert explain(s03, "assumptions.fin.wacc_pct.low").value == 4.0


def test_a_key_that_is_no_number_says_what_stands_there(s03: Evaluation) -> None:
    with pytest.raises(CodedError, match="E404") as caught:
        explain(s03, "options.cloud.cost")
    assert "npv_eur" in str(caught.value)
    with pytest.raises(CodedError, match="on_premises"):
        explain(s03, "options.nowhere.cost.npv_eur.p50")


def sampled(paths: list[str]) -> list[str]:
    """All paths of the short areas, a few of the long equal ones."""
    kept: dict[str, int] = {}
    chosen = []
    for path in paths:
        shape = ".".join("*" if part.isdigit() else part for part in path.split("."))
        kept[shape] = kept.get(shape, 0) + 1
        if kept[shape] <= 4:
            chosen.append(path)
    return chosen


@pytest.mark.parametrize(
    ("criterion", "figure"),
    [("availability", "operations.cloud_availability"), ("energy_and_carbon", "carbon.embodied_kg_per_gpu"),
     ("time_to_capacity", "finance.lead_months.cloud")],
)  # fmt: skip
def test_a_criterion_names_the_figures_it_stands_on(s03: Evaluation, criterion: str, figure: str) -> None:
    tree = explain(s03, f"options.cloud.criteria.{criterion}.value")
    (found,) = [part for part in tree.inputs if part.label.en == figure]
    assert found.source


def test_a_break_even_that_never_comes_is_derived_too(run: Evaluate) -> None:
    evaluation = run(assessment({"kind": "llm_chat", "model_ref": "Llama-3.1-8B", "users_active_peak": 10}))
    assert evaluation.result.break_even is not None
    assert evaluation.result.break_even.simple_months == "never"
    tree = explain(evaluation, "break_even.simple_months")
    assert tree.value == "never"
    assert tree.inputs


def test_replicas_can_be_recomputed_from_their_tree(run: Evaluate) -> None:
    """R042: peak load over the load of one full replica."""
    case = assessment({"kind": "llm_chat", "model_ref": "Llama-3.1-8B", "users_active_peak": 5000})
    tree = explain(run(case), "workloads.w1.configurations.c1.replicas_at_peak")
    rate, burst, each = (part.value for part in tree.inputs)
    assert float(rate or 0) * float(burst or 0) / float(each or 1) == pytest.approx(tree.value)


def test_a_price_span_is_not_called_an_answer(s03: Evaluation) -> None:
    """Nobody stated a discount, so the hardware price stands on published prices."""
    tree = explain(s03, "options.on_premises.cost.breakdown.hardware")
    (price,) = [part for part in leaves(tree) if part.label.en.startswith("hardware price")]
    assert price.source is not None
    assert "answer" not in price.source
