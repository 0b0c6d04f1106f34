"""What is shown reads back as the same value, in both languages."""

from hypothesis import given, settings
from hypothesis import strategies as st
from wizard.questionnaire.loader import load_questionnaire
from wizard.questionnaire.parse import format_value, parse_answer

QUESTIONNAIRE = load_questionnaire()
LANGUAGES = st.sampled_from(["de", "en"])
NUMBERS = ("int", "float", "percent", "money")


def _number(kind, bounds):
    low, high = bounds
    if kind == "int":
        return st.integers(int(low), int(high))
    floats = st.floats(low, high, allow_nan=False, allow_infinity=False, allow_subnormal=False)
    return st.one_of(floats, floats.map(lambda x: round(x, 3)), st.integers(-(-int(low) // 1), int(high))).filter(
        lambda x: low <= x <= high and (x == 0 or abs(x) > 1e-9)
    )


def _values(question):
    kind = question.type
    if kind in NUMBERS:
        one = _number(kind, question.range)
        spans = st.tuples(one, one, one).map(sorted).map(lambda t: dict(zip(("low", "value", "high"), t, strict=True)))
        return st.one_of(one, spans)
    if kind == "range":
        one = _number("int", question.range)
        pair = st.tuples(one, one).map(sorted).map(lambda t: {"typical": t[0], "p95": t[1]})
        return st.one_of(pair, one.map(lambda x: {"typical": x, "p95": None}))
    if kind == "span":
        one = _number("float", question.range)
        return st.tuples(one, one, one).map(sorted).map(lambda t: dict(zip(("low", "value", "high"), t, strict=True)))
    return _named(question)


def _named(question):
    values = [option.value for option in question.options]
    simple = {
        "bool": st.booleans(),
        "enum": st.sampled_from(values) if values else st.nothing(),
        "date": st.dates().filter(lambda d: 1990 <= d.year <= 2100).map(lambda d: d.isoformat()),
        "model_ref": st.sampled_from([*values, "Qwen/Qwen3-32B", "a/config.json"]),
        "text": st.sampled_from(["Klinikum Süd", "A/S 3", "x"]),
    }
    if question.type == "multi":
        allowed = [value for value in values if value not in question.exclusive]
        return st.sets(st.sampled_from(allowed), min_size=1).map(lambda s: [v for v in values if v in s])
    if question.type == "weights":
        return st.permutations([25, 20, 10, 20, 10, 10, 5]).map(lambda p: dict(zip(question.fields, p, strict=True)))
    if question.type == "struct":
        return _fields(question)
    if question.type == "table":
        return st.lists(_fields(question), min_size=1, max_size=3)
    return simple[question.type]


def _fields(question):
    fields = {name: _field(spec) for name, spec in question.fields.items()}
    return st.fixed_dictionaries({}, optional=fields).filter(bool)


def _field(spec):
    values = [option.value for option in spec.options]
    if spec.type in NUMBERS:
        return _number(spec.type, spec.range)
    if spec.type == "multi":
        return st.sets(st.sampled_from(values), min_size=1).map(lambda s: [v for v in values if v in s])
    kinds = {"bool": st.booleans(), "text": st.sampled_from(["A100-SXM-80GB", "580.65"]), "date": st.just("2027-01-31")}
    return st.sampled_from(values) if spec.type == "enum" else kinds[spec.type]


@settings(max_examples=300)
@given(st.sampled_from(list(QUESTIONNAIRE.index.values())), LANGUAGES, st.data())
def test_a_shown_value_reads_back_the_same(question, language, data):
    value = data.draw(_values(question))
    shown = format_value(question, value, language)
    assert parse_answer(question, shown, language).value == value
