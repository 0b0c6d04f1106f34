"""What a name in an answer stands for in the catalogue: its id, or why it is not taken."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wizard.catalogs.find import find_accelerator, find_model
from wizard.domain.errors import CodedError

if TYPE_CHECKING:
    from wizard.domain.catalog import Catalog
    from wizard.questionnaire.schema import Question

_DESCRIBED = "custom"
"""A model that is described by its parameters instead of named."""
_ACCELERATOR_FIELD = {"hw.nodes": "gpu"}


@dataclass(frozen=True)
class Meant:
    """``identity`` is the id of the entry; empty with a ``problem``, which is C011, C012 or C098."""

    asked: str
    identity: str = ""
    problem: CodedError | None = None


def meant_by(catalog: "Catalog", question: "Question", value: Any) -> tuple[Meant, ...]:
    """Every name of a model or an accelerator in an answer, with the entry it resolves to.

    Options of the question, such as a size class, are no names; a name that is already the id stays as it is.
    """
    if question.type == "model_ref":
        listed = {_DESCRIBED, *(option.value for option in question.options)}
        return () if not value or value in listed else (_meant(catalog, str(value), _model_id),)
    field = _ACCELERATOR_FIELD.get(question.id)
    rows = value if field and isinstance(value, list | tuple) else ()
    asked = dict.fromkeys(str(row[field]) for row in rows if row.get(field))
    return tuple(_meant(catalog, name, _accelerator_id) for name in asked)


def _accelerator_id(catalog: "Catalog", name: str) -> str:
    return find_accelerator(catalog, name).id


def _model_id(catalog: "Catalog", name: str) -> str:
    """Of a copy whose format nobody recorded, such as a tag of Ollama, the model it is a copy of."""
    entry = find_model(catalog, name)
    return entry.id if entry.architecture.format_known else entry.architecture.model_ref


def _meant(catalog: "Catalog", asked: str, find: "Callable[[Catalog, str], str]") -> Meant:
    try:
        return Meant(asked, find(catalog, asked))
    except CodedError as problem:
        return Meant(asked, problem=problem)
