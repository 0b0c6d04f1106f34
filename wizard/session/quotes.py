"""Prices of a client's own: vendors' quotes and prices typed by hand, tried out, taken over and taken away."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from wizard.session.outputs import Cancelled
from wizard.session.sheets import Sheets
from wizard.session.view import catalog_for

if TYPE_CHECKING:
    from wizard.domain.result import Result
    from wizard.quotes.amounts import Notation
    from wizard.quotes.order import Order
    from wizard.quotes.own import OwnPrice
    from wizard.quotes.proposal import Proposal


_SAMPLES = 512


class Quotes(Sheets):
    """A preview writes nothing; ``take_prices`` and ``drop_price`` are one undo step each."""

    def preview_quote(self, file: Path, order: "Order", as_of: date | None = None) -> "Proposal":
        """What a vendor's file would change.

        Raises:
            CodedError: the file cannot be used, or a question only a person can answer.
        """
        from wizard.quotes.propose import propose_file

        return self._confirmed(propose_file(file, order, self.catalog(), self.assessment.overrides, as_of or _today()))

    def preview_price(self, entered: str, order: "Order", language: str, as_of: date | None = None) -> "Proposal":
        """What one typed price would change. Without a currency it is the client's own.

        Raises:
            CodedError: as ``preview_quote``.
        """
        from dataclasses import replace

        from wizard.questionnaire.currency import client_currency
        from wizard.quotes.by_hand import propose_price

        country = self.assessment.answer("client.country")
        asked = replace(order, currency=order.currency or client_currency(country and country.value))
        notation: Notation = "de" if language == "de" else "en"
        proposed = propose_price(entered, asked, notation, self.catalog(), self.assessment.overrides, as_of or _today())
        return self._confirmed(proposed)

    def take_prices(self, proposal: "Proposal") -> int:
        """Takes a preview over; returns the revision.

        Raises:
            CodedError: read-only, or no file could hold it.
        """
        return self.adopt(self.assessment.model_copy(update={"overrides": proposal.overrides}))

    def only_with(self, proposal: "Proposal", cancelled: Cancelled = None, as_of: date | None = None) -> "Result":
        """The result as if the proposed machine were the only one of its kind: what it would cost where it loses.

        Args:
            proposal: a server or a rented machine that was taken over.
            cancelled: as in ``evaluate``.
            as_of: the only clock; today by default.

        Raises:
            CodedError: as ``evaluate``.
        """
        from wizard.engine import evaluate

        section, identity = proposal.entry.split(".", 1)
        catalog = self.catalog()
        entries = getattr(catalog, section)
        kind = getattr(entries[identity], "kind", None)
        kept = {key: e for key, e in entries.items() if key == identity or (kind and e.kind != kind)}
        return evaluate(
            self.assessment, catalog.model_copy(update={section: kept}), self.questionnaire, as_of=as_of or _today(),
            samples=_SAMPLES, cancelled=cancelled,
        ).result  # fmt: skip

    def own_prices(self) -> "tuple[OwnPrice, ...]":
        """The figures that the client brought.

        Raises:
            CodedError: an override is no catalogue entry.
        """
        from wizard.quotes.own import own_prices

        return own_prices(self.assessment.overrides, self.catalog())

    def drop_price(self, price: "OwnPrice") -> int:
        """Takes one of the client's prices away; the catalogue's own counts again. Returns the revision."""
        from wizard.catalogs.load import load_catalog
        from wizard.quotes.own import without

        left = without(self.assessment.overrides, price, load_catalog())
        return self.adopt(self.assessment.model_copy(update={"overrides": left}))

    def _confirmed(self, proposal: "Proposal") -> "Proposal":
        """The block must load as the assessment will load it.

        Raises:
            CodedError: it does not.
        """
        catalog_for(self.assessment.model_copy(update={"overrides": proposal.overrides}))
        return proposal


def _today() -> date:
    return date.today()  # noqa: DTZ011 - the consultant's own calendar day
