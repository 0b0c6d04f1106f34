"""Price span and delivery time belong to the server class that is bought, not to the table it is compared in."""

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.catalog import Catalog

SMALL_CHAT = {"kind": "llm_chat", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "users_total": 300}


def test_a_workstation_does_not_wait_for_the_rack_server_beside_it(run: Evaluate, catalog: Catalog) -> None:
    """R044: a colocation option that keeps a rack server must not delay the workstation on premises."""
    result = run(assessment(SMALL_CHAT)).result
    own, hosted = result.option("on_premises"), result.option("colocation")
    assert own is not None and hosted is not None  # noqa: PT018
    assert own.items[0].ref.startswith("ws-")
    assert hosted.items[0].ref.startswith("rack-")
    months = catalog.figure("finance.lead_months.workstation")
    assert own.criteria["time_to_capacity"].value == pytest.approx(months.high)
    assert hosted.criteria["time_to_capacity"].value == pytest.approx(catalog.figure("finance.lead_months.rack").high)


def test_a_workstation_may_still_make_a_near_date(run: Evaluate) -> None:
    """R044: six and a half weeks pass where eight are left, whatever a rack server would take."""
    case = assessment(SMALL_CHAT, project__needed_by="2027-01-25", con__residency="onprem")
    own = run(case).result.option("on_premises")
    assert own is not None
    (gate,) = [g for g in own.gates if g.rule == "QA-04"]
    assert gate.verdict == "pass"
    assert own.feasible == "open"


def test_an_option_less_leaves_the_cost_of_the_others_alone(run: Evaluate, catalog: Catalog) -> None:
    """R044: without any colocation provider owning costs the same in every sample."""
    from wizard.engine import evaluate
    from wizard.questionnaire.loader import load_questionnaire

    with_all = run(assessment(SMALL_CHAT))
    fewer = catalog.model_copy(update={"colocation": {}})
    as_of = with_all.result.provenance.as_of
    without = evaluate(assessment(SMALL_CHAT), fewer, load_questionnaire(), as_of=as_of, samples=256)
    mine, theirs = with_all.result.option("on_premises"), without.result.option("on_premises")
    assert mine is not None and theirs is not None  # noqa: PT018
    assert mine.cost == theirs.cost
    assert mine.gates == theirs.gates
