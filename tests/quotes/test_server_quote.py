"""A server's quote as vendors write it becomes one price, one share of support, and nothing that was not offered."""

from pathlib import Path

import pytest
from tests.quotes.conftest import Propose
from tests.quotes.making import GERMAN_ROWS, PARTS, server_quote, text_quote
from wizard.domain.errors import CodedError
from wizard.quotes.errors import QuoteError
from wizard.quotes.order import Order
from wizard.quotes.proposal import Proposal


def price(proposal: Proposal) -> tuple[float, str]:
    change = next(change for change in proposal.changes if change.field == "price")
    return change.after.value, change.after.unit


def test_parts_and_discount_are_the_price_of_one_machine(tmp_path: Path, propose: Propose) -> None:
    proposal = propose(server_quote(tmp_path / "angebot.xlsx"))
    assert price(proposal) == (PARTS / 2, "EUR")
    assert proposal.accelerator == "rtx-pro-6000-maxq-96"


def test_support_of_three_years_is_a_share_a_year(tmp_path: Path, propose: Propose) -> None:
    """R025: maintenance as quoted, never a silent default."""
    proposal = propose(server_quote(tmp_path / "angebot.xlsx"))
    share = next(change for change in proposal.changes if change.section == "figures")
    assert share.after.value == pytest.approx(2 * 1740 / 3 / PARTS, abs=1e-6)


def test_an_option_and_the_installation_are_no_price(tmp_path: Path, propose: Propose) -> None:
    proposal = propose(server_quote(tmp_path / "angebot.xlsx"))
    left_out = {line.text: line.becomes.en for line in proposal.lines if line.becomes.en.startswith("left out")}
    assert [text.split()[0] for text in left_out] == ["INST", "OPT-USV"]


def test_a_discount_for_early_payment_is_named_and_not_deducted(tmp_path: Path, propose: Propose) -> None:
    path = text_quote(tmp_path / "q.csv", (*GERMAN_ROWS, ("2", "Skonto bei Zahlung in 10 Tagen", "", "", "-1.800,00")))
    assert price(propose(path)) == (45_000, "EUR")


def test_vendor_number_day_and_validity_come_from_the_file(tmp_path: Path, propose: Propose) -> None:
    proposal = propose(server_quote(tmp_path / "angebot.xlsx"))
    figure = proposal.changes[0].after
    assert figure.source == "Systemhaus Nordlicht GmbH, quote no. AN-2026-11872"
    assert (figure.retrieved_on.isoformat(), figure.basis) == ("2026-11-20", "quote")
    assert figure.note == "valid until 2026-12-31"


@pytest.mark.parametrize(
    ("delimiter", "encoding"),
    [(";", "utf-8"), (";", "utf-8-sig"), ("\t", "utf-8"), (",", "utf-8"), ("|", "utf-8"), (";", "utf-16"),
     (";", "cp1252")],
)  # fmt: skip
def test_every_usual_text_file_reads_the_same(tmp_path: Path, propose: Propose, delimiter: str, encoding: str) -> None:
    path = text_quote(tmp_path / "q.csv", GERMAN_ROWS, delimiter=delimiter, encoding=encoding)
    proposal = propose(path)
    assert price(proposal) == (45_000, "EUR")
    assert proposal.lines[0].text.startswith("GPU-Server mit 4x NVIDIA L40S")


def test_english_numbers_and_dollars_stay_dollars(tmp_path: Path, propose: Propose) -> None:
    rows = (
        ("Polaris Compute Inc., quote # Q-88127, dated 2026-11-20",),
        ("All prices in USD, excl. sales tax",),
        ("Line", "Description", "Qty", "Unit Price", "Extended Price"),
        ("1", "GPU server with 8x NVIDIA H200 SXM 141GB", "1", "318,500.00", "318,500.00"),
    )
    proposal = propose(text_quote(tmp_path / "quote.csv", rows, delimiter=","))
    assert price(proposal) == (318_500, "USD")
    assert proposal.overrides["servers"]["quote-polaris-compute-q-88127-8x-h200-sxm-141"]["price_currency"] == "USD"


def test_the_old_price_is_shown_in_the_currency_of_the_quote(tmp_path: Path, propose: Propose) -> None:
    change = propose(text_quote(tmp_path / "q.csv", GERMAN_ROWS)).changes[0]
    assert change.before is not None
    assert change.before.unit == "USD"
    assert change.converted == pytest.approx(change.before.value / 1.1172, rel=0.02)  # ECB, November 2026


def test_gross_prices_lose_the_stated_vat(tmp_path: Path, propose: Propose) -> None:
    rows = [*GERMAN_ROWS[:2], ("Alle Preise in EUR inkl. 19 % MwSt.",), *GERMAN_ROWS[3:7]]
    assert price(propose(text_quote(tmp_path / "q.csv", rows)))[0] == pytest.approx(90_000 / 1.19 / 2)


def test_only_the_chosen_positions_count(tmp_path: Path, propose: Propose) -> None:
    proposal = propose(text_quote(tmp_path / "q.csv", GERMAN_ROWS), Order(positions=("1",)))
    assert price(proposal) == (47_250, "EUR")


def test_columns_with_names_of_their_own_are_mapped(tmp_path: Path, propose: Propose) -> None:
    rows = [*GERMAN_ROWS[:4], ("Lfd", "Was wir liefern", "Menge", "Unser Angebot", "In Summe"), *GERMAN_ROWS[5:]]
    path = text_quote(tmp_path / "q.csv", rows)
    order = Order(mapping={"text": "Was wir liefern", "price": "Unser Angebot", "total": "In Summe"})
    assert price(propose(path, order)) == (45_000, "EUR")


def test_the_same_quote_twice_changes_nothing(tmp_path: Path, propose: Propose) -> None:
    path = text_quote(tmp_path / "q.csv", GERMAN_ROWS)
    first = propose(path)
    assert not first.same
    assert propose(path, overrides=first.overrides).same


def test_a_sum_that_its_lines_do_not_give_is_a_warning(tmp_path: Path, propose: Propose) -> None:
    rows = [*GERMAN_ROWS[:-1], ("", "Gesamtsumme netto", "", "", "99.000,00")]
    (warning,) = propose(text_quote(tmp_path / "q.csv", rows)).warnings
    assert (warning.error, warning.place) == (QuoteError.TOTAL, "q.csv:8")
    assert "99.000,00" in warning.message("de")


def test_a_quote_that_has_run_out_is_a_warning(tmp_path: Path, propose: Propose) -> None:
    proposal = propose(text_quote(tmp_path / "q.csv", [("Gültig bis 01.10.2026",), *GERMAN_ROWS]))
    assert [warning.error for warning in proposal.warnings] == [QuoteError.DATE]


@pytest.mark.parametrize(
    ("name", "identity"),
    [("8x NVIDIA H200 SXM", "h200-sxm-141"), ("4x NVIDIA L4", "l4-24"), ("4x NVIDIA L40S", "l40s-48")],
)
def test_the_resolved_id_is_shown(tmp_path: Path, propose: Propose, name: str, identity: str) -> None:
    """H20 is never H200, L4 never L40S."""
    rows = [*GERMAN_ROWS[:5], ("1", f"GPU-Server mit {name}", "1", "50.000,00", "50.000,00")]
    assert propose(text_quote(tmp_path / "q.csv", rows)).accelerator == identity


def h20(tmp_path: Path) -> Path:
    rows = [*GERMAN_ROWS[:5], ("1", "GPU-Server mit 8x NVIDIA H20", "1", "150.000,00", "150.000,00")]
    return text_quote(tmp_path / "q.csv", rows)


def test_without_a_class_of_this_accelerator_the_nearest_is_not_taken(tmp_path: Path, propose: Propose) -> None:
    with pytest.raises(CodedError) as raised:
        propose(h20(tmp_path))
    assert raised.value.error is QuoteError.NEEDS
    assert "8 × h20-96" in raised.value.message("de")


def test_a_named_class_lends_its_build_to_another_accelerator(tmp_path: Path, propose: Propose) -> None:
    """The H20 draws 400 W and the H200 SXM 700 W: eight of them 2.4 kW less."""
    proposal = propose(h20(tmp_path), Order(entry="sxm-8x-h200"))
    server = next(iter(proposal.overrides["servers"].values()))
    assert server["accelerator"] == "h20-96"
    assert server["max_power_kw"]["value"] == pytest.approx(10.2 - 8 * 0.3)
    assert any("TDP" in notice.en for notice in proposal.notices)
