"""Numbers of very different size in one column: as many decimals as each deserves."""

import math
from typing import TYPE_CHECKING

from wizard.i18n.format import format_compact_money, format_money, format_number

if TYPE_CHECKING:
    from wizard.domain.result import ShownCurrency


def brief(value: float, language: str, significant: int = 3) -> str:
    """At least ``significant`` digits, never rounding away whole ones: 1234, 12.3, 0.0123."""
    if value == 0 or not math.isfinite(value) or float(value).is_integer():
        return format_number(value, language, 0)
    decimals = significant - 1 - math.floor(math.log10(abs(value)))
    return format_number(round(value, max(decimals, 0)), language)


def rough_money(euro: float, language: str, currency: "ShownCurrency | None" = None) -> str:
    """Three significant digits in the client's currency: a forecast is not known to the euro."""
    amount, code = _shown(euro, currency)
    size = len(str(int(abs(amount))))
    return format_compact_money(round(amount, min(0, 3 - size)), code, language)


def signed_money(euro: float, language: str, currency: "ShownCurrency | None" = None) -> str:
    """A movement in whole units of the client's currency, always with its sign."""
    amount, code = _shown(euro, currency)
    sign = "+" if amount >= 0 else "−"
    return sign + format_money(abs(amount), code, language)


def _shown(euro: float, currency: "ShownCurrency | None") -> tuple[float, str]:
    return (euro, "EUR") if currency is None else (currency.of(euro), currency.code)
