"""Advice: what holds is said, what does not is not, what is unknown only where it is marked; texts in two languages."""

import re
from datetime import date
from typing import Any

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.catalogs.load import load_catalog
from wizard.decision.dated import Packs
from wizard.decision.findings import Subject
from wizard.domain.advice import AdviceBook, AdviceRule
from wizard.domain.language import text
from wizard.domain.result import AdviceItem, AdviceSection
from wizard.engine.advise import MOST, MOST_OF_TOPIC, select
from wizard.questionnaire.advice_data import load_advice
from wizard.questionnaire.expressions import compile_expression
from wizard.questionnaire.loader import load_questionnaire

CHAT: dict[str, Any] = {"kind": "llm_chat", "model_ref": "Qwen/Qwen3-32B", "users_active_peak": 200}
TITLES = {"scaling": text("Scaling", "Skalierung"), "security": text("Security", "Sicherheit")}
PACKS = Packs(date(2026, 11, 30), load_catalog().law, load_catalog().software)
GROUPS = {name: list(kinds) for name, kinds in load_questionnaire().groups.items()}


def rule(identifier: str = "X", **changes: Any) -> AdviceRule:
    fields: dict[str, Any] = {
        "id": identifier, "topic": "scaling", "each": "project", "when": "rec.nodes > 1",
        "text": text("Do {rec.nodes}", "Tun {rec.nodes}"), "because": text("Why", "Warum"), "source": ("s",),
        "as_of": "2026-11",
    }  # fmt: skip
    return AdviceRule(**{**fields, **changes})


def said(*rules: AdviceRule, project: dict[str, Any] | None = None, workloads: tuple[Subject, ...] = ()) -> list[str]:
    """Texts in German, section after section."""
    sections = select(AdviceBook(titles=TITLES, rules=rules), project or {}, workloads)
    return [item.text.de for section in sections for item in section.items]


def shipped(scope: dict[str, Any], *workloads: dict[str, Any]) -> dict[str, AdviceItem]:
    """What the shipped rules say, by id."""
    shared = {"groups": GROUPS, "workloads": list(workloads), **scope}
    subjects = tuple(Subject({**shared, **w}) for w in workloads)
    return {i.id: i for s in select(load_advice(), shared, subjects, PACKS) for i in s.items}


def test_what_holds_is_said_with_its_number() -> None:
    assert said(rule(), project={"rec.nodes": 3}) == ["Tun 3"]


@pytest.mark.parametrize("project", [{"rec.nodes": 1}, {}], ids=["does not hold", "unknown"])
def test_what_does_not_hold_or_is_unknown_is_not_said(project: dict[str, Any]) -> None:
    assert said(rule(), project=project) == []


def test_an_unknown_condition_asks_to_decide_where_it_is_marked() -> None:
    assert said(rule(decide=text("Decide", "Entscheiden"))) == ["Entscheiden"]


def test_a_text_without_its_number_is_held_back() -> None:
    assert said(rule(when="true")) == []


def test_the_urgent_comes_first() -> None:
    late = rule("A", when="true", text=text("a", "a"))
    urgent = rule("B", when="true", text=text("b", "b"), first_when="sec.exposure == 'internet'")
    assert said(late, urgent, project={"sec.exposure": "internet"}) == ["b", "a"]


def test_a_topic_says_no_more_than_a_reader_acts_on() -> None:
    many = [rule(str(n), when="true", text=text(f"{n}", f"{n}")) for n in range(9)]
    assert len(said(*many)) == MOST_OF_TOPIC


def test_the_same_advice_for_two_workloads_stands_once_with_their_names() -> None:
    alike = rule(each="workload", when="true", text=text("Do", "Tun"))
    assert said(alike, workloads=(Subject({}, text("Chat", "Chat")), Subject({}, text("Search", "Suche")))) == [
        "Chat, Suche: Tun"
    ]


def test_reasons_that_differ_stand_by_name() -> None:
    counted = rule(each="workload", when="true", text=text("Do", "Tun"), because=text("{calc.n} GPUs", "{calc.n} GPUs"))
    (section,) = select(
        AdviceBook(titles=TITLES, rules=(counted,)),
        {},
        (Subject({"calc.n": 2}, text("A", "A")), Subject({"calc.n": 3}, text("B", "B"))),
    )
    assert [i.because.de for i in section.items if i.because] == ["A: 2 GPUs B: 3 GPUs"]


@pytest.mark.parametrize("entry", load_advice().rules, ids=lambda entry: entry.id)
def test_every_rule_is_complete_in_both_languages(entry: AdviceRule) -> None:
    for part in (entry.text, entry.because, entry.decide):
        if part is not None:
            assert len(part.de) > 10 and len(part.en) > 10  # noqa: PT018
            assert sorted(re.findall(r"\{[^}]+\}", part.de)) == sorted(re.findall(r"\{[^}]+\}", part.en))


@pytest.mark.parametrize("entry", load_advice().rules, ids=lambda entry: entry.id)
def test_every_rule_looks_at_questions_that_exist(entry: AdviceRule) -> None:
    index = load_questionnaire().index
    names = compile_expression(entry.when).names | compile_expression(entry.first_when or "true").names
    asked = {".".join(n.split(".")[:2]) for n in names if n.split(".")[0] not in ("calc", "rec", "groups")}
    assert {name for name in asked if name not in index} == set()


def test_rules_have_ids_of_their_own() -> None:
    ids = [entry.id for entry in load_advice().rules]
    assert len(ids) == len(set(ids))


def test_the_advice_answers_its_requirements() -> None:
    """R031 R032 R033 R034 R035 R036 R037 R038 R039 R040 R045 R046 R047 R048 R049 R050 R094 R113 R114 R122 R124 R126
    R127 R128 R129 R130 R132 R137 R138 R139 R140 R141 R142 R143 R144 R145 R146 R147 R148 R149 R150 R151 R152 R153 R154
    R155 R156 R157 R158 R159 R160 R161 R162 R163 R164 R165 R166 R167 R168 R169 R170 R172 R173"""
    asked = set(re.findall(r"R\d{3}", test_the_advice_answers_its_requirements.__doc__ or ""))
    assert asked - {covered for entry in load_advice().rules for covered in entry.covers} == set()


def test_scaling_follows_the_fleet() -> None:
    """R153 R154 R155 vertical while one server is enough, horizontal beyond it, hybrid for several workloads."""
    chat, own = {"w.kind": "llm_chat"}, {"rec.option": "on_premises"}
    small = shipped({**own, "rec.nodes": 1, "rec.gpus_per_node": 8, "calc.gpus_end": 6, "calc.workloads": 1}, chat)
    large = shipped(
        {**own, "rec.nodes": 2, "rec.gpus_per_node": 8, "calc.gpus_end": 16, "calc.workloads": 2}, chat, chat
    )
    assert [i for i in small if i.startswith("SCALE")] == ["SCALE-VERTICAL"]
    assert [i for i in large if i.startswith("SCALE")] == ["SCALE-HORIZONTAL", "SCALE-MIXED"]


@pytest.mark.parametrize(
    ("orchestration", "nodes", "skills", "advice"),
    [("docker", 1, ["linux"], "BOX-DOCKER"), ("kubernetes", 3, ["kubernetes"], "BOX-KUBERNETES"),
     ("docker", 3, ["kubernetes"], "BOX-SEVERAL"), ("docker", 3, ["linux"], "BOX-NOMAD"),
     ("nomad", 3, ["linux"], "BOX-NOMAD")],
)  # fmt: skip
def test_containers_follow_platform_and_skills(orchestration: str, nodes: int, skills: list[str], advice: str) -> None:
    """R140 R141 R142 Docker for one server, Kubernetes with experience, Nomad without."""
    found = shipped({"ops.orchestration": orchestration, "rec.nodes": nodes, "staff.skills": skills,
                     "rec.option": "on_premises"})  # fmt: skip
    assert [i for i in found if i.startswith("BOX")] == [advice]


def test_security_advice_names_only_what_is_missing_and_the_exposed_first() -> None:
    """R156 R157 R158 R159 R160"""
    found = shipped({"sec.controls": ["firewall", "private_net", "rbac", "tls"], "sec.exposure": "internet",
                     "con.data_classes": ["personal"]}, {"w.kind": "llm_chat"})  # fmt: skip
    assert [i for i in found if i.startswith("SEC")] == ["SEC-AUTH", "SEC-QUOTA", "SEC-REST"]


def test_training_beside_a_service_is_separated_first() -> None:
    """R172"""
    found = shipped({}, {"w.kind": "llm_chat"}, {"w.kind": "ft_full"})
    assert next(i for i in found if i.startswith("TRAIN")) == "TRAIN-SEPARATE"


def test_trees_are_served_without_a_gpu() -> None:
    """R071 R145"""
    assert "FIL" in shipped({}, {"w.kind": "classical"})["SERVE-TREES"].text.en


def test_a_retired_server_is_to_be_left() -> None:
    """R147: with the state its makers announced, and where that is read."""
    left = shipped({"ops.serving_stack": ["torchserve"]}, {"w.kind": "vision"})["SERVE-LEAVE"]
    assert "TorchServe: archiviert seit 7. August 2025" in left.text.de
    assert left.source.startswith("github.com/pytorch/serve, notice")


@pytest.fixture(scope="module")
def advice(run: Evaluate) -> tuple[AdviceSection, ...]:
    return run(assessment(CHAT)).result.advice


def test_a_usual_assessment_gets_a_short_list(advice: tuple[AdviceSection, ...]) -> None:
    assert 8 <= sum(len(s.items) for s in advice) <= MOST


def test_advice_carries_the_numbers_of_the_result(run: Evaluate) -> None:
    """R031 R165 the measurement has to confirm the predicted figures of the chosen configuration."""
    result = run(assessment(CHAT)).result
    (workload,) = result.workloads
    best = result.option(result.recommendation.option or "")
    chosen = next(c for c in workload.configurations if best and c.id == best.chosen["w1"])
    item = next(i for s in result.advice for i in s.items if i.id == "BENCH-SERVE")
    assert chosen.serving is not None and item.because is not None  # noqa: PT018
    assert f"{chosen.serving.ttft_ms_p95:,.0f} ms" in item.because.en


def test_who_buys_a_service_gets_no_advice_on_machines(run: Evaluate) -> None:
    """R132: serving software, containers and scaling are the provider's where it runs the models."""
    case = assessment(
        {"kind": "llm_chat", "model_ref": "meta-llama/Llama-3.3-70B-Instruct", "users_active_peak": 60},
        project__priorities={"cost": 100},
    )
    result = run(case).result
    topics = {section.topic for section in result.advice}
    assert result.recommendation.option == "api"
    assert topics & {"security", "monitoring", "benchmark"}
    assert not topics & {"scaling", "serving", "containers", "loading"}
    assert "service" in result.recommendation.roadmap_steps[1].text.en
