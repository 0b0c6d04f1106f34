"""What can go wrong with assessment files: each case with its code, its reason and its remedy, in both languages."""

import errno
from pathlib import Path

from wizard.domain.errors import CodedError, ErrorCode
from wizard.domain.language import text


class StoreError(ErrorCode):
    NOT_FOUND = ("S001", text("there is no such file", "diese Datei gibt es nicht"))
    NOT_A_FILE = ("S002", text("this is not a plain file", "das ist keine gewöhnliche Datei"))
    NOT_AN_ASSESSMENT = (
        "S003",
        text(
            "this is no assessment: the first key 'rechenwerk:' with the file version is missing",
            "das ist keine Bewertung: der erste Schlüssel „rechenwerk:“ mit der Dateiversion fehlt",
        ),
    )
    NEWER = (
        "S004",
        text(
            "the file has version {found}, this program knows versions up to {known}. Update Rechenwerk; "
            "the file was not touched",
            "die Datei hat Version {found}, dieses Programm kennt Versionen bis {known}. Rechenwerk aktualisieren; "
            "die Datei wurde nicht verändert",
        ),
    )
    BAD_VERSION = (
        "S005",
        text(
            "'{found}' is no known file version; write 'rechenwerk: {known}'",
            "„{found}“ ist keine bekannte Dateiversion; richtig ist „rechenwerk: {known}“",
        ),
    )
    UNKNOWN_KEY = (
        "S006",
        text(
            "the key '{key}' is unknown here; known are {allowed}. Correct or delete it",
            "der Schlüssel „{key}“ ist hier unbekannt; bekannt sind {allowed}. Bitte berichtigen oder löschen",
        ),
    )
    MISSING_KEY = ("S007", text("the key '{key}' is missing; add it", "der Schlüssel „{key}“ fehlt; bitte ergänzen"))
    NOT_ALLOWED = (
        "S008",
        text(
            "'{key}' has the value {value}; allowed are {allowed}",
            "„{key}“ hat den Wert {value}; erlaubt sind {allowed}",
        ),
    )
    WANTS_TEXT = (
        "S009",
        text(
            "'{key}' must be a text, but is {value}; put it in quotes",
            "„{key}“ muss ein Text sein, ist aber {value}; bitte in Anführungszeichen setzen",
        ),
    )
    WANTS_BLOCK = (
        "S010",
        text(
            "'{key}' must be a block of keys with values, but is {value}",
            "„{key}“ muss ein Block aus Schlüsseln mit Werten sein, ist aber {value}",
        ),
    )
    WANTS_LIST = (
        "S011",
        text("'{key}' must be a list, but is {value}", "„{key}“ muss eine Liste sein, ist aber {value}"),
    )
    WANTS_TIME = (
        "S012",
        text(
            "'{key}' must be a time such as 2026-11-30T10:00:00Z, but is {value}",
            "„{key}“ muss ein Zeitpunkt wie 2026-11-30T10:00:00Z sein, ist aber {value}",
        ),
    )
    WRONG_FORM = (
        "S013",
        text(
            "'{key}' has the value {value}, which does not fit the form {pattern}",
            "„{key}“ hat den Wert {value}; das passt nicht zur Form {pattern}",
        ),
    )
    TOO_LONG = (
        "S014",
        text(
            "'{key}' is longer than {limit} characters; shorten it",
            "„{key}“ ist länger als {limit} Zeichen; bitte kürzen",
        ),
    )
    NOT_ACCEPTED = (
        "S015",
        text("'{key}' cannot have the value {value}", "„{key}“ kann nicht den Wert {value} haben"),
    )
    KEY_NOT_TEXT = (
        "S016",
        text(
            "the key {value} in '{key}' must be a text; put it in quotes",
            "der Schlüssel {value} in „{key}“ muss ein Text sein; bitte in Anführungszeichen setzen",
        ),
    )
    SAME_WORKLOAD = (
        "S017",
        text(
            "two workloads have the id '{id}'; give one of them another id",
            "zwei Workloads tragen die Kennung „{id}“; bitte einem eine andere geben",
        ),
    )
    NOT_STORABLE = (
        "S018",
        text(
            "this value cannot be stored: it holds half a character, an infinite number or something else "
            "that no file can carry",
            "dieser Wert lässt sich nicht speichern: er enthält ein halbes Zeichen, eine unendliche Zahl oder "
            "anderes, das keine Datei aufnehmen kann",
        ),
    )
    TOO_BIG = (
        "S019",
        text(
            "the assessment would exceed {limit}; shorten texts or tables",
            "die Bewertung würde {limit} überschreiten; bitte Texte oder Tabellen kürzen",
        ),
    )
    EXISTS = (
        "S020",
        text(
            "the file exists already; open it or choose another name",
            "die Datei gibt es schon; bitte öffnen oder einen anderen Namen wählen",
        ),
    )
    CONFLICT = (
        "S021",
        text(
            "another program has changed the file meanwhile. Nothing was overwritten; "
            "your version lies in {copy}. Compare both, then open one",
            "ein anderes Programm hat die Datei inzwischen geändert. Nichts wurde überschrieben; "
            "Ihre Fassung liegt in {copy}. Bitte beide vergleichen und dann eine öffnen",
        ),
    )
    READ_ONLY_FILE = (
        "S022",
        text(
            "the file is write-protected; save under another name",
            "die Datei ist schreibgeschützt; bitte unter anderem Namen speichern",
        ),
    )
    READ_ONLY_SESSION = (
        "S023",
        text(
            "the assessment is open for reading only; save under another name to go on",
            "die Bewertung ist nur zum Lesen geöffnet; zum Weiterarbeiten unter anderem Namen speichern",
        ),
    )
    LOCKED = (
        "S024",
        text(
            "open since {since} by {user} on {host} (process {pid}); you can read, not write",
            "seit {since} geöffnet von {user} auf {host} (Prozess {pid}); Sie können lesen, aber nicht schreiben",
        ),
    )
    DISK_FULL = (
        "S030",
        text(
            "the disk is full. Free some space and save again; the last saved version is intact",
            "der Datenträger ist voll. Bitte Platz schaffen und erneut speichern; "
            "die zuletzt gespeicherte Fassung ist unversehrt",
        ),
    )
    QUOTA = (
        "S031",
        text(
            "your disk quota is used up. Free some space and save again; the last saved version is intact",
            "Ihr Speicherkontingent ist erschöpft. Bitte Platz schaffen und erneut speichern; "
            "die zuletzt gespeicherte Fassung ist unversehrt",
        ),
    )
    READ_ONLY_DISK = (
        "S032",
        text(
            "the disk is mounted read-only; save to another folder",
            "der Datenträger ist nur lesbar eingebunden; bitte in einem anderen Ordner speichern",
        ),
    )
    NO_PERMISSION = (
        "S033",
        text(
            "you lack the permission for this file or folder; choose another folder or ask its owner",
            "für diese Datei oder diesen Ordner fehlt Ihnen die Berechtigung; "
            "bitte anderen Ordner wählen oder den Eigentümer fragen",
        ),
    )
    DISK_ERROR = (
        "S034",
        text(
            "the disk reports an input/output error. Save to another disk at once; "
            "the last saved version was not replaced",
            "der Datenträger meldet einen Ein-/Ausgabefehler. Bitte sofort auf einem anderen Datenträger speichern; "
            "die zuletzt gespeicherte Fassung wurde nicht ersetzt",
        ),
    )
    FILE_LIMIT = (
        "S035",
        text(
            "the system allows no file of this size (ulimit -f); the last saved version is intact",
            "das System erlaubt keine Datei dieser Größe (ulimit -f); die zuletzt gespeicherte Fassung ist unversehrt",
        ),
    )
    NAME_TOO_LONG = ("S036", text("the file name is too long; shorten it", "der Dateiname ist zu lang; bitte kürzen"))
    LINK_LOOP = (
        "S038",
        text(
            "the name leads in a circle of symbolic links; remove or correct the link",
            "der Name führt in einen Kreis symbolischer Verknüpfungen; bitte die Verknüpfung löschen oder berichtigen",
        ),
    )
    NO_FOLDER = ("S037", text("the folder does not exist; create it", "den Ordner gibt es nicht; bitte anlegen"))
    SYSTEM = (
        "S039",
        text("the system refuses: {detail}", "das System lehnt ab: {detail}"),
    )
    BAD_NAME = (
        "S040",
        text(
            "'{name}' is no safe file name: no separators, control characters, leading or trailing dots and spaces, "
            "no names Windows reserves, at most {limit} bytes",
            "„{name}“ ist kein sicherer Dateiname: keine Trennzeichen, Steuerzeichen, Punkte oder Leerzeichen am Rand, "
            "keine von Windows reservierten Namen, höchstens {limit} Byte",
        ),
    )
    JOURNAL_FOREIGN = (
        "S041",
        text(
            "{count} unsaved changes belong to another version of this file and were not applied; they lie in {copy}",
            "{count} ungespeicherte Änderungen gehören zu einer anderen Fassung dieser Datei und wurden nicht "
            "übernommen; sie liegen in {copy}",
        ),
    )
    JOURNAL_DAMAGED = (
        "S042",
        text(
            "the journal is damaged from line {line}; {count} changes before it were recovered, "
            "the rest lies in {copy}",
            "das Journal ist ab Zeile {line} beschädigt; {count} Änderungen davor wurden wiederhergestellt, "
            "der Rest liegt in {copy}",
        ),
    )
    COMMENTS = (
        "S043",
        text(
            "saving does not keep the {count} comments in this file; move them into notes first",
            "beim Speichern gehen die {count} Kommentare in dieser Datei verloren; bitte vorher in Notizen übertragen",
        ),
    )
    NO_WORKLOAD = ("S050", text("there is no workload '{id}'", "den Workload „{id}“ gibt es nicht"))
    NEEDS_WORKLOAD = (
        "S052",
        text("'{id}' is asked per workload; say which one", "„{id}“ wird je Workload gefragt; bitte einen nennen"),
    )
    NO_ANSWER = (
        "S053",
        text(
            "'{id}' has no answer yet; answer it first",
            "„{id}“ ist noch nicht beantwortet; bitte zuerst beantworten",
        ),
    )
    NEEDS_REASON = (
        "S054",
        text("say why '{id}' does not apply", "bitte angeben, warum „{id}“ nicht zutrifft"),
    )
    TOO_MANY_WORKLOADS = (
        "S055",
        text("more than {limit} workloads are not possible", "mehr als {limit} Workloads sind nicht möglich"),
    )


_BY_ERRNO = {
    errno.ENOENT: StoreError.NOT_FOUND,
    errno.ENOSPC: StoreError.DISK_FULL,
    errno.EDQUOT: StoreError.QUOTA,
    errno.EROFS: StoreError.READ_ONLY_DISK,
    errno.EACCES: StoreError.NO_PERMISSION,
    errno.EPERM: StoreError.NO_PERMISSION,
    errno.EIO: StoreError.DISK_ERROR,
    errno.EFBIG: StoreError.FILE_LIMIT,
    errno.ENAMETOOLONG: StoreError.NAME_TOO_LONG,
    errno.EISDIR: StoreError.NOT_A_FILE,
    errno.ENOTDIR: StoreError.NO_FOLDER,
    errno.ELOOP: StoreError.LINK_LOOP,
}


def from_os_error(error: OSError, path: Path) -> CodedError:
    """The operating system's refusal in words a person can act on."""
    member = _BY_ERRNO.get(error.errno or 0)
    if member is None:
        return CodedError(StoreError.SYSTEM, place=path.name, detail=error.strerror or str(error))
    if member is StoreError.NOT_FOUND and not path.parent.is_dir():
        member = StoreError.NO_FOLDER
    return CodedError(member, place=path.name)
