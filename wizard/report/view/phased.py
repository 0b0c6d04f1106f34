"""How own and rented machines share the load, and in which years own ones are ordered: picture, data and words."""

from itertools import pairwise

from wizard.domain.ownership import HybridSplit, PhasedPurchase, PurchaseYear
from wizard.domain.result import Option
from wizard.report.brand import Brand
from wizard.report.figures.duration import DurationTexts, load_duration
from wizard.report.figures.purchase import PurchaseBar, PurchaseTexts, purchase_plan
from wizard.report.view.model import Cell, Column, Figure, Row, Table
from wizard.report.view.pen import Pen


def pictures(pen: Pen, option: Option, brand: Brand) -> tuple[tuple[Figure, tuple[str, ...]], ...]:
    """Figures of one option with their explanation."""
    found = []
    if option.split is not None and option.split.curves:
        found.append((_duration(pen, option.split, brand), _split_words(pen, option.split)))
    if option.purchase is not None and option.purchase.years:
        found.append((_plan(pen, option.purchase, brand), _purchase_words(pen, option.purchase)))
    return tuple(found)


def shortages(pen: Pen, option: Option) -> tuple[str, ...]:
    """Why no order over the years is possible."""
    return pen.says(option.purchase.notes) if option.purchase is not None else ()


def _duration(pen: Pen, split: HybridSplit, brand: Brand) -> Figure:
    _ = pen.translate
    curves = [[(p.share_of_hours, p.machines) for p in curve.points] for curve in split.curves]
    title = _("Load duration curve: what is owned and what is rented")
    machines, share = pen.number(split.owned_machines, 0), pen.percent(split.critical_fractile)
    months = [pen.number(curve.month, 0) for curve in split.curves]
    texts = DurationTexts(
        title=title,
        description=_(
            "{machines} machines are owned; a machine pays that is needed in more than {share} of the hours."
        ).format(machines=machines, share=share),
        x_axis=_("Share of the hours in which at least this many machines are in use"),
        y_axis=_("Machines in use"),
        owned=_("on own machines"),
        rented=_("rented by the hour"),
        line=_("own machines: {machines}").format(machines=machines),
        fractile=_("owning pays from {share} of the hours").format(share=share),
        first=_("month {month}").format(month=months[0]),
    )
    svg = load_duration(
        curves, split.owned_machines, split.critical_fractile, texts, brand.series,
        (pen.percent, lambda value: pen.number(value, 0)),
    )  # fmt: skip
    return Figure(svg, title, _duration_table(pen, split))


def _duration_table(pen: Pen, split: HybridSplit) -> Table:
    """Machines in use over a tenth, a quarter, half of the hours, for readers who do not see the curve."""
    _ = pen.translate
    shares = (0.0, 0.1, 0.25, 0.5, 0.75)
    heads = [_("peak"), *(_("{share} of the hours").format(share=pen.percent(share)) for share in shares[1:])]
    columns = (Column(_("Machines in use in at least")), *(Column(head, numeric=True) for head in heads))
    rows = tuple(
        Row(
            (
                Cell(_("month {month}").format(month=pen.number(curve.month, 0))),
                *(Cell(pen.number(_machines_at([(p.share_of_hours, p.machines) for p in curve.points], share), 1))
                  for share in shares),
            )
        )
        for curve in split.curves
    )  # fmt: skip
    return Table("", columns, rows, compact=True)


def _machines_at(points: list[tuple[float, float]], share: float) -> float:
    """Read off the curve, straight between its points; 0 where fewer hours have a load."""
    if share > points[0][0]:
        return 0.0
    for (more, low), (less, high) in pairwise(points):
        if less <= share <= more:
            return high if more == less else low + (high - low) * (more - share) / (more - less)
    return points[-1][1]


def _split_words(pen: Pen, split: HybridSplit) -> tuple[str, ...]:
    _ = pen.translate
    said = [
        _(
            "The curve shows in which share of the hours how many machines are in use. A further own machine pays as "
            "long as it is needed in more than {share} of the hours: that is the cost of a machine at rest, divided by "
            "what renting an hour costs more than running an own one (critical fractile). Below the line the load "
            "runs on own machines, above it on rented ones."
        ).format(share=pen.percent(split.critical_fractile)),
        _(
            "The number is chosen once, at the likely values and for whole machines, with the cost of a second "
            "platform; all sampled cases then run with it. The shape of the curve follows from floor, mean and peak of "
            "the load; a measured load profile replaces it."
        ),
    ]
    if len(split.curves) > 1:
        said.append(_("Filled: the last month; dashed: the first one. The number of machines has to suit both."))
    return tuple(said)


def _plan(pen: Pen, plan: PhasedPurchase, brand: Brand) -> Figure:
    _ = pen.translate
    title = _("Cheapest orders by year, as advice beside the priced plan")
    bars = [
        PurchaseBar(
            label=_("Year {number}").format(number=year.year), owned=year.machines, rented=year.rented_mean,
            peak=year.machines_needed, ordered=_ordered(pen, year),
        )
        for year in plan.years
    ]  # fmt: skip
    texts = PurchaseTexts(
        title=title,
        description="; ".join(f"{bar.label}: {bar.ordered or _('no order')}" for bar in bars),
        y_axis=_("Machines"),
        owned=_("own machines"),
        rented=_("rented on average"),
        peak=_("needed at the peak"),
    )
    svg = purchase_plan(bars, texts, brand.series, lambda value: pen.number(value, 0))
    return Figure(svg, title, _plan_table(pen, plan))


def _ordered(pen: Pen, year: PurchaseYear) -> str:
    return pen.translate("order {machines}").format(machines=pen.number(year.ordered, 0)) if year.ordered else ""


def _plan_table(pen: Pen, plan: PhasedPurchase) -> Table:
    _ = pen.translate
    heads = (
        _("Order"), _("Own machines"), _("Needed at the peak"), _("Rented on average"), _("Rented at the peak"),
        _("For the order"),
    )  # fmt: skip
    columns = (Column(_("Year")), *(Column(head, numeric=True) for head in heads))
    rows = tuple(
        Row(
            (
                Cell(pen.number(y.year, 0)),
                Cell(pen.number(y.ordered, 0)),
                Cell(pen.number(y.machines, 0)),
                Cell(pen.number(y.machines_needed, 0)),
                Cell(pen.number(y.rented_mean, 1)),
                Cell(pen.number(y.rented_peak, 0)),
                Cell(pen.money(y.spend_eur)),
            )
        )
        for y in plan.years
    )
    return Table("", columns, rows, compact=True)


def _purchase_words(pen: Pen, plan: PhasedPurchase) -> tuple[str, ...]:
    _ = pen.translate
    said = []
    if not any(year.ordered for year in plan.years):
        said.append(_("At the likely values no order pays: renting costs less in every year."))
    if plan.npv_eur is not None and plan.owned_for_the_peak_eur is not None:
        said.append(
            _("Cost of machines, rent and operation, present value: {cost}; with every peak owned {owned}.").format(
                cost=pen.compact(plan.npv_eur), owned=pen.compact(plan.owned_for_the_peak_eur)
            )
        )
    if plan.nothing_bought_eur is not None:
        said.append(_("With nothing bought: {cost}.").format(cost=pen.compact(plan.nothing_bought_eur)))
    said.append(
        _(
            "Each year orders whole machines of {gpus} GPUs at its start, within the stated budget and power; the rest "
            "is rented where that is allowed, also until the delivery. Machines keep their price of today, rents "
            "follow the price path, and what is bought later is sold younger. The priced plan above follows the peak "
            "without renting."
        ).format(gpus=pen.number(plan.gpus_per_machine, 0))
    )
    return tuple(said)
