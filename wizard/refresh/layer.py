"""The refreshed file: how taken prices are written into it, and how it is kept, brought back and removed."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from wizard.catalogs.load import shipped_catalog
from wizard.catalogs.refreshed import forget_reading, read_refreshed, refreshed_file, with_refreshed
from wizard.datafiles.strict_yaml import parse_yaml
from wizard.domain.errors import CodedError
from wizard.refresh.errors import RefreshError
from wizard.refresh.source import Price, Source
from wizard.store.canonical import yaml_block
from wizard.store.errors import from_os_error
from wizard.store.files import read_bytes, remove_quietly, replace_durably, sync_folder, write_temporary
from wizard.store.slug import ensure_folder

_UNITS = {"offers": "{currency}/h", "apis": "{currency}/1e6", "eur_per_unit": "EUR"}


def section_of(source: Source, prices: Sequence[Price]) -> dict[str, Any]:
    """Prices in the form of a catalogue file: section, entry, field, figure."""
    sections: dict[str, Any] = {}
    for price in prices:
        entries = sections.setdefault(price.key.section, {})
        figure = _figure(source, price)
        if price.key.field:
            entries.setdefault(price.key.id, {})[price.key.field] = figure
        else:
            entries[price.key.id] = figure
    return sections


def laid_over(sections: Mapping[str, Any], fresh: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The sections of a file with newer ones in it, figure by figure, in a fixed order."""
    result = deepcopy(dict(sections))
    for part in fresh:
        for section, entries in part.items():
            standing = result.setdefault(section, {})
            for identity, entry in entries.items():
                one_figure = section == "eur_per_unit"
                standing[identity] = entry if one_figure else {**standing.get(identity, {}), **entry}
    return {name: dict(sorted(result[name].items())) for name in sorted(result)}


def last_good() -> dict[str, Any]:
    """The sections of the refreshed file; nothing where there is none that can be used."""
    try:
        return read_refreshed(refreshed_file())
    except (CodedError, OSError):
        return {}


def save(sections: Mapping[str, Any]) -> Path:
    """Writes the refreshed file; the one before it, where it was good, stays as ``.1``. All or nothing.

    Raises:
        CodedError: the result could not be read back, or the system refuses; the old file is still there.
    """
    target = refreshed_file()
    data = yaml_block(sections).encode() + b"\n"
    with_refreshed(shipped_catalog(), parse_yaml(data, target.name), "written")
    try:
        ensure_folder(target.parent)
        _replace(target, data)
    except OSError as error:
        raise from_os_error(error, target) from error
    forget_reading()
    return target


def undo() -> Path:
    """Brings back the refreshed file before the last one.

    Raises:
        CodedError: there is none, or the system refuses.
    """
    target = refreshed_file()
    if not previous(target).exists():
        raise CodedError(RefreshError.NOTHING_TO_UNDO, place=str(previous(target)))
    try:
        previous(target).replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise from_os_error(error, target) from error
    forget_reading()
    return target


def forget() -> tuple[Path, ...]:
    """Removes the refreshed file and the one before it; returns what there was.

    Raises:
        CodedError: the system refuses.
    """
    target = refreshed_file()
    gone = tuple(path for path in (previous(target), target) if path.exists())
    try:
        for path in gone:
            path.unlink()
    except OSError as error:
        raise from_os_error(error, target) from error
    forget_reading()
    return gone


def previous(target: Path) -> Path:
    """Where the refreshed file before the last one lies."""
    return target.with_name(target.name + ".1")


def _replace(target: Path, data: bytes) -> None:
    """The new file is complete on disk before the one before the last gives way."""
    good = read_bytes(target) if last_good() else None
    if good == data:
        return
    temporary = write_temporary(target, data, 0o600)
    try:
        if good is not None:
            replace_durably(previous(target), good)
        temporary.replace(target)
    except BaseException:
        remove_quietly(temporary)
        raise
    sync_folder(target.parent)


def _figure(source: Source, price: Price) -> dict[str, Any]:
    return {
        "value": price.value,
        "unit": _UNITS[price.key.section].format(currency=price.currency),
        "basis": source.basis,
        "source": price.source,
        "retrieved_on": price.observed_on.isoformat(),
        "confidence": str(source.confidence),
    }
