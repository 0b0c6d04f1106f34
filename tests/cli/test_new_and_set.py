"""``new`` and ``set``: answers from the shell reach the file, or nothing does."""

from pathlib import Path

import pytest
from tests.cli.conftest import Rechenwerk
from wizard.cli.answering import Pair, workload_values
from wizard.domain.assessment import AnswerState, Assessment
from wizard.store.codec import read_assessment


@pytest.fixture
def acme(rechenwerk: Rechenwerk, tmp_path: Path) -> Path:
    """A German assessment with one workload."""
    file = tmp_path / "acme.yaml"
    outcome = rechenwerk("new", file, "--no-tui", "--lang", "de", "--workload", "kind=llm_chat,label=Support")
    assert outcome.code == 0, outcome.err
    return file


def _value(file: Path, question: str, workload: str | None = None) -> object:
    answer = read_assessment(file).answer(question, workload)
    assert answer is not None
    return answer.value


def test_new_writes_answers_and_workloads(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    file = tmp_path / "acme.yaml"
    outcome = rechenwerk(
        "new", file, "--no-tui", "--lang", "en", "--path", "normal", "--title", "Acme", "--json",
        "--set", "fin.capex_budget=1,234.50", "--set", "client.country=AT",
        "--workload", "kind=llm_rag,label=Search,users_active_peak=1,200,tokens_in=900-4,000",
        "--workload", "kind=embedding",
    )  # fmt: skip
    assert outcome.code == 0, outcome.err
    assert outcome.document["workloads"] == ["w1", "w2"]
    written: Assessment = read_assessment(file)
    assert (written.title, written.path, written.language) == ("Acme", "normal", "en")
    assert _value(file, "fin.capex_budget") == 1234.5
    assert _value(file, "w.users_active_peak", "w1") == 1200
    assert _value(file, "w.tokens_in", "w1") == {"typical": 900, "p95": 4000}
    assert [workload.label for workload in written.workloads] == ["Search", ""]


def test_new_leaves_nothing_behind_when_a_value_is_refused(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("new", tmp_path / "acme.yaml", "--no-tui", "--set", "client.country=Atlantis")
    assert outcome.code == 2
    assert [path.name for path in tmp_path.iterdir() if path.name != "state"] == []


def test_new_never_overwrites(rechenwerk: Rechenwerk, acme: Path) -> None:
    before = acme.read_bytes()
    assert rechenwerk("new", acme, "--no-tui").code == 2
    assert acme.read_bytes() == before


def test_the_wizard_is_refused_without_a_terminal(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("new", tmp_path / "acme.yaml")
    assert (outcome.code, "[P002]" in outcome.err) == (2, True)
    assert not (tmp_path / "acme.yaml").exists()


@pytest.mark.parametrize("typed", ["1.234,5", "1234,5"])
def test_set_reads_german_numbers_in_a_german_assessment(rechenwerk: Rechenwerk, acme: Path, typed: str) -> None:
    assert rechenwerk("set", acme, f"fin.capex_budget={typed}").code == 0
    assert _value(acme, "fin.capex_budget") == 1234.5


def test_set_finds_the_only_workload_by_itself(rechenwerk: Rechenwerk, acme: Path) -> None:
    assert rechenwerk("set", acme, "w.users_active_peak=40").code == 0
    assert _value(acme, "w.users_active_peak", "w1") == 40


def test_set_creates_the_next_workload(rechenwerk: Rechenwerk, acme: Path) -> None:
    assert rechenwerk("set", acme, "w.kind=ocr", "--workload", "w2").code == 0
    assert _value(acme, "w.kind", "w2") == "ocr"


def test_set_records_who_said_it_and_how_firmly(rechenwerk: Rechenwerk, acme: Path) -> None:
    assert rechenwerk("set", acme, "site.power_kw=12", "--by", "Frau Weber", "--evidence", "documented").code == 0
    answer = read_assessment(acme).answer("site.power_kw")
    assert answer is not None
    assert (answer.by, answer.evidence) == ("Frau Weber", "documented")


def test_values_may_stand_behind_options(rechenwerk: Rechenwerk, acme: Path) -> None:
    assert rechenwerk("set", acme, "--by", "Weber", "site.power_kw=12", "client.country=AT").code == 0
    assert (_value(acme, "site.power_kw"), _value(acme, "client.country")) == (12, "AT")


def test_set_marks_unknown_and_not_applicable(rechenwerk: Rechenwerk, acme: Path) -> None:
    outcome = rechenwerk("set", acme, "--unknown", "site.power_kw", "--not-applicable", "site.rack_kw=kein Rack")
    assert outcome.code == 0, outcome.err
    power, rack = (read_assessment(acme).answer(name) for name in ("site.power_kw", "site.rack_kw"))
    assert power is not None
    assert rack is not None
    assert (power.state, rack.state) == (AnswerState.UNKNOWN, AnswerState.NOT_APPLICABLE)
    assert rack.reason == "kein Rack"


@pytest.mark.parametrize(
    "values",
    [
        ["site.power_kw=12", "no.such_question=1"],
        ["site.power_kw=12", "client.country=Atlantis"],
        ["site.power_kw=12", "w.users_active_peak"],
        ["site.power_kw=12", "w.users_active_peak=3", "--workload", "w9"],
        ["w.users_active_peak=many", "--workload", "w2"],
        ["site.power_kw=12", "--unknown", "no.such_question"],
    ],
)
def test_set_enters_all_or_nothing(rechenwerk: Rechenwerk, acme: Path, values: list[str]) -> None:
    before = acme.read_bytes()
    assert rechenwerk("set", acme, *values).code == 2
    assert acme.read_bytes() == before


def test_set_without_an_answer_is_wrong_usage(rechenwerk: Rechenwerk, acme: Path) -> None:
    assert rechenwerk("set", acme).code == 2


def test_set_on_a_missing_file_names_it(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    outcome = rechenwerk("set", tmp_path / "none.yaml", "site.power_kw=1")
    assert outcome.code == 3
    assert "none.yaml" in outcome.err
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize(
    ("given", "pairs"),
    [
        ("kind=llm_chat,users_total=1.200,5", {"w.kind": "llm_chat", "w.users_total": "1.200,5"}),
        ("w.kind=ocr, criticality=internal", {"w.kind": "ocr", "w.criticality": "internal"}),
        (
            "items_rate=unit=pages; peak_rate=20,kind=ocr",
            {"w.items_rate": "unit=pages; peak_rate=20", "w.kind": "ocr"},
        ),
        (
            'label="Suche, kind=intern",kind=ocr',
            {"w.kind": "ocr"},
        ),
        ("model_ref=a=b", {"w.model_ref": "a=b"}),
    ],
)
def test_a_workload_is_split_at_names_only(given: str, pairs: dict[str, str]) -> None:
    assert workload_values(given).pairs == tuple(Pair(name, text) for name, text in pairs.items())


def test_of_several_answers_none_is_entered_when_a_later_one_fails_for_this_client(
    rechenwerk: Rechenwerk, acme: Path
) -> None:
    """Swiss money: only the answers together show that an amount in euro is wrong."""
    assert rechenwerk("set", acme, "client.country=CH").code == 0
    outcome = rechenwerk("set", acme, "project.horizon_months=24", "fin.capex_budget=250000 EUR", "--lang", "de")
    assert outcome.code == 2
    assert outcome.err.startswith("fin.capex_budget: [Q014]")
    assert read_assessment(acme).answer("project.horizon_months") is None


def test_not_applicable_needs_a_reason_and_nothing_else_is_entered(rechenwerk: Rechenwerk, acme: Path) -> None:
    outcome = rechenwerk("set", acme, "client.country=AT", "--not-applicable", "fin.capex_budget=")
    assert outcome.code == 2
    assert read_assessment(acme).answer("client.country") is None


def test_a_refused_field_of_a_table_names_question_and_field(rechenwerk: Rechenwerk, acme: Path) -> None:
    outcome = rechenwerk("set", acme, "hw.nodes=gpu=L4; count=0", "--lang", "de")
    assert outcome.err.startswith("hw.nodes GPUs: [Q004]")


@pytest.mark.parametrize(
    ("question", "entered", "says"),
    [
        ("w.model_ref", "llama3.1:8b", "llama3.1:8b → meta-llama/Llama-3.1-8B-Instruct"),
        ("w.model_ref", "Llama-3", "[C012]"),
        ("hw.nodes", "gpu=l4; count=2 | gpu=L40S; count=1", "→ l4-24, l40s-48"),
        ("hw.nodes", "gpu=H100; count=2", "h100-sxm-80 (NVIDIA H100 SXM 80 GB); h100-pcie-80"),
    ],
)
def test_a_name_is_shown_with_the_entry_it_stands_for(
    rechenwerk: Rechenwerk, acme: Path, question: str, entered: str, says: str
) -> None:
    """An unknown name or one of several cards is said at once, not only when everything is computed."""
    assert says in rechenwerk("set", acme, f"{question}={entered}").out


def test_a_size_class_stands_for_itself(rechenwerk: Rechenwerk, acme: Path) -> None:
    assert rechenwerk("set", acme, "w.model_ref=class_8b", "--json").document["entered"][0]["meant"] == []


def test_new_says_at_once_which_model_nobody_knows(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """The file is written all the same: a name may be imported later."""
    workloads = ("--workload", "kind=llm_chat", "--workload", "kind=llm_chat,model_ref=Qwen/Qwen3-33B")
    outcome = rechenwerk("new", tmp_path / "acme.yaml", "--no-tui", "--lang", "en", *workloads)
    assert outcome.code == 0
    assert outcome.err.startswith("w2 w.model_ref: [C012]")
    assert "Qwen/Qwen3-32B" in outcome.err
