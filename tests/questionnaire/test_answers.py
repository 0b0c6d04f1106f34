"""Choices, dates, texts and named fields as people type them."""

import pytest
from wizard.domain.errors import CodedError
from wizard.questionnaire.flow import for_kind
from wizard.questionnaire.parse import parse_answer


@pytest.fixture
def read(questionnaire):
    def parse(question_id, entered, language="de"):
        return parse_answer(questionnaire.question(question_id), entered, language).value

    return parse


@pytest.fixture
def code(read):
    def parse(*arguments):
        with pytest.raises(CodedError) as caught:
            read(*arguments)
        return caught.value.error.code

    return parse


@pytest.mark.parametrize(
    "entered", ["llm_rag", "LLM_RAG", "LLM mit Wissensabruf (RAG)", "llm with retrieval (rag)", "2"]
)
def test_a_choice_by_value_name_or_number(read, entered):
    assert read("w.kind", entered) == "llm_rag"


def test_an_unknown_choice_lists_the_options(questionnaire):
    with pytest.raises(CodedError) as caught:
        parse_answer(questionnaire.question("client.country"), "Mars", "de")
    assert (caught.value.error.code, "Deutschland" in str(caught.value)) == ("Q006", True)


@pytest.mark.parametrize(
    "entered",
    [
        "scan, tls",
        "TLS; Prüfung von Images, Paketen und Modelldateien",
        "Checks of images, packages and model files,4",
        "4,10",
    ],
)
def test_several_choices_whose_names_contain_commas(read, entered):
    """R156."""
    assert read("sec.controls", entered) == ["tls", "scan"]


def test_a_choice_that_stands_alone_tolerates_no_other(code):
    assert code("ops.monitoring", "none, grafana") == "Q007"


@pytest.mark.parametrize(
    ("entered", "expected"), [("ja", True), ("Y", True), ("nein", False), ("No", False), ("j", True)]
)
def test_yes_and_no_in_both_languages(read, entered, expected):
    assert read("w.eval_set", entered) is expected


@pytest.mark.parametrize("entered", ["2026-12-31", "31.12.2026", "31. 12. 2026", "12/31/2026", "31/12/2026"])
def test_dates_with_one_reading(read, entered):
    assert read("project.needed_by", entered, "en") == "2026-12-31"


@pytest.mark.parametrize(
    ("entered", "expected"),
    [("03/04/2027", "Q009"), ("31.2.2027", "Q008"), ("morgen", "Q008"), ("1.1.27", "Q008"), ("0001-01-01", "Q008")],
)
def test_dates_that_are_refused(code, entered, expected):
    assert code("project.needed_by", entered) == expected


@pytest.mark.parametrize(
    ("entered", "expected"),
    [("Müller\t& Söhne", "Müller & Söhne"), ("\u202eACME\u200b", "ACME"), ("a\nb", "a b"), ("Mu\u0308ller", "Müller")],
)
def test_text_is_cleaned(read, entered, expected):
    assert read("client.name", entered) == expected


@pytest.mark.parametrize(
    ("entered", "expected"), [("a\x1b[31m", "Q015"), ("\x9b1m", "Q015"), ("x" * 121, "Q010"), ("\u200b", "Q001")]
)
def test_hostile_or_oversized_text_is_refused(code, entered, expected):
    assert code("client.name", entered) == expected


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        ("Qwen/Qwen3-32B", "Qwen/Qwen3-32B"), ("klein, etwa 8 Mrd.", "class_8b"), ("CLASS_70B", "class_70b"),
        ("./config.json", "./config.json"), ("custom", "custom"), ("3", "3"),
    ],
)  # fmt: skip
def test_a_model_is_free_text_or_a_size_class(read, entered, expected):
    """R041."""
    assert read("w.model_ref", entered) == expected


def test_rows_of_existing_hardware(read):
    """R021, R034."""
    entered = "gpu=A100-SXM-80GB; count=2 | GPU: H100; GPUs = 8; Speicher je GPU = 80 GB; rdma=ja"
    assert read("hw.nodes", entered) == [
        {"gpu": "A100-SXM-80GB", "count": 2},
        {"gpu": "H100", "count": 8, "vram_gb": 80, "rdma": True},
    ]


def test_fields_stay_open_when_unknown(read):
    """R028."""
    assert read("site.cooling", "kind=split; free_kw=?") == {"kind": "split"}


def test_the_beginning_of_a_field_s_name_is_enough(read):
    entered = "unit=Bilder; Rate=10; je=s; Größe=1.280"
    assert read("w.items_rate", entered) == {"unit": "images", "peak_rate": 10, "peak_per": "s", "size": 1280}


@pytest.mark.parametrize(
    ("entered", "expected"),
    [("power_kwh=25 ct/kWh", 0.25), ("Strom=0,31 €/kWh", 0.31), ("electricity=0.2", 0.2), ("Strom = 0,4 je kWh", 0.4)],
)
def test_prices_per_unit(read, entered, expected):
    assert read("fin.site_prices", entered) == {"power_kwh": expected}


@pytest.mark.parametrize(
    "entered",
    [
        "25/20/10/20/10/10/5", "25 20 10 20 10 10 5",
        "cost=25; Datenhoheit=20; time_to=10; performance=20; flexibility=10; low_ops_effort=10; sustainability=5",
    ],
)  # fmt: skip
def test_points_by_name_or_in_order(read, entered):
    """R001, R135."""
    assert list(read("project.priorities", entered).values()) == [25, 20, 10, 20, 10, 10, 5]


@pytest.mark.parametrize(
    ("question_id", "entered", "expected"),
    [
        ("project.priorities", "cost=50; performance=40", "Q011"), ("project.priorities", "1/2", "Q019"),
        ("hw.nodes", "gpuu=1", "Q017"), ("hw.nodes", "A100", "Q018"), ("hw.nodes", "gpu=?", "Q001"),
        ("hw.nodes", "count=1,5", "Q005"), ("w.eval_set", "vielleicht", "Q016"),
        ("hw.nodes", "|".join(["gpu=x"] * 501), "Q010"), ("fin.site_prices", "Strom=$0.2", "Q014"),
    ],
)  # fmt: skip
def test_each_mistake_has_its_code(code, question_id, entered, expected):
    assert code(question_id, entered) == expected


def test_an_error_inside_a_field_names_the_field(questionnaire):
    with pytest.raises(CodedError) as caught:
        parse_answer(questionnaire.question("hw.nodes"), "gpu=H100; count=viele", "de")
    assert caught.value.place == "GPUs"


def test_options_follow_the_kind_of_workload(questionnaire):
    """R055."""
    method = for_kind(questionnaire.question("w.method"), "pretrain")
    assert [option.value for option in method.options] == ["cpt", "scratch"]


def test_the_unit_follows_the_kind_of_workload(questionnaire):
    tokens = for_kind(questionnaire.question("w.train_tokens"), "train_other")
    assert parse_answer(tokens, "5.000 Beispiele", "de").echo.replace("\u202f", " ") == "5.000 Beispiele"
