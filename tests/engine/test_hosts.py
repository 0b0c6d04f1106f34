"""Answers about data, site and operation reach the fleet of each option."""

from typing import Any

import pytest
from tests.engine.conftest import AS_OF, Evaluate, assessment
from wizard.domain.catalog import Catalog
from wizard.domain.result import Fleet
from wizard.engine import Evaluation, evaluate, explain
from wizard.engine.paths import find, numbers
from wizard.questionnaire.loader import load_questionnaire

CHAT: dict[str, Any] = {"kind": "llm_chat", "model_ref": "Llama-3.1-8B", "users_active_peak": 50}
RAG: dict[str, Any] = {**CHAT, "kind": "llm_rag"}


def fleet(evaluation: Evaluation, option: str = "on_premises") -> Fleet:
    found = evaluation.result.option(option)
    assert found is not None
    assert found.fleet is not None
    return found.fleet


def test_documents_and_vectors_fill_the_fast_tier(run: Evaluate) -> None:
    """R092, R111: 15 TB of documents and 50 million vectors."""
    small, large = (
        fleet(run(assessment(RAG, data__train_tb=tb, data__vectors_m=m))).storage for tb, m in ((1, 1), (15, 50))
    )
    assert small is not None
    assert large is not None
    assert large.training_data_tb == 15
    assert large.hot_tb > 15 > small.hot_tb
    assert large.vector_store_tb == pytest.approx(50 * small.vector_store_tb)


def test_a_chat_without_documents_has_none(run: Evaluate) -> None:
    storage = fleet(run(assessment(CHAT))).storage
    assert storage is not None
    assert storage.training_data_tb == storage.vector_store_tb == storage.checkpoints_tb == 0


def test_models_that_stay_in_memory_need_main_memory(run: Evaluate) -> None:
    """R126, R127"""
    loading = {"models": 40, "resident": 2, "cold_start_ok_s": 20}
    few, many = (
        fleet(run(assessment(CHAT, **answers))).host for answers in ({}, {"ops__model_loading": loading})
    )  # fmt: skip
    assert few is not None
    assert many is not None
    assert many.ram_gb > few.ram_gb


def test_a_measured_host_sizes_the_cores(run: Evaluate) -> None:
    """R102: 64 cores half busy for two GPUs that wait a fifth of the time: 20 cores a GPU."""
    measured = {
        "hw__has_gpu": "server", "hw__nodes": [{"gpu": "A100-SXM-80GB", "count": 2, "cpu_cores": 64}],
        "base__measured": "repeatable", "base__host": {"cpu_util_pct": 50, "data_wait_pct": 20},
    }  # fmt: skip
    found = run(assessment(CHAT, **measured))
    own = fleet(found)
    assert own.host is not None
    gpus = sum(own.gpus.values()) / own.nodes
    assert own.host.cpu_cores == 20 * gpus + 4 + (1 if own.host.handling_cores > 0 else 0)


def test_a_stronger_feed_needs_fewer_circuits(run: Evaluate) -> None:
    """R023"""
    three_phase = {"site__feed": {"volt": 400, "phases": 3, "amps": 63, "redundant": False, "ups_min": 0}}
    socket, feed = (fleet(run(assessment(CHAT, **a))).facility for a in ({}, three_phase))
    assert socket is not None
    assert feed is not None
    assert socket.circuit_kw == 3.68
    assert feed.circuit_kw > 43
    assert feed.circuits <= socket.circuits


def test_rented_machines_stand_in_somebody_elses_room(run: Evaluate) -> None:
    found = fleet(run(assessment(CHAT)), "cloud")
    assert found.facility is None
    assert found.host is not None
    assert found.storage is not None
    assert found.cpu_cores == found.nodes * found.host.cpu_cores


def test_without_any_storage_a_backup_system_is_listed(run: Evaluate) -> None:
    """R113: nobody publishes its price, so the line stands without one."""
    needs = fleet(run(assessment(RAG, data__storage_tier="none", data__train_tb=30))).parts
    (system,) = [need for need in needs if need.ref == "storage-backup"]
    assert not system.priced


def test_a_fleet_number_names_the_fields_it_stands_on(run: Evaluate) -> None:
    tree = explain(run(assessment(CHAT)), "options.on_premises.fleet.facility.circuit_kw")
    assert {part.value for part in tree.inputs} >= {230, 16, 1}
    assert all(part.source for part in tree.inputs)


def test_a_rented_rack_has_its_own_limits(run: Evaluate) -> None:
    """R022: circuits are the provider's; the feed counts with its PUE."""
    case = assessment(
        {"kind": "llm_chat", "model_ref": "Llama-3.3-70B", "users_active_peak": 500}, con__residency="any"
    )
    evaluation = run(case)
    found = fleet(evaluation, "colocation").facility
    assert found is not None
    assert (found.circuits, found.circuit_kw) == (None, None)
    tree = explain(evaluation, "options.colocation.fleet.facility.feed_kw")
    assert "hosted" in str(tree.inputs[-1].source) or tree.inputs[-1].value == pytest.approx(1.3)
    assert tree.value == pytest.approx(found.peak_power_kw * 1.3)


def test_parts_by_the_piece_take_the_place_of_the_share(run: Evaluate) -> None:
    """A workstation needs a disk for the backup and a cable that its installation pays for."""
    option = run(assessment(CHAT)).result.option("on_premises")
    assert option is not None
    assert option.cost is not None
    assert option.fleet is not None
    assert all(need.priced for need in option.fleet.parts)
    assert "network_storage" not in option.cost.breakdown
    assert "storage" in option.cost.breakdown
    assert "disk-18tb" in {item.ref for item in option.items}


def test_a_bill_with_a_hole_leaves_the_share_in_force(run: Evaluate) -> None:
    """R021, R093: a run over several servers needs a fabric whose switch has no published price."""
    case = assessment({"kind": "ft_full", "model_ref": "Llama-3.3-70B", "train_tokens": 2e9, "deadline_h": 100})
    option = run(case).result.option("on_premises")
    assert option is not None
    assert option.cost is not None
    assert option.fleet is not None
    assert option.fleet.network is not None
    assert option.fleet.network.internode_gbit_s > 0
    assert [need.ref for need in option.fleet.parts if not need.priced]
    assert "network_storage" in option.cost.breakdown
    assert "network" not in option.cost.breakdown


def test_checkpoints_of_full_fine_tuning_hold_the_optimizer(run: Evaluate) -> None:
    """R091: 14 bytes for each of 70.55 · 10^9 parameters, four of them on storage with three kept."""
    case = assessment({"kind": "ft_full", "model_ref": "Llama-3.3-70B", "train_tokens": 2e9, "deadline_h": 100})
    storage = fleet(run(case)).storage
    assert storage is not None
    assert storage.checkpoint_gb == pytest.approx(70.55 * 14, rel=0.001)
    assert storage.checkpoints_tb == pytest.approx(4 * storage.checkpoint_gb / 1000)


def test_every_number_of_a_training_fleet_is_derived(run: Evaluate) -> None:
    case = assessment({"kind": "ft_full", "model_ref": "Llama-3.1-8B", "train_tokens": 1e9})
    evaluation = run(case)
    paths = [p for p in numbers(evaluation.result) if ".fleet." in p]
    assert len(paths) > 100
    for path in paths:
        shown = find(evaluation.result, path).value
        assert explain(evaluation, path).value == pytest.approx(shown, rel=1e-6, abs=1e-9), path


def test_every_number_of_a_serving_fleet_is_derived(run: Evaluate) -> None:
    """Loads, links, ranges, load curve and connections among them."""
    case = assessment({"kind": "llm_rag", "model_ref": "Llama-3.3-70B", "users_active_peak": 200}, data__vectors_m=5)
    evaluation = run(case)
    paths = [p for p in numbers(evaluation.result) if ".fleet." in p]
    parts = ("storage.loads", "network.links", "host.interval", "facility.load_curve", "facility.supplies")
    assert all(any(part in p for p in paths) for part in parts)
    for path in paths:
        shown = find(evaluation.result, path).value
        assert explain(evaluation, path).value == pytest.approx(shown, rel=1e-6, abs=1e-9), path


def test_a_range_names_the_figures_that_move_it(run: Evaluate) -> None:
    tree = explain(run(assessment(CHAT)), "options.on_premises.fleet.host.interval.cpu_cores.1")
    assert "sizing.host_workers.serving" in str([part.source for part in tree.inputs])
    assert tree.formula is not None
    assert "√" in tree.formula


def test_an_office_refuses_the_server_in_numbers(run: Evaluate) -> None:
    """R022, R028: the gates name power, noise and weight of the machine."""
    case = assessment(
        {"kind": "ft_full", "model_ref": "Llama-3.3-70B", "train_tokens": 2e9, "deadline_h": 100},
        site__place="office", site__noise_limit="cat1",
    )  # fmt: skip
    option = run(case).result.option("on_premises")
    assert option is not None
    said = {gate.rule: gate.text.en for gate in option.gates if gate.verdict == "fail"}
    assert "dB(A)" in said["SITE-05"]
    assert "Schuko socket carries 2.30" in said["SITE-09"].replace("\u202f", " ")
    assert " kg" in said["SITE-09"].replace("\u202f", " ")


@pytest.mark.parametrize(("place", "verdict"), [("office", "no"), ("own_dc", "open")])
def test_the_gates_and_the_verdict_on_the_place_agree(run: Evaluate, place: str, verdict: str) -> None:
    """R022, R028: rack servers for a full training stand in no office; usual racks of a data centre carry them."""
    case = assessment({"kind": "ft_full", "model_ref": "Llama-3.1-70B-Instruct"}, site__place=place, site__power_kw=40)
    option = run(case).result.option("on_premises")
    assert option is not None
    assert option.fleet is not None
    assert option.fleet.facility is not None
    fit = next(f for f in option.fleet.facility.places if f.place == place)
    gates = {gate.rule: gate for gate in option.gates}
    assert option.feasible == verdict
    if place == "office":
        assert fit.verdict == gates["SITE-13"].verdict == "fail"
        assert gates["SITE-13"].text.en == " ".join(reason.en for reason in fit.reasons)
    else:
        assert fit.verdict == gates["SITE-01"].verdict == gates["SITE-05"].verdict == "pass"
        assert option.fleet.facility.racks == 1  # two machines of 6 kW where a rack carries 15 to 25 kW


def test_full_training_over_machines_says_why_it_needs_rdma(run: Evaluate) -> None:
    """R021, R093"""
    case = assessment({"kind": "ft_full", "model_ref": "Llama-3.3-70B", "train_tokens": 2e9, "deadline_h": 100})
    network = fleet(run(case)).network
    assert network is not None
    assert network.fabric == "rdma"
    assert 0 < network.internode_needed_gbit_s <= network.internode_gbit_s
    assert network.fabric_reason is not None
    assert "RoCE" in network.fabric_reason.de


def test_a_fabric_the_exchange_overloads_is_named(catalog: Catalog) -> None:
    """R021, R093: a run over machines joined by slow Ethernet; its verdict stands beside the targets."""
    slow = {
        key: figure.model_copy(update={"value": 1.0, "low": 1.0, "high": 1.0})
        for key, figure in catalog.figures.items()
        if key.startswith("sizing.internode_gbit_s_per_gpu")
    }
    narrow = catalog.model_copy(update={"figures": {**catalog.figures, **slow}})
    case = assessment({"kind": "ft_full", "model_ref": "Llama-3.1-70B-Instruct"}, site__place="own_dc")
    found = evaluate(case, narrow, load_questionnaire(), as_of=AS_OF, samples=64).result.option("on_premises")
    assert found is not None
    assert found.fleet is not None
    assert found.fleet.network is not None
    assert "fail" in {link.enough for link in found.fleet.network.links if link.scope == "between_machines"}
    said = [note for note in found.notes if note.en.startswith("Too narrow")]
    assert said
    assert all("between machines" in note.en and "zwischen den Maschinen" in note.de for note in said)
