"""How the client pays: the part of VAT that stays, loan or lease, and what the tax office gives back."""

from collections.abc import Iterable, Sequence
from datetime import date
from statistics import median
from typing import Any, Literal

from wizard.domain.catalog import Catalog
from wizard.domain.economics import CapacityNeed, Financing, TaxRule, UncertainInput
from wizard.domain.language import text
from wizard.domain.places import EEA
from wizard.domain.quantities import Range
from wizard.engine.figure_inputs import from_figure
from wizard.questionnaire.resolve import Given, Values

PERCENT = 100.0
VAT_SHARE = "vat_unrecoverable_share"
_VAT, _FINANCING, _TAX = "fin.vat_recoverable", "fin.financing", "fin.tax"
_PARTLY = "finance.vat_unrecoverable_share.partly"
_LABEL = text("part of VAT that cannot be reclaimed", "Anteil der Umsatzsteuer ohne Vorsteuerabzug")
_SAID = {"yes": 0.0, "no": 1.0}
_RATES: dict[str, str] = {"UK": "GB"}
_UNION = EEA - {"NO", "IS", "LI"}
_DATA_ACT = EEA | {"EU"}
"""Regulation (EU) 2023/2854 protects customers in the Union, wherever the provider sits; relevant for the EEA."""
DECLINING_FROM, DECLINING_UNTIL = date(2025, 7, 1), date(2027, 12, 31)
"""Purchases under section 7(2) EStG as of the act of 14 July 2025; the catalogue of law holds the entry."""


def vat_rate(catalog: Catalog, country: str) -> float:
    """Standard rate; the middle one for an unnamed state of the Union; 0 where there is no VAT or none known."""
    if country == "EU":
        return median(figure.value for code, figure in catalog.vat_rates.items() if code in _UNION)
    found = catalog.vat_rates.get(_RATES.get(country, country))
    return found.value if found is not None else 0.0


def vat_share(values: Values, catalog: Catalog) -> UncertainInput:
    """Share of VAT that stays a cost: an answer ends the span, silence runs from full recovery to what is usual in
    the sector."""
    given = values.given(_VAT)
    partly = catalog.figure(_PARTLY)
    if not given.known:
        usual = _SAID.get(str(given.value), partly.value)
        span = Range(low=0.0, value=usual, high=max(usual, 0.0))
        return _stated(given, span)
    if given.value == "partly":
        return from_figure(VAT_SHARE, partly, "share", _LABEL).model_copy(update={"question": _VAT})
    return _stated(given, Range.exact(_SAID.get(str(given.value), 0.0)))


def _stated(given: Given, span: Range) -> UncertainInput:
    return UncertainInput(
        key=VAT_SHARE, label=_LABEL, range=span, unit="share", evidence=given.evidence, basis=given.basis, question=_VAT
    )


def vat_label(rate: float, share: UncertainInput) -> Literal["net", "partly", "gross"]:
    """What tables say, after the likely share."""
    if rate == 0.0 or share.range.value == 0.0:
        return "net"
    return "gross" if share.range.value == 1.0 else "partly"


def under_data_act(country: str) -> bool:
    """Whether a client in this country may switch providers without charges from 12 January 2027."""
    return country in _DATA_ACT


def financing(values: Values) -> Financing | None:
    """A loan or a lease with its terms; None: paid at once."""
    stated = _fields(values, _FINANCING)
    kind = stated.get("kind")
    if kind not in ("loan", "lease"):
        return None
    return Financing(
        kind=kind,
        rate=_number(stated.get("rate_pct"), 0.0) / PERCENT,
        months=int(_number(stated.get("months"), 36.0)),
        balloon_share=_number(stated.get("balloon_pct"), 0.0) / PERCENT,
    )


def tax_rule(values: Values, country: str, as_of: date) -> TaxRule | None:
    """How purchases are written off for tax; None without a stated tax rate, and outside Germany only straight line."""
    stated = _fields(values, _TAX)
    rate = _number(stated.get("rate_pct"), 0.0) / PERCENT
    if rate <= 0.0:
        return None
    years = _number(stated.get("years"), 3.0)
    method = stated.get("method")
    if country != "DE" or method not in ("one_year", "declining"):
        return TaxRule(rate=rate, method="linear", years=years, basis=_LINEAR)
    if method == "one_year":
        return TaxRule(rate=rate, method="one_year", years=1.0, basis=_ONE_YEAR)
    if DECLINING_FROM <= as_of <= DECLINING_UNTIL:
        return TaxRule(rate=rate, method="declining", years=years, basis=_DECLINING)
    return TaxRule(rate=rate, method="linear", years=years, basis=_NO_LONGER)


_ASK = " – tax adviser decides", " – die Steuerberatung entscheidet"
_LINEAR = text(f"straight line over the stated life{_ASK[0]}", f"linear über die genannte Nutzungsdauer{_ASK[1]}")
_ONE_YEAR = text(
    f"one year by the BMF letter of 22 February 2022, which names no large server systems{_ASK[0]}",
    f"ein Jahr nach dem BMF-Schreiben vom 22. Februar 2022, das keine großen Serversysteme nennt{_ASK[1]}",
)
_DECLINING = text(
    f"declining balance, section 7(2) EStG, purchases from 1 July 2025 to 31 December 2027{_ASK[0]}",
    f"degressiv nach § 7 Abs. 2 EStG, Anschaffung vom 1. Juli 2025 bis 31. Dezember 2027{_ASK[1]}",
)
_NO_LONGER = text(
    f"straight line: section 7(2) EStG holds for purchases from 1 July 2025 to 31 December 2027 only{_ASK[0]}",
    f"linear: § 7 Abs. 2 EStG gilt nur für Anschaffungen vom 1. Juli 2025 bis 31. Dezember 2027{_ASK[1]}",
)


def grant(values: Values) -> float:
    """Stated grants towards purchases, euro."""
    return max(0.0, _number(_fields(values, "fin.discounts").get("grant_amount"), 0.0))


def accounting_years(values: Values) -> float:
    """Life of servers in the books."""
    stated = values.given("fin.depreciation").value
    found = stated.get("years") if isinstance(stated, dict) else None
    return _number(found, 5.0)


def described(values: Values, needs: Iterable[CapacityNeed], trained: Iterable[str]) -> tuple[CapacityNeed, ...]:
    """Needs with the people they serve, the runs they make and whether they may be interrupted."""
    runs = set(trained)
    return tuple(_described(values, need, training=need.workload_id in runs) for need in needs)


def _described(values: Values, need: CapacityNeed, *, training: bool) -> CapacityNeed:
    workload = need.workload_id
    if not training:
        users = users_of(values, workload)
        return need.model_copy(update={"users": users}) if users else need
    allowed = values.given("w.preemptible_ok", workload)
    per_month = _number(values.given("w.runs_per_month", workload).value, 0.0)
    may_stop = allowed.known and allowed.value is True
    return need.model_copy(update={"interruptible": may_stop, "runs_per_month": per_month})


def users_of(values: Values, workload: str) -> float:
    """People the workload serves, where they were stated; else 0."""
    given = values.given("w.users_total", workload)
    return _number(given.value, 0.0) if given.known else 0.0


def may_be_interrupted(needs: Sequence[CapacityNeed]) -> bool:
    """Whether spot capacity could carry any of it."""
    return any(need.interruptible for need in needs)


def _fields(values: Values, question: str) -> dict[str, Any]:
    given = values.given(question)
    return given.value if given.known and isinstance(given.value, dict) else {}


def _number(value: object, fallback: float) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else fallback
