"""What the product says about one row."""

from dataclasses import dataclass

from wizard.domain.language import Text
from wizard.domain.provenance import Evidence


@dataclass(frozen=True)
class Predicted:
    """One quantity with its 90 % interval where the product states one."""

    quantity: str
    value: float
    low: float | None
    high: float | None
    evidence: Evidence


@dataclass(frozen=True)
class Answer:
    """Predictions for a row, or the reason why there are none."""

    id: str
    predicted: tuple[Predicted, ...] = ()
    reason: Text | None = None

    def of(self, quantity: str) -> Predicted | None:
        return next((one for one in self.predicted if one.quantity == quantity), None)
