"""What an option without a price says about itself."""

from tests.engine.conftest import Evaluate, assessment

MANY = {"kind": "llm_chat", "model_ref": "meta-llama/Llama-3.1-8B-Instruct", "users_total": 30_000}
TWO_CARDS = {"hw__has_gpu": "server", "hw__nodes": [{"gpu": "A100-SXM-80GB", "count": 2}]}


def test_short_hardware_does_not_blame_the_catalogue(run: Evaluate) -> None:
    """R099: two cards are too few for 30,000 users; machines of the catalogue carry them."""
    result = run(assessment(MANY, **TWO_CARDS)).result
    there = result.option("status_quo")
    assert there is not None and there.cost is None  # noqa: PT018
    assert [note.en for note in there.notes] == [
        "Without a price: hardware that does not carry the load at once compares with nothing."
    ]


def test_an_option_that_only_the_law_strikes_out_leaves_it_at_that(run: Evaluate) -> None:
    """R044: where nothing may leave the house, a service by the token is no question of machines."""
    api = run(assessment(MANY, con__residency="onprem")).result.option("api")
    assert api is not None and api.feasible == "no"  # noqa: PT018
    assert api.notes == ()


def test_memory_of_the_host_is_compared_in_the_units_of_the_shop(run: Evaluate) -> None:
    """R102: a card sold as 80 GB beside 80 GB of main memory is no shortage; both are binary on the label."""
    one = {"hw__has_gpu": "server", "hw__nodes": [{"gpu": "A100-SXM-80GB", "count": 1, "ram_gb": 80}]}
    found = {f.id for f in run(assessment(MANY | {"users_total": 30}, **one)).result.findings if f.severity != "info"}
    assert "HOST-02" not in found
    one["hw__nodes"][0]["ram_gb"] = 79  # type: ignore[index]
    found = {f.id for f in run(assessment(MANY | {"users_total": 30}, **one)).result.findings if f.severity != "info"}
    assert "HOST-02" in found


def test_what_a_room_needs_beside_rack_servers_is_said_not_to_be_in_the_sum(run: Evaluate) -> None:
    """R102: neither the parts by the piece nor the share of the price hold racks, batteries or cooling."""
    full = {"kind": "ft_full", "model_ref": "meta-llama/Llama-3.3-70B-Instruct"}
    result = run(assessment(full)).result
    own, hosted = result.option("on_premises"), result.option("colocation")
    assert own is not None and hosted is not None  # noqa: PT018
    assert own.items[0].ref.startswith(("rack-", "sxm-"))
    assert any("Not in the sum" in note.en and "cooling" in note.en for note in own.notes)
    assert not any("Not in the sum" in note.en for note in hosted.notes)
