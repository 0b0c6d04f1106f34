"""Brings files of older versions up to date, step by step. Newer files are refused before anything else is read."""

from collections.abc import Callable, Mapping
from typing import Any

from wizard.domain.assessment import FILE_VERSION
from wizard.domain.errors import CodedError
from wizard.store.errors import StoreError

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: Mapping[int, Step] = {}
"""From version n to n + 1. A released version is never taken out again. Version 1 is the first."""


def migrate(
    document: object, place: str, *, steps: Mapping[int, Step] = STEPS, current: int = FILE_VERSION
) -> dict[str, Any]:
    """The document in the current version; the argument is left as it is.

    Raises:
        CodedError: no assessment, an unknown version, or a newer one.
    """
    if not isinstance(document, dict) or "rechenwerk" not in document:
        raise CodedError(StoreError.NOT_AN_ASSESSMENT, place=place)
    version = document["rechenwerk"]
    if isinstance(version, bool) or not isinstance(version, int) or version < min(steps, default=current):
        raise CodedError(StoreError.BAD_VERSION, place=place, found=str(version)[:40], known=current)
    if version > current:
        raise CodedError(StoreError.NEWER, place=place, found=version, known=current)
    migrated = dict(document)
    for number in range(version, current):
        migrated = {**steps[number](migrated), "rechenwerk": number + 1}
    return migrated
