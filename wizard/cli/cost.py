"""``rechenwerk cost``: quick calculators on the cost engine, without an assessment."""

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wizard.cli.cost_purchase import purchase
from wizard.cli.exits import Exit
from wizard.cli.options import Commands, add_json, add_language
from wizard.cli.table import table, wrapped
from wizard.cli.talk import Talk
from wizard.i18n.catalog import Translate

if TYPE_CHECKING:
    from wizard.cli.errors import UsageError
    from wizard.costs.calculators import ProfileSplit, Purchase, PurchaseResult
    from wizard.domain.language import Text

_RATE = "finance.discount_rate"
_MOST = 1e15
"""Amounts up to which every sum over the longest horizon is a number."""
_MOST_MONTHS = 1_200


def register(commands: Commands, _: Translate) -> None:
    group = commands.group("cost", _("quick cost calculators: break-even, split of a load, purchase over years"))
    _register_break_even(group, _)
    _register_split(group, _)
    _register_check(group, _)
    _register_purchase(group, _)


def _register_break_even(group: Commands, _: Translate) -> None:
    parser = group.add("break-even", _("when a purchase is cheaper than renting"), break_even)
    parser.add_argument("--capex", required=True, metavar="N", help=_("price of the purchase"))
    parser.add_argument(
        "--own-per-hour", required=True, metavar="N", help=_("running cost of owning, every hour, used or not")
    )
    parser.add_argument("--cloud-per-hour", required=True, metavar="N", help=_("rent of the same capacity an hour"))
    parser.add_argument(
        "--utilisation",
        default="1",
        metavar="N",
        help=_("share of the hours in which it would be rented, 0 to 1; 1 for a machine that stays on; default: 1"),
    )
    parser.add_argument("--discount-rate", metavar="N", help=_("a year, 0.10 for 10%%; default: that of the catalogue"))
    parser.add_argument("--months", default="60", metavar="N", help=_("horizon; default: 60"))
    parser.add_argument(
        "--residual",
        default="0",
        metavar="N",
        help=_("resale at the end: up to 1 a share of the price, above 1 an amount; default: 0"),
    )
    parser.add_argument(
        "--cloud-price-change", default="0", metavar="N", help=_("of the rent a year, -0.12 for 12%% down; default: 0")
    )
    parser.add_argument(
        "--paid",
        choices=("yearly", "monthly"),
        default="yearly",
        help=_("discounts at the end of each year or in the middle of each month; default: yearly"),
    )
    add_json(parser, _)
    add_language(parser, _)


def _register_split(group: Commands, _: Translate) -> None:
    parser = group.add("split", _("how many units to own, to commit and to rent for an hourly load"), split)
    parser.add_argument(
        "--profile", type=Path, required=True, metavar="CSV", help=_("load: a header and one row an hour, in any unit")
    )
    parser.add_argument("--column", metavar="NAME", help=_("column with the load; default: found by its name"))
    parser.add_argument("--mean-demand", required=True, metavar="N", help=_("units in use on average"))
    parser.add_argument(
        "--own-fixed-per-hour", required=True, metavar="N", help=_("owning one unit, used or not, an hour")
    )
    parser.add_argument("--own-variable-per-hour", default="0", metavar="N", help=_("on top while in use; default: 0"))
    parser.add_argument("--cloud-per-hour", required=True, metavar="N", help=_("renting one unit an hour on demand"))
    parser.add_argument("--committed-per-hour", metavar="N", help=_("renting one unit an hour with a commitment"))
    add_json(parser, _)
    add_language(parser, _)


def _register_purchase(group: Commands, _: Translate) -> None:
    parser = group.add("purchase", _("which nodes to order in which year, within budget and power"), purchase)
    parser.add_argument(
        "--plan", type=Path, required=True, metavar="YAML", help=_("load, node, rent and limits by year")
    )
    add_json(parser, _)
    add_language(parser, _)


def _register_check(group: Commands, _: Translate) -> None:
    from wizard.cli.cost_check import check

    parser = group.add("check", _("recomputes a calculation somebody printed and names its mistakes"), check)
    parser.add_argument(
        "calculation",
        type=Path,
        metavar="FILE",
        help=_("YAML: kind, given with the inputs, printed with the numbers to check"),
    )
    add_json(parser, _)
    add_language(parser, _)


def break_even(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints hours, months and net present value of a purchase against renting."""
    from wizard.costs.calculators import break_even as calculate

    purchase = _purchase(arguments)
    result = calculate(purchase)
    if arguments.json:
        talk.json(json.dumps({**asdict(result), "inputs": asdict(purchase)}, ensure_ascii=False, indent=2))
    else:
        talk.data(_break_even_lines(purchase, result, talk))
    return Exit.DONE


def _purchase(arguments: argparse.Namespace) -> "Purchase":
    from wizard.costs.calculators import Purchase

    capex = _number(arguments, "capex", above=0.0)
    residual = _number(arguments, "residual")
    return Purchase(
        capex=capex,
        own_per_hour=_number(arguments, "own_per_hour"),
        cloud_per_hour=_number(arguments, "cloud_per_hour", above=0.0),
        utilisation=_number(arguments, "utilisation", above=0.0, most=1.0),
        discount_rate=_discount_rate(arguments),
        months=_months(arguments),
        residual=residual * capex if residual <= 1.0 else residual,
        cloud_price_change=_number(arguments, "cloud_price_change", least=-0.99, most=10.0),
        paid=arguments.paid,
    )


def _months(arguments: argparse.Namespace) -> int:
    """A whole number of months."""
    months = _number(arguments, "months", least=1.0, most=_MOST_MONTHS)
    if not months.is_integer():
        raise _not_in_span(arguments, "months", _span(1.0, _MOST_MONTHS, excluded=False))
    return int(months)


def _discount_rate(arguments: argparse.Namespace) -> float:
    if arguments.discount_rate is not None:
        return _number(arguments, "discount_rate", most=1.0)
    from wizard.catalogs.load import load_catalog

    return load_catalog().figure(_RATE).value


def _break_even_lines(purchase: "Purchase", result: "PurchaseResult", talk: Talk) -> Iterator[str]:
    from wizard.i18n.format import format_number, format_percent

    _, language = talk.translate, talk.language

    def months(value: float | str) -> str:
        if isinstance(value, str):
            return _("never within {n} months").format(n=purchase.months)
        return _("{n} months").format(n=format_number(value, language, 1))

    hours = result.break_even_hours
    use = result.break_even_utilisation
    rows = [
        (_("hours until owning is ahead"), _("never") if isinstance(hours, str) else format_number(hours, language, 0)),
        (_("break-even, simple"), months(result.break_even_months_simple)),
        (_("break-even, discounted"), months(result.break_even_months_discounted)),
        (_("break-even use"), "–" if use is None else format_percent(use, language, 1)),
        (_("advantage of owning, undiscounted"), format_number(result.undiscounted_difference, language, 0)),
        (_("advantage of owning, net present value"), format_number(result.npv_difference, language, 0)),
    ]
    yield from table(rows, right=(1,))
    rate = format_percent(purchase.discount_rate, language, 1)
    if result.npv_difference < 0.0 <= result.undiscounted_difference:
        note = _("The undiscounted sum speaks for owning, the present value at {rate} against it.")
        yield from wrapped(note.format(rate=rate), first="! ")
    if purchase.paid == "yearly":
        note = _("Discounted at {rate} at the end of each year; --paid monthly discounts month by month.")
        yield from wrapped(note.format(rate=rate))


def split(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints how an hourly load divides between owned, committed and rented units."""
    import numpy as np

    from wizard.cli.cost_profile import read_profile
    from wizard.costs.calculators import UnitPrices, split_profile

    mean = _number(arguments, "mean_demand", above=0.0)
    committed = arguments.committed_per_hour
    prices = UnitPrices(
        own_fixed=_number(arguments, "own_fixed_per_hour"),
        own_variable=_number(arguments, "own_variable_per_hour"),
        cloud=_number(arguments, "cloud_per_hour"),
        committed=None if committed is None else _number(arguments, "committed_per_hour"),
    )
    shape = np.array(read_profile(arguments.profile, arguments.column))
    shape /= shape.max()
    demand = shape * (mean / shape.mean())
    result = split_profile(demand, prices)
    if arguments.json:
        facts = {"hours": len(demand), "peak_demand": float(demand.max()), "mean_demand": mean}
        document = {**asdict(result), "saving_share": result.saving_share, **facts, "prices": asdict(prices)}
        talk.json(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        talk.data(_split_lines(result, float(demand.max()), talk))
    return Exit.DONE


def _split_lines(result: "ProfileSplit", peak: float, talk: Talk) -> Iterator[str]:
    from wizard.cli.figures import brief
    from wizard.i18n.format import format_number, format_percent

    _, language = talk.translate, talk.language
    use, fractile = result.owned_utilisation, result.critical_fractile
    rows = [
        (_("peak of the load"), brief(peak, language)),
        (_("units to own"), format_number(result.owned_units, language)),
        (_("units to commit"), format_number(result.committed_units, language)),
        (_("cost an hour"), brief(result.cost_per_hour, language)),
        (_("all owned, for the peak"), brief(result.pure_own_per_hour, language)),
        (_("all rented on demand"), brief(result.pure_cloud_per_hour, language)),
        (_("saving against the better of the two"), format_percent(result.saving_share, language, 1)),
        (_("use of the owned units"), "–" if use is None else format_percent(use, language, 1)),
        (_("own a unit used for more than"), "–" if fractile is None else format_percent(fractile, language, 1)),
    ]
    yield from table(rows, right=(1,))


def _number(
    arguments: argparse.Namespace,
    name: str,
    *,
    least: float = 0.0,
    above: float | None = None,
    most: float = _MOST,
) -> float:
    """The number behind an option.

    Raises:
        UsageError: ``P040``.
    """
    given: Any = getattr(arguments, name)
    try:
        value = float(given)
    except ValueError:
        value = math.nan
    if math.isfinite(value) and least <= value <= most and (above is None or value > above):
        return value
    raise _not_in_span(arguments, name, _span(least if above is None else above, most, above is not None))


def _not_in_span(arguments: argparse.Namespace, name: str, span: "Text") -> "UsageError":
    from wizard.cli.cost_errors import CostInputError
    from wizard.cli.errors import UsageError
    from wizard.domain.errors import CodedError

    place = f"--{name.replace('_', '-')}"
    return UsageError(CodedError(CostInputError.NUMBER, place=place, given=getattr(arguments, name), span=span))


def _span(least: float, most: float, excluded: bool) -> "Text":
    from wizard.domain.language import text

    english, german = (f"above {least:g}", f"über {least:g}") if excluded else (f"from {least:g}", f"ab {least:g}")
    if most == _MOST:
        return text(f"{english} to 10^15", f"{german} bis 10^15")
    return text(f"{english} to {most:g}", f"{german} bis {most:g}")
