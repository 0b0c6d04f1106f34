"""Published measurements beside a prediction, as text and as JSON."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wizard.cli.figures import brief
from wizard.cli.table import section, table, wrapped
from wizard.i18n.catalog import translator
from wizard.i18n.format import format_number, format_percent

if TYPE_CHECKING:
    from wizard.domain.configuration import MeasuredAccuracy, NearestMeasurement

_UNITS = {"throughput": "tokens/s", "tpot": "ms", "ttft": "ms", "e2e": "s",
          "train_tokens_per_s_per_gpu": "tokens/s"}  # fmt: skip


def measured_document(
    nearest: "Sequence[NearestMeasurement]", accuracy: "Sequence[MeasuredAccuracy]"
) -> dict[str, Any]:  # fmt: skip
    return {
        "nearest_measurements": [
            one.model_dump(mode="json") | {"unit": _UNITS.get(one.quantity, "")} for one in nearest
        ],
        "measured_accuracy": [one.model_dump(mode="json") for one in accuracy],
    }  # fmt: skip


def measured_lines(
    nearest: "Sequence[NearestMeasurement]", accuracy: "Sequence[MeasuredAccuracy]", language: str
) -> Iterator[str]:
    """The class first, then the nearest measurements with what is different about them."""
    _ = translator(language, "cli")
    for one in accuracy:
        said = _(
            "{quantity}: against {rows} published measurements of this class ({label}) median error {error}; "
            "{fitted} of them took part in fitting"
        )
        yield from wrapped(
            said.format(
                quantity=one.quantity, rows=one.rows, fitted=one.fitted, label=one.label.in_language(language),
                error=format_percent(one.median_error, language),
            )
        )  # fmt: skip
    if not nearest:
        return
    yield from section(_("Nearest published measurements; the prediction never reads them"), _table(nearest, language))
    yield ""
    for measured in nearest:
        differs = ", ".join(one.in_language(language) for one in measured.differs) or _("the same deployment")
        yield from wrapped(f"{measured.id}: {differs}", indent="    ", first="  ")
        yield from wrapped(f"{measured.source}, {measured.source_date}", indent="    ", first="    ")


def _table(nearest: "Sequence[NearestMeasurement]", language: str) -> Iterator[str]:
    _ = translator(language, "cli")
    head = [_("measurement"), _("quantity"), _("measured"), _("predicted"), _("deviation"), _("distance")]
    rows = [
        [
            one.id, f"{one.quantity}, {_UNITS.get(one.quantity, '')}", brief(one.measured, language),
            brief(one.predicted, language), _signed(one.predicted / one.measured - 1, language),
            format_number(one.distance or 0.0, language, 2),
        ]
        for one in nearest
    ]  # fmt: skip
    yield from table([head, *rows], right=range(2, 6))


def _signed(share: float, language: str) -> str:
    return f"{'+' if share >= 0 else ''}{format_percent(share, language)}"
