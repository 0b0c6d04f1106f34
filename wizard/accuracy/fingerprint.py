"""One short word for the data behind the accuracy figures: it changes when a fitted figure or a measurement does."""

import hashlib
from collections.abc import Iterator

from wizard.accuracy.kinds import KINDS
from wizard.datafiles.packaged import data_folder
from wizard.sizing.figures import Facts

_AREAS = ("sizing.", "training.", "kernels.")
_UNMEASURED = ("sizing.draft_",)
"""Of deployments that no shipped measurement has."""


def fingerprint(facts: Facts) -> str:
    """Of the figures behind memory and speed and of the shipped measurements; line ends do not matter."""
    digest = hashlib.sha256()
    for part in _parts(facts):
        digest.update(part.encode())
    return digest.hexdigest()[:12]


def _parts(facts: Facts) -> Iterator[str]:
    for key in sorted(key for key in facts if key.startswith(_AREAS) and not key.startswith(_UNMEASURED)):
        figure = facts[key]
        yield f"{key} {figure.value!r} {figure.low!r} {figure.high!r}\n"
    for kind in KINDS:
        file = data_folder("catalogs") / "benchmarks" / f"{kind}.csv"
        yield file.read_text(encoding="utf-8").replace("\r\n", "\n")
