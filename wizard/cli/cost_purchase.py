"""``rechenwerk cost purchase``: the cheapest orders over several years."""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from wizard.cli.exits import Exit
from wizard.cli.table import table, wrapped
from wizard.cli.talk import Talk

if TYPE_CHECKING:
    from wizard.costs.purchase import Purchased, PurchasePlan
    from wizard.costs.purchase_model import Shortage
    from wizard.domain.errors import CodedError
    from wizard.domain.language import Text

_RATE = "finance.discount_rate"


def purchase(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints which nodes to order in which year, and what that costs."""
    from wizard.catalogs.load import load_catalog
    from wizard.cli.purchase_file import PurchaseFile
    from wizard.costs.purchase import Purchased, plan_purchase

    file = PurchaseFile(arguments.plan, load_catalog().figure(_RATE).value)
    plan = file.plan()
    found = plan_purchase(plan)
    if not isinstance(found, Purchased):
        raise _refusal(str(arguments.plan), found)
    if arguments.json:
        talk.json(json.dumps(_document(plan, found, file.currency), ensure_ascii=False, indent=2))
    else:
        talk.data(_lines(plan, found, file.currency, talk))
    return Exit.DONE


def _document(plan: "PurchasePlan", found: "Purchased", currency: str) -> dict[str, Any]:
    years = [asdict(year) | {"total": year.total} for year in found.years]
    return {
        "currency": currency,
        "nodes_ordered": [year.nodes_ordered for year in found.years],
        "nodes": [year.nodes for year in found.years],
        "units_committed": [year.committed_units for year in found.years],
        "npv": found.npv,
        "nothing_bought_npv": found.nothing_bought,
        "owned_for_the_peak_npv": found.owned_for_the_peak,
        "without_limits_npv": found.without_limits,
        "proven": found.proven,
        "discount_rate": plan.discount_rate,
        "years": years,
    }


def _refusal(place: str, short: "Sequence[Shortage]") -> "CodedError":
    from wizard.cli.cost_errors import CostInputError
    from wizard.domain.errors import CodedError
    from wizard.domain.language import Text

    said = [_short(entry) for entry in short]
    years = Text(en="; ".join(t.en for t in said), de="; ".join(t.de for t in said))
    return CodedError(CostInputError.SHORTAGE, place=place, years=years)


def _short(short: "Shortage") -> "Text":
    from wizard.domain.language import text
    from wizard.i18n.format import format_number

    budget, more = (
        {language: format_number(amount, language, 0) for language in ("en", "de")}
        for amount in (short.budget, short.more)
    )
    if short.cause == "power":
        return text(
            f"Year {short.year + 1} needs {short.needed} nodes, the power is enough for {short.possible}: raise "
            f"power_kw to that of {short.needed}",
            f"Jahr {short.year + 1} braucht {short.needed} Knoten, die Leistung reicht für {short.possible}: power_kw "
            f"auf den Bedarf von {short.needed} erhöhen",
        )
    if short.cause == "total_budget":
        return text(
            f"Year {short.year + 1} needs {short.needed} nodes, the total budget is enough for {short.possible}: "
            f"{more['en']} more would do",
            f"Jahr {short.year + 1} braucht {short.needed} Knoten, das Gesamtbudget reicht für {short.possible}: "
            f"{more['de']} mehr würden genügen",
        )
    return text(
        f"Year {short.year + 1} needs {short.needed} nodes, the budget is enough for {short.possible}: a budget of "
        f"{budget['en']} in that year would do",
        f"Jahr {short.year + 1} braucht {short.needed} Knoten, das Budget reicht für {short.possible}: Ein Budget von "
        f"{budget['de']} in diesem Jahr würde genügen",
    )


def _lines(plan: "PurchasePlan", found: "Purchased", currency: str, talk: Talk) -> Iterator[str]:
    from wizard.cli.figures import brief
    from wizard.i18n.format import format_number, format_percent

    _, language = talk.translate, talk.language
    head = [
        _("year"), _("mean load"), _("order"), _("nodes"), _("committed"), _("rented on average"), _("use of own"),
        _("paid in the year"),
    ]  # fmt: skip
    rows = [head]
    for year in found.years:
        use = year.owned_utilisation
        rows.append([
            str(year.year), brief(year.mean_demand, language), format_number(year.nodes_ordered, language, 0),
            format_number(year.nodes, language, 0), format_number(year.committed_units, language, 0),
            brief(year.rented_units_mean, language), "–" if use is None else format_percent(use, language),
            format_number(year.total, language, 0),
        ])  # fmt: skip
    yield from table(rows, right=range(len(head)))
    yield ""
    said = [
        (_("cost of this plan, present value"), found.npv),
        (_("nothing bought: rented and committed only"), found.nothing_bought),
        (_("owned for the peak of each year"), found.owned_for_the_peak),
        (_("without budget, power cap and smallest order"), found.without_limits),
    ]
    yield from table(
        [
            (label, f"{format_number(value, language, 0)} {currency}".strip())
            for label, value in said
            if value is not None
        ],
        right=(1,),
    )
    rate = format_percent(plan.discount_rate, language, 1)
    note = _("Discounted at {rate}; purchases at the start of a year, the rest in its middle.")
    yield from wrapped(note.format(rate=rate))
    if not found.proven:
        yield from wrapped(_("The search ended before this plan was proven the cheapest."), first="! ")
