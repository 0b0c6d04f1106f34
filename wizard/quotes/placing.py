"""Which line of a file became what."""

from typing import Any

from wizard.domain.language import Text, text
from wizard.quotes.lines import Line
from wizard.quotes.missing import missing
from wizard.quotes.proposal import Placed
from wizard.quotes.quote import Quote

LEFT_OUT = text("left out", "nicht übernommen")


def need(found: Any, quote: Quote, what: str) -> None:
    """Raises: CodedError: C075 where nothing was found."""
    if not found:
        remedy = text(f"no position with {what} was found", f"keine Position mit {what} gefunden")
        raise missing("positions", remedy, quote.place)


def put(line: Line, meaning: Text) -> Placed:
    """The line with what it becomes."""
    return Placed(line.place, line.text, line.total, meaning)


def path_of(path: str) -> Text:
    """A path of the catalogue, the same in both languages."""
    return text(path, path)
