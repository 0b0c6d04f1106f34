"""Two results side by side: equal ones differ in nothing, and the way back is the way there turned around."""

from datetime import date

import pytest
from wizard.datafiles.packaged import data_folder
from wizard.domain.result import Result
from wizard.engine.compare import compare
from wizard.session import Session


@pytest.fixture(scope="module")
def results() -> tuple[Result, Result]:
    """As saved, and with all data kept in the house."""
    session = Session.open(data_folder("questionnaires") / "examples" / "stadtwerke.yaml", read_only=True)
    trial = session.trial()
    trial.answer("con.residency", "onprem")
    trial.answer("w.users_active_peak", "900", "w1")
    saved, tried = (one.evaluate(128, as_of=date(2026, 11, 30)).result for one in (session, trial))
    return saved, tried


def test_equal_results_differ_in_nothing(results: tuple[Result, Result]) -> None:
    same = compare(results[0], results[0])
    assert (same.findings_new, same.findings_gone, same.assumptions) == ((), (), ())
    assert all(not option.components and not option.gates for option in same.options)
    assert not any(placement.moved for placement in same.placements)


def test_the_way_back_is_the_way_there_turned_around(results: tuple[Result, Result]) -> None:
    there, back = compare(*results), compare(*reversed(results))
    assert {f.id for f in there.findings_new} == {f.id for f in back.findings_gone}
    assert any(option.components for option in there.options)
    for option in there.options:
        other = back.option(option.id)
        assert other is not None
        assert option.became_infeasible == other.became_feasible
        assert {m.component: m.by_eur for m in option.components} == pytest.approx(
            {m.component: -m.by_eur for m in other.components}
        )
        assert {(g.rule, g.before, g.after) for g in option.gates} == {(g.rule, g.after, g.before) for g in other.gates}


def test_components_are_listed_by_the_size_of_their_movement(results: tuple[Result, Result]) -> None:
    for option in compare(*results).options:
        sizes = [abs(move.by_eur) for move in option.components]
        assert sizes == sorted(sizes, reverse=True)
