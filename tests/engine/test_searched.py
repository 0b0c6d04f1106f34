"""A search that was made is not made again, and one that only looks like it is."""

from datetime import date

import pytest
from wizard.domain.provenance import Figure
from wizard.engine.searched import Searched


def figure(value: float) -> Figure:
    return Figure(
        value=value, unit="×", basis="assumption", source="test", retrieved_on=date(2026, 11, 30), confidence="low"
    )


class Searches:
    """Counts what is searched."""

    def __init__(self) -> None:
        self.known, self.made = Searched(), 0

    def ask(self, *asked, facts):
        def search():
            self.made += 1
            return (self.made,)

        return self.known.configurations(asked, facts, search)


@pytest.fixture
def searches():
    return Searches()


def test_the_same_question_is_answered_from_memory(searches):
    first = searches.ask("model", 3.0, facts={"a": figure(1)})
    assert searches.ask("model", 3.0, facts={"a": figure(1)}) == first
    assert searches.made == 1


@pytest.mark.parametrize("changed", [("model", 4.0), ("other", 3.0), ("model", 3.0, "more")])
def test_another_question_is_searched(searches, changed):
    searches.ask("model", 3.0, facts={"a": figure(1)})
    searches.ask(*changed, facts={"a": figure(1)})
    assert searches.made == 2


def test_a_figure_changed_in_place_is_another_question(searches):
    facts = {"a": figure(1)}
    searches.ask("model", facts=facts)
    facts["a"] = figure(2)
    searches.ask("model", facts=facts)
    assert searches.made == 2


def test_only_the_latest_are_kept(searches):
    for number in range(100):
        searches.ask(number, facts={})
    searches.ask(99, facts={})
    assert searches.made == 100
    searches.ask(0, facts={})
    assert searches.made == 101
