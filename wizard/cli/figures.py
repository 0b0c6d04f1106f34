"""Numbers of very different size in one column: as many decimals as each deserves."""

import math

from wizard.i18n.format import format_compact_money, format_money, format_number


def brief(value: float, language: str, significant: int = 3) -> str:
    """At least ``significant`` digits, never rounding away whole ones: 1234, 12.3, 0.0123."""
    if value == 0 or not math.isfinite(value) or float(value).is_integer():
        return format_number(value, language, 0)
    decimals = significant - 1 - math.floor(math.log10(abs(value)))
    return format_number(round(value, max(decimals, 0)), language)


def rough_money(euro: float, language: str) -> str:
    """Three significant digits: a forecast is not known to the euro."""
    size = len(str(int(abs(euro))))
    return format_compact_money(round(euro, min(0, 3 - size)), "EUR", language)


def signed_money(euro: float, language: str) -> str:
    """A movement in whole euro, always with its sign."""
    sign = "+" if euro >= 0 else "−"
    return sign + format_money(abs(euro), "EUR", language)
