"""Gates of money and purchasing: budgets, and the makers the client accepts."""

from collections.abc import Mapping

from wizard.decision.facts import Amount, Fact, GateFacts, OptionFacts
from wizard.decision.gates_site import limit_of
from wizard.decision.verdicts import affordable, asked, gate, of_answer
from wizard.decision.wording import MAKERS, amount, filled, listed_texts
from wizard.domain.catalog import Rule
from wizard.domain.language import Text, text
from wizard.domain.result import Gate, Verdict

_MAKERS = ("nvidia", "amd", "intel", "cloud_asic")
_OF_VENDOR = {"google": "cloud_asic", "aws": "cloud_asic"}
_NO_MAKER = text("none", "keiner")
_NO_LIMIT = text("no limit stated", "keine Einschränkung genannt")


def budget_gates(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> list[Gate]:
    """Investment against its ceiling, running cost against the monthly one."""
    capex = _budget("FIN-CAPEX", _CAPEX, option.capex_eur, facts.capex_budget_eur, rules)
    opex = _budget("FIN-OPEX", _OPEX, option.opex_month_eur, facts.opex_budget_month_eur, rules)
    return [capex, opex]


_CAPEX = text("Investment: {need}; budget: {limit}.{doubt}", "Investition: {need}; Budget: {limit}.{doubt}")
_OPEX = text(
    "Running cost a month with staff, mean of the horizon: {need}; budget: {limit}.{doubt}",
    "Laufende Kosten je Monat mit Personal, im Mittel des Zeitraums: {need}; Budget: {limit}.{doubt}",
)
_SPAN = text(
    "median {value}, in 90 % of the cases {low} to {high}", "Median {value}, in 90\u202f% der Fälle {low} bis {high}"
)
_UNKNOWN = text("not known", "nicht bekannt")
_NO_DOUBT = text("", "")
_ABOVE_IN_SOME = text(
    " The median keeps to it, but more than one case in 20 does not; it counts as kept when 95 % of the cases are "
    "within.",
    " Der Median hält es ein, aber mehr als einer von 20 Fällen nicht; als eingehalten gilt es, wenn 95\u202f% der "
    "Fälle darin bleiben.",
)
_ABOVE_IF_ASSUMED = text(
    " The median exceeds it, but rests on answers that are only assumed.",
    " Der Median überschreitet es, beruht aber auf nur angenommenen Antworten.",
)


def _budget(rule: str, pattern: Text, need: Amount | None, limit: Fact[float], rules: Mapping[str, Rule]) -> Gate:
    verdict = affordable(need, limit)
    doubt = _doubt(need, limit) if verdict == "open" else _NO_DOUBT
    said = filled(pattern, need=_spread(need), limit=limit_of(limit, "EUR"), doubt=doubt)
    questions = () if need is not None and need.high <= 0.0 else asked(limit, need=need)
    return gate(rule, verdict, said, rules, questions)


def _spread(need: Amount | None) -> Text:
    """The median with its span, where it has one."""
    if need is None:
        return _UNKNOWN
    value, low, high = (amount(part, "EUR") for part in (need.value, need.low, need.high))
    return value if low == value == high else filled(_SPAN, value=value, low=low, high=high)


def _doubt(need: Amount | None, limit: Fact[float]) -> Text:
    """Why a known budget neither holds nor is exceeded."""
    if need is None or limit.value is None or not limit.known:
        return _NO_DOUBT
    return _ABOVE_IN_SOME if need.value <= limit.value else _ABOVE_IF_ASSUMED


def vendor_gate(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    """Makers of the accelerators against those the client accepts."""
    used = sorted({_OF_VENDOR.get(card.vendor, card.vendor) for card in option.accelerators})

    def allows(policy: tuple[str, ...]) -> Verdict:
        accepted = [maker for maker in policy if maker in _MAKERS]
        return "pass" if not accepted or set(used) <= set(accepted) else "fail"

    said = filled(
        text(
            "Maker of the accelerators: {used}; accepted: {accepted}.",
            "Hersteller der Beschleuniger: {used}; zugelassen: {accepted}.",
        ),
        used=listed_texts([MAKERS[maker] for maker in used], _NO_MAKER),
        accepted=listed_texts([MAKERS[m] for m in facts.vendors.value or () if m in _MAKERS], _NO_LIMIT),
    )
    return gate("PROC-01", of_answer(facts.vendors, allows), said, rules, asked(facts.vendors))
