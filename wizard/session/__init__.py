"""The controller between an assessment file and whatever shows it: no terminal, no rendering."""

from wizard.session.ledger import Applied
from wizard.session.session import Session
from wizard.session.trial import Trial
from wizard.session.view import Progress, Status

__all__ = ["Applied", "Progress", "Session", "Status", "Trial"]
