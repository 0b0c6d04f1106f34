"""Rents, tokens, energy, racks, support and cards: from a file or typed, into the unit the catalogue reckons in."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.quotes.conftest import AS_OF, Propose
from tests.quotes.making import RENT_ROWS, text_quote
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.quotes.by_hand import propose_price
from wizard.quotes.errors import QuoteError
from wizard.quotes.order import Kind, Order
from wizard.quotes.proposal import Proposal

HEAD = ("Muster GmbH, Angebot Nr. 9 vom 20.11.2026, Preise in EUR zzgl. 19 % MwSt.",)
NAMES = ("Pos", "Bezeichnung", "Menge", "Einheit", "Einzelpreis")
RENTED = Order(country="DE", law="EU")
Type = Callable[..., Proposal]


@pytest.fixture
def typed(catalog: Catalog) -> Type:
    def price(text: str, kind: Kind, entry: str | None, language: str = "de", **more: object) -> Proposal:
        order = Order(kind=kind, entry=entry, vendor="Muster AG", day=date(2026, 11, 20), currency="EUR")
        return propose_price(text, replace(order, **more), language, catalog, {}, AS_OF)  # type: ignore[arg-type]

    return price


def values(proposal: Proposal) -> dict[str, float]:
    return {change.field or change.id: change.after.value for change in proposal.changes}


def one(path: Path, *line: str) -> Path:
    return text_quote(path, (HEAD, NAMES, ("1", *line)))


def test_a_rent_a_month_becomes_one_an_hour(tmp_path: Path, propose: Propose) -> None:
    """A month has 730 hours; both running positions count, the setup fee is paid once."""
    proposal = propose(text_quote(tmp_path / "q.csv", RENT_ROWS), RENTED)
    assert values(proposal) == {"committed_3y_per_hour": pytest.approx(2835 / 730)}
    (offer,) = proposal.overrides["offers"].values()
    assert (offer["accelerator"], offer["accelerators"], offer["setup_fee"]["value"]) == (
        "rtx-pro-6000-server-96", 4, 490,
    )  # fmt: skip


@pytest.mark.parametrize(("field", "order"), [("country", Order(law="EU")), ("law", Order(country="DE"))])
def test_country_and_law_of_a_new_provider_are_never_assumed(
    tmp_path: Path, propose: Propose, field: str, order: Order
) -> None:
    with pytest.raises(CodedError) as raised:
        propose(text_quote(tmp_path / "q.csv", RENT_ROWS), order)
    assert (raised.value.error, raised.value.details["field"]) == (QuoteError.NEEDS, field)


def test_a_term_the_comparison_does_not_know_is_refused(tmp_path: Path, propose: Propose) -> None:
    rows = [tuple(cell.replace("36 Monate", "24 Monate") for cell in row) for row in RENT_ROWS]
    with pytest.raises(CodedError) as raised:
        propose(text_quote(tmp_path / "q.csv", rows), RENTED)
    assert raised.value.details["field"] == "term"


def test_cents_a_kilowatt_hour_are_euro(tmp_path: Path, propose: Propose) -> None:
    path = one(tmp_path / "q.csv", "Arbeitspreis Strom", "1", "ct/kWh", "21,45")
    assert values(propose(path, Order(entry="DE"))) == {"DE": pytest.approx(0.2145)}


def test_tokens_by_the_thousand_are_counted_by_the_million(tmp_path: Path, propose: Propose, catalog: Catalog) -> None:
    offer = next(a for a in catalog.apis.values() if a.currency == "EUR" and a.input_per_million.value > 0.1)
    price = offer.input_per_million.value / 1000 * 1.1
    paid = [f"{p:.6f}".replace(".", ",") for p in (price, offer.output_per_million.value / 1000)]
    rows = (HEAD, NAMES, ("1", "Input", "1", "1.000 Token", paid[0]), ("2", "Output", "1", "1.000 Token", paid[1]))
    found = values(propose(text_quote(tmp_path / "q.csv", rows), Order(entry=offer.id)))
    assert found["input_per_million"] == pytest.approx(price * 1000, rel=1e-3)


def test_a_single_card_is_priced_by_its_exact_name(tmp_path: Path, propose: Propose, catalog: Catalog) -> None:
    proposal = propose(one(tmp_path / "q.csv", "NVIDIA L40S 48GB", "2", "Stk.", "7.890,00"))
    assert (proposal.kind, proposal.accelerator, proposal.currency) == ("card", "l40s-48", "EUR")
    euro = values(proposal)["card_price"] * catalog.eur_per_unit["USD"].value  # the catalogue keeps it in dollars
    assert euro == pytest.approx(7_890)


@pytest.mark.parametrize(
    ("text", "kind", "entry", "value"),
    [
        ("312.000 EUR", "server", "sxm-8x-h200", 312_000),
        ("312 T€", "server", "sxm-8x-h200", 312_000),
        ("21 ct", "electricity", "DE", 0.21),
        ("7 %", "maintenance", "", 0.07),
        ("990 EUR/Monat", "rent", "hetzner-gex63", 990 / 730),
        ("312.000,-", "server", "sxm-8x-h200", 312_000),
    ],
)
def test_a_typed_price_is_read_as_meant(typed: Type, text: str, kind: Kind, entry: str, value: float) -> None:
    assert next(iter(values(typed(text, kind, entry or None)).values())) == pytest.approx(value)


def test_support_of_one_server_is_a_share_of_its_price_in_euro(typed: Type, catalog: Catalog) -> None:
    server = catalog.servers["sxm-8x-h200"]
    euro = server.price.value * catalog.eur_per_unit["USD"].value
    found = values(typed("9.000 EUR", "maintenance", server.id))
    assert list(found.values()) == [pytest.approx(9_000 / euro, rel=1e-4)]


def test_a_typed_amount_of_two_readings_is_asked_where_only_the_other_fits(typed: Type) -> None:
    """312,000 is 312 euro for a German and 312 thousand for an Englishman: the price tells that somebody is wrong."""
    with pytest.raises(CodedError) as raised:
        typed("312,000 EUR", "server", "sxm-8x-h200", "de")
    assert raised.value.error is QuoteError.AMBIGUOUS
    assert values(typed("312,000 EUR", "server", "sxm-8x-h200", "en"))["price"] == 312_000


@pytest.mark.parametrize(
    ("text", "kind", "entry", "error"),
    [
        ("teuer", "server", "sxm-8x-h200", QuoteError.NUMBER),
        ("", "server", "sxm-8x-h200", QuoteError.NUMBER),
        ("312.000 EUR", "server", "sxm-8x-h2000", QuoteError.NEEDS),
        ("0,59", "api", None, QuoteError.NEEDS),
        ("0,59 EUR; 0,79 USD", "api", None, QuoteError.CURRENCIES),
        ("312.000 XAU", "server", "sxm-8x-h200", QuoteError.NO_RATE),
        ("700 %", "maintenance", None, QuoteError.NUMBER),
        ("9.000 EUR", "maintenance", None, QuoteError.NEEDS),
        ("21 EUR", "electricity", "DE", QuoteError.SLIP),
    ],
)
def test_a_typed_price_that_cannot_be_is_refused(
    typed: Type, text: str, kind: Kind, entry: str | None, error: QuoteError
) -> None:
    with pytest.raises(CodedError) as raised:
        typed(text, kind, entry)
    assert raised.value.error is error
