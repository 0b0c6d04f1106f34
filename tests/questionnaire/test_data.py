"""The shipped questions themselves."""

import re

import pytest
from wizard.datafiles.packaged import data_folder
from wizard.questionnaire.expressions import compile_expression
from wizard.questionnaire.flow import live_questions
from wizard.questionnaire.loader import load_questionnaire

KINDS = [option.value for option in load_questionnaire().question("w.kind").options]
NOT_QUESTIONS = {"groups", "model.params_b"}


def _refers_to_known(name, known):
    return name in NOT_QUESTIONS or name.startswith("groups.") or any(f"{name}.".startswith(f"{q}.") for q in known)


def test_all_120_questions_in_13_modules_are_there(questionnaire):
    assert (len(questionnaire.index), len(questionnaire.modules)) == (123, 13)


def test_there_are_21_kinds_of_workload():
    """R064, R068, R072, R116."""
    assert len(set(KINDS)) == 21


def test_every_question_speaks_both_languages(questionnaire):
    for question in questionnaire.index.values():
        texts = [question.title, question.help, question.default.basis, *question.options, *question.fields.values()]
        assert all(t.de.strip() and t.en.strip() for t in texts), question.id


def test_german_texts_are_not_english_copies(questionnaire):
    same = [q.id for q in questionnaire.index.values() if q.help.de == q.help.en or q.title.de == q.title.en]
    assert same == []


def test_a_condition_names_earlier_questions_only(questionnaire):
    known: set[str] = set()
    for module in questionnaire.modules:
        for question in module.questions:
            condition = questionnaire.conditions.get(question.id, "true")
            names = compile_expression(condition).names
            assert all(_refers_to_known(name, known) for name in names), question.id
            known.add(question.id)


def test_every_rule_and_formula_compiles_and_names_questions(questionnaire):
    for question in questionnaire.index.values():
        default = question.default
        sources = [rule.when for rule in default.rules]
        for case in default.all_cases():
            sources += [s for s in (case.formula, case.formula_low, case.formula_high) if s]
        for source in sources:
            names = compile_expression(source).names
            assert all(_refers_to_known(name, questionnaire.index) for name in names), (question.id, source)


def test_groups_hold_kinds_of_workload_only(questionnaire):
    for name in ("llm", "item_inference", "inference", "training", "transformer"):
        assert set(questionnaire.groups[name]) <= set(KINDS)
    assert {*questionnaire.groups["inference"], *questionnaire.groups["training"]} == set(KINDS)


def test_every_unit_has_a_name_in_both_languages(questionnaire):
    for question in questionnaire.index.values():
        units = {question.unit, *question.unit_by.values(), *(spec.unit for spec in question.fields.values())}
        assert units - {None} <= set(questionnaire.unit_texts), question.id


def test_the_weights_question_offers_the_weight_fields(questionnaire):
    """R001, R134."""
    fields = questionnaire.question("project.priorities").fields
    wanted = {name: (spec.de, spec.en) for name, spec in questionnaire.weight_fields.items()}
    assert {name: (spec.de, spec.en) for name, spec in fields.items()} == wanted


@pytest.mark.parametrize("kind", KINDS)
def test_the_quick_path_asks_at_most_15_for_one_workload(questionnaire, assess, kind):
    asked = [live for live in live_questions(questionnaire, assess({}, {"w.kind": kind})) if live.asked]
    assert len(asked) <= 15


def test_the_quick_path_asks_at_most_15_before_anything_is_answered(questionnaire, assess):
    asked = [live for live in live_questions(questionnaire, assess({}, {})) if live.asked]
    assert len(asked) <= 15


@pytest.mark.parametrize("kind", KINDS)
def test_a_further_workload_adds_at_most_7_to_the_quick_path(questionnaire, assess, kind):
    count = [
        sum(live.asked for live in live_questions(questionnaire, assess({}, *[{"w.kind": kind}] * n))) for n in (1, 2)
    ]
    assert count[1] - count[0] <= 7


def test_the_files_hold_no_anchors():
    for path in data_folder("questionnaires").rglob("*.yaml"):
        assert not re.search(r"(?m)[:\-] [&*]\w", path.read_text(encoding="utf-8")), path.name
