"""The published measurements that come with the program. Predictions never read them; they stand beside them."""

from functools import cache

from wizard.accuracy.kinds import KINDS
from wizard.accuracy.rows import Table, read_table
from wizard.datafiles.packaged import data_folder


@cache
def shipped_table(kind: str) -> Table:
    """The shipped rows of one kind."""
    return read_table(data_folder("catalogs") / "benchmarks" / f"{kind}.csv", kind)


def shipped_tables() -> tuple[Table, ...]:
    return tuple(shipped_table(kind) for kind in KINDS)
