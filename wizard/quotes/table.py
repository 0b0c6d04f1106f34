"""A file as sheets of cells, before anybody knows what they mean."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from wizard.domain.errors import CodedError

MAX_ROWS = 5_000
MAX_COLUMNS = 60


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text, and number or date where the file itself says that it is one."""

    place: str
    text: str = ""
    number: Decimal | None = None
    day: date | None = None
    currency: str | None = None
    """From the number format of a workbook."""
    problem: CodedError | None = None
    spread: bool = False
    """Part of a merged block that begins elsewhere: it counts for names of columns only."""

    @property
    def empty(self) -> bool:
        return not self.text and self.problem is None


@dataclass(frozen=True, slots=True)
class Row:
    """A row with its place, ``quote.csv:7`` or ``quote.xlsx Angebot!7``."""

    place: str
    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        """All cells as one line."""
        return " ".join(cell.text for cell in self.cells if cell.text and not cell.spread)

    def cell(self, index: int | None) -> Cell:
        """The cell of a column; an empty one where the row is shorter or there is no such column."""
        if index is None or index >= len(self.cells) or self.cells[index].spread:
            return Cell(self.place)
        return self.cells[index]


@dataclass(frozen=True, slots=True)
class Sheet:
    name: str
    """Empty for a file without sheets."""
    rows: tuple[Row, ...]
