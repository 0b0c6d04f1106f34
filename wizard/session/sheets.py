"""Question sheets for the client: written before or after the meeting, tried out when they come back."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from wizard.session.importing import Preview, preview
from wizard.session.outputs import Outputs
from wizard.session.trial import Trial

if TYPE_CHECKING:
    from wizard.report.sheet.model import Sheet


class Sheets(Outputs):
    """Reads only; ``adopt(preview.assessment)`` takes a preview over as one undo step."""

    def question_sheet(self, language: str, *, created: date, open_only: bool = False) -> "Sheet":
        """The questions of this assessment's path, without anything internal.

        Args:
            created: the day the sheet shows.
            open_only: leaves out what has an answer or does not apply.
        """
        from wizard.report.sheet.build import build_sheet

        return build_sheet(
            self.assessment, self.questionnaire, self.values(), language, created=created, open_only=open_only
        )

    def write_sheet(
        self, sheet: "Sheet", target: Path, kind: Literal["xlsx", "md"], *, brand: Path | None, replace: bool
    ) -> None:
        """Writes a sheet in the brand's look. A file that is there may hold answers, so it stays without ``replace``.

        Raises:
            CodedError: the brand is wrong, the file exists or cannot be written.
        """
        from wizard.report.sheet.writing import write_sheet

        write_sheet(sheet, target, kind, brand=brand, replace=replace)

    def preview_sheet(self, file: Path, language: str) -> Preview:
        """What a filled sheet would change. Nothing is written.

        Args:
            language: of the values in the preview.

        Raises:
            CodedError: the file is no question sheet, or a hostile one.
        """
        from wizard.report.sheet.reading import read_sheet

        return preview(Trial(self.path, self.assessment), read_sheet(file), language)
