"""Which rows took part in fitting the shipped figures: a rule kept as data beside the shipped measurements."""

import csv
from dataclasses import dataclass
from functools import cache

from wizard.accuracy.rows import Row
from wizard.datafiles.packaged import data_folder

_FILE = "fitted.csv"
_WANTED = "fit-rows.csv"


@dataclass(frozen=True)
class FittedRows:
    """Rules, each a kind of table, a use, a quantity and the beginning of the source, where empty fits all; and a
    scenario that took no part."""

    rules: tuple[tuple[str, str, str, str, str], ...]
    known: frozenset[str]
    """Ids of the shipped rows. A row of somebody else never took part, whatever it looks like."""

    def took_part(self, kind: str, row: Row, quantity: str) -> bool:
        if row.id not in self.known:
            return False
        source, use = row.text("source"), row.text("use")
        return any(
            rule[0] == kind and rule[1] in ("", use) and rule[2] in ("", quantity) and source.startswith(rule[3])
            and row.text("scenario") != (rule[4] or None)
            for rule in self.rules
        )  # fmt: skip


@cache
def shipped_rule() -> FittedRows:
    """The rule of the shipped figures."""
    from wizard.accuracy.benchmarks import shipped_tables

    with (data_folder("catalogs") / "benchmarks" / _FILE).open(encoding="utf-8", newline="") as lines:
        rules = tuple(
            (r["kind"], r["use"], r["quantity"], r["source"], r["except"]) for r in csv.DictReader(lines)
        )  # fmt: skip
    return FittedRows(rules, frozenset(row.id for table in shipped_tables() for row in table.rows))


@cache
def _wanted() -> tuple[tuple[str, str, str, str], ...]:
    with (data_folder("catalogs") / "benchmarks" / _WANTED).open(encoding="utf-8", newline="") as lines:
        return tuple((r["kind"], r["use"], r["quantity"], r["except"]) for r in csv.DictReader(lines))


def comparable(kind: str, row: Row, quantity: str) -> bool:
    """A value that judges predictions, wherever it comes from; a row without a use counts as comparable."""
    use = row.text("use")
    return any(rule[0] == kind and use in ("", rule[1]) and rule[2] == quantity for rule in _wanted())


def worth_fitting(kind: str, row: Row, quantity: str) -> bool:
    """A comparable value a new fit looks at.

    Bursts are left out: each is a replay, hundreds of times as long as a prediction.
    """
    use = row.text("use")
    return any(
        rule[0] == kind and use in ("", rule[1]) and rule[2] == quantity and row.text("scenario") != (rule[3] or None)
        for rule in _wanted()
    )
