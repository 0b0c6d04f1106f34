"""The report over a real evaluation: nothing of the result is lost between engine and page."""

import re
from html import unescape
from pathlib import Path

import pytest
from tests.report.case import AS_OF
from wizard.catalogs.load import load_catalog
from wizard.domain.assessment import Answer, Assessment, Workload
from wizard.domain.result import Result
from wizard.engine import evaluate
from wizard.questionnaire.loader import load_questionnaire
from wizard.report import render


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, dict[str, str]]:
    assessment = Assessment(
        id="01JD0000000000000000000001",
        title="Support chat",
        answers={
            "client.name": Answer(value="Example"),
            "client.country": Answer(value="DE"),
            "fin.capex_budget": Answer(value=250_000),
        },
        workloads=(
            Workload(
                id="w1", answers={"w.kind": Answer(value="llm_chat"), "w.model_ref": Answer(value="Qwen/Qwen3-32B")}
            ),
        ),
    )
    evaluation = evaluate(assessment, load_catalog(), load_questionnaire(), as_of=AS_OF, samples=128)
    outcome = render(assessment, evaluation, tmp_path_factory.mktemp("real"), languages=("de", "en"), formats=("html",))
    return evaluation.result, {f.name[-7:-5]: _visible(f) for f in outcome.files}


def _visible(path: Path) -> str:
    html = path.read_text(encoding="utf-8")
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html[html.index("<body") :])))


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_gate_is_printed_with_its_reason(case: tuple[Result, dict[str, str]], language: str) -> None:
    """R001 gates with their text."""
    result, pages = case
    texts = {re.sub(r"\s+", " ", g.text.in_language(language)) for o in result.options for g in o.gates}
    assert texts
    assert {t for t in texts if t not in pages[language]} == set()


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_open_question_is_printed_by_its_title(case: tuple[Result, dict[str, str]], language: str) -> None:
    result, pages = case
    index = load_questionnaire().index
    titles = {index[q.id].title.in_language(language) for q in result.completeness.open_questions if q.id in index}
    assert {t for t in titles if t not in pages[language]} == set()


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_finding_is_printed(case: tuple[Result, dict[str, str]], language: str) -> None:
    result, pages = case
    before = {"de": "Zu prüfen: ", "en": "To check: "}[language]
    titles = {f.id: f.title.in_language(language).replace(before, "") for f in result.findings}
    assert {name for name, title in titles.items() if title not in pages[language]} == set()


def test_no_python_value_leaks_into_the_text(case: tuple[Result, dict[str, str]]) -> None:
    """An option may be called “None”: behind the title of its question it is an answer."""
    titles = [q.title for q in load_questionnaire().index.values() if any(o.text.en == "None" for o in q.options)]
    for language, text in case[1].items():
        for title in titles:
            text = text.replace(f"{title.in_language(language)} None", "")  # noqa: PLW2901
        assert not re.search(r"\b(None|nan|inf|True|False)\b|Text\(|Evidence\.", text)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ("Wo die Server stehen könnten", "Anschlüsse, die die Server tragen", "Leistung nach Last")),
        ("en", ("Where the servers could stand", "Connections that carry the servers", "Power by load")),
    ],
)
def test_room_and_connections_of_own_machines_are_printed(
    case: tuple[Result, dict[str, str]], language: str, words: tuple[str, ...]
) -> None:
    """R022, R023, R028: the reasons for each place stand there word by word."""
    result, pages = case
    own = result.option("on_premises")
    assert own is not None
    assert own.fleet is not None
    assert own.fleet.facility is not None
    reasons = {r.in_language(language) for place in own.fleet.facility.places for r in place.reasons}
    assert reasons
    assert {r for r in reasons if r not in pages[language]} == set()
    assert [w for w in words if w not in pages[language]] == []


def test_an_unsized_workload_is_missing_in_the_amounts_and_says_so(tmp_path: Path) -> None:
    """A typing error in one model: the report shows the rest, and says wherever money stands what is not in it."""
    named = {"w1": "Qwen/Qwen3-32B", "w2": "Qwen/<b>33B"}
    assessment = Assessment(
        id="01JD0000000000000000000001",
        answers={"client.name": Answer(value="Example")},
        workloads=tuple(
            Workload(id=name, label=f"Part {name}", answers={
                "w.kind": Answer(value="llm_chat"), "w.model_ref": Answer(value=model)})
            for name, model in named.items()
        ),
    )  # fmt: skip
    evaluation = evaluate(assessment, load_catalog(), load_questionnaire(), as_of=AS_OF, samples=64)
    outcome = render(assessment, evaluation, tmp_path, languages=("en",), formats=("html",))
    text = _visible(outcome.files[0])
    assert "Not decided yet; ahead:" in text
    assert "Not included, because not sized: Part w2." in text
    assert "The model 'Qwen/<b>33B' is unknown" in text
