"""Gates of where a model may run: behind its maker's API, without a network, at a workplace, on what is there."""

from typing import Any

import pytest
from tests.decision.test_gates import EU_CLOUD, ONE, OWN, assumed, client, gate, option
from wizard.decision.facts import Amount
from wizard.decision.gates import evaluate_gates
from wizard.domain.fleet import PlaceFit
from wizard.domain.language import text


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [(OWN, "fail"), (EU_CLOUD, "fail"), ({"option": "api", "operator_law": "EU", "runs_models": False}, None)],
)
def test_a_model_behind_its_makers_api_runs_on_no_machine(fields: dict[str, Any], verdict: str | None) -> None:
    """R133: whoever buys for a model that nobody hands out buys for nothing."""
    gates = {g.rule: g.verdict for g in evaluate_gates(client(api_only=True), option(fields), {})}
    assert gates.get("LAW-12") == verdict


def test_an_assumed_source_of_the_model_excludes_nothing() -> None:
    assert gate("LAW-12", client(api_only=assumed("api_only", value=True)), option(OWN)).verdict == "open"


@pytest.mark.parametrize(("fields", "applies"), [(OWN, False), (EU_CLOUD, True), ({"option": "colocation"}, True)])
def test_what_must_run_without_a_network_stays_in_the_house(fields: dict[str, Any], applies: bool) -> None:
    rules = {g.rule for g in evaluate_gates(client(offline=True), option(fields), {}) if g.verdict == "fail"}
    assert ("NET-06" in rules) is applies


def test_an_attestation_no_source_records_is_a_question_to_the_provider() -> None:
    facts = client(regimes=("gdpr", "c5"))
    assert gate("LAW-08", facts, option(EU_CLOUD)).verdict == "open"
    assert gate("LAW-08", facts, option(EU_CLOUD, attestations=("c5_type2",))).verdict == "pass"
    assert "LAW-08" not in {g.rule for g in evaluate_gates(client(), option(EU_CLOUD), {})}


@pytest.mark.parametrize(
    ("limit", "form", "verdict"),
    [("cat1", "rack", "fail"), ("cat2", "sxm", "fail"), ("no", "rack", "pass"), ("production", "rack", "pass"),
     ("cat1", "workstation", None)],
)  # fmt: skip
def test_rack_servers_are_too_loud_for_a_workplace(limit: str, form: str, verdict: str | None) -> None:
    """R023: 55 and 70 dB(A) at workplaces (ASR A3.7)."""
    judged = option(OWN, form_factor=form)
    gates = {g.rule: g.verdict for g in evaluate_gates(client(noise_limit=limit), judged, {})}
    assert gates.get("SITE-05") == verdict


@pytest.mark.parametrize(("place", "verdict"), [("office", "fail"), ("edge", "fail"), ("server_room", "pass")])
def test_sxm_servers_stand_in_no_office(place: str, verdict: str) -> None:
    """R022: racks, power and cooling of a data centre."""
    assert gate("SITE-09", client(site_place=place), option(OWN, form_factor="sxm")).verdict == verdict


def test_hardware_at_hand_that_falls_short_is_struck_out_unless_only_an_assumption_says_so() -> None:
    there: dict[str, Any] = {"option": "status_quo", "facility_kw": ONE, "heat_kw": ONE, "server_kw": ONE}
    short = text("two machines short", "zwei Maschinen fehlen")
    assert gate("CAP-01", client(), option(there)).verdict == "pass"
    assert gate("CAP-01", client(), option(there, shortfall=short)).verdict == "fail"
    doubtful = option(there, shortfall=short, shortfall_questions=("road.growth_pct",))
    assert gate("CAP-01", client(), doubtful).verdict == "open"


LOUD = PlaceFit(place="office", verdict="fail", reasons=(text("75 dB(A) at the desk.", "75 dB(A) am Platz."),))


def test_machines_the_place_refuses_fail_with_its_reasons() -> None:
    """R022, R023: the gate repeats what is said of the place."""
    found = gate("SITE-13", client(site_place="office"), option(OWN, form_factor="rack", place_fit=LOUD))
    assert (found.verdict, found.text) == ("fail", LOUD.reasons[0])


@pytest.mark.parametrize(("place", "firm"), [(assumed("site_place", "office"), True), ("office", False)])
def test_a_place_or_a_load_nobody_stated_excludes_nothing(place: Any, firm: bool) -> None:
    judged = option(OWN, form_factor="rack", place_fit=LOUD, place_firm=firm)
    assert gate("SITE-13", client(site_place=place), judged).verdict == "open"


def test_nobody_works_in_a_data_centre_for_long() -> None:
    """R023: own data centres are not asked about noise, and not judged like an office."""
    facts = client(site_place="own_dc", noise_limit=assumed("noise_limit", None))
    assert gate("SITE-05", facts, option(OWN, form_factor="rack")).verdict == "pass"


@pytest.mark.parametrize(
    ("field", "limit", "rule"), [("facility_kw", "site_power_kw", "SITE-02"), ("heat_kw", "cooling_kw", "SITE-04")]
)
def test_where_nothing_is_free_nothing_fits(field: str, limit: str, rule: str) -> None:
    """R022: however uncertain the load, it is above zero."""
    judged = option(OWN, **{field: Amount(low=0.5, value=1.0, high=2.0, firm=False, questions=("w.epochs",))})
    assert gate(rule, client(**{limit: 0.0}), judged).verdict == "fail"
