"""Published measurements beside what was sized."""

from collections.abc import Sequence

from wizard.domain.configuration import Configuration, NearestMeasurement
from wizard.report.plain_text import plain
from wizard.report.view.model import Cell, Column, Row, Table
from wizard.report.view.pen import Pen

_MOST = 6


def accuracy_lines(pen: Pen, shown: Sequence[Configuration], chosen: str | None) -> tuple[str, ...]:
    """Of the recommended configuration, else of the best."""
    _ = pen.translate
    first = next((one for one in shown if one.id == chosen), shown[0] if shown else None)
    said = _(
        "{quantity} against {count} published measurements of this class ({label}): "
        "median error {error}, {close} within ±25 %. {fitted} of them took part in fitting the figures."
    )
    return tuple(
        said.format(
            quantity=quantity_name(pen, one.quantity),
            count=pen.number(one.rows, 0),
            fitted=pen.number(one.fitted, 0),
            label=plain(pen.say(one.label), 120),
            error=pen.percent(one.median_error),
            close=pen.percent(one.within_25_percent),
        )
        for one in (first.measured_accuracy if first else ())
    )


def measurements_table(pen: Pen, shown: Sequence[Configuration]) -> Table | None:
    """Each measurement once, with what is different about it."""
    _ = pen.translate
    found: dict[str, NearestMeasurement] = {}
    for one in shown[:3]:
        for measured in one.nearest_measurements[:3]:
            found.setdefault(measured.id, measured)
    if not found:
        return None
    columns = (
        Column(_("Published measurement"), width=34),
        Column(_("What differs"), width=22),
        Column(_("Quantity"), width=14),
        Column(_("Measured"), numeric=True, width=10),
        Column(_("Predicted"), numeric=True, width=10),
        Column(_("Deviation"), numeric=True, width=10),
    )
    note = _(
        "Measurements stand beside the prediction; they never enter it. All rows: catalogs/benchmarks/"
        "inference-throughput.csv of the program; rechenwerk validate predicts each of them."
    )
    rows = tuple(_row(pen, one) for one in list(found.values())[:_MOST])
    return Table(_("Nearest published measurements"), columns, rows, note, compact=True)


def quantity_name(pen: Pen, quantity: str) -> str:
    _ = pen.translate
    names = {
        "throughput": _("Throughput, tokens/s"),
        "tpot": _("TPOT, ms"),
        "ttft": _("TTFT, ms"),
        "e2e": _("Whole answer, s"),
    }
    return names.get(quantity, plain(quantity, 40))


def _row(pen: Pen, one: NearestMeasurement) -> Row:
    _ = pen.translate
    source = ", ".join(part for part in (plain(one.source, 140), plain(one.source_date, 10)) if part)
    differs = ", ".join(plain(pen.say(part), 60) for part in one.differs)
    return Row(
        (
            Cell(plain(one.id, 90), sub=source),
            Cell(differs or ("–" if one.distance is None else _("nothing"))),
            Cell(quantity_name(pen, one.quantity)),
            Cell(pen.significant(one.measured)),
            Cell(pen.significant(one.predicted)),
            Cell(pen.percent(one.predicted / one.measured - 1) if one.measured else "–"),
        )
    )
