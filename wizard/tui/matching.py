"""Which of many names a person may mean by a few typed letters."""

from collections.abc import Iterable, Sequence


def rank(names: Sequence[str], typed: str, *, limit: int = 200) -> list[int]:
    """Indices of the names that contain every typed word, best first; without typed words all, in their order.

    A word counts most at the start of the name, then at the start of a word, then inside; a word that fits nowhere
    still counts when its letters follow one another in this order.
    """
    words = typed.casefold().split()
    if not words:
        return list(range(min(len(names), limit)))
    scored = ((_score(name.casefold(), words), index) for index, name in enumerate(names))
    return [index for _, index in sorted(_found(scored))[:limit]]


def _found(scored: Iterable[tuple[int | None, int]]) -> Iterable[tuple[int, int]]:
    return ((score, index) for score, index in scored if score is not None)


def _score(name: str, words: list[str]) -> int | None:
    total = 0
    for word in words:
        at = name.find(word)
        if at == 0:
            continue
        if at > 0:
            total += 1 if not name[at - 1].isalnum() else 2
        elif len(word) > 1 and _in_order(name, word):
            total += 8
        else:
            return None
    return total


def _in_order(name: str, word: str) -> bool:
    letters = iter(name)
    return all(letter in letters for letter in word)
