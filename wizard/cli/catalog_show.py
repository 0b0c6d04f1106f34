"""``rechenwerk catalog show``: one entry with everything known about each of its figures."""

import argparse
import json
from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from wizard.cli.catalog_source import layered
from wizard.cli.clock import as_of
from wizard.cli.exits import Exit
from wizard.cli.table import table, wrapped
from wizard.cli.talk import Talk

if TYPE_CHECKING:
    from wizard.catalogs.entries import Found
    from wizard.domain.catalog import Catalog
    from wizard.domain.provenance import Figure

_Figures = Sequence[tuple[str, "Figure", Any]]


def run(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints the entry under the resolved id; an unknown name is wrong usage."""
    from wizard.catalogs.entries import find_entries
    from wizard.cli.errors import from_command_line

    catalog = layered(arguments.assessment)
    with from_command_line():
        found = find_entries(catalog, arguments.name)
    day = as_of(arguments)
    if arguments.json:
        documents = [_document(one, _figures(catalog, one, day), arguments.name) for one in found]
        talk.json(json.dumps(documents[0] if len(documents) == 1 else documents, ensure_ascii=False, indent=2))
    else:
        for one in found:
            talk.data(_lines(one, _figures(catalog, one, day), arguments.name, day, talk))
    return Exit.DONE


def _figures(catalog: "Catalog", found: "Found", day: date) -> _Figures:
    from wizard.catalogs.expiry import age_of
    from wizard.catalogs.walk import figures_in

    entries = figures_in(found.entry, (found.kind, found.id))
    return [(".".join(path[2:]) or found.id, figure, age_of(catalog, path, figure, day)) for path, figure in entries]


def _document(found: "Found", figures: _Figures, asked: str) -> dict[str, Any]:
    return {
        "asked": asked,
        "kind": found.kind,
        "id": found.id,
        "facts": dict(_facts(found)),
        "figures": {
            name: {
                **figure.model_dump(mode="json"),
                "age_days": age.days,
                "limit_days": age.limit,
                "expired": age.expired,
            }
            for name, figure, age in figures
        },
        **_computed(found),
    }


def _computed(found: "Found") -> dict[str, Any]:
    if found.kind != "models":
        return {}
    from wizard.cli.model_view import architecture_facts

    return {"computed": architecture_facts(found.entry.architecture)}


def _facts(found: "Found") -> Iterator[tuple[str, Any]]:
    """What stands beside the figures, without what is empty."""
    from wizard.domain.provenance import Figure

    if isinstance(found.entry, Figure):
        return
    for name, value in found.entry.model_dump(mode="json").items():
        kept = getattr(found.entry, name)
        figures = isinstance(kept, Figure) or (isinstance(kept, dict) and name in ("dense_tflops", "facts"))
        if not figures and name not in ("id", "architecture") and value not in (None, "", [], (), {}):
            yield name, value


def _lines(found: "Found", figures: _Figures, asked: str, day: date, talk: Talk) -> Iterator[str]:
    yield talk.translate("{asked} → {kind} {id}").format(asked=asked, kind=found.kind, id=found.id)
    for name, value in _facts(found):
        if found.kind == "law" and name == "text":
            continue  # said below, with its date filled in
        words = _copies(found) if name == "checkpoints" else _shown(value, talk.language)
        yield from wrapped(f"{name}: {words}", indent="    ", first="  ")
    if found.kind == "models":
        from wizard.cli.model_view import architecture_lines

        yield from architecture_lines(found.entry.architecture, talk)
    if found.kind == "law":
        from wizard.decision.dated import law_says, law_state

        said = (law_state(found.entry, day), law_says(found.entry, day))
        on = talk.translate("on {day}: {state}. {text}").format(
            day=day.isoformat(),
            state=said[0].in_language(talk.language),
            text=said[1].in_language(talk.language),
        )
        yield from wrapped(on, indent="    ", first="  ")
        yield from wrapped(talk.translate("Orientation, not legal or tax advice."), indent="    ", first="  ")
    yield from _figure_lines(figures, talk)
    yield ""


def _copies(found: "Found") -> str:
    """Copies of a model in other number formats, each with its format; ``?`` where nobody recorded it."""
    copies = found.entry.checkpoints.items()
    return ", ".join(f"{ref} ({copy.stored.value if copy.stored else '?'})" for ref, copy in copies)


def _shown(value: Any, language: str) -> str:
    if isinstance(value, dict) and {"de", "en"} <= value.keys():
        return str(value[language])
    return ", ".join(_shown(one, language) for one in value) if isinstance(value, list) else str(value)


def _figure_lines(figures: _Figures, talk: Talk) -> Iterator[str]:
    if not figures:
        return
    from wizard.i18n.format import format_number

    _, language = talk.translate, talk.language
    sources = list(dict.fromkeys(figure.source for _name, figure, _age in figures))
    head = ["", _("figure"), _("value"), _("unit"), _("basis"), _("date"), _("age"), _("confidence"), _("layer"), ""]
    rows = [
        [
            "!" if age.expired else "✓",
            name,
            format_number(figure.value, language) + _span(figure, language),
            figure.unit,
            figure.basis,
            figure.retrieved_on.isoformat(),
            _("{days} of {limit} days").format(days=age.days, limit=age.limit),
            figure.confidence.value,
            figure.layer,
            f"[{sources.index(figure.source) + 1}]",
        ]
        for name, figure, age in figures
    ]
    yield from table([head, *rows])
    for name, figure, _age in figures:
        if figure.note:
            yield from wrapped(f"{name}: {figure.note}", indent="    ", first="  ")
    for number, source in enumerate(sources, start=1):
        yield from wrapped(source, indent="    ", first=f"[{number}] ")
    expired = sum(age.expired for _name, _figure, age in figures)
    if expired:
        yield _("! {n} of {all} figures are older than their kind allows").format(n=expired, all=len(figures))


def _span(figure: "Figure", language: str) -> str:
    from wizard.i18n.format import format_number

    if figure.low is None and figure.high is None:
        return ""
    span = figure.range()
    return f" ({format_number(span.low, language)}–{format_number(span.high, language)})"
