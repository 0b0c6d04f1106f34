"""Gates of money and purchasing: budgets, and the makers the client accepts."""

from collections.abc import Mapping

from wizard.decision.facts import GateFacts, OptionFacts
from wizard.decision.gates_site import amount_of, limit_of
from wizard.decision.verdicts import asked, gate, of_answer, within, worst
from wizard.decision.wording import filled, listed
from wizard.domain.catalog import Rule
from wizard.domain.language import text
from wizard.domain.result import Gate, Verdict

_MAKERS = ("nvidia", "amd", "intel", "cloud_asic")
_OF_VENDOR = {"google": "cloud_asic", "aws": "cloud_asic"}


def budget_gate(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> Gate:
    """Investment and running cost against both budgets; the worse of the two decides."""
    verdict = worst(
        (within(option.capex_eur, facts.capex_budget_eur), within(option.opex_month_eur, facts.opex_budget_month_eur))
    )
    said = filled(
        text(
            "Investment {capex}, budget {capex_limit}; running cost a month {opex}, budget {opex_limit}.",
            "Investition {capex}, Budget {capex_limit}; laufende Kosten je Monat {opex}, Budget {opex_limit}.",
        ),
        capex=amount_of(option.capex_eur, "EUR"),
        capex_limit=limit_of(facts.capex_budget_eur, "EUR"),
        opex=amount_of(option.opex_month_eur, "EUR"),
        opex_limit=limit_of(facts.opex_budget_month_eur, "EUR"),
    )
    buys = option.capex_eur is None or option.capex_eur.high > 0.0
    questions = asked(facts.opex_budget_month_eur, need=option.opex_month_eur)
    if buys:
        questions = tuple(dict.fromkeys(asked(facts.capex_budget_eur, need=option.capex_eur) + questions))
    return gate("FIN-06", verdict, said, rules, questions)


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
        used=listed(used),
        accepted=listed(
            [maker for maker in facts.vendors.value or () if maker in _MAKERS],
            text("no limit stated", "keine Einschränkung genannt"),
        ),
    )
    return gate("PROC-01", of_answer(facts.vendors, allows), said, rules, asked(facts.vendors))
