"""One of a few lines: the chosen one carries a mark, so that no choice shows by colour alone."""

from collections.abc import Iterable

from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wizard.tui.display import shown

_CHOSEN, _OTHER = "● ", "○ "


class ChoiceList(OptionList):
    """The highlighted line is the choice; dialogs read ``highlighted``."""

    def __init__(self, lines: Iterable[str], *, list_id: str | None = None) -> None:
        self._choices = tuple(lines)
        options = (Option(shown(_OTHER + line)) for line in self._choices)
        super().__init__(*options, id=list_id, compact=True, markup=False, classes="-short")

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Moves the mark along."""
        super().watch_highlighted(highlighted)
        for index, line in enumerate(self._choices):
            mark = _CHOSEN if index == highlighted else _OTHER
            self.replace_option_prompt_at_index(index, shown(mark + line))
