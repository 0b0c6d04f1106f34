"""``cost``: published break-evens and splits, and what is refused."""

import os
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk

PROFILES = Path(__file__).parent.parent / "data" / "profiles"
CODE_WEEK = PROFILES / "azure_code_week_2024.csv"
LENOVO = ("--capex", 833806, "--own-per-hour", 0.87)
CONSOLE = ("--capex", 1920000, "--own-per-hour", 728681 / (4 * 8760), "--cloud-per-hour", 128, "--utilisation", 0.7)
"""64 accelerators at 2.00 USD an hour, legitlads.com accelerator ROI calculator."""
OWNING = ("--mean-demand", 32, "--own-fixed-per-hour", 1.9, "--own-variable-per-hour", 0.15)


def document(rechenwerk: Rechenwerk, *arguments: object) -> dict[str, Any]:
    outcome = rechenwerk("cost", *arguments, "--json")
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = outcome.document
    return found


@pytest.mark.parametrize(("rent", "hours", "months"), [(98.32, 8556.24, 11.7209), (33.0, 25951.01, 35.55)])
def test_lenovo_break_even(rechenwerk: Rechenwerk, rent: float, hours: float, months: float) -> None:
    """R026: Lenovo Press LP2225, and restated after the price cut."""
    found = document(rechenwerk, "break-even", *LENOVO, "--cloud-per-hour", rent)
    assert found["break_even_hours"] == pytest.approx(hours, rel=1e-5)
    assert found["break_even_months_simple"] == pytest.approx(months, rel=1e-3)


def test_time_value_turns_a_purchase_around(rechenwerk: Rechenwerk) -> None:
    """R026: +490,903 undiscounted over four years, -9,440 at 10 %."""
    found = document(rechenwerk, "break-even", *CONSOLE, "--discount-rate", 0.1, "--months", 48)
    assert found["undiscounted_difference"] == pytest.approx(490_903, abs=1)
    assert found["npv_difference"] == pytest.approx(-9440.47, abs=0.5)
    assert found["break_even_months_discounted"] == "never"
    assert found["break_even_months_simple"] == pytest.approx(3.1855 * 12, rel=1e-3)
    assert found["break_even_utilisation"] == pytest.approx(0.5905, rel=1e-3)


def test_the_turn_is_said_in_words(rechenwerk: Rechenwerk) -> None:
    outcome = rechenwerk("cost", "break-even", *CONSOLE, "--discount-rate", 0.1, "--months", 48, "--lang", "de")
    assert "der Kapitalwert bei 10,0" in outcome.out
    assert "nie innerhalb von 48 Monaten" in outcome.out


def test_a_machine_that_stays_on_is_paid_for_every_hour(rechenwerk: Rechenwerk) -> None:
    """Renting for half of the hours halves the rent and leaves the running cost of owning."""
    half = document(rechenwerk, "break-even", "--capex", 730, "--own-per-hour", 1, "--cloud-per-hour", 4,
                    "--utilisation", 0.5)  # fmt: skip
    assert half["break_even_hours"] == pytest.approx(730 / (4 * 0.5 - 1))


def test_a_falling_rent_moves_break_even_out(rechenwerk: Rechenwerk) -> None:
    steady, falling = (
        document(rechenwerk, "break-even", *LENOVO, "--cloud-per-hour", 33, "--cloud-price-change", change)
        for change in (0, -0.12)
    )
    assert falling["break_even_months_simple"] > steady["break_even_months_simple"]


def test_a_resale_value_may_be_a_share_or_an_amount(rechenwerk: Rechenwerk) -> None:
    share, amount = (
        document(rechenwerk, "break-even", "--capex", 1000, "--own-per-hour", 0, "--cloud-per-hour", 1,
                 "--residual", residual)["npv_difference"]
        for residual in (0.2, 200)
    )  # fmt: skip
    assert share == pytest.approx(amount)


def test_monthly_payments_are_worth_more_than_those_at_the_end_of_the_year(rechenwerk: Rechenwerk) -> None:
    yearly, monthly = (
        document(rechenwerk, "break-even", *CONSOLE, "--discount-rate", 0.1, "--paid", paid)["npv_difference"]
        for paid in ("yearly", "monthly")
    )
    assert monthly > yearly


def test_without_a_rate_that_of_the_catalogue_counts(rechenwerk: Rechenwerk) -> None:
    found = document(rechenwerk, "break-even", *LENOVO, "--cloud-per-hour", 33)
    assert found["inputs"]["discount_rate"] == pytest.approx(0.07)


@pytest.mark.parametrize(
    ("rent", "owned", "saving", "use"), [(3.0, 15, 0.096, 0.88), (5.5, 30, 0.286, 0.67)]
)  # fmt: skip
def test_split_of_a_week_of_code_completion(
    rechenwerk: Rechenwerk, rent: float, owned: int, saving: float, use: float
) -> None:
    """R131: exhaustive search over the same trace gave 15 and 30 of a mean of 32."""
    found = document(rechenwerk, "split", "--profile", CODE_WEEK, *OWNING, "--cloud-per-hour", rent)
    assert abs(found["owned_units"] - owned) <= 1
    assert found["saving_share"] == pytest.approx(saving, abs=0.005)
    assert found["owned_utilisation"] == pytest.approx(use, abs=0.01)


def test_a_flat_load_is_owned_whole(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    flat = tmp_path / "flat.csv"
    flat.write_text("hour,gpus\n" + "".join(f"{hour},7\n" for hour in range(168)), encoding="utf-8")
    found = document(rechenwerk, "split", "--profile", flat, *OWNING, "--cloud-per-hour", 3)
    assert (found["owned_units"], found["owned_utilisation"]) == (32, 1.0)
    assert found["saving_share"] == pytest.approx(0.0)


def test_a_cheap_commitment_carries_the_base(rechenwerk: Rechenwerk) -> None:
    """Committed units at 1.00 undercut owned ones at 1.90 plus use."""
    prices = ("--cloud-per-hour", 3, "--committed-per-hour", 1)
    found = document(rechenwerk, "split", "--profile", CODE_WEEK, *OWNING, *prices)
    assert found["owned_units"] == 0
    assert found["committed_units"] > 15


def test_owning_for_the_peak_costs_twice_the_cloud(rechenwerk: Rechenwerk) -> None:
    found = document(rechenwerk, "split", "--profile", CODE_WEEK, *OWNING, "--cloud-per-hour", 3)
    assert found["pure_own_per_hour"] == pytest.approx(189, abs=1)
    assert found["pure_cloud_per_hour"] == pytest.approx(96, abs=0.1)


@pytest.mark.reference
def test_the_shipped_profile_is_the_published_week(rechenwerk: Rechenwerk) -> None:
    folder = os.environ.get("RECHENWERK_REFERENCE")
    if not folder:
        pytest.skip("RECHENWERK_REFERENCE names no folder")
    whole = Path(folder) / "traces" / "azure_llm_2024_code_week_hourly.csv"
    asked = (*OWNING, "--cloud-per-hour", 3)
    assert document(rechenwerk, "split", "--profile", whole, *asked) == document(
        rechenwerk, "split", "--profile", CODE_WEEK, *asked
    )


def test_german_tables_are_read_too(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    german = tmp_path / "last.csv"
    german.write_text("Stunde;Anfragen\n0;1.000,5\n1;3.001,5\n", encoding="utf-8")
    found = document(rechenwerk, "split", "--profile", german, *OWNING, "--cloud-per-hour", 3)
    assert found["peak_demand"] == pytest.approx(32 * 3001.5 / 2001)


def test_a_column_may_be_named(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    two = tmp_path / "two.csv"
    two.write_text("a,b\n1,10\n3,10\n", encoding="utf-8")
    asked = ("--profile", two, *OWNING, "--cloud-per-hour", 3)
    assert document(rechenwerk, "split", *asked, "--column", "b")["peak_demand"] == pytest.approx(32)
    assert "P043" in rechenwerk("cost", "split", *asked).err


@pytest.mark.parametrize(
    ("content", "code"),
    [("", "P043"), ("hour,load\n", "P045"), ("hour,load\n0,0\n1,0\n", "P045"), ("hour,load\n0,-1\n", "P044"),
     ("hour,load\n0,many\n", "P044"), ("hour,load\n0\n", "P044"), ("hour,load\n0,inf\n", "P044")],
)  # fmt: skip
def test_a_profile_without_a_load_is_refused(rechenwerk: Rechenwerk, tmp_path: Path, content: str, code: str) -> None:
    profile = tmp_path / "profile.csv"
    profile.write_text(content, encoding="utf-8")
    outcome = rechenwerk("cost", "split", "--profile", profile, *OWNING, "--cloud-per-hour", 3)
    assert outcome.code == 3
    assert code in outcome.err


@pytest.mark.parametrize("name", ["missing.csv", "."])
def test_a_profile_that_cannot_be_read_is_named(rechenwerk: Rechenwerk, tmp_path: Path, name: str) -> None:
    outcome = rechenwerk("cost", "split", "--profile", tmp_path / name, *OWNING, "--cloud-per-hour", 3)
    assert (outcome.code, "P041" in outcome.err) == (3, True)


@pytest.mark.parametrize("content", [b"hour,load\n0,1\x00\n", b"\xff\xfe\x00", b"hour,load\n0," + b"9" * 200_000])
def test_a_binary_file_is_no_profile(rechenwerk: Rechenwerk, tmp_path: Path, content: bytes) -> None:
    profile = tmp_path / "profile.csv"
    profile.write_bytes(content)
    outcome = rechenwerk("cost", "split", "--profile", profile, *OWNING, "--cloud-per-hour", 3)
    assert (outcome.code, "[P04" in outcome.err) == (3, True)


def test_a_peak_of_millions_of_units_is_refused(rechenwerk: Rechenwerk) -> None:
    many = ("--mean-demand", 1e9, "--own-fixed-per-hour", 1, "--cloud-per-hour", 3)
    outcome = rechenwerk("cost", "split", "--profile", CODE_WEEK, *many)
    assert (outcome.code, "E216" in outcome.err) == (3, True)


@pytest.mark.parametrize(
    ("option", "value"),
    [("--capex", "-1"), ("--capex", "much"), ("--capex", "nan"), ("--own-per-hour", "-0.1"), ("--cloud-per-hour", "0"),
     ("--utilisation", "1.1"), ("--utilisation", "0"), ("--discount-rate", "10"), ("--residual", "-1"),
     ("--cloud-price-change", "-1")],
)  # fmt: skip
def test_impossible_numbers_are_wrong_usage(rechenwerk: Rechenwerk, option: str, value: str) -> None:
    outcome = rechenwerk("cost", "break-even", *LENOVO, "--cloud-per-hour", 33, option, value)
    assert outcome.code == 2
    assert f"{option}: [P040]" in outcome.err


def test_a_horizon_without_months_is_wrong_usage(rechenwerk: Rechenwerk) -> None:
    assert rechenwerk("cost", "break-even", *LENOVO, "--cloud-per-hour", 33, "--months", 0).code == 2


@pytest.mark.parametrize("option", ["--capex", "--own-per-hour", "--cloud-per-hour", "--residual"])
def test_amounts_beyond_all_money_are_refused_instead_of_computed_to_infinity(
    rechenwerk: Rechenwerk, option: str
) -> None:
    outcome = rechenwerk("cost", "break-even", *LENOVO, "--cloud-per-hour", 33, option, "1e308", "--json")
    assert (outcome.code, outcome.out) == (2, "")
    assert f"{option}: [P040]" in outcome.err


@pytest.mark.parametrize("months", ["1201", "999999999", "1.5", "1e9"])
def test_a_horizon_beyond_a_century_is_refused(rechenwerk: Rechenwerk, months: str) -> None:
    outcome = rechenwerk("cost", "break-even", *LENOVO, "--cloud-per-hour", 33, "--months", months)
    assert outcome.code == 2
    assert "--months: [P040]" in outcome.err


def split_of(rechenwerk: Rechenwerk, profile: object) -> Any:
    return rechenwerk("cost", "split", "--profile", profile, *OWNING, "--cloud-per-hour", 3, "--json")


def test_a_pipe_or_device_as_a_profile_is_never_opened(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    for name in (tmp_path / "pipe.csv", "/dev/zero"):
        outcome = split_of(rechenwerk, name)
        assert (outcome.code, "P041" in outcome.err) == (3, True)


def test_a_line_that_is_no_csv_names_its_place(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    profile = tmp_path / "load.csv"
    profile.write_text("hour,load\n0," + "1" * 200_000)
    outcome = split_of(rechenwerk, profile)
    assert (outcome.code, f"{profile}:2: [P046]" in outcome.err) == (3, True)


@pytest.mark.parametrize("huge", ["1e308", "1e-320"])
def test_only_the_shape_of_a_load_counts_however_large_or_small_it_is(
    rechenwerk: Rechenwerk, tmp_path: Path, huge: str
) -> None:
    profile = tmp_path / "load.csv"
    profile.write_text(f"hour,load\n0,{huge}\n1,{huge}\n")
    found = split_of(rechenwerk, profile).document
    assert (found["peak_demand"], found["owned_units"]) == (pytest.approx(32.0), 32)


def test_one_decimal_comma_makes_all_numbers_german(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    profile = tmp_path / "last.csv"
    profile.write_text("Stunde;Last\n0;1.234\n1;0,5\n")
    assert split_of(rechenwerk, profile).document["peak_demand"] == pytest.approx(64 * 1234 / 1234.5)
    profile.write_text("Stunde;Last\n0;1.5\n1;0,5\n")
    outcome = split_of(rechenwerk, profile)
    assert (outcome.code, f"{profile}:2: [P044]" in outcome.err) == (3, True)


@pytest.mark.parametrize(
    ("rows", "line"),
    [("0,1\n1,2\n3,1", 4), ("0,1\n1,2\n1,3", 4), ("0,1\n0.25,2\n0.5,1", 3), ("5,1\n4,2", 3),
     ("2024-05-10 00:00,1\n2024-05-10 01:00,2\n2024-05-10 03:00,2", 4),
     ("2024-05-10T00:00:00Z,1\n2024-05-10T00:15:00Z,2", 3), ("10.05.2024 00:00,1\n10.05.2024 02:00,2", 3)],
)  # fmt: skip
def test_gaps_and_other_steps_than_hours_name_the_line(
    rechenwerk: Rechenwerk, tmp_path: Path, rows: str, line: int
) -> None:
    profile = tmp_path / "load.csv"
    profile.write_text(f"hour,load\n{rows}\n", encoding="utf-8")
    outcome = split_of(rechenwerk, profile)
    assert (outcome.code, f"load.csv:{line}: [P049]" in outcome.err) == (3, True), outcome.err


@pytest.mark.parametrize(
    "rows",
    ["22,1\n23,2\n0,3\n1,4", "23,1\n24,2\n1,3", "2024-03-31 01:00,1\n2024-03-31 03:00,2",
     "2024-10-27 01:00,1\n2024-10-27 02:00,2\n2024-10-27 02:00,3\n2024-10-27 03:00,4", "Mo,1\nDi,2"],
)  # fmt: skip
def test_hours_of_the_day_and_changed_clocks_are_no_gaps(rechenwerk: Rechenwerk, tmp_path: Path, rows: str) -> None:
    profile = tmp_path / "load.csv"
    profile.write_text(f"hour,load\n{rows}\n\n", encoding="utf-8")
    assert split_of(rechenwerk, profile).code == 0


def test_an_empty_line_between_is_an_hour_without_a_load(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    profile = tmp_path / "load.csv"
    profile.write_text("load\n1\n\n2\n", encoding="utf-8")
    outcome = split_of(rechenwerk, profile)
    assert (outcome.code, "load.csv:3: [P044]" in outcome.err) == (3, True)
