"""Numbers as people type them. Issue item 4: German and English input, units, ranges; ambiguous input asks back."""

import pytest
from wizard.domain.errors import CodedError
from wizard.questionnaire.parse import parse_answer

TB, BUDGET, PEOPLE = "data.train_tb", "fin.capex_budget", "w.users_active_peak"


@pytest.fixture
def read(questionnaire):
    def parse(question_id, entered, language="de", **options):
        return parse_answer(questionnaire.question(question_id), entered, language, **options).value

    return parse


@pytest.fixture
def code(read):
    def parse(*arguments, **options):
        with pytest.raises(CodedError) as caught:
            read(*arguments, **options)
        return caught.value.error.code

    return parse


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        ("1234,5", 1234.5), ("1.234,5", 1234.5), ("1,234.5", 1234.5), ("1 234,5", 1234.5), ("1'234.5", 1234.5),
        ("1’234,5", 1234.5), ("1\u202f234,5", 1234.5), ("0,125", 0.125), (".5", 0.5), ("12.50", 12.5),
        ("1234.5678", 1234.5678), ("1e3", 1000), ("1,5e1", 15), ("５０", 50), ("ca. 20", 20), ("+3", 3), ("80k", 80000),
        ("1.250e3", 1250), ("1,250e3", 1250),
        ("5 Tsd.", 5000), ("99.999,123", 99999.123),
    ],
)  # fmt: skip
def test_unambiguous_numbers_mean_the_same_in_both_languages(read, language, entered, expected):
    assert read(TB, entered, language) == expected


@pytest.mark.parametrize(
    ("language", "entered", "expected"),
    [("de", "1.500", 1500), ("en", "1.500", 1.5), ("de", "1,500", 1.5), ("en", "1,500", 1500)],
)
def test_a_lone_separator_before_three_digits_follows_the_language(read, language, entered, expected):
    assert read("w.requests_per_user_hour", entered, language) == expected


@pytest.mark.parametrize(
    ("question_id", "language", "entered"),
    [
        (BUDGET, "de", "250,000"), (BUDGET, "en", "250.000"),  # money has no three decimals
        (PEOPLE, "de", "1,200"), (PEOPLE, "en", "1.200"),  # people are whole
        ("fin.pue", "de", "1.234"),  # 1234 is out of range, 1.234 is not
        ("site.power_kw", "de", "5.500"),  # 5,500 kW in an office? more likely 5.5
    ],
)  # fmt: skip
def test_a_reading_against_the_odds_asks_back(code, question_id, language, entered):
    assert code(question_id, entered, language) == "Q003"


def test_asking_back_names_both_readings_and_how_to_write_them(questionnaire):
    with pytest.raises(CodedError) as caught:
        parse_answer(questionnaire.question("site.power_kw"), "5.500", "de")
    assert caught.value.in_language("de").count("5500") == 2
    assert "5,5" in caught.value.in_language("de")


@pytest.mark.parametrize(("entered", "expected"), [("5500", 5500), ("5,50", 5.5)])
def test_the_offered_spellings_are_understood(read, entered, expected):
    assert read("site.power_kw", entered) == expected


@pytest.mark.parametrize(
    "entered",
    [
        "abc",
        "12,",
        "1,2,3",
        "1.23.4",
        "1.234.56",
        "1 23",
        "--5",
        "٣",
        "1,2.3,4",
        "5 5 5",
        "9" * 40,
        "1e99",
        "½",
        "-",
        "€",
    ],
)
def test_what_is_no_number_is_refused(code, entered):
    assert code(TB, entered) == "Q002"


@pytest.mark.parametrize(
    ("question_id", "entered", "expected"),
    [
        ("site.power_kw", "12 W", 0.012), ("site.power_kw", "1,5 MW", 1500), ("site.power_kw", "12 kW", 12),
        ("base.vram_peak_gb", "80 GiB", 85.89934592), ("base.vram_peak_gb", "40.000 MB", 40),
        ("base.vram_peak_gb", "0,5 TB", 500), ("project.horizon_months", "3 Jahre", 36),
        ("project.horizon_months", "1.5 years", 18), ("w.deadline_h", "2 Tage", 48), ("w.ttft_p95_ms", "1,5 s", 1500),
        ("data.read_gb_per_s", "100 Gbit/s", 12.5), ("data.read_gb_per_s", "8 Gb/s", 1),
        ("data.read_gb_per_s", "8 GB/s", 8), ("site.rack_kw", "8 kW je Rack", 8), ("site.rack_kw", "8 kW/rack", 8),
        ("data.egress_tb_month", "500 GB pro Monat", 0.5), ("w.requests_per_user_hour", "0,2/min", 12),
        ("w.params_total_b", "70B", 70), ("w.params_total_b", "70 Mrd. Parameter", 70),
        ("w.params_total_b", "500M", 0.5), ("w.params_total_b", "70e9", 70), ("data.vectors_m", "2 Mio.", 2),
        ("data.vectors_m", "500k", 0.5),
        ("w.context_max", "128k Token", 128000), ("site.noise_limit_dba", "55 dB", 55), ("fin.wacc_pct", "7 %", 7),
        ("staff.gpu_ops_fte", "0,5 VZÄ", 0.5), ("site.count", "3 Standorte", 3),
    ],
)  # fmt: skip
def test_units_are_converted(read, question_id, entered, expected):
    assert read(question_id, entered) == pytest.approx(expected, rel=1e-12)


def test_a_conversion_is_echoed(questionnaire):
    echo = parse_answer(questionnaire.question("base.vram_peak_gb"), "80 GiB", "de").echo
    assert echo.replace("\u202f", " ") == "80 GiB = 85,89934592 GB"


@pytest.mark.parametrize("entered", ["5 kg", "5 kWh", "5 mW", "5 €", "5 _", "5 Äpfel", "5 Gbit/s"])
def test_a_foreign_unit_is_refused(code, entered):
    assert code("site.power_kw", entered) == "Q013"


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        ("80.000 EUR", 80000), ("€ 80.000,50", 80000.5), ("80 TEUR", 80000), ("80k€", 80000), ("1,5 Mio.", 1500000),
        ("1,5 Mio. €", 1500000), ("2 MEUR", 2000000), ("80 000 Euro", 80000), ("EUR 80.000", 80000), ("0", 0),
        ("1 Mrd. EUR", 10**9), ("rund 5 Mio €", 5000000),
    ],
)  # fmt: skip
def test_money(read, entered, expected):
    assert read(BUDGET, entered) == expected


def test_money_per_month_where_a_month_is_asked(read):
    assert read("fin.opex_budget_month", "5.000 EUR pro Monat") == 5000


@pytest.mark.parametrize("entered", ["$5", "5 CHF", "£ 3", "80 k$"])
def test_another_currency_names_the_expected_one(questionnaire, entered):
    with pytest.raises(CodedError) as caught:
        parse_answer(questionnaire.question(BUDGET), entered, "de")
    assert (caught.value.error.code, "EUR" in str(caught.value)) == ("Q014", True)


def test_the_client_s_own_currency_is_welcome(read):
    assert read(BUDGET, "5.000 CHF", currency="CHF") == 5000


@pytest.mark.parametrize(("language", "entered"), [("de", "5 Billionen"), ("en", "5 billion")])
def test_a_billion_means_what_it_means_in_the_language(read, language, entered):
    expected = {"de": 5 * 10**12, "en": 5 * 10**9}[language]
    assert read("w.train_tokens", entered, language) == expected


def test_an_english_billion_in_german_asks_back(code):
    assert code("w.train_tokens", "5 billion", "de") == "Q003"


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        ("20-150", (20, 85, 150)), ("20 – 150", (20, 85, 150)), ("20 bis 150 Personen", (20, 85, 150)),
        ("20 to 150", (20, 85, 150)), ("20/50/150", (20, 50, 150)), ("1-2k", (1000, 1500, 2000)),
        ("500 - 2k", (500, 1250, 2000)), ("20…150", (20, 85, 150)),
    ],
)  # fmt: skip
def test_a_range_is_kept_as_low_likely_high(read, entered, expected):
    assert tuple(read(PEOPLE, entered).values()) == expected


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        ("1000/4000", (1000, 4000)), ("1.000 – 4.000 Token", (1000, 4000)), ("typ 1000, p95 4000", (1000, 4000)),
        ("typisch=1000; p95=4000", (1000, 4000)), ("1000", (1000, None)),
    ],
)  # fmt: skip
def test_typical_and_95th_percentile(read, entered, expected):
    """R171."""
    assert tuple(read("w.tokens_in", entered).values()) == expected


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        ("0/50/200", (0, 50, 200)),
        ("-20 / 0 / 10", (-20, 0, 10)),
        ("20 %", (0, 20, 80)),
        ("-50 – -10 – 0", (-50, -10, 0)),
    ],
)
def test_a_span_takes_three_numbers_or_one_with_the_default_spread(read, entered, expected):
    """R044."""
    assert tuple(read("road.growth_pct", entered).values()) == expected


@pytest.mark.parametrize(
    ("question_id", "entered", "expected"),
    [
        (TB, "", "Q001"), (TB, "  ", "Q001"), (TB, "-5", "Q004"), ("fin.wacc_pct", "120", "Q004"),
        (PEOPLE, "12,5", "Q005"), (PEOPLE, "150-20", "Q012"), ("w.tokens_in", "4000/1000", "Q012"),
        ("w.tokens_in", "1/2/3", "Q019"), ("road.growth_pct", "1/2", "Q019"),
        ("project.horizon_months", "2 Wochen", "Q005"), (TB, "1" * 201, "Q010"),
    ],
)  # fmt: skip
def test_each_mistake_has_its_code(code, question_id, entered, expected):
    assert code(question_id, entered) == expected
