"""A service by the token runs the model the other options are sized with, or says that it does not."""

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.catalog import Catalog
from wizard.domain.result import Option

ANYWHERE = {"con__residency": "any", "con__us_provider": "yes"}


def _api(run: Evaluate, model: str) -> Option:
    option = run(assessment({"kind": "llm_chat", "model_ref": model, "users_total": 200}, **ANYWHERE)).result.option(
        "api"
    )
    assert option is not None
    return option


@pytest.mark.parametrize("model", ["class_70b", "class_moe_120b", "meta-llama/Llama-3.3-70B-Instruct"])
def test_the_same_model_goes_before_a_cheaper_stand_in(run: Evaluate, catalog: Catalog, model: str) -> None:
    """R132: a compressed Llama at 0.10 USD stands beside the same one at 0.13 USD; the same one is compared."""
    option = _api(run, model)
    assert all(catalog.apis[item.ref].model is not None for item in option.items)
    assert not any("stands in" in note.en for note in option.notes)


def test_a_stand_in_is_named_with_what_it_stands_for(run: Evaluate, catalog: Catalog) -> None:
    """R132: nobody in the catalogue sells Llama-3.1-8B by the token."""
    option = _api(run, "class_8b")
    used = catalog.apis[option.items[0].ref].name
    (note,) = [note for note in option.notes if "stands in" in note.en]
    assert f"{used} stands in for meta-llama/Llama-3.1-8B-Instruct" in note.en
    assert f"{used} steht für" in note.de
