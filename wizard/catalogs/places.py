"""Finds the file and line of a field in a folder of catalogue files, for faults found in the loaded catalogue."""

from collections.abc import Sequence
from pathlib import Path

from wizard.catalogs.files import catalog_files
from wizard.datafiles.strict_yaml import read_yaml
from wizard.datafiles.yaml_places import line_of
from wizard.domain.errors import CodedError


class Places:
    """The home of every entry of a folder whose files can be read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._homes: dict[str, tuple[Path, tuple[str, str]]] = {}
        for path in catalog_files(folder):
            for section, entries in _blocks(path):
                for identity in entries:
                    self._homes.setdefault(f"{section}.{identity}", (path, (section, identity)))

    def located(self, fault: CodedError) -> CodedError:
        """The fault with file and line as its place; unchanged where neither is known."""
        where = str(fault.details.get("field") or fault.place)
        home = self._home(where)
        if home is None:
            return fault
        path, keys, rest = home
        line = line_of(path, (*keys, *rest))
        return CodedError(fault.error, place=f"{path.relative_to(self._folder).as_posix()}:{line}", **fault.details)

    def _home(self, where: str) -> tuple[Path, Sequence[str], Sequence[str]] | None:
        """Ids contain points, so the longest known one wins; an id alone stands for the entry in any section."""
        parts = where.split(".")
        for length in range(len(parts), 0, -1):
            found = self._homes.get(".".join(parts[:length]))
            if found is not None:
                return *found, parts[length:]
        named = [home for home in self._homes.values() if home[1][1] == where]
        return (*named[0], ()) if named else None


def _blocks(path: Path) -> list[tuple[str, list[str]]]:
    content = read_yaml(path)
    if not isinstance(content, dict):
        return []
    return [(str(name), [str(key) for key in block]) for name, block in content.items() if isinstance(block, dict)]
