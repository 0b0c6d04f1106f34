"""Gates of money and purchasing: budgets, and the makers the client accepts."""

from collections.abc import Mapping

from wizard.decision.facts import Amount, Fact, GateFacts, OptionFacts
from wizard.decision.gates_site import amount_of, limit_of
from wizard.decision.verdicts import asked, gate, of_answer, within
from wizard.decision.wording import MAKERS, filled, listed_texts
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


_CAPEX = text("Investment {need}, budget {limit}.", "Investition {need}, Budget {limit}.")
_OPEX = text(
    "Running cost a month with staff, likely case: {need}; budget: {limit}.",
    "Laufende Kosten je Monat mit Personal, wahrscheinlicher Fall: {need}; Budget: {limit}.",
)


def _budget(rule: str, pattern: Text, need: Amount | None, limit: Fact[float], rules: Mapping[str, Rule]) -> Gate:
    said = filled(pattern, need=amount_of(need, "EUR"), limit=limit_of(limit, "EUR"))
    questions = () if need is not None and need.high <= 0.0 else asked(limit, need=need)
    return gate(rule, within(need, limit), said, rules, questions)


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
