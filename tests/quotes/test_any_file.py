"""Whatever a file holds, it is a proposal or a coded refusal: never another error, never a price from nowhere."""

from datetime import date
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wizard.catalogs.load import load_catalog
from wizard.domain.errors import CodedError
from wizard.quotes.order import KINDS, Order
from wizard.quotes.propose import propose_file

CATALOG = load_catalog()
AS_OF = date(2026, 11, 30)
NAMES = (
    "Pos",
    "Bezeichnung",
    "Menge",
    "Einheit",
    "Einzelpreis",
    "Gesamtpreis",
    "Laufzeit",
    "Währung",
    "Rabatt",
    "MwSt",
)
CELLS = (
    "", "1", "2", "0", "-3", "1,5", "1.234", "12.500,00", "1e99", "NaN", "inf", "∞", "٣", "500 %", "-", "inkl.",
    "GPU-Server mit 8x NVIDIA H200 SXM", "8x NVIDIA L40S", "NVIDIA H20", "Wartung 3 Jahre", "Wartung 0 Jahre",
    "optional: Kabel", "Rabatt", "Rabatt 10 %", "Summe netto", "zzgl. 19 % MwSt.", "Gesamtbetrag brutto", "Stk.",
    "Monat", "je Stunde", "kWh", "ct/kWh", "kW", "1.000 Token Input", "Output Token", "EUR", "USD", "XAU", "€",
    "Muster GmbH", "Angebot Nr. 7 vom 20.11.2026", "gültig bis 31.02.2026", "Skonto 2 %", "36 Monate", "=1+1", "[b]",
    "\x1b[31m", "'", '"', "Miete GPU-Server 4x L40S", "Datum: 99.99.9999", "12", "Preise in EUR zzgl. MwSt.",
)  # fmt: skip
TEXTS = tuple(cell for cell in CELLS if any(c.isalpha() for c in cell))
PRICES = ("315.000,00", "94.500,00", "990,00 EUR", "7,00", "0,21", "21,4 ct", "190,00", "-4.500,00", "0,59", "1.234")
ENTRIES = (None, "hetzner-gex63", "DE", "sxm-8x-h200", "h200-sxm-141", "retail", "nothing")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    above=st.lists(st.lists(st.sampled_from(CELLS), max_size=3), max_size=3),
    more=st.lists(st.sampled_from(NAMES), max_size=3, unique=True),
    rows=st.lists(st.lists(st.sampled_from(CELLS), max_size=3), min_size=1, max_size=4),
    kind=st.sampled_from((None, *KINDS)),
    entry=st.sampled_from(ENTRIES),
    data=st.data(),
)
def test_any_table_is_a_proposal_or_a_coded_refusal(
    tmp_path: Path, above: list[list[str]], more: list[str], rows: list[list[str]], kind: str, entry: str,
    data: st.DataObject,
) -> None:  # fmt: skip
    told = data.draw(st.sampled_from((True, True, True, False)))
    order = Order(
        kind=kind, entry=entry, vendor="Muster" if told else None, day=AS_OF if told else None,  # type: ignore[arg-type]
        currency="EUR" if told else None, prices="net" if told else None, numbers="de" if told else None,
        accelerator="l40s-48" if told else None, count=4 if told else None, country="DE", law="EU",
    )  # fmt: skip
    names = ["Bezeichnung", "Einzelpreis", *more]
    positions = [[data.draw(st.sampled_from(TEXTS)), data.draw(st.sampled_from(PRICES)), *row] for row in rows]
    lines = [*above, names, *positions]
    text = "\r\n".join(";".join('"' + cell.replace('"', '""') + '"' for cell in line) for line in lines)
    path = tmp_path / "q.csv"
    path.write_text(text, encoding="utf-8")
    try:
        proposal = propose_file(path, order, CATALOG, {}, AS_OF)
    except CodedError as refused:
        assert refused.message("de")  # noqa: PT017 - any refusal will do, if it can be told
        assert refused.message("en")  # noqa: PT017
        return
    assert all(change.after.value > 0 for change in proposal.changes)
    load_catalog(proposal.overrides)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=600))
def test_any_bytes_are_a_coded_refusal(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "q.csv"
    path.write_bytes(content)
    refused = False
    try:
        propose_file(path, Order(), CATALOG, {}, AS_OF)
    except CodedError:
        refused = True
    assert refused
