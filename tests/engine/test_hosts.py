"""Answers about data, site and operation reach the fleet of each option."""

from typing import Any

import pytest
from tests.engine.conftest import Evaluate, assessment
from wizard.domain.result import Fleet
from wizard.engine import Evaluation, explain

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
