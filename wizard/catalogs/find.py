"""Finds accelerators and models by exact id or alias. Near names are a hint in the error, never an answer."""

from collections.abc import Mapping
from difflib import get_close_matches

from wizard.catalogs.errors import CatalogError
from wizard.domain.catalog import Catalog, ModelEntry
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator

_Named = Accelerator | ModelEntry


def find_accelerator(catalog: Catalog, name: str) -> Accelerator:
    """The accelerator with this id or alias; upper and lower case are the same.

    Raises:
        CodedError: C011, it may name similar ones; C098 for a name that people use for several, listing them.
    """
    index = _index(catalog.accelerators)
    identity = index.get(_key(name))
    if identity is None and (several := loosely_named(catalog, name)):
        raise CodedError(CatalogError.SEVERAL, name=name, names="; ".join(f"{a.id} ({a.name})" for a in several))
    if identity is None:
        raise _unknown(CatalogError.UNKNOWN_ACCELERATOR, name, index)
    return catalog.accelerators[identity]


def find_model(catalog: Catalog, ref: str) -> ModelEntry:
    """The model with this id or alias, or the stand-in of a size class such as ``class_8b``.

    The name of a copy in another number format gives the model with the copy's id and format.

    Raises:
        CodedError: C012; it may name similar ones.
    """
    stand_in = catalog.model_classes.get(ref.strip())
    name = stand_in.model if stand_in else ref
    if name in catalog.models:
        return catalog.models[name]
    index = _index(catalog.models)
    identity = index.get(_key(name))
    if identity is not None:
        return catalog.models[identity]
    found = find_checkpoint(catalog, name)
    if found is None:
        copies = {_key(copy): copy for entry in catalog.models.values() for copy in entry.checkpoints}
        raise _unknown(CatalogError.UNKNOWN_MODEL, ref, index | copies)
    return found


def find_checkpoint(catalog: Catalog, name: str) -> ModelEntry | None:
    """The model as the copy of this name stores it; None where no copy has the name."""
    key = _key(name)
    for entry in catalog.models.values():
        for ref in entry.checkpoints:
            if _key(ref) == key:
                return entry.as_checkpoint(ref)
    return None


def check_names(catalog: Catalog) -> None:
    """Every id and alias means one thing.

    Raises:
        CodedError: C009 naming the first pair that shares a name.
    """
    for section in (catalog.accelerators, catalog.models):
        owners: dict[str, str] = {}
        for identity, entry in section.items():
            for name in (identity, *entry.aliases):
                _claim(owners, name, identity)
    for identity, model in catalog.models.items():  # after all ids and aliases, with which a copy may share no name
        for ref in model.checkpoints:
            own = f"{identity} ({ref})"
            if (first := owners.setdefault(_key(ref), own)) != own:
                raise CodedError(CatalogError.ALIAS_TWICE, place=identity, alias=ref, first=first, second=identity)
    cards = _index(catalog.accelerators)
    for identity, card in catalog.accelerators.items():
        for name in card.loose_names:
            if name_of := cards.get(_key(name)):
                raise CodedError(CatalogError.ALIAS_TWICE, place=identity, alias=name, first=name_of, second=identity)


def _claim(owners: dict[str, str], name: str, identity: str) -> None:
    first = owners.setdefault(_key(name), identity)
    if first != identity:
        raise CodedError(CatalogError.ALIAS_TWICE, place=identity, alias=name, first=first, second=identity)


def loosely_named(catalog: Catalog, name: str) -> tuple[Accelerator, ...]:
    """Accelerators that people call by this name, which stands for none of them alone, as ``RTX 6000``."""
    key = _key(name)
    return tuple(entry for entry in catalog.accelerators.values() if key in map(_key, entry.loose_names))


def exact_ids(entries: Mapping[str, object], name: str) -> tuple[str, ...]:
    """Ids of the entries with this id or alias, in any spelling of upper case and separators."""
    key = _key(name)
    return tuple(
        identity
        for identity, entry in entries.items()
        if key in (_key(identity), *map(_key, getattr(entry, "aliases", ())))
    )


def _index(entries: Mapping[str, _Named]) -> dict[str, str]:
    return {_key(name): identity for identity, entry in entries.items() for name in (identity, *entry.aliases)}


def _key(name: str) -> str:
    """Spelling only: ``A100 80GB``, ``a100-80gb`` and ``A100_80GB`` are one name; nothing is left out or guessed."""
    return "-".join(name.replace("-", " ").replace("_", " ").split()).casefold()


def _unknown(error: CatalogError, name: str, index: Mapping[str, str]) -> CodedError:
    near = sorted({index[key] for key in get_close_matches(_key(name), index, n=3, cutoff=0.6)})
    names = ", ".join(near)
    return CodedError(
        error,
        place="",
        name=name,
        hint=f"Similar names: {names}" if near else "Import its data or choose one from the catalogue",
        hint_de=f"Ähnliche Namen: {names}" if near else "Daten importieren oder aus dem Katalog wählen",
    )
