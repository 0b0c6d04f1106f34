"""What hardware the search may use: machines of the catalogue, and those the client has or was offered."""

from wizard.catalogs.find import find_accelerator
from wizard.domain.assessment import AnswerState
from wizard.domain.catalog import Catalog
from wizard.domain.errors import CodedError
from wizard.domain.hardware import Accelerator
from wizard.engine.errors import EngineError
from wizard.questionnaire.resolve import Values
from wizard.sizing.search import ClientHardware

_CRITICAL = ("business", "safety")


def usable_accelerators(catalog: Catalog) -> tuple[Accelerator, ...]:
    """Accelerators that some server class or offer contains, in catalogue order."""
    named = {s.accelerator for s in catalog.servers.values()} | {o.accelerator for o in catalog.offers.values()}
    return tuple(a for a in catalog.accelerators.values() if a.id in named)


def largest_rented(catalog: Catalog) -> dict[str, int]:
    """Of accelerators that no server class has, how many the largest offer holds; a bought server can be any size."""
    bought = {server.accelerator for server in catalog.servers.values()}
    most: dict[str, int] = {}
    for offer in catalog.offers.values():
        if offer.accelerator not in bought:
            most[offer.accelerator] = max(most.get(offer.accelerator, 0), offer.accelerators)
    return most


def spare_replicas(values: Values, workload_id: str) -> int:
    """N+1 where an outage hurts; one spare replica for business and safety (assumption of the planner)."""
    return 1 if values.given("w.criticality", workload_id).value in _CRITICAL else 0


def client_hardware(values: Values, catalog: Catalog) -> tuple[ClientHardware, ...]:
    """Rows of the client's own or offered hardware that name accelerator and count.

    A card that a probe read from the driver and that the catalogue does not know is left out: unlike a typed name,
    it cannot be a slip of the pen.

    Raises:
        CodedError: ``E403`` a row with an impossible count; ``C…`` an accelerator nobody knows.
    """
    rows = []
    given = values.given("hw.nodes")
    for row in given.value if given.known and isinstance(given.value, list) else []:
        name, count = row.get("gpu"), row.get("count")
        if not name or count is None:
            continue
        if not isinstance(count, int | float) or count != int(count) or not 1 <= count <= 100_000:
            raise CodedError(EngineError.HARDWARE, place="hw.nodes", value=count)
        try:
            rows.append(ClientHardware(find_accelerator(catalog, str(name)), int(count)))
        except CodedError as error:
            if given.state is not AnswerState.MEASURED:
                raise CodedError(error.error, place="hw.nodes", **error.details) from None
    return tuple(rows)
