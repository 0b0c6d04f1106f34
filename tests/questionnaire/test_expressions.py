"""Conditions: Kleene's laws, safety of evaluation, the whitelist."""

import contextlib
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wizard.domain.errors import CodedError
from wizard.questionnaire.expressions import NOT_APPLICABLE, UNKNOWN, compile_expression

TRUTHS = st.sampled_from([True, False, UNKNOWN])
NAMES = ["w.kind", "w.load", "con.residency", "hw.nodes.gpu", "x"]
LEAVES = st.sampled_from([*NAMES, "'ocr'", "3", "0", "2.5", "true", "[1, 'ocr']", "groups.llm"])
VALUES = st.one_of(
    st.sampled_from([UNKNOWN, NOT_APPLICABLE, None, True, False, "ocr", ""]),
    st.integers(),
    st.floats(),
    st.lists(st.sampled_from(["ocr", 1, UNKNOWN])),
    st.dictionaries(st.sampled_from(["gpu", "low"]), st.integers()),
)


def _extend(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, inner)
    operators = ["==", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or", "+", "-", "*", "/"]
    return st.one_of(
        st.tuples(pair, st.sampled_from(operators)).map(lambda t: f"({t[0][0]} {t[1]} {t[0][1]})"),
        inner.map(lambda e: f"not {e}").map(lambda e: f"({e})"),
        st.tuples(st.sampled_from(["known", "has", "abs", "any", "all", "max"]), inner).map(
            lambda t: f"{t[0]}({t[1]})"
        ),
        st.tuples(st.sampled_from(["has_any", "missing", "min"]), pair).map(lambda t: f"{t[0]}({t[1][0]}, {t[1][1]})"),
    )


EXPRESSIONS = st.recursive(LEAVES, _extend, max_leaves=12)


def _truth(source: str, **scope: object) -> bool | None:
    return compile_expression(source).evaluate(scope)


@given(TRUTHS, TRUTHS)
def test_de_morgan_holds_for_three_values(a, b):
    assert _truth("not (a and b)", a=a, b=b) == _truth("not a or not b", a=a, b=b)


@given(TRUTHS, TRUTHS, TRUTHS)
def test_and_distributes_over_or(a, b, c):
    scope = {"a": a, "b": b, "c": c}
    assert _truth("a and (b or c)", **scope) == _truth("(a and b) or (a and c)", **scope)


@given(TRUTHS)
def test_double_negation_changes_nothing(a):
    assert _truth("not not a", a=a) == _truth("a", a=a)


@pytest.mark.parametrize(
    ("source", "expected"),
    [("a and b", False), ("b and a", False), ("a or c", True), ("a and c", None), ("a or b", None), ("not a", None)],
)
def test_unknown_spreads_only_where_it_decides(source, expected):
    """Kleene's strong tables: unknown and false is false, unknown or true is true."""
    assert _truth(source, a=UNKNOWN, b=False, c=True) is expected


@given(st.sampled_from(["and", "or"]), st.lists(st.booleans(), min_size=2, max_size=4), st.data())
def test_replacing_an_input_by_unknown_never_flips_the_answer(operator, values, data):
    """Monotonicity: knowing less may only turn an answer into unknown."""
    source = f" {operator} ".join(f"v{i}" for i in range(len(values)))
    known = {f"v{i}": value for i, value in enumerate(values)}
    hidden = {**known, data.draw(st.sampled_from(sorted(known))): UNKNOWN}
    assert _truth(source, **hidden) in (_truth(source, **known), None)


@given(EXPRESSIONS, st.dictionaries(st.sampled_from([*NAMES, "hw.nodes", "groups", "workloads"]), VALUES))
def test_evaluation_never_raises(source, scope):
    assert compile_expression(source).evaluate(scope) in (True, False, None)


@given(st.text(alphabet=string.printable, max_size=60))
def test_any_text_is_either_compiled_or_refused_with_a_code(source):
    with contextlib.suppress(CodedError):
        compile_expression(source)


@pytest.mark.parametrize(
    "source",
    [
        "__import__('os')", "().__class__", "w.__class__", "(lambda: 1)()", "[x for x in y]", "f'{x}'", "x[0]",
        "open('a')", "any(a, b)", "known()", "x if y else z", "2 ** 9", "x := 1", "known(*x)", "b'1'", "1j",
        "known(x=1)", "'a'.upper()", "x << 2", "{}", "None", "...", "9" * 30, "not " * 60 + "x", "x" * 3000, "",
        "a = 1",
        "x\0", "((((",
    ],
)  # fmt: skip
def test_everything_outside_the_whitelist_is_refused(source):
    with pytest.raises(CodedError) as caught:
        compile_expression(source)
    assert caught.value.error.code.startswith("Q2")


@pytest.mark.parametrize("source", ["x == 'a'", "x != 'a'", "x < 3", "x in ['a']", "x not in ['a']", "x + 1 > 0"])
def test_a_comparison_with_a_value_that_is_not_applicable_is_false(source):
    assert _truth(source, x=NOT_APPLICABLE) is False


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("any(w.kind == 'ocr')", True),
        ("all(w.kind == 'ocr')", False),
        ("all(w.load > 0 and w.kind != 'asr')", None),
        ("any(w.kind == 'asr')", None),
        ("any(w.kind in groups.llm and w.load > 5)", True),
        ("max(w.load) == 9", True),
        ("sum(w.load) > limit", None),
    ],
)
def test_quantifiers_run_over_the_workloads(source, expected):
    workloads = [{"w.kind": "ocr", "w.load": 1}, {"w.kind": "llm_chat", "w.load": 9}, {"w.kind": UNKNOWN, "w.load": 2}]
    assert _truth(source, workloads=workloads, groups={"llm": ["llm_chat"]}) is expected


def test_quantifiers_without_any_list_of_workloads_are_unknown():
    assert _truth("any(w.kind == 'ocr')") is None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("has_any(controls, ['tls', 'rbac'])", True),
        ("has_any(controls, ['audit'])", False),
        ("missing(controls, ['tls', 'audit']) == ['audit']", True),
        ("missing(controls, ['tls']) != []", False),
        ("known(base.host.cpu) and not known(base.host.ram)", True),
        ("has(empty) or has(nowhere)", False),
        ("base.host.cpu * 2 == 80", True),
        ("1 / zero > 0", None),
        ("1 < base.host.cpu <= 40", True),
        ("flag == false", True),
        ("flag == 0", False),
        ("'a' < 3", None),
        ("day < '2027-01-01'", True),
    ],
)
def test_functions_fields_and_arithmetic(source, expected):
    scope = {
        "controls": ["tls"], "empty": [], "base.host": {"cpu": 40, "ram": None}, "zero": 0, "flag": False,
        "day": "2026-12-31",
    }  # fmt: skip
    assert _truth(source, **scope) is expected


def test_an_expression_names_what_it_reads():
    names = compile_expression("any(w.kind in groups.llm) and base.host.cpu > 2").names
    assert names == {"w.kind", "groups.llm", "base.host.cpu"}
