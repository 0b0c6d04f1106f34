"""Searches that were already made: most answers of an interview change no workload, and the same search is asked again.

A search is pure, so that its result may be kept as long as everything it was asked with is equal.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wizard.domain.configuration import Configuration
from wizard.domain.provenance import Figure
from wizard.sizing.figures import Facts

Found = tuple[Configuration, ...]
_KEPT = 12
"""Searches: two assessments of usual size; some 50 configurations of a few kilobytes each."""


@dataclass(frozen=True)
class _Made:
    asked: tuple[object, ...]
    facts: dict[str, Figure]
    """A copy: the same mapping with another figure in it is another question."""
    found: Found


class Searched:
    """The latest searches. Threads may share it: the worst that happens is that one search is made twice."""

    def __init__(self) -> None:
        self._made: tuple[_Made, ...] = ()

    def configurations(self, asked: Sequence[object], facts: Facts, search: Callable[[], Found]) -> Found:
        """Those of an equal question where it was asked before, else of ``search``; ``asked`` is all it depends on."""
        wanted = tuple(asked)
        for one in self._made:
            if one.asked == wanted and one.facts == facts:
                self._made = (one, *(other for other in self._made if other is not one))
                return one.found
        found = search()
        self._made = (_Made(wanted, dict(facts), found), *self._made)[:_KEPT]
        return found


SEARCHED = Searched()
