"""Stored values checked against their questions."""

import pytest
from wizard.questionnaire.stored import check_value


@pytest.mark.parametrize(
    ("question_id", "value"),
    [
        ("client.name", "ACME"), ("project.horizon_months", 36), ("data.train_tb", 0.5), ("w.eval_set", False),
        ("project.needed_by", "2027-01-31"), ("fin.capex_budget", {"low": 1, "value": 2, "high": 3}),
        ("w.kind", "ocr"), ("sec.controls", ["tls"]), ("w.tokens_in", {"typical": 10, "p95": None}),
        ("road.growth_pct", {"low": -5, "value": 0, "high": 5}), ("w.model_ref", "x/y"),
        ("site.cooling", {"kind": "crac", "free_kw": None}), ("hw.nodes", [{"gpu": "H100", "rdma": True}]),
    ],
)  # fmt: skip
def test_sound_values_pass(questionnaire, question_id, value):
    assert check_value(questionnaire.question(question_id), value) is None


@pytest.mark.parametrize(
    ("question_id", "value", "code"),
    [
        ("client.name", 5, "Q020"), ("client.name", "x" * 121, "Q010"), ("client.name", " ", "Q001"),
        ("project.horizon_months", "36", "Q020"), ("project.horizon_months", True, "Q020"),
        ("project.horizon_months", 36.5, "Q005"), ("project.horizon_months", 360, "Q004"),
        ("data.train_tb", float("nan"), "Q020"), ("data.train_tb", {"low": 3, "value": 2, "high": 4}, "Q012"),
        ("data.train_tb", {"typical": 3}, "Q020"), ("data.train_tb", None, "Q020"), ("w.eval_set", "ja", "Q020"),
        ("project.needed_by", "31.12.2026", "Q008"), ("w.kind", "chat", "Q006"), ("w.kind", ["ocr"], "Q020"),
        ("sec.controls", "tls", "Q020"), ("sec.controls", ["magic"], "Q006"),
        ("ops.monitoring", ["none", "dcgm"], "Q007"), ("w.tokens_in", 500, "Q020"), ("w.tokens_in", {"p95": 5}, "Q020"),
        ("site.cooling", {"kind": "ice"}, "Q006"), ("site.cooling", {"colour": 1}, "Q017"),
        ("hw.nodes", {"gpu": "x"}, "Q020"),
        ("project.priorities", {"cost": 50}, "Q011"), ("hw.nodes", [{"gpu": 5}], "Q020"),
    ],
)  # fmt: skip
def test_unsound_values_have_a_code(questionnaire, question_id, value, code):
    assert check_value(questionnaire.question(question_id), value).error.code == code
