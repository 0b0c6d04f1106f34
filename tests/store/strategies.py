"""Any assessment a file may hold, for property tests."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import strategies as st
from wizard.domain.assessment import Answer, AnswerState, Assessment, Note, Workload
from wizard.domain.provenance import Evidence

ULID = "01JDXK6W8Z3M5N7P9Q1R3S5T7V"

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
times = st.datetimes(
    min_value=datetime.fromisoformat("1990-01-01"),
    max_value=datetime.fromisoformat("2100-01-01"),
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=2))]),
)
notes = st.builds(Note, text=texts, visibility=st.sampled_from(["internal", "report"]))
answers = st.builds(
    Answer,
    value=json_values,
    state=st.sampled_from(AnswerState),
    evidence=st.sampled_from(Evidence),
    at=st.none() | times,
    by=st.none() | texts,
    reason=st.none() | texts,
    note=st.none() | notes,
)
answer_maps = st.dictionaries(texts, answers, max_size=3)
assessments = st.builds(
    Assessment,
    id=st.just(ULID),
    title=texts,
    language=st.sampled_from(["de", "en"]),
    catalog=texts,
    answers=answer_maps,
    workloads=st.tuples(st.builds(Workload, id=st.just("w1"), label=texts, answers=answer_maps)) | st.just(()),
    overrides=st.dictionaries(texts, json_values, max_size=3),
    measurements=st.lists(st.dictionaries(texts, json_values, max_size=3), max_size=2).map(tuple),
    scenarios=st.lists(st.dictionaries(texts, json_values, max_size=3), max_size=2).map(tuple),
)
