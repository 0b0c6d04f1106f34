"""The gate on model licences: what a licence forbids, against seat, sector and stage of the client."""

from datetime import date
from typing import Any

import pytest
from tests.decision.test_gates import OWN, assumed, client, gate, option
from wizard.decision.facts import Fact, ModelLicence
from wizard.domain.language import text
from wizard.domain.packs import LicenceLimits


@pytest.mark.parametrize(
    ("use", "verdict"), [("yes", "pass"), ("conditional", "pass"), ("no", "fail"), ("unknown", "open")]
)
def test_model_licences(use: Any, verdict: str) -> None:
    note = text("Up to 700 million users.", "Bis 700 Millionen Nutzer.")
    licence = ModelLicence(workload="w1", model="Some 8B", licence="community", commercial_use=use, note=note)
    found = gate("LIC-01", client(), option(OWN, models=(licence,)))
    assert (found.verdict, "Some 8B" in found.text.de) == (verdict, True)


def limits(**stated: Any) -> LicenceLimits:
    return LicenceLimits(source="licence text", read_on=date(2026, 9, 1), read=True, **stated)


@pytest.mark.parametrize(
    ("stated", "verdict", "asks"),
    [({"sector": "industry"}, "fail", ()), ({"sector": "research"}, "open", ("w.model_ref",)),
     ({"sector": None}, "open", ("client.sector",))],
)  # fmt: skip
def test_a_licence_for_research_alone(stated: dict[str, Any], verdict: str, asks: tuple[str, ...]) -> None:
    stated = {name: value or Fact[Any](question="client.sector") for name, value in stated.items()}
    licence = ModelLicence(
        workload="w1", model="M", licence="L", commercial_use="no", limits=limits(research_only=True)
    )
    found = gate("LIC-01", client(**stated), option(OWN, models=(licence,)))
    assert (found.verdict, found.questions) == (verdict, asks)


@pytest.mark.parametrize(("stage", "verdict"), [("poc", "open"), ("production", "fail")])
def test_a_licence_that_allows_trials(stage: str, verdict: str) -> None:
    """FLUX.1 [dev] v2.1.1: evaluation outside production is allowed, business use is not."""
    allowed = limits(non_commercial=True, evaluation_allowed=True)
    licence = ModelLicence(workload="w1", model="M", licence="L", commercial_use="no", limits=allowed)
    facts = client(stage=stage)
    assert gate("LIC-01", facts, option(OWN, models=(licence,))).verdict == verdict


@pytest.mark.parametrize(
    ("excluded", "country", "verdict"),
    [("yes", "DE", "fail"), ("yes", "AT", "fail"), ("yes", "CH", "pass"), ("unclear", "DE", "open"),
     ("yes", "OTHER", "open"), ("no", "DE", "pass")],
)  # fmt: skip
def test_a_licence_that_leaves_out_the_union(excluded: Any, country: str, verdict: str) -> None:
    """The multimodal models of Llama 3.2 and 4: no rights for parties domiciled in the European Union."""
    some = limits(eu_excluded=excluded, user_limit=700_000_000)
    licence = ModelLicence(workload="w1", model="M", licence="L", commercial_use="conditional", limits=some)
    assert gate("LIC-01", client(country=country), option(OWN, models=(licence,))).verdict == verdict


def test_an_assumed_seat_excludes_nothing() -> None:
    licence = ModelLicence(
        workload="w1", model="M", licence="L", commercial_use="conditional", limits=limits(eu_excluded="yes")
    )
    facts = client(country=assumed("country", "DE"))
    found = gate("LIC-01", facts, option(OWN, models=(licence,)))
    assert (found.verdict, found.questions) == ("open", ("client.country",))


def test_the_condition_of_a_licence_is_shown() -> None:
    note = text("Up to 700 million users.", "Bis 700 Millionen Nutzer.")
    licence = ModelLicence(workload="w1", model="M", licence="L", commercial_use="conditional", note=note)
    assert gate("LIC-01", client(), option(OWN, models=(licence,))).text.en.endswith("Up to 700 million users.")
