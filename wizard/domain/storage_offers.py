"""Storage one can rent: object and block storage by the month, with what reading it over the internet costs."""

from typing import Literal

from wizard.domain.base import Frozen
from wizard.domain.language import Text
from wizard.domain.offers import OperatorLaw
from wizard.domain.provenance import Figure


class StorageOffer(Frozen):
    """One kind of storage of one provider; prices are those of the first paid step."""

    id: str
    provider: str
    name: str
    kind: Literal["object", "block"]
    region: str
    country: str | None = None
    """ISO code of the place of the data; None: the source names only the seat of the provider."""
    seat: str
    """ISO code of the provider's seat."""
    operator_law: OperatorLaw
    price_class: Literal["hyperscaler", "small_provider"] = "small_provider"
    currency: str
    per_tb_month: Figure | None = None
    egress_per_tb: Figure | None = None
    """Traffic to the internet; 0 where it is included."""
    storage_egress_per_tb: Figure | None = None
    """The same from the storage itself, where it differs from that of machines."""
    read_gb_s: Figure | None = None
    """Stated maximum of one volume."""
    read_iops: Figure | None = None
    notes: Text | None = None
