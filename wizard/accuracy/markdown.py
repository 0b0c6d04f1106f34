"""Error statistics as tables in Markdown."""

from collections.abc import Iterator, Mapping, Sequence

from wizard.accuracy.score import Coverage, Slice, Statistics

_HEAD = ["by group", "median", "p90", "within ±25 %", "bias"]
_NONE = ["–"] * len(_HEAD)


def markdown_table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The first row is the head; numbers (from the third column on, or what looks like one) stand right."""
    head, *body = rows
    right = [i for i in range(len(head)) if body and all(_numeric(row[i]) for row in body)]
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join('---:' if i in right else '---' for i in range(len(head)))}|"
    for row in body:
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"


def slice_rows(found: Sequence[Slice]) -> list[list[str]]:
    """One row a slice: what, how many, how far off."""
    body = [[one.quantity, one.name, *_size(one), *_cells(one.statistics)] for one in found]
    return [["quantity", "slice", "rows / of", "groups", *_HEAD], *body]


def side_by_side(fitted: Sequence[Slice], left_out: Sequence[Slice]) -> list[list[str]]:
    """The same slices twice: fitted to, and left out."""
    others = {(one.quantity, one.by, one.name): one for one in left_out}
    head = ["quantity", "slice", "rows / of", *(f"fitted: {name}" for name in _HEAD[:4])]
    body = []
    for one in fitted:
        other = others.get((one.quantity, one.by, one.name))
        if one.by:
            theirs = _cells(other.statistics if other else None)
            body.append([one.quantity, one.name, _size(one)[0], *_cells(one.statistics)[:4], *theirs])
    return [[*head, *(f"left out: {name}" for name in _HEAD)], *body]


def coverage_rows(found: Mapping[str, Coverage]) -> list[list[str]]:
    body = [
        [name, str(one.rows), per_cent(one.inside, 0), per_cent(one.half_width, 0)] for name, one in found.items()
    ]  # fmt: skip
    return [["quantity", "rows", "measured inside", "half-width, median"], *body]


def per_cent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


def _size(one: Slice) -> list[str]:
    if one.statistics is None:
        return [f"0 / {one.of}", "0"]
    return [f"{one.statistics.rows} / {one.of}", str(one.statistics.groups)]


def _cells(one: Statistics | None) -> list[str]:
    if one is None:
        return _NONE
    bias = f"{'+' if one.bias >= 0 else ''}{per_cent(one.bias)}"
    return [per_cent(one.group_median), per_cent(one.median), per_cent(one.tail), per_cent(one.close, 0), bias]


def _numeric(cell: str) -> bool:
    return cell == "–" or cell[:1] in "+-0123456789"
