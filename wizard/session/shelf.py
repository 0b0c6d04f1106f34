"""What the start page offers: recent assessments and those in a folder."""

from pathlib import Path

from wizard.store.recent import Found, find_assessments, free_path, look_at, recent

__all__ = ["Found", "free_path", "shelf"]


def shelf(folder: Path) -> list[Found]:
    """Recently opened assessments first, then the others in ``folder``; files that have gone are left out."""
    found = {entry.path: look_at(entry.path) for entry in recent()}
    found.update({item.path.resolve(): item for item in find_assessments(folder) if item.path.resolve() not in found})
    return [item for item in found.values() if item is not None]
