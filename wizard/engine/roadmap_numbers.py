"""Numbers that decide between renting and owning, as sentences: break-even, load threshold, delivery, price path."""

from collections.abc import Mapping

from wizard.costs.engine import PricedPlan
from wizard.decision.wording import filled, number
from wizard.domain.economics import OwnPlan, UncertainInput
from wizard.domain.language import Text, text
from wizard.domain.quantities import Range
from wizard.domain.result import BreakEven
from wizard.engine.finding_seen import Seen

PERCENT = 100.0
WHOLE_GPUS = 100


def deciding(seen: Seen) -> list[Text]:
    """What a purchase is decided by."""
    return [*review_numbers(seen), *_price_path(seen)]


def review_numbers(seen: Seen) -> list[Text]:
    """Break-even in months and in use, and the load to measure."""
    even = seen.break_even
    return [] if even is None else [*_months(even), *_threshold(seen, even)]


def lead_time(months: Range) -> Text:
    """Delivery with its span."""
    return filled(_LEAD, value=number(months.value), low=number(months.low), high=number(months.high))


def priced_rent_path(inputs: Mapping[str, UncertainInput]) -> list[Text]:
    """Why no long commitment is signed at the first price."""
    change = inputs.get("cloud_price_change_per_year")
    return [] if change is None else [_path(change.range)]


def _price_path(seen: Seen) -> list[Text]:
    return [] if seen.priced is None else priced_rent_path(seen.priced.table.question.inputs)


def _path(change: Range) -> Text:
    low, value, high = (number(PERCENT * x, 0) for x in (change.low, change.value, change.high))
    return filled(_PATH, low=low, value=value, high=high)


def _months(even: BreakEven) -> list[Text]:
    if even.discounted_months == "never" or even.simple_months == "never":
        return [_NEVER]
    if even.discounted_months is None or even.simple_months is None:
        return []
    return [filled(_MONTHS, simple=number(even.simple_months, 0), discounted=number(even.discounted_months, 0))]


def _threshold(seen: Seen, even: BreakEven) -> list[Text]:
    """The use from which owning wins, as share, as GPUs busy on average and as requests, beside what is planned."""
    pair = _pair(seen, even)
    if pair is None or even.utilisation is None:
        return []
    installed, hired = (float(plan.drivers["gpu_hours"].sum()) for plan in pair)
    if installed <= 0.0 or hired <= 0.0:
        return []
    planned = hired / installed
    if even.utilisation > 1.0:
        return [filled(_ABOVE_ALL, planned=number(PERCENT * planned, 0))]
    gpus = _gpus(pair[0])
    share = filled(
        _USE, needed=number(PERCENT * even.utilisation, 0), planned=number(PERCENT * planned, 0),
        busy=number(even.utilisation * gpus, 0 if gpus >= WHOLE_GPUS else 1), gpus=number(gpus, 0),
    )  # fmt: skip
    return [share, *_requests(seen, even.utilisation / planned)]


def _pair(seen: Seen, even: BreakEven) -> tuple[PricedPlan, PricedPlan] | None:
    """The own plan and the rented plan behind the break-even."""
    if seen.priced is None:
        return None
    plans = {str(o.option): o.priced for o in seen.priced.options}
    own, rented = plans.get("on_premises"), plans.get(even.against)
    return (own, rented) if own is not None and rented is not None else None


def _gpus(own: PricedPlan) -> int:
    """GPUs at the end of the horizon."""
    plan = own.plan
    return own.nodes_by_year[-1] * plan.server.accelerators if isinstance(plan, OwnPlan) and own.nodes_by_year else 0


def _requests(seen: Seen, factor: float) -> list[Text]:
    """The same threshold in requests a second of the busiest hour, for language models."""
    peak = sum(w.result.demand.requests_per_s_peak for w in seen.workloads if w.result.demand is not None)
    return [filled(_REQUESTS, needed=number(peak * factor), planned=number(peak))] if peak > 0.0 else []


_MONTHS = text(
    "Owning pays off after {simple} months (discounted {discounted}).",
    "Eigene Hardware rechnet sich nach {simple} Monaten (diskontiert {discounted}).",
)
_NEVER = text(
    "At the planned load owning does not pay off within the planning horizon.",
    "Bei der geplanten Last rechnet sich eigene Hardware im Planungszeitraum nicht.",
)
_USE = text(
    "Owning wins from a mean use of {needed}%: {busy} of {gpus} GPUs busy on average; planned are {planned}%.",
    "Eigene Hardware ist ab einer mittleren Nutzung von {needed} % günstiger: im Mittel {busy} von {gpus} GPUs belegt; "
    "geplant sind {planned} %.",
)
_ABOVE_ALL = text(
    "At today's prices renting stays cheaper even with fully used own hardware; planned use: {planned}%.",
    "Zu heutigen Preisen bleibt Miete selbst bei voll genutzter eigener Hardware günstiger; geplante Nutzung: "
    "{planned} %.",
)
_REQUESTS = text(
    "In requests: about {needed} per second in the busiest hour; planned are {planned}.",
    "In Anfragen: rund {needed} je Sekunde in der Spitzenstunde; geplant sind {planned}.",
)
_LEAD = text(
    "Delivery about {value} months ({low} to {high}).",
    "Lieferzeit etwa {value} Monate ({low} bis {high}).",
)
_PATH = text(
    "Price path: rents are assumed to change by {value}% a year ({low}% to {high}%); both signs have occurred, so bind "
    "only the base load for long.",
    "Preispfad: Für Mieten sind {value} % im Jahr angenommen ({low} % bis {high} %); beide Vorzeichen kamen vor, daher "
    "nur die Grundlast lange binden.",
)
