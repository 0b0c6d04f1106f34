"""Dated facts that change outside: law and tax, and the state of software products. Orientation, never advice."""

from datetime import date
from typing import Literal

from pydantic import Field, model_validator

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.provenance import Confidence, Figure

LawStatus = Literal["in_force", "applies_from", "draft", "pending", "repealed", "unconfirmed"]
"""``applies_from``: adopted, with a date from which it applies. ``pending``: before a court or an authority."""
Jurisdiction = Literal["EU", "DE", "AT", "CH", "CONTRACT"]
"""``CONTRACT``: terms a maker sets, such as a driver licence."""


class LawEntry(Frozen):
    """What one rule of law or tax says, with its state on a day. It lives here once; findings and gates name its id.

    ``text`` is a whole sentence; ``{from}`` in it becomes "from" or "since" with the date, as the day of the
    evaluation asks for, and ``{date}`` the date alone.
    """

    id: str
    title: Text
    text: Text
    jurisdiction: Jurisdiction
    status: LawStatus
    valid_from: date | None = None
    """Since when it is in force."""
    applies_from: date | None = None
    """Day from which the duties apply, where that is a later one."""
    repealed_on: date | None = None
    """Day from which it no longer holds, also one that is still to come."""
    source: str
    url: str | None = None
    as_of: date
    """State of knowledge: the day up to which the source speaks."""
    checked_on: date
    """Day the source was read."""
    confidence: Confidence
    affects: tuple[str, ...] = ()
    """Ids of questions, findings and gates that the rule bears on."""
    orientation_only: Literal[True] = True

    @model_validator(mode="after")
    def _dated(self) -> "LawEntry":
        if self.status == "applies_from" and self.applies_from is None:
            raise ValueError("status 'applies_from' needs the date 'applies_from'")
        if self.status == "repealed" and self.repealed_on is None:
            raise ValueError("status 'repealed' needs the date 'repealed_on'")
        if self.applies_from is not None and self.status in ("draft", "pending", "unconfirmed"):
            raise ValueError(f"status '{self.status}' has no date of application yet: leave 'applies_from' out")
        if self.starts is None and any("{from}" in said or "{date}" in said for said in (self.text.de, self.text.en)):
            raise ValueError("the text names a date, but neither 'valid_from' nor 'applies_from' is given")
        return self

    @property
    def starts(self) -> date | None:
        """The day from which its duties apply."""
        return self.applies_from or self.valid_from


SoftwareStatus = Literal["active", "maintenance", "archived", "end_of_life", "unknown"]
SoftwareCategory = Literal[
    "llm_server", "model_server", "gateway", "embedding", "speech", "image", "orchestration", "containers",
    "gpu_management", "monitoring", "logging", "tracing", "driver",
]  # fmt: skip
Maker = Literal["nvidia", "amd", "intel", "google", "aws", "apple", "cpu"]


class SoftwareEntry(Frozen):
    """A product that runs, arranges or watches models, with its state on a day. What no source says stays None."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    category: SoftwareCategory
    status: SoftwareStatus
    status_since: date | None = None
    """Day the state began, for products that are no longer developed."""
    status_text: Text | None = None
    """What the maker announced, in a sentence."""
    version: str | None = None
    """Newest version seen on ``retrieved_on``."""
    version_date: date | None = None
    licence: str | None = None
    accelerators: tuple[Maker, ...] | None = None
    formats: tuple[str, ...] | None = None
    """Of weights, ``fp8 nvfp4 mxfp4 awq gptq gguf int8``."""
    backends: tuple[str, ...] | None = None
    """Kinds of models or engines it runs."""
    multi_lora: bool | None = None
    embeddings: bool | None = None
    audio: bool | None = None
    minimum_driver: Figure | None = None
    """Oldest driver branch it runs with."""
    successor: tuple[str, ...] = ()
    """Ids of the entries its makers, or this catalogue, point to."""
    note: Text | None = None
    source: str
    url: str | None = None
    retrieved_on: date
    confidence: Confidence

    @model_validator(mode="after")
    def _dated(self) -> "SoftwareEntry":
        if self.status in ("maintenance", "archived", "end_of_life") and self.status_since is None:
            raise ValueError(f"status '{self.status}' needs the date 'status_since'")
        if self.version_date is not None and self.version is None:
            raise ValueError("'version_date' needs a 'version'")
        return self


CommercialUse = Literal["yes", "no", "conditional", "unknown"]
"""``unknown``: nobody read the licence, which is a question to ask and never a refusal."""


class LicenceLimits(Frozen):
    """What a model's licence forbids or asks for. None or False: no such limit is recorded."""

    eu_excluded: Literal["no", "yes", "unclear"] = "no"
    """No rights for parties domiciled in the European Union; ``unclear``: the text was not read, others suggest it."""
    non_commercial: bool = False
    """Neither a paid service nor use in a business."""
    research_only: bool = False
    evaluation_allowed: bool = False
    """Trying it out in a business is allowed, outside production."""
    user_limit: int | None = Field(default=None, gt=0)
    """Monthly active users from which a licence of one's own is needed."""
    revenue_limit_usd: int | None = Field(default=None, gt=0)
    """Yearly revenue of the user from which a licence of one's own is needed."""
    attribution: bool = False
    """The model has to be named in the product."""
    source_disclosure: bool = False
    """Use over a network obliges to publish one's source."""
    text: Text | None = None
    """What the licence says about it, in a sentence."""
    source: str
    read_on: date
    read: bool
    """Whether the licence itself was read; otherwise somebody's account of it."""

    @model_validator(mode="after")
    def _something(self) -> "LicenceLimits":
        limits = (
            self.eu_excluded != "no", self.non_commercial, self.research_only, self.user_limit, self.revenue_limit_usd,
            self.attribution, self.source_disclosure,
        )  # fmt: skip
        if not any(limits):
            raise ValueError("no limit is given; leave 'licence_limits' out")
        return self


class ModelLicenceEntry(Frozen):
    """The licence of a model whose architecture the catalogue does not hold; it can be named, but not sized by it."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    modality: Literal["text", "vision_text", "vision", "audio", "embedding", "image", "video", "tabular"]
    licence: str
    licence_note: Text | None = None
    licence_limits: LicenceLimits | None = None
    commercial_use: CommercialUse
    kinds: tuple[str, ...] | None = None
    """Kinds of workloads it is made for, where its modality does not tell."""
    source: str
    retrieved_on: date
