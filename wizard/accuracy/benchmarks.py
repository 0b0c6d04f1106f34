"""The published measurements that come with the program. Predictions never read them; they stand beside them."""

from functools import cache
from pathlib import Path

from wizard.accuracy.kinds import KINDS
from wizard.accuracy.rows import Table, read_table
from wizard.datafiles.packaged import data_folder


@cache
def shipped_table(kind: str) -> Table:
    """The shipped rows of one kind."""
    return read_table(_file(kind), kind)


def shipped_files() -> list[Path]:
    """The files of all kinds."""
    return [_file(kind) for kind in KINDS]


def shipped_tables() -> tuple[Table, ...]:
    return tuple(shipped_table(kind) for kind in KINDS)


def _file(kind: str) -> Path:
    return data_folder("catalogs") / "benchmarks" / f"{kind}.csv"
