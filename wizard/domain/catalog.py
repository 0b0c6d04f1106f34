"""The loaded catalogues: dated facts, ready for the engines, which may open no files themselves."""

from datetime import date
from typing import Literal

from pydantic import model_validator

from wizard.domain.base import Frozen
from wizard.domain.hardware import Accelerator, Offer, Server
from wizard.domain.language import Text
from wizard.domain.model import ModelArchitecture, NumberFormat, Quantisation
from wizard.domain.offers import ApiOffer, Colocation, SeatOffer
from wizard.domain.packs import CommercialUse, LawEntry, LicenceLimits, ModelLicenceEntry, SoftwareEntry
from wizard.domain.parts import Part
from wizard.domain.products import Processor, ServerProduct
from wizard.domain.provenance import Figure
from wizard.domain.storage_offers import StorageOffer


class Checkpoint(Frozen):
    """A published copy of a model that differs only by how its weights are stored.

    With neither ``quantisation`` nor ``number_format`` nobody recorded how, and it has to be asked.
    """

    quantisation: Quantisation | None = None
    number_format: NumberFormat | None = None
    """Of a copy that is not quantised."""
    note: Text | None = None
    source: str
    retrieved_on: date

    @property
    def stored(self) -> NumberFormat | None:
        """The format of most of its weights; None: not known."""
        return self.quantisation.format if self.quantisation else self.number_format


class ModelEntry(Frozen):
    """A model one may name; its size is computed from the architecture."""

    id: str
    name: str
    aliases: tuple[str, ...]
    architecture: ModelArchitecture
    checkpoints: dict[str, Checkpoint] = {}
    """Copies in other number formats by their own names; ``architecture`` says how the model itself is stored."""
    modality: Literal["text", "vision_text", "audio", "embedding", "image", "tabular"]
    licence: str
    licence_note: Text | None = None
    licence_limits: LicenceLimits | None = None
    """What the licence forbids or asks for; None: nothing is recorded."""
    commercial_use: CommercialUse
    label_params_b: float | None = None
    """Published size in 10^9; only to check the computed one."""
    source: str
    retrieved_on: date

    def as_checkpoint(self, ref: str) -> "ModelEntry":
        """The model as this copy of it stores its weights, under the copy's name."""
        copy = self.checkpoints[ref]
        stored = {
            "quantisation": copy.quantisation,
            "native_format": copy.number_format or self.architecture.native_format,
        }
        known = stored if copy.stored else {"format_known": False}
        architecture = self.architecture.model_copy(update={"ref": ref, "checkpoint_of": self.id, **known})
        name = f"{self.name} ({copy.stored.value.upper() if copy.stored else ref})"
        read = {"source": f"{self.source}; format of {ref}: {copy.source}", "retrieved_on": copy.retrieved_on}
        own = {"id": ref, "name": name, "aliases": (), "checkpoints": {}, "architecture": architecture}
        return self.model_copy(update=own | read)


class StandIn(Frozen):
    """The model that represents a size class as long as no model is named."""

    model: str
    basis: Literal["assumption"] = "assumption"
    source: str
    retrieved_on: date
    note: Text | None = None


class Rule(Frozen):
    """A gate of law, budget, site or time, with its text and the date it describes."""

    id: str
    title: Text
    text: Text
    source: str = ""
    as_of: date | None = None
    checked_on: date | None = None
    law: tuple[str, ...] = ()
    """Entries of the law pack it rests on; they give source and dates where the rule gives none."""
    orientation_only: bool = True

    @model_validator(mode="after")
    def _grounded(self) -> "Rule":
        if not self.law and not (self.source and self.as_of and self.checked_on):
            raise ValueError("give 'source', 'as_of' and 'checked_on', or the entries of the law pack under 'law'")
        return self


class Anchor(Frozen):
    """Fixed ends of one criterion: score 0 at ``worst``, 1 at ``target``. Share is its part of the priority group."""

    criterion: str
    group: str
    share: float
    worst: float
    target: float
    unit: str
    basis: Literal["assumption", "published", "law"]
    source: str
    title: Text
    formula: Text
    relative_to: Literal["absolute", "reference_cost", "budget", "horizon"] = "absolute"
    """``reference_cost``: multiples of an amount the engine fixes before options are compared."""


class DecisionSettings(Frozen):
    anchors: tuple[Anchor, ...]
    clear_from: float
    leaning_from: float
    weight_samples: int
    concentration: float
    """Of the Dirichlet distribution around the stated weights; larger is more certain."""


class Catalog(Frozen):
    version: str
    as_of: date
    accelerators: dict[str, Accelerator]
    servers: dict[str, Server]
    offers: dict[str, Offer]
    models: dict[str, ModelEntry]
    electricity: dict[str, Figure]
    """EUR per kWh by ISO country, non-household, without VAT."""
    figures: dict[str, Figure]
    """Named single facts, ``area.name``, e.g. ``finance.maintenance_share_per_year``."""
    vat_rates: dict[str, Figure]
    eur_per_unit: dict[str, Figure]
    rules: dict[str, Rule]
    decision: DecisionSettings
    expiry_days: dict[str, int]
    """Days after which a class of price or fact is called expired."""
    model_classes: dict[str, StandIn] = {}
    """Size classes of the questionnaire, e.g. ``class_8b``, and the models that stand in for them."""
    apis: dict[str, ApiOffer] = {}
    seats: dict[str, SeatOffer] = {}
    colocation: dict[str, Colocation] = {}
    parts: dict[str, Part] = {}
    processors: dict[str, Processor] = {}
    server_products: dict[str, ServerProduct] = {}
    storage_offers: dict[str, StorageOffer] = {}
    law: dict[str, LawEntry] = {}
    software: dict[str, SoftwareEntry] = {}
    model_licences: dict[str, ModelLicenceEntry] = {}
    """Models that can be named for a service without an architecture to size them by."""

    def figure(self, name: str) -> Figure:
        """A named fact.

        Raises:
            KeyError: no such fact; the message names it.
        """
        return self.figures[name]
