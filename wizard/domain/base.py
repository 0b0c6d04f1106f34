"""The common ground of all domain models."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """Immutable, and strict about keys: a misspelt key is an error, never ignored data."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, use_attribute_docstrings=True, ser_json_inf_nan="null"
    )
