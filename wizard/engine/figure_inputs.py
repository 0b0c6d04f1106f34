"""Inputs of the cost model that stand on a figure of the catalogue."""

from wizard.domain.economics import UncertainInput
from wizard.domain.language import Text, text
from wizard.domain.provenance import Figure
from wizard.i18n.sources import source_in


def from_figure(key: str, figure: Figure, unit: str, label: Text) -> UncertainInput:
    """An input that stands on a catalogue figure."""
    return UncertainInput(
        key=key, label=label, range=figure.range(), unit=unit, evidence=figure.evidence,
        basis=basis_of(figure), source=figure.source,
    )  # fmt: skip


def basis_of(figure: Figure) -> Text:
    """Source, date and kind of a figure as people read it; names of papers and pages stay as they are."""
    day = figure.retrieved_on
    english = f"{figure.source} ({day.isoformat()}, {_BASIS[figure.basis].en})"
    german = f"{source_in('de', figure.source)} ({day:%d.%m.%Y}, {_BASIS[figure.basis].de})"
    return Text(de=german, en=english)


_BASIS = {
    "dense": text("dense peak", "Spitzenwert ohne Sparsity"),
    "vendor": text("vendor", "Herstellerangabe"),
    "list": text("list price", "Listenpreis"),
    "contracted": text("contracted price", "Vertragspreis"),
    "effective": text("effective price", "effektiver Preis"),
    "street": text("street price", "Marktpreis"),
    "quote": text("quote", "Angebot"),
    "official": text("official statistics", "amtliche Statistik"),
    "published": text("published", "veröffentlicht"),
    "derived": text("derived", "abgeleitet"),
    "measured": text("measured", "gemessen"),
    "assumption": text("assumption", "Annahme"),
    "law": text("law", "Gesetz"),
}
