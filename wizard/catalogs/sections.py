"""Turns the raw sections of catalogue files into domain objects."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from wizard.catalogs.checkpoints import with_checkpoints
from wizard.catalogs.errors import CatalogError
from wizard.catalogs.figures import UNITS, complete_figure, complete_record
from wizard.catalogs.origins import Origin, kind_of
from wizard.catalogs.plausible import validated
from wizard.domain.catalog import Anchor, DecisionSettings, ModelEntry, Rule, StandIn
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator, Offer, Server
from wizard.domain.offers import ApiOffer, Colocation, SeatOffer
from wizard.domain.packs import LawEntry, ModelLicenceEntry, SoftwareEntry
from wizard.domain.parts import Part
from wizard.domain.products import Processor, ServerProduct
from wizard.domain.provenance import Figure
from wizard.domain.storage_offers import StorageOffer

RECORDS: dict[str, type[BaseModel]] = {
    "accelerators": Accelerator,
    "servers": Server,
    "offers": Offer,
    "models": ModelEntry,
    "rules": Rule,
    "model_classes": StandIn,
    "apis": ApiOffer,
    "seats": SeatOffer,
    "colocation": Colocation,
    "parts": Part,
    "processors": Processor,
    "server_products": ServerProduct,
    "storage_offers": StorageOffer,
    "law": LawEntry,
    "software": SoftwareEntry,
    "model_licences": ModelLicenceEntry,
}
FIGURES = ("electricity", "vat_rates", "eur_per_unit", "figures")
SECTIONS = (*RECORDS, *FIGURES, "decision")
OVERRIDABLE = (
    "accelerators", "servers", "offers", "models", "apis", "seats", "colocation", "parts", "processors",
    "server_products", "storage_offers", "electricity", "figures", "vat_rates", "eur_per_unit",
)  # fmt: skip
"""Sections in which an assessment may bring its own figures; law and decision rules are not among them."""


def build(section: str, identity: str, raw: Any, origin: Origin, base: Mapping[str, Any] | None = None) -> Any:
    """One entry of a section; the fields of ``base`` stand where the entry is silent.

    Raises:
        CodedError: C001, C003 to C007, and errors of model configurations.
    """
    if section in FIGURES:
        return _figure(section, raw, origin, base or {})
    model = RECORDS[section]
    standing = dict(base or {})
    record = complete_record(model, raw, origin, standing)
    if "id" in model.model_fields:
        record["id"] = identity
    if section == "models":
        record = _with_architecture(record, identity, origin)
        record = with_checkpoints(record, record.get("architecture") or standing.get("architecture"), origin)
    return validated(model, {**standing, **_merged(standing, record)}, origin)


def settings(raw: Any, origin: Origin) -> DecisionSettings:
    """The decision anchors and thresholds.

    Raises:
        CodedError: C001, C003.
    """
    if not isinstance(raw, Mapping):
        raise origin.error(CatalogError.SHAPE, found=kind_of(raw))
    anchors = raw.get("anchors", {})
    if not isinstance(anchors, Mapping):
        raise origin.error(CatalogError.SHAPE, "anchors", found=kind_of(anchors))
    built = []
    for name, entry in anchors.items():
        place = origin.at("anchors", str(name))
        record = complete_record(Anchor, entry, place, {})
        built.append(validated(Anchor, {"criterion": name, **record}, place))
    return validated(DecisionSettings, {**raw, "anchors": tuple(built)}, origin)


def _figure(section: str, raw: Any, origin: Origin, base: Mapping[str, Any]) -> Figure:
    """A client's figure under a known name is kept in the unit the engines expect."""
    return complete_figure(raw, UNITS.get(section) or base.get("unit"), origin)


def _with_architecture(record: dict[str, Any], identity: str, origin: Origin) -> dict[str, Any]:
    raw = record.get("architecture")
    if raw is None:
        return record
    if not isinstance(raw, Mapping):
        raise origin.error(CatalogError.SHAPE, "architecture", found=kind_of(raw))
    try:
        return {**record, "architecture": _parser()(dict(raw), identity)}
    except CodedError as fault:
        field = str(fault.details.get("field", ""))
        raise CodedError(fault.error, place=origin.place("architecture", *field.split(".")), **fault.details) from None


def _parser() -> Callable[[dict[str, Any], str], Any]:
    from wizard.catalogs.hf_config import architecture_from_config

    return architecture_from_config


def _merged(standing: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any]:
    """Blocks of figures (the rates of an accelerator) are joined key by key; everything else is replaced."""
    return {
        name: {**standing[name], **value}
        if isinstance(value, Mapping) and isinstance(standing.get(name), Mapping)
        else value
        for name, value in record.items()
    }
