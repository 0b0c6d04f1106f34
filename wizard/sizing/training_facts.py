"""Access to the catalogue's ``training.*`` figures: the most specific one that exists."""

from wizard.domain.errors import CodedError
from wizard.domain.provenance import Figure
from wizard.sizing.errors import SizingError
from wizard.sizing.figures import Facts


def fact(facts: Facts, name: str, *variants: str) -> Figure:
    """``training.name.variant`` of the first variant that exists, else ``training.name.default``, ``training.name``.

    Raises:
        CodedError: E101, none of them is in the catalogue.
    """
    return facts[fact_key(facts, name, *variants)]


def fact_key(facts: Facts, name: str, *variants: str) -> str:
    """The key that ``fact`` reads."""
    for key in (*(f"training.{name}.{variant}" for variant in variants), f"training.{name}.default"):
        if key in facts:
            return key
    if f"training.{name}" in facts:
        return f"training.{name}"
    raise CodedError(SizingError.FIGURE, name=f"training.{name}")
