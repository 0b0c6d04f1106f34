"""Files of public repositories, pinned to their last change, so that a price carries the day it was last touched."""

from datetime import date
from urllib.parse import quote

from wizard.domain.language import text
from wizard.refresh.documents import json_of, unreadable
from wizard.refresh.source import Get
from wizard.refresh.transport import Answer

HOSTS = ("api.github.com", "raw.githubusercontent.com")
_NO_COMMIT = text("no last change is named", "keine letzte Änderung ist genannt")


def latest(get: Get, repository: str, path: str) -> tuple[Answer, date]:
    """The file as of its last change, and the day of that.

    Raises:
        CodedError: C080 to C083.
    """
    answer = get(f"https://api.github.com/repos/{repository}/commits?path={quote(path)}&per_page=1")
    try:
        commit = json_of(answer)[0]
        revision, day = str(commit["sha"]), date.fromisoformat(commit["commit"]["committer"]["date"][:10])
    except (LookupError, TypeError, ValueError):
        raise unreadable(answer, _NO_COMMIT) from None
    if len(revision) != 40 or not revision.isalnum():
        raise unreadable(answer, _NO_COMMIT)
    return get(f"https://raw.githubusercontent.com/{repository}/{revision}/{quote(path)}"), day
