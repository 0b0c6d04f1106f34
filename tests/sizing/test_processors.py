"""What processors alone can do: trees and small nets yes, language models for a team no."""

import pytest
from tests.sizing.test_services import CATALOG, question
from wizard.catalogs.find import find_model
from wizard.domain.workload import ServiceTarget, TokenLengths
from wizard.domain.workload_result import Demand
from wizard.sizing.cpu import Host, cpu_for_llm, cpu_for_service, cpu_speed
from wizard.sizing.service import ServiceQuestion

MIXTRAL = find_model(CATALOG, "mistralai/Mixtral-8x7B-Instruct-v0.1").architecture
SMALL = find_model(CATALOG, "Qwen/Qwen3-0.6B").architecture
VPS = Host(12, 48.0, stated=True)
READING = ServiceTarget(name="conversational", tpot_p95_ms=100, ttft_p95_ms=2000)


def demand(per_s: float, tokens_in: float = 500, tokens_out: float = 130) -> Demand:
    lengths = (TokenLengths(typical=tokens_in, p95=tokens_in), TokenLengths(typical=tokens_out, p95=tokens_out))
    return Demand(
        in_flight_mean=1, in_flight_p95=1, in_flight_p99=1, requests_per_s_peak=per_s, input_tokens=lengths[0],
        output_tokens=lengths[1],
    )  # fmt: skip


def test_mixtral_on_twelve_cores_speaks_as_measured() -> None:
    """S05: 10.52 prompt and 5.94 answer tokens/s, ollama/ollama issue 2793, 2024-02-27 (R003)."""
    speed = cpu_speed(MIXTRAL, VPS, CATALOG.figures)
    assert 5.94 / 2 <= speed.tokens_per_s <= 5.94 * 2
    assert 10.52 / 2 <= speed.prompt_tokens_per_s <= 10.52 * 2


def test_a_team_on_a_server_without_gpu_is_a_clear_no() -> None:
    """S05: five people asking twice an hour still wait behind each other (R003)."""
    need = cpu_for_llm(MIXTRAL, demand(0.05), READING, CATALOG.figures, VPS)
    assert not need.feasible
    assert need.units_per_s_per_core == pytest.approx(6.6, rel=0.1)
    assert "without GPU" in need.basis.en
    assert "ohne GPU" in need.basis.de.lower() or "Ohne GPU" in need.basis.de


def test_requests_that_queue_are_refused_even_at_reading_speed() -> None:
    fast_enough = ServiceTarget(name="background", tpot_p95_ms=200)
    need = cpu_for_llm(MIXTRAL, demand(0.05), fast_enough, CATALOG.figures, VPS)
    assert not need.feasible
    assert "one another" in need.basis.en


def test_a_model_larger_than_the_main_memory_says_so() -> None:
    need = cpu_for_llm(MIXTRAL, demand(1e-5), READING, CATALOG.figures, Host(64, 16.0, stated=True))
    assert not need.feasible
    assert "16 GB" in need.basis.en


def test_a_tiny_model_for_one_reader_needs_no_gpu() -> None:
    """R054: no enterprise GPU needed for small language models."""
    need = cpu_for_llm(SMALL, demand(0.001), READING, CATALOG.figures)
    assert need.feasible
    assert need.cores == 32


def test_more_cores_are_never_slower() -> None:
    rates = [cpu_speed(MIXTRAL, Host(n), CATALOG.figures).tokens_per_s for n in (1, 4, 16, 64, 256)]
    assert rates == sorted(rates)


def classical(per_s: float) -> ServiceQuestion:
    return question("classical", per_s, latency=0.1)


def test_trees_need_no_gpu() -> None:
    """R071, R089: fraud detection on tables runs on a few cores."""
    need = cpu_for_service(classical(500))
    assert need.feasible
    assert need.cores == 1
    assert "No GPU needed" in need.basis.en
    assert "Keine GPU nötig" in need.basis.de


def test_trees_take_several_servers_rather_than_a_gpu() -> None:
    need = cpu_for_service(classical(200_000))
    assert need.feasible
    assert need.cores is not None
    assert need.cores > 32


def test_the_published_rate_of_trees_lies_above_the_planned_one() -> None:
    """73,997 rows/s on 36 virtual cores in batches of 1,193: dmlc/treelite docs/_static/allstate.csv."""
    need = cpu_for_service(classical(73_997))
    assert need.cores == 73


def test_recommendations_need_few_cores() -> None:
    """R077: 9,731.5 samples/s on 128 cores, MLPerf v4.1; half of it is planned."""
    need = cpu_for_service(question("recsys", 200, latency=0.1))
    assert need.feasible
    assert need.cores == 6


def test_a_machine_cycle_at_full_resolution_needs_a_gpu() -> None:
    need = cpu_for_service(question("vision", 10, latency=0.1, size=1280))
    assert not need.feasible
    assert "a GPU is needed" in need.basis.en


def test_slow_inspection_of_small_images_needs_none() -> None:
    """R102: the load decides, not the kind of workload."""
    assert cpu_for_service(question("vision", 2, latency=0.1)).feasible


def test_a_large_corpus_in_a_hurry_needs_a_gpu() -> None:
    need = cpu_for_service(question("embed", 500, latency=60, size=500))
    assert not need.feasible
    assert need.cores is not None
    assert need.cores > 32


def test_image_generation_has_no_published_rate_on_processors() -> None:
    need = cpu_for_service(question("image", 0.1))
    assert not need.feasible
    assert need.cores is None


def test_more_load_never_takes_fewer_cores() -> None:
    cores = [cpu_for_service(question("embed", load)).cores or 0 for load in (0.1, 1, 10, 100)]
    assert cores == sorted(cores)
