"""What a quote would change in an assessment: fields old and new, each with its source. Nothing is written here."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from wizard.domain.errors import CodedError
from wizard.domain.language import Text
from wizard.domain.provenance import Figure
from wizard.quotes.order import Kind

NOT_IN_FILE = "–"


@dataclass(frozen=True)
class Placed:
    """One line of a file and what it becomes."""

    place: str
    text: str
    amount: Decimal
    becomes: Text


@dataclass(frozen=True)
class Change:
    """One figure of one entry. ``standing`` names what the old figure belongs to where it is another entry."""

    section: str
    id: str
    field: str
    """Empty where the entry is a figure itself."""
    before: Figure | None
    after: Figure
    standing: str = ""
    converted: float | None = None
    """The old value in the unit of the new one, where these are two currencies."""

    @property
    def path(self) -> str:
        return ".".join(part for part in (self.section, self.id, self.field) if part)

    @property
    def moves(self) -> bool:
        """Whether anything differs from the client's own price that is there already."""
        return bool(self.standing) or self.before is None or _content(self.before) != _content(self.after)


@dataclass(frozen=True)
class Proposal:
    """The whole import. ``overrides`` is the block of the assessment afterwards."""

    kind: Kind
    entry: str
    """Path of the entry that is priced, such as ``servers.quote-muster-17``."""
    accelerator: str | None
    currency: str
    source: str
    changes: tuple[Change, ...]
    lines: tuple[Placed, ...]
    warnings: tuple[CodedError, ...]
    notices: tuple[Text, ...]
    overrides: dict[str, Any]
    same: bool
    """The assessment holds all of it already."""


@dataclass(frozen=True)
class Block:
    """Part of an override: fields of one entry."""

    section: str
    id: str
    fields: Mapping[str, Any]
    whole: bool = False
    """A new entry that stands for itself: it replaces what has its id."""


def figure_block(
    value: Decimal, unit: str, source: str, day: date, *, note: str = "", internal: bool = False
) -> dict[str, Any]:
    """A quoted figure as an override holds it."""
    block: dict[str, Any] = {
        "value": plain(value), "unit": unit, "basis": "quote", "source": source, "retrieved_on": day.isoformat(),
        "confidence": "high",
    }  # fmt: skip
    if note:
        block["note"] = note
    if internal:
        block["visibility"] = "internal"
    return block


def figure_of(block: Mapping[str, Any]) -> Figure:
    """The figure of such a block."""
    fields = {key: value for key, value in block.items() if key != "visibility"}
    return Figure.model_validate({**fields, "layer": "client"})


def plain(value: Decimal) -> float | int:
    """Twelve digits, whole where it is whole: what a person would write into the file."""
    short = float(f"{value:.12g}")
    return int(short) if short.is_integer() else short


def laid_over(overrides: Mapping[str, Any], blocks: tuple[Block, ...]) -> dict[str, Any]:
    """The overrides with the blocks; other entries and other fields stay."""
    result: dict[str, Any] = copy.deepcopy(dict(overrides))
    for block in blocks:
        section = result.setdefault(block.section, {})
        standing = section.get(block.id)
        if block.whole or not isinstance(standing, dict):
            section[block.id] = dict(block.fields)
        else:
            section[block.id] = {**standing, **block.fields}
    return result


def _content(figure: Figure) -> tuple[object, ...]:
    return figure.value, figure.unit, figure.basis, figure.source, figure.retrieved_on
