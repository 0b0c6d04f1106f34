"""Everything an evaluation holds when it draws its conclusions."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from wizard.decision.decide import Decision
from wizard.domain.assessment import Assessment
from wizard.domain.catalog import Catalog
from wizard.domain.result import BreakEven
from wizard.engine.options import Priced, PricedOption
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.resolve import Values
from wizard.questionnaire.schema import Questionnaire


@dataclass(frozen=True)
class Seen:
    """Answers, catalogue, sizing, prices and decision of one evaluation."""

    values: Values
    assessment: Assessment
    catalog: Catalog
    questionnaire: Questionnaire
    as_of: date
    workloads: tuple[SizedWorkload, ...]
    priced: Priced | None
    decision: Decision
    break_even: BreakEven | None

    @cached_property
    def leading(self) -> PricedOption | None:
        """The option the decision puts first; None where nothing was priced."""
        if self.priced is None:
            return None
        return next((o for o in self.priced.options if o.option == self.decision.winner), None)
