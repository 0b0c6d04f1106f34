"""Assessment files in and out: guarded reader, canonical writer."""

from pathlib import Path

from wizard.datafiles.strict_yaml import parse_yaml
from wizard.domain.assessment import Assessment
from wizard.store.canonical import check_storable, to_yaml
from wizard.store.files import read_bytes
from wizard.store.migrate import migrate
from wizard.store.validation import validated

__all__ = ["check_storable", "parse_assessment", "read_assessment", "to_yaml"]


def read_assessment(path: Path) -> Assessment:
    """The assessment in a file, brought to the current version; the file is not touched.

    Raises:
        CodedError: unreadable, no YAML, no assessment, newer than this program, or with a fault; names line and key.
    """
    return parse_assessment(read_bytes(path), path.name)


def parse_assessment(data: bytes | str, place: str) -> Assessment:
    """The assessment in the text of a file; ``place`` names its origin in errors.

    Raises:
        CodedError: as ``read_assessment``.
    """
    document = migrate(parse_yaml(data, place), place)
    source = data if isinstance(data, str) else data.decode("utf-8-sig")
    return validated(document, source, place)
