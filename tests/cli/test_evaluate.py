"""``evaluate`` and ``explain`` on the shipped example: readable, repeatable, derivable."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.cli.demo import EXAMPLE
from wizard.datafiles.packaged import data_folder
from wizard.domain.result import Result
from wizard.questionnaire.loader import load_questionnaire
from wizard.store.codec import read_assessment, to_yaml

FAST = ("--as-of", "2026-11-30", "--samples", "256")


@pytest.fixture(scope="module")
def example() -> Path:
    return data_folder("questionnaires") / "examples" / EXAMPLE


@pytest.fixture
def result(rechenwerk: Rechenwerk, example: Path) -> dict[str, Any]:
    document: dict[str, Any] = rechenwerk("evaluate", example, "--json", *FAST).document
    return document


def test_the_example_is_written_as_the_program_writes(example: Path) -> None:
    assert to_yaml(read_assessment(example)) == example.read_text(encoding="utf-8")


def test_the_example_answers_only_questions_that_exist(example: Path) -> None:
    assessment = read_assessment(example)
    answered = {*assessment.answers, *(key for workload in assessment.workloads for key in workload.answers)}
    assert answered - load_questionnaire().index.keys() == set()


def test_the_same_input_gives_the_same_bytes(rechenwerk: Rechenwerk, example: Path) -> None:
    runs = {rechenwerk("evaluate", example, "--json", *FAST).out for _ in range(2)}
    assert len(runs) == 1


def test_the_language_of_the_screen_does_not_change_the_document(rechenwerk: Rechenwerk, example: Path) -> None:
    runs = {rechenwerk("evaluate", example, "--json", "--lang", language, *FAST).out for language in ("de", "en")}
    assert len(runs) == 1


def test_the_document_is_a_result_and_names_its_origin(result: dict[str, Any]) -> None:
    assert Result.model_validate(result).schema_ == "rechenwerk.result/1"
    origin = result["provenance"]
    assert (origin["as_of"], origin["seed"], origin["samples"]) == ("2026-11-30", 1, 256)


def test_another_seed_draws_other_samples(rechenwerk: Rechenwerk, example: Path, result: dict[str, Any]) -> None:
    other = rechenwerk("evaluate", example, "--json", "--seed", 2, *FAST).document
    assert other["options"][0]["cost"]["npv_eur"] != result["options"][0]["cost"]["npv_eur"]


def test_the_parts_of_a_cost_add_up_to_what_is_shown(result: dict[str, Any]) -> None:
    """R025: capex, rent, power, people and the rest stand beside each other."""
    costs = [option["cost"] for option in result["options"] if option["cost"]]
    assert len(costs) >= 2
    for cost in costs:
        assert sum(cost["breakdown"].values()) == pytest.approx(cost["nominal_eur"], abs=0.01)


@pytest.mark.parametrize(
    ("language", "texts"),
    [("de", ["Empfehlung", "Eigenbetrieb", "Offene Fragen"]), ("en", ["Recommendation", "Own premises", "Open"])],
)
def test_the_view_speaks_the_language(rechenwerk: Rechenwerk, example: Path, language: str, texts: list[str]) -> None:
    outcome = rechenwerk("evaluate", example, "--lang", language, *FAST)
    assert [text for text in texts if text not in outcome.out] == []


def test_an_internal_note_stays_inside(rechenwerk: Rechenwerk, example: Path) -> None:
    internal = [
        answer.note.text
        for answer in read_assessment(example).answers.values()
        if answer.note is not None and answer.note.visibility == "internal"
    ]
    views = [rechenwerk("evaluate", example, *more, *FAST).out for more in ((), ("--json",))]
    assert internal
    assert [text for text in internal if any(text in view for view in views)] == []


def _leaves(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [leaf for part in node["inputs"] for leaf in _leaves(part)] or [node]


@pytest.mark.parametrize(
    "key", ["options.on_premises.cost.npv_eur.p50", "workloads.w1.configurations.c1.memory.weights_gb"]
)
def test_a_figure_is_derived_down_to_sources(
    rechenwerk: Rechenwerk, example: Path, result: dict[str, Any], key: str
) -> None:
    derivation = rechenwerk("explain", example, key, "--json", *FAST).document
    assert derivation["value"] == pytest.approx(_at(result, key))
    assert [leaf for leaf in _leaves(derivation) if not leaf["source"]] == []


def _at(result: dict[str, Any], key: str) -> Any:
    place: Any = result
    for part in key.split("."):
        place = next(x for x in place if x["id"] == part) if isinstance(place, list) else place[part]
    return place


def test_the_tree_shows_formula_and_source(rechenwerk: Rechenwerk, example: Path) -> None:
    tree = rechenwerk("explain", example, "workloads.w1.configurations.c1.memory.weights_gb", *FAST).out
    assert "└─ " in tree
    assert "= " in tree
    assert "source: " in tree


def test_a_figure_that_is_not_there_is_wrong_usage(rechenwerk: Rechenwerk, example: Path) -> None:
    outcome = rechenwerk("explain", example, "options.moon_base.cost", *FAST)
    assert (outcome.code, outcome.out) == (2, "")


def test_check_finds_the_prices_that_have_expired(rechenwerk: Rechenwerk, example: Path) -> None:
    """R025: one year later no price is fresh any more."""
    outcome = rechenwerk("check", example, "--json", "--as-of", "2027-11-30", "--samples", "64")
    assert outcome.code == 1
    assert "price" in {problem["kind"] for problem in outcome.document["problems"]}


def test_check_names_what_is_missing(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    file = tmp_path / "empty.yaml"
    rechenwerk("new", file, "--no-tui", "--lang", "en")
    outcome = rechenwerk("check", file, "--json", *FAST)
    assert outcome.code == 1
    assert "missing" in {problem["kind"] for problem in outcome.document["problems"]}


def test_answers_that_only_the_journal_holds_count(rechenwerk: Rechenwerk, tmp_path: Path, example: Path) -> None:
    """After a crash the file is old and the journal new; a command must not compute with yesterday's answers."""
    from wizard.session import Session

    file = tmp_path / "acme.yaml"
    file.write_bytes(example.read_bytes())
    session = Session.open(file)
    session.answer("project.horizon_months", "60")
    crashed = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    session.close()
    for path, content in crashed.items():
        path.write_bytes(content)
    document = json.loads(rechenwerk("evaluate", file, "--json", *FAST).out)
    costs = [option["cost"]["by_year_eur"] for option in document["options"] if option["cost"]]
    assert {len(years) for years in costs} == {5}


def test_a_figure_that_is_open_has_no_unit(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """A training loads no served model: nothing to time."""
    path = tmp_path / "training.yaml"
    rechenwerk("new", str(path), "--no-tui", "--workload", "kind=ft_full,model_ref=Llama-3.1-8B,train_tokens=1e8")
    tree = rechenwerk("explain", str(path), "options.on_premises.fleet.storage.model_load_s", *FAST).out
    assert "open  (" in tree
