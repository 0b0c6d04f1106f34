"""Prices in euro."""

import math

from wizard.costs.errors import CostError
from wizard.domain.errors import CodedError
from wizard.domain.provenance import Figure


def in_euro(price: Figure, currency: str, eur_per_unit: dict[str, float], place: str) -> float:
    """The price in euro at the stated rate.

    Raises:
        CodedError: ``E205`` for a negative price or rate, ``E206`` without a rate.
    """
    if currency not in eur_per_unit:
        raise CodedError(CostError.NO_RATE, place=place, currency=currency)
    amount = price.value * eur_per_unit[currency]
    if not (math.isfinite(amount) and price.value >= 0.0 and amount >= 0.0):
        raise CodedError(CostError.NEGATIVE_PRICE, place=place, value=price.value)
    return amount
