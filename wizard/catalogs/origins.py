"""Where a record stands in which file, so that a fault names file, line and field."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from wizard.catalogs.errors import CatalogError
from wizard.datafiles.yaml_places import line_of
from wizard.domain.errors import CodedError, ErrorCode
from wizard.domain.language import Text, text


@dataclass(frozen=True)
class Origin:
    """Where a record stands, with what its file says about all its figures."""

    name: str
    path: Path | None = None
    keys: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    layer: str = "shipped"

    def at(self, *keys: str) -> "Origin":
        where = (*self.keys, *keys)  # written out: dataclasses.replace costs ten times as much, thousands of times
        return Origin(self.name, self.path, where, self.sources, self.provenance, self.layer)

    def error(self, error: ErrorCode, *keys: str, **details: object) -> CodedError:
        """The error with file and line, or with the path of keys where there is no file."""
        details.setdefault("field", ".".join((*self.keys, *keys)))
        return CodedError(error, place=self.place(*keys), **details)

    def place(self, *keys: str) -> str:
        """File and line of the record or of a field in it."""
        line = line_of(self.path, (*self.keys, *keys)) if self.path else None
        return f"{self.name}:{line}" if line else self.name

    def fault(self, error: ValidationError) -> CodedError:
        """The first complaint of a schema as a coded error: C003 or C014 to C018.

        A misspelt field also makes the right one missing; the spelling is the better hint.
        """
        faults = error.errors(include_url=False)
        return _coded(min(faults, key=lambda fault: fault["type"] != "extra_forbidden"), self)


def kind_of(raw: Any) -> Text:
    """What stands where something else was expected, in words."""
    if raw is None:
        return text("nothing", "nichts")
    if isinstance(raw, bool):
        return text("'true' or 'false'", "„true“ oder „false“")
    if isinstance(raw, Mapping):
        return text("a block", "ein Block")
    if isinstance(raw, list | tuple):
        return text("a list", "eine Liste")
    if isinstance(raw, int | float):
        return text(f"the number {raw!r:.40}", f"die Zahl {raw!r:.40}")
    return text(f"the text '{raw!s:.40}'", f"der Text „{raw!s:.40}“")


def _coded(fault: Mapping[str, Any], origin: Origin) -> CodedError:
    keys = [str(part) for part in fault["loc"]]
    kind, found = str(fault["type"]), f"{fault['input']!r:.60}"
    if kind == "missing":
        return origin.error(CatalogError.MISSING_FIELD, *keys)
    if kind == "extra_forbidden":
        return origin.error(CatalogError.UNKNOWN_FIELD, *keys)
    if kind in ("literal_error", "enum"):
        return origin.error(CatalogError.CHOICE, *keys, allowed=fault["ctx"]["expected"])
    if kind.startswith(("float", "int", "finite")):
        return origin.error(CatalogError.NUMBER, *keys, found=found)
    if kind.startswith("date"):
        return origin.error(CatalogError.DATE, *keys, found=found)
    if kind == "string_type":
        return origin.error(CatalogError.WORDS, *keys, found=kind_of(fault["input"]))
    if kind in _LIMITS:
        sign, name = _LIMITS[kind]
        return origin.error(CatalogError.RANGE, *keys, value=found, allowed=f"{sign} {fault['ctx'][name]}")
    return origin.error(CatalogError.FIELD, *keys, problem=fault["msg"])


_LIMITS = {
    "greater_than": (">", "gt"),
    "greater_than_equal": ("≥", "ge"),
    "less_than": ("<", "lt"),
    "less_than_equal": ("≤", "le"),
}
"""How the schema's limits are written."""
