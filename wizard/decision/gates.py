"""Hard conditions before any score: each passes, fails or stays open, with its numbers and the question to ask."""

from collections.abc import Mapping, Sequence
from typing import Literal

from wizard.decision.facts import GateFacts, OptionFacts
from wizard.decision.gates_law import law_gates
from wizard.decision.gates_money import budget_gates, vendor_gate
from wizard.decision.gates_site import capacity_gate, deadline_gate, site_gates
from wizard.decision.verdicts import worst
from wizard.domain.catalog import Rule
from wizard.domain.result import Gate

GATE_RULES = (
    "LAW-13", "LAW-01", "LAW-02", "LAW-03", "LAW-11", "LAW-21", "LIC-01", "SITE-10", "SITE-01", "SITE-02", "SITE-04",
    "SITE-07", "QA-04", "FIN-CAPEX", "FIN-OPEX", "PROC-01", "LAW-08", "LAW-12", "NET-06", "SITE-05", "SITE-09",
    "SITE-13", "CAP-01",
)  # fmt: skip
"""Rules the gates refer to; the catalogue holds title, text, source and date of each."""


def evaluate_gates(facts: GateFacts, option: OptionFacts, rules: Mapping[str, Rule]) -> tuple[Gate, ...]:
    """All gates that apply to the option, law first."""
    gates = law_gates(facts, option, rules) + site_gates(facts, option, rules)
    if option.option == "status_quo":
        gates.append(capacity_gate(option, rules))
    gates.append(deadline_gate(facts, option, rules))
    gates += budget_gates(facts, option, rules)
    if option.accelerators:
        gates.append(vendor_gate(facts, option, rules))
    return tuple(gates)


def feasibility(gates: Sequence[Gate]) -> Literal["yes", "no", "open"]:
    """``no`` when a gate fails, ``open`` when one is open, else ``yes``."""
    by_verdict: dict[str, Literal["yes", "no", "open"]] = {"pass": "yes", "fail": "no", "open": "open"}
    return by_verdict[worst(found.verdict for found in gates)]
