"""``whatif``: both results, what moved and why; the file stays as it is."""

import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.datafiles.packaged import data_folder

EXAMPLE = data_folder("questionnaires") / "examples" / "stadtwerke.yaml"
DAY = ("--as-of", "2026-11-30", "--samples", "128")


@pytest.fixture
def acme(tmp_path: Path) -> Path:
    file = tmp_path / "acme.yaml"
    shutil.copyfile(EXAMPLE, file)
    return file


def test_nothing_is_written(rechenwerk: Rechenwerk, acme: Path) -> None:
    before = acme.read_bytes()
    outcome = rechenwerk("whatif", acme, "w.users_active_peak=900", "--workload", "w1", *DAY, "--lang", "en")
    assert outcome.code == 0, outcome.err
    assert acme.read_bytes() == before
    assert [p.name for p in acme.parent.iterdir() if p.name != "state"] == ["acme.yaml"]


def test_both_results_are_those_of_evaluate(rechenwerk: Rechenwerk, acme: Path) -> None:
    asked = rechenwerk("whatif", acme, "fin.capex_budget=100000", *DAY, "--json").document
    assert asked["before"] == rechenwerk("evaluate", acme, *DAY, "--json").document
    assert rechenwerk("set", acme, "fin.capex_budget=100000").code == 0
    saved = rechenwerk("evaluate", acme, *DAY, "--json").document
    assert {**asked["after"], "revision": 0} == {**saved, "revision": 0}


def test_values_may_be_given_in_the_spelling_of_the_assessment(rechenwerk: Rechenwerk, acme: Path) -> None:
    document = rechenwerk("whatif", acme, "fin.capex_budget=1,5 Mio.", *DAY, "--json", "--lang", "de").document
    (change,) = document["changes"]
    assert (change["before"], change["after"]) == ("420.000\u202fEUR", "1.500.000\u202fEUR")


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (["road.growth_pct=1.234"], "Q003"),
        (["client.country=Atlantis"], "Q006"),
        (["no.such_question=1"], "Q105"),
        (["w.users_active_peak=3"], "S052"),
        (["w.users_active_peak=3", "--workload", "w9"], "S050"),
        (["fin.capex_budget"], "P001"),
        ([], "P010"),
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_value_that_cannot_be_accepted_is_wrong_usage(
    rechenwerk: Rechenwerk, acme: Path, values: list[str], code: str, language: str
) -> None:
    outcome = rechenwerk("whatif", acme, *values, *DAY, "--lang", language)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"[{code}]" in outcome.err
    assert "Traceback" not in outcome.err


def test_components_account_for_the_whole_movement(rechenwerk: Rechenwerk, acme: Path) -> None:
    document = rechenwerk("whatif", acme, "w.users_active_peak=900", "--workload", "w1", *DAY, "--json").document
    moved = 0
    for option in document["comparison"]["options"]:
        if option["nominal_before"] is not None and option["nominal_after"] is not None:
            by = sum(part["after_eur"] - part["before_eur"] for part in option["components"])
            assert by == pytest.approx(option["nominal_after"] - option["nominal_before"], abs=0.1)
            moved += by != 0
    assert moved >= 2


def test_the_gate_that_closes_an_option_is_named(rechenwerk: Rechenwerk, acme: Path) -> None:
    arguments = ("whatif", acme, "con.residency=onprem", *DAY)
    cloud = next(
        option
        for option in rechenwerk(*arguments, "--json").document["comparison"]["options"]
        if option["id"] == "cloud"
    )
    assert (cloud["feasible_before"], cloud["feasible_after"]) == ("yes", "no")
    closed = [gate["rule"] for gate in cloud["gates"] if gate["after"] == "fail"]
    assert closed
    for language, words in (("de", "Jetzt ausgeschlossen: Cloud – "), ("en", "Excluded now: Cloud – ")):
        assert words + closed[0] in rechenwerk(*arguments, "--lang", language).out


@pytest.mark.parametrize(("saved", "tried"), [(40, 20), (40, 0), (15, 5)])
def test_dearer_rent_never_makes_owning_less_often_the_best(
    rechenwerk: Rechenwerk, acme: Path, saved: int, tried: int
) -> None:
    """The discount is one on every rented machine, in the cloud and dedicated alike."""
    assert rechenwerk("set", acme, f"fin.discounts=cloud_commit_pct={saved}").code == 0
    document = rechenwerk("whatif", acme, f"fin.discounts=cloud_commit_pct={tried}", *DAY, "--json").document
    moves = {option["id"]: option for option in document["comparison"]["options"]}
    assert moves["cloud"]["npv_after"]["p50"] > moves["cloud"]["npv_before"]["p50"]
    owned = [moves[option] for option in ("on_premises", "colocation") if option in moves]
    assert sum(o["p_best_after"] for o in owned) >= sum(o["p_best_before"] for o in owned)


def test_each_of_several_changes_is_weighed_alone(rechenwerk: Rechenwerk, acme: Path) -> None:
    values = ("fin.capex_budget=410000", "w.users_active_peak=900")
    document = rechenwerk("whatif", acme, *values, "--workload", "w1", *DAY, "--json").document
    budget, users = (change["alone_eur"] for change in document["changes"])
    assert budget == 0
    assert users > 0


def test_an_answer_that_says_the_same_moves_nothing(rechenwerk: Rechenwerk, acme: Path) -> None:
    outcome = rechenwerk("whatif", acme, "fin.capex_budget=420000", *DAY, "--lang", "en")
    assert "moves neither cost nor feasibility" in outcome.out


def test_a_workload_may_be_tried(rechenwerk: Rechenwerk, acme: Path) -> None:
    values = ("w.kind=llm_chat", "w.model_ref=Qwen/Qwen3-32B", "w.users_active_peak=2000")
    document = rechenwerk("whatif", acme, *values, "--workload", "w3", *DAY, "--json").document
    assert [workload["id"] for workload in document["after"]["workloads"]] == ["w1", "w2", "w3"]
    carried = [p for p in document["comparison"]["placements"] if p["workload"] == "w3"]
    assert carried
    assert all(p["before"] is None and p["after"]["gpus"] > 0 for p in carried)


def test_findings_that_come_are_listed(rechenwerk: Rechenwerk, acme: Path) -> None:
    outcome = rechenwerk("whatif", acme, "con.residency=onprem", *DAY, "--lang", "en")
    new = rechenwerk("whatif", acme, "con.residency=onprem", *DAY, "--json").document
    ids = [finding["id"] for finding in new["comparison"]["findings_new"]]
    assert ids
    assert all(f"+ {finding} [" in outcome.out for finding in ids)


def test_hostile_names_reach_the_terminal_as_harmless_text(rechenwerk: Rechenwerk, acme: Path) -> None:
    outcome = rechenwerk("whatif", acme, "w.model_ref=evil\x1b]0;x\x07", "--workload", "w1", *DAY)
    assert "\x1b" not in outcome.out + outcome.err
