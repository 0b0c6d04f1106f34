"""One refresh from the first request to the file: each source on its own, so that one that fails spoils no other."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

from wizard.catalogs.load import load_catalog
from wizard.domain.errors import CodedError
from wizard.refresh.gate import Judged, judge
from wizard.refresh.layer import laid_over, last_good, save, section_of
from wizard.refresh.source import Source
from wizard.refresh.transport import Transport


def read_sources(
    sources: Sequence[Source], transport: Transport, today: date, begin: Callable[[Source], None]
) -> tuple[Judged, ...]:
    """Asks every source and judges what it says. ``begin`` is told before each. Writes nothing."""
    judged = []
    for source in sources:
        begin(source)
        judged.append(_asked(source, transport, today))
    return tuple(judged)


def keep(judged: Sequence[Judged]) -> bool:
    """Writes what was taken into the refreshed file; False when there was nothing.

    Raises:
        CodedError: it could not be written; the last good file is still there.
    """
    fresh = [section_of(one.source, [verdict.price for verdict in one.taken if verdict.price]) for one in judged]
    if not any(fresh):
        return False
    save(laid_over(last_good(), fresh))
    return True


def _asked(source: Source, transport: Transport, today: date) -> Judged:
    catalog = load_catalog()
    try:
        prices = list(source.read(catalog, partial(transport.get, hosts=source.hosts), today))
    except CodedError as failure:
        return Judged(source, failure=failure)
    return judge(catalog, source, prices, today)
