"""Depreciation, for the books and for tax. The law names what is allowed; what fits the client the tax adviser says."""

import math

import numpy as np

from wizard.costs.errors import CostError
from wizard.costs.financing import by_age
from wizard.costs.flows import Flows
from wizard.costs.inputs import Array
from wizard.domain.economics import TaxRule
from wizard.domain.errors import CodedError
from wizard.domain.quantities import MONTHS_PER_YEAR

MOST_YEARS = 50.0
DECLINING_TIMES, DECLINING_MOST = 3.0, 0.30
"""Section 7(2) EStG: three times the straight-line rate, 30 % a year at most; purchases from 1 July 2025 to
31 December 2027."""


def linear(years: float) -> Array:
    """Share of the price written off in each month after the purchase; the last one may be shorter.

    Raises:
        CodedError: ``E261``.
    """
    _check(years)
    months = years * MONTHS_PER_YEAR
    whole = math.ceil(months - 1e-9)
    shares = np.full(whole, 1.0 / months)
    shares[-1] = 1.0 - shares[:-1].sum()
    return shares


def declining(years: float) -> Array:
    """The same on the declining balance, from the year on in which straight line writes off more, straight line."""
    _check(years)
    rate = min(DECLINING_TIMES / years, DECLINING_MOST)
    left, shares = 1.0, []
    whole = math.ceil(years - 1e-9)
    for year in range(whole):
        amount = min(left, max(left * rate, left / max(years - year, 1.0)))
        shares += [amount / MONTHS_PER_YEAR] * MONTHS_PER_YEAR
        left -= amount
    return np.array(shares)


def tax_schedule(rule: TaxRule) -> Array:
    """Share of the price deducted in each month after the purchase."""
    if rule.method == "declining":
        return declining(rule.years)
    return linear(1.0 if rule.method == "one_year" else rule.years)


def written_off(capital: Array, of_age: Array) -> Array:
    """By month; ``capital`` is what is bought in each month, one column a case."""
    months = len(capital)
    written: Array = by_age(of_age, months) @ capital
    return written


def add_tax(flows: Flows, rule: TaxRule, financing_cost: Array | None, *, leased: bool) -> None:
    """What deducting saves: operating cost, depreciation, interest or lease; the book value left is sold at the end.

    The income from the resale is a negative cost here, and what is left in the books is deducted against it.

    Raises:
        CodedError: ``E261``.
    """
    if not 0.0 <= rule.rate < 1.0:
        raise CodedError(CostError.TAX, years=rule.years, rate=rule.rate)
    deductible = flows.total - flows.capital - flows.financing
    if financing_cost is not None:
        deductible = deductible + financing_cost
    if not leased:
        off = written_off(flows.capital, tax_schedule(rule))
        off[-1] += flows.capital.sum(axis=0) - off.sum(axis=0)
        deductible = deductible + off
    flows.note("deductible_eur", deductible)
    flows.add("tax_relief", -rule.rate * deductible)


def _check(years: float) -> None:
    if not (math.isfinite(years) and 0.0 < years <= MOST_YEARS):
        raise CodedError(CostError.TAX, years=years, rate=0.0)
