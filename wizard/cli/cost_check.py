"""``rechenwerk cost check``: recomputes a printed calculation and names its mistakes."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from wizard.cli.exits import Exit
from wizard.cli.table import table, wrapped
from wizard.cli.talk import Talk

if TYPE_CHECKING:
    from wizard.costs.mistakes import Checked


def check(arguments: argparse.Namespace, talk: Talk) -> int:
    """Prints the right values beside the printed ones, then what is wrong."""
    from wizard.costs.mistakes import check as compute

    kind, given, printed = _read(arguments)
    found = compute(kind, given, printed, str(arguments.calculation))
    if arguments.json:
        talk.json(json.dumps(_document(found, printed), ensure_ascii=False, indent=2))
    else:
        talk.data(_lines(found, printed, talk))
    return Exit.DONE


def _read(arguments: argparse.Namespace) -> tuple[str, dict[str, Any], dict[str, float]]:
    """Kind, inputs and printed values of the file.

    Raises:
        CodedError: ``Y…`` not YAML, ``P052`` not a calculation.
    """
    from wizard.cli.cost_errors import CostInputError
    from wizard.datafiles.strict_yaml import read_yaml
    from wizard.domain.errors import CodedError

    content = read_yaml(arguments.calculation)
    parts = content if isinstance(content, dict) else {}
    kind, given, printed = parts.get("kind"), parts.get("given"), parts.get("printed", {})
    numbers = isinstance(printed, dict) and all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in printed.values()
    )
    if not isinstance(kind, str) or not isinstance(given, dict) or not numbers:
        raise CodedError(CostInputError.NO_CALCULATION, place=str(arguments.calculation))
    return kind, given, {str(name): float(value) for name, value in printed.items()}


def _document(found: "Checked", printed: dict[str, float]) -> dict[str, Any]:
    mistakes = [
        {**asdict(mistake), "text": {"de": mistake.text.de, "en": mistake.text.en}} for mistake in found.mistakes
    ]
    return {"kind": found.kind, "right": found.outputs, "printed": printed, "mistakes": mistakes}


def _lines(found: "Checked", printed: dict[str, float], talk: Talk) -> Iterator[str]:
    from wizard.cli.figures import brief

    _, language = talk.translate, talk.language

    def number(value: float | str | None) -> str:
        if value is None:
            return "–"
        return _("never") if isinstance(value, str) else brief(value, language)

    rows = [[_("value"), _("printed"), _("follows from the inputs")]]
    rows += [[name, number(printed.get(name)), number(value)] for name, value in found.outputs.items()]
    yield from table(rows, right=(1, 2))
    yield ""
    if not found.mistakes:
        yield _("No mistake found.")
    for mistake in found.mistakes:
        where = f" ({mistake.output})" if mistake.output else ""
        yield from wrapped(f"{mistake.id}{where}: {mistake.text.in_language(language)}", first="! ")
