"""Lines of a file that are paid by the unit: tokens, kilowatt-hours, kilowatts."""

import re
from collections.abc import Callable
from decimal import Decimal

from wizard.quotes.lines import Line
from wizard.quotes.placing import LEFT_OUT, need, path_of, put
from wizard.quotes.proposal import Placed
from wizard.quotes.quote import Quote
from wizard.quotes.setting import Priced, Setting
from wizard.quotes.tariffs import priced_energy, priced_rack, priced_tokens

_CENTS = re.compile(r"\b(?:ct|cents?)\b", re.IGNORECASE)
_TOKEN_FIELDS = (
    ("cached_input_per_million", re.compile(r"cache", re.IGNORECASE)),
    ("input_per_million", re.compile(r"input|eingabe|prompt|eingang", re.IGNORECASE)),
    ("output_per_million", re.compile(r"output|ausgabe|completion|ausgang", re.IGNORECASE)),
)
_THOUSAND = re.compile(r"\b(?:1[.,\s]?000|1\s?k|tsd\.?|tausend|thousand)\b(?![.,\s]?000)", re.IGNORECASE)


def tokens_of_file(setting: Setting, quote: Quote) -> tuple[Priced, list[Placed]]:
    prices: dict[str, Decimal] = {}
    fields: dict[Line, str] = {}
    for line in quote.lines:
        field = next((name for name, pattern in _TOKEN_FIELDS if pattern.search(line.text)), None)
        if field is not None and field not in prices and line.role != "optional":
            value = line.price if line.price is not None else line.total / (line.quantity or 1)
            scale = 1000 if _THOUSAND.search(f"{line.unit} {line.text} {quote.columns.name('price')}") else 1
            prices[field], fields[line] = value * scale, field
    need(prices, quote, "input/output")
    priced = priced_tokens(setting, prices)
    return priced, [put(x, path_of(fields[x]) if x in fields else LEFT_OUT) for x in quote.lines]


def energy_of_file(setting: Setting, quote: Quote) -> tuple[Priced, list[Placed]]:
    """Everything that is paid by the kilowatt-hour: energy, grid, levies."""
    return _by_unit(setting, quote, re.compile(r"kwh", re.IGNORECASE), priced_energy)


def rack_of_file(setting: Setting, quote: Quote) -> tuple[Priced, list[Placed]]:
    return _by_unit(setting, quote, re.compile(r"\bkw\b", re.IGNORECASE), priced_rack)


def _by_unit(
    setting: Setting, quote: Quote, unit: re.Pattern[str], price: Callable[[Setting, Decimal], Priced]
) -> tuple[Priced, list[Placed]]:
    total = Decimal(0)
    taken: list[Line] = []
    for line in quote.lines:
        words = f"{line.unit} {line.text} {quote.columns.name('price')} {quote.columns.name('total')}"
        if unit.search(words) and line.role != "optional":
            value = line.price if line.price is not None else line.total / (line.quantity or 1)
            total += value / 100 if _CENTS.search(words) else value
            taken.append(line)
    need(taken, quote, unit.pattern.replace("\\b", ""))
    priced = price(setting, total)
    return priced, [
        put(x, path_of(priced.changes[0].field or priced.entry) if x in taken else LEFT_OUT) for x in quote.lines
    ]
