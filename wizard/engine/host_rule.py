"""The form of a rule behind a fleet number."""

from dataclasses import dataclass

from wizard.domain.language import Text


@dataclass(frozen=True)
class Rule:
    """How one number is made.

    ``figures`` are ``sizing.*`` names, with ``:preprocess``, ``:profile`` or ``:form`` where they have variants, or
    whole keys of other areas; ``of`` are other numbers of the fleet; ``server`` are fields of the server class;
    ``inputs`` are keys of the cost model.
    """

    label: Text
    unit: str
    formula: str
    figures: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    server: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    machines: bool = False
    """Whether the number of machines and their accelerators stand in it."""
    traffic: bool = False
    """Whether requests and tokens of the services stand in it."""
    files: bool = False
    """Whether the weights of the served models stand in it."""
    runs: bool = False
    """Whether training runs stand in it."""
    card: tuple[str, ...] = ()
    """Fields of the accelerator."""
    exchange: bool = False
    """Whether what accelerators exchange stands in it."""
    own_only: bool = False
    """The provider's where machines are rented."""
    rented: str = ""
    """The formula for rented machines, where it differs."""
