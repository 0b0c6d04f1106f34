"""The licences of the models that workloads name, also of those the catalogue cannot size."""

from collections.abc import Iterable

from wizard.catalogs.find import exact_ids, find_checkpoint
from wizard.decision.facts import ModelLicence
from wizard.domain.catalog import Catalog, ModelEntry
from wizard.domain.packs import ModelLicenceEntry
from wizard.engine.sized import SizedWorkload

Licensed = ModelEntry | ModelLicenceEntry


def named_model(catalog: Catalog, ref: str) -> Licensed | None:
    """The entry of a model by exact id or alias; None for a size class, a model of the client's own, or no name."""
    for entries in (catalog.models, catalog.model_licences):
        found = entries.get(ref) or next((entries[identity] for identity in exact_ids(entries, ref)), None)
        if found is not None:
            return found
    return find_checkpoint(catalog, ref)


def licensed_model(catalog: Catalog, workload: SizedWorkload) -> Licensed | None:
    """The model a workload names."""
    return workload.model or named_model(catalog, workload.result.model.ref)


def model_licences(catalog: Catalog, workloads: Iterable[SizedWorkload]) -> tuple[ModelLicence, ...]:
    """What the gate on licences looks at: one entry for each workload with a model whose licence is known."""
    named = ((workload, licensed_model(catalog, workload)) for workload in workloads)
    return tuple(
        ModelLicence(
            workload=workload.result.id, model=model.id, licence=model.licence, commercial_use=model.commercial_use,
            note=model.licence_note, limits=model.licence_limits,
        )
        for workload, model in named
        if model is not None
    )  # fmt: skip


def unsized_model(catalog: Catalog, ref: str) -> bool:
    """Whether the catalogue knows the licence of this model but not its architecture."""
    return bool(exact_ids(catalog.model_licences, ref))
