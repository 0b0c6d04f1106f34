"""Values of the rules about the model a workload names: what its licence asks for, and whether it fits the workload."""

from collections.abc import Iterator
from typing import Any

from wizard.domain.language import text
from wizard.domain.packs import LicenceLimits
from wizard.engine.described_model import CUSTOM
from wizard.engine.finding_seen import Seen
from wizard.engine.licences import Licensed, licensed_model
from wizard.engine.modality import misfit
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.logic import NOT_APPLICABLE

_NAMES = (
    "eu_excluded", "non_commercial", "research_only", "evaluation_allowed", "user_limit", "revenue_limit",
    "attribution", "source_disclosure", "unread",
)  # fmt: skip


def licence_values(seen: Seen, workload: SizedWorkload) -> Iterator[tuple[str, Any]]:
    """Where no model is named, or the catalogue does not know it, there is nothing to judge."""
    result = workload.result
    wrong = misfit(seen.catalog, seen.questionnaire, workload.kind, result.model.ref)
    yield "calc.model_misfit", wrong is not None
    if wrong is not None:
        yield "calc.misfit", wrong
    model = licensed_model(seen.catalog, workload)
    known = seen.values.given("w.model_ref", result.id).known
    yield "calc.model_unnamed", known and result.model.ref == CUSTOM
    if model is None or not known:
        yield from ((f"cat.licence.{name}", NOT_APPLICABLE) for name in _NAMES)
        return
    yield "cat.model.name", model.name
    yield "cat.model.licence", model.licence
    yield "cat.licence.unread", model.commercial_use == "unknown"
    yield from _limits(model, model.licence_limits)


def _limits(model: Licensed, limits: LicenceLimits | None) -> Iterator[tuple[str, Any]]:
    research = limits is not None and limits.research_only
    yield "cat.licence.research_only", research
    yield "cat.licence.non_commercial", model.commercial_use == "no" and not research
    yield "cat.licence.eu_excluded", limits.eu_excluded if limits is not None else "no"
    yield "cat.licence.evaluation_allowed", limits is not None and limits.evaluation_allowed
    yield "cat.licence.attribution", limits is not None and limits.attribution
    yield "cat.licence.source_disclosure", limits is not None and limits.source_disclosure
    for name, value in (
        ("user_limit", limits.user_limit if limits is not None else None),
        ("revenue_limit", limits.revenue_limit_usd if limits is not None else None),
    ):
        yield f"cat.licence.{name}", NOT_APPLICABLE if value is None else value
    said = (limits.text if limits is not None else None) or model.licence_note
    if said is not None:
        end_en, end_de = ("" if part.endswith(".") else "." for part in (said.en, said.de))
        yield "cat.licence.text", text(f"{said.en}{end_en}", f"{said.de}{end_de}")
    else:
        yield "cat.licence.text", text(f"Licence: {model.licence}.", f"Lizenz: {model.licence}.")
