"""Everything an evaluation holds when it draws its conclusions."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from wizard.decision.decide import Decision
from wizard.domain.assessment import Assessment
from wizard.domain.catalog import Catalog
from wizard.domain.configuration import Configuration
from wizard.domain.result import Assumption, BreakEven, Option
from wizard.engine.options import Priced, PricedOption
from wizard.engine.sized import SizedWorkload
from wizard.questionnaire.completeness import Progress
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
    progress: Progress
    """Answers to the questions that are asked."""
    options: tuple[Option, ...] = ()
    """All options with their gates, priced or not."""
    assumptions: tuple[Assumption, ...] = ()
    """What the result assumes, the largest effect first."""

    @cached_property
    def leading(self) -> PricedOption | None:
        """The option the decision puts first; None where nothing was priced."""
        if self.priced is None:
            return None
        return next((o for o in self.priced.options if o.option == self.decision.winner), None)

    @cached_property
    def likely(self) -> str | None:
        """The leading option, else the only one that no gate excludes."""
        left = [o.id for o in self.options if o.feasible != "no"]
        return self.decision.winner or (left[0] if len(left) == 1 else None)

    def judged(self, workload: SizedWorkload) -> Configuration | None:
        """The client's own hardware where there is some, else the configuration the leading option uses."""
        client = [c for c in workload.result.configurations if c.origin == "client"]
        if client:
            return client[0]
        needs = self.leading.priced.plan.needs if self.leading is not None else ()
        chosen = {need.workload_id: need.configuration_id for need in needs}.get(workload.result.id)
        return next((c for c in workload.result.configurations if c.id == chosen), None)
