"""A rule that turns answers and results into a finding with advice. Rules are data; the condition is three-valued."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.result import Severity


class FindingRule(Frozen):
    """One rule of ``questionnaires/findings/``."""

    id: str
    severity: Severity
    each: Literal["project", "workload", "node"]
    """What it is run on; ``node``: every machine the client has, was offered or would buy."""
    when: str
    """Condition over answers (never defaults), ``calc.*`` results, ``rec.*`` facts of an option, ``cat.*`` records
    of the catalogue and ``node.*`` facts of a machine."""
    gate: str | None = None
    """The gate this rule restates. It then speaks about excluded options only, and only where that gate failed."""
    asks: tuple[str, ...] = ()
    """Questions behind the ``calc`` and ``rec`` names, to be asked when the condition is unknown."""
    title: Text
    finding: Text
    """Placeholders in braces are names of the condition's scope."""
    advice: Text
    effect: Text | None = None
    """What the finding means for the result, in words."""
    basis: Literal["fact", "proposal"]
    """``proposal``: a threshold or judgement without an outside source."""
    source: tuple[str, ...] = ()
    """Beside those of ``law`` and ``software``."""
    law: tuple[str, ...] = ()
    """Entries of the law pack whose state the rule rests on; ``{law.<id>.says}`` in its texts quotes them."""
    software: tuple[str, ...] = ()
    """Entries of the software pack, likewise ``{software.<id>.…}``."""
    as_of: str
    """State of the matter the rule describes, ISO date or month; that of its entries stands where it names some."""
    checked_on: str
    """Day the sources were read, ISO date."""
    ages: Literal["tax_law", "product_status"] | None = None
    """Class of what the rule states, where it changes with time; it decides when the rule has to be read again."""
    covers: tuple[str, ...] = ()
