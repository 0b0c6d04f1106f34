"""What differs between two catalogues, entry by entry and figure by figure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from wizard.catalogs.entries import entries_of
from wizard.catalogs.kinds import KINDS
from wizard.domain.catalog import Catalog
from wizard.domain.provenance import Figure

Value = Figure | str | float | bool | None


@dataclass(frozen=True)
class Change:
    """A figure or field that both have or only one has; None where it is missing."""

    path: str
    old: Value
    new: Value

    @property
    def share(self) -> float | None:
        """The change of a figure as a share of its old value; None where there is none to speak of."""
        if not (isinstance(self.old, Figure) and isinstance(self.new, Figure)) or not self.old.value:
            return None
        return self.new.value / self.old.value - 1.0 if self.old.unit == self.new.unit else None


@dataclass(frozen=True)
class Differences:
    """Paths of entries that came or went, and what changed in those that stayed."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[Change, ...]


def differences(old: Catalog, new: Catalog) -> Differences:
    """From ``old`` to ``new``, in the order of the kinds."""
    added, removed, changed = list[str](), list[str](), list(_header(old, new))
    for kind in KINDS:
        before, after = entries_of(old, kind), entries_of(new, kind)
        added += [f"{kind}.{identity}" for identity in after if identity not in before]
        removed += [f"{kind}.{identity}" for identity in before if identity not in after]
        for identity in before:
            if identity in after:
                changed += _changes(before[identity], after[identity], f"{kind}.{identity}")
    changed += _changes(old.decision, new.decision, "decision")
    return Differences(tuple(added), tuple(removed), tuple(changed))


def _header(old: Catalog, new: Catalog) -> Iterator[Change]:
    for name in ("version", "as_of", "expiry_days"):
        yield from _changes(getattr(old, name), getattr(new, name), name)


def _changes(old: Any, new: Any, path: str) -> Iterator[Change]:
    if old == new:
        return
    before, after = dict(_leaves(old, path)), dict(_leaves(new, path))
    for name in {**before, **after}:
        if before.get(name) != after.get(name):
            yield Change(name, before.get(name), after.get(name))


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Value]]:
    """Figures and plain values below an entry. A list of plain values is one value, members of others have numbers."""
    if value is None or isinstance(value, Figure | bool | int | float | str):
        yield path, value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _leaves(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _leaves(item, f"{path}.{name}")
    elif isinstance(value, tuple) and any(isinstance(item, BaseModel) for item in value):
        for index, item in enumerate(value):
            yield from _leaves(item, f"{path}.{index}")
    else:
        yield path, ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
