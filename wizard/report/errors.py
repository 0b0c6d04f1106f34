"""What can go wrong while a report is made or read back."""

import errno

from wizard.domain.errors import ErrorCode
from wizard.domain.language import Text, text

_NO_FOLDER = text(
    "a file stands where the folder should be, or no folder can be made there; choose another folder",
    "dort liegt eine Datei, oder es lässt sich kein Ordner anlegen; bitte einen anderen Ordner wählen",
)
_FORBIDDEN = text(
    "you lack the permission; choose another folder or ask its owner",
    "die Berechtigung fehlt; bitte einen anderen Ordner wählen oder den Eigentümer fragen",
)
_FULL = text(
    "the disk is full; free some space and try again",
    "der Datenträger ist voll; bitte Platz schaffen und erneut versuchen",
)
_READ_ONLY = text(
    "the disk is mounted read-only; choose another folder",
    "der Datenträger ist nur lesbar eingebunden; bitte einen anderen Ordner wählen",
)
_NO_PLAIN_FILE = text(
    "a folder, device or pipe stands there; choose another name",
    "dort steht ein Ordner, ein Gerät oder eine Pipe; bitte einen anderen Namen wählen",
)
_REASONS = {
    errno.EEXIST: _NO_FOLDER, errno.ENOTDIR: _NO_FOLDER, errno.ENOENT: _NO_FOLDER, errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN, errno.ENOSPC: _FULL, errno.EDQUOT: _FULL, errno.EROFS: _READ_ONLY,
    errno.EISDIR: _NO_PLAIN_FILE, errno.ENOTSUP: _NO_PLAIN_FILE,
}  # fmt: skip


def why_not_written(error: OSError) -> Text | str:
    """The operating system's refusal in words a person can act on."""
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)


class ReportError(ErrorCode):
    MISSING_LIBRARY = (
        "R001",
        text(
            "the PDF needs system libraries that are missing here: {libraries}. Install them with: {fix}. "
            "HTML and JSON work without them",
            "für das PDF fehlen hier Systembibliotheken: {libraries}. Installieren mit: {fix}. "
            "HTML und JSON funktionieren ohne sie",
        ),
    )
    CRASHED = (
        "R002",
        text(
            "the PDF library of this system crashed (signal {signal}). Update Pango ({fix}) or use the HTML file and "
            "print it from the browser",
            "die PDF-Bibliothek dieses Systems ist abgestürzt (Signal {signal}). Pango aktualisieren ({fix}) oder die "
            "HTML-Datei verwenden und aus dem Browser drucken",
        ),
    )
    TIMEOUT = (
        "R003",
        text(
            "the PDF was not ready after {seconds} seconds and was stopped. The HTML file is complete",
            "das PDF war nach {seconds} Sekunden nicht fertig und wurde abgebrochen. Die HTML-Datei ist vollständig",
        ),
    )
    FAILED = ("R004", text("the PDF could not be made: {detail}", "das PDF ließ sich nicht erstellen: {detail}"))
    MEMORY = (
        "R005",
        text(
            "the PDF needed more than {limit} MB of memory and was stopped",
            "das PDF brauchte mehr als {limit} MB Arbeitsspeicher und wurde abgebrochen",
        ),
    )
    CANCELLED = ("R006", text("the report was cancelled", "der Bericht wurde abgebrochen"))
    FORMAT = (
        "R007",
        text(
            "unknown format '{format}'; known are {known}",
            "unbekanntes Format „{format}“; bekannt sind {known}",
        ),
    )
    NOT_WRITABLE = (
        "R008",
        text(
            "cannot be written to the folder {folder}: {detail}",
            "lässt sich nicht in den Ordner {folder} schreiben: {detail}",
        ),
    )
    TOO_LARGE = (
        "R020",
        text(
            "the file has {size} bytes; at most {limit} are read",
            "die Datei hat {size} Byte; höchstens {limit} werden gelesen",
        ),
    )
    NOT_PDF = (
        "R021",
        text(
            "this is not a readable PDF ({detail}). Is the file complete?",
            "das ist kein lesbares PDF ({detail}). Ist die Datei vollständig?",
        ),
    )
    ENCRYPTED = (
        "R022",
        text(
            "the PDF is protected by a password; save it without protection and try again",
            "das PDF ist mit einem Kennwort geschützt; ohne Schutz speichern und erneut versuchen",
        ),
    )
    NO_ASSESSMENT = (
        "R023",
        text(
            "the PDF carries no assessment. It was rendered without attachment or comes from another program",
            "das PDF enthält keine Bewertung. Es wurde ohne Anhang erzeugt oder stammt aus einem anderen Programm",
        ),
    )
    BRAND_FIELD = (
        "R030",
        text(
            "the brand file is wrong at '{field}': {detail}",
            "die Markendatei ist bei „{field}“ falsch: {detail}",
        ),
    )
    BRAND_COLOUR = (
        "R031",
        text(
            "'{value}' is no colour; write it as #rrggbb or as a name from the palette",
            "„{value}“ ist keine Farbe; als #rrggbb oder als Name aus der Palette schreiben",
        ),
    )
    LOGO_READ = ("R032", text("the logo cannot be read: {detail}", "das Logo ist nicht lesbar: {detail}"))
    LOGO_SIZE = (
        "R033",
        text(
            "the logo is too large: {size}; at most {limit}",
            "das Logo ist zu groß: {size}; höchstens {limit}",
        ),
    )
    LOGO_KIND = (
        "R034",
        text("the logo must be an SVG or a PNG file", "das Logo muss eine SVG- oder PNG-Datei sein"),
    )
    LOGO_OUTSIDE = (
        "R035",
        text(
            "the logo must lie in the folder of the brand file or below it",
            "das Logo muss im Ordner der Markendatei oder darunter liegen",
        ),
    )
