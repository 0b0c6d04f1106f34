"""``predict --draft``: what is shown of speculative decoding, and what is refused."""

import pytest
from tests.cli.conftest import Rechenwerk

BASE = (
    "predict", "--model", "meta-llama/Llama-3.3-70B-Instruct", "--gpu", "H100-SXM-80GB", "--gpus", 4,
    "--input-tokens", 512, "--output-tokens", 256, "--concurrency", 1,
)  # fmt: skip
DRAFT = ("--draft", "meta-llama/Llama-3.2-1B-Instruct")


def test_the_document_gains_keys_only_with_a_draft(rechenwerk: Rechenwerk) -> None:
    plain, drafted = (
        rechenwerk(*BASE, "--json").document,
        rechenwerk(*BASE, *DRAFT, "--accepted", 70, "--json").document,
    )
    assert set(drafted) - set(plain) == {"draft", "speculation"}
    assert set(drafted["memory"]) - set(plain["memory"]) == {"draft_weights_gb", "draft_cache_gb"}
    assert drafted["draft"]["tokens"] == 5
    assert drafted["draft"]["accepted"] == pytest.approx(0.7)
    assert drafted["speculation"]["counted"] is True


def test_seventy_per_cent_of_five_tokens_give_almost_three_a_step(rechenwerk: Rechenwerk) -> None:
    """(1 − 0.7^6) / (1 − 0.7), equation 1 of arXiv 2211.17192."""
    found = rechenwerk(*BASE, *DRAFT, "--accepted", 70, "--json").document
    assert found["speculation"]["expected_tokens"] == pytest.approx(2.941, abs=0.001)


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", ("Gewichte des Entwurfsmodells", "nicht eingerechnet")), ("en", ("weights of the draft", "not counted"))],
)
def test_parts_and_uncounted_gain_are_shown(rechenwerk: Rechenwerk, language: str, words: tuple[str, ...]) -> None:
    shown = rechenwerk(*BASE, *DRAFT, "--lang", language).out
    assert all(word in " ".join(shown.split()) for word in words)


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("E110", (*DRAFT, "--draft-tokens", 0)),
        ("E111", (*DRAFT, "--accepted", 100.5)),
        ("E111", (*DRAFT, "--accepted", -1)),
        ("E112", ("--draft", "Qwen/Qwen3-0.6B")),
        ("E113", ("--draft", "meta-llama/Llama-3.1-405B-Instruct")),
        ("P020", ("--accepted", 70)),
        ("P020", ("--draft-tokens", 4)),
    ],
)
def test_a_draft_that_makes_no_sense_is_wrong_usage(
    rechenwerk: Rechenwerk, code: str, given: tuple[object, ...]
) -> None:
    outcome = rechenwerk(*BASE, *given)
    assert outcome.code == 2
    assert f"[{code}]" in outcome.err


def test_measurements_without_a_draft_say_so_and_give_no_accuracy(rechenwerk: Rechenwerk) -> None:
    """R018: what nobody measured has no error to show."""
    found = rechenwerk(*BASE, *DRAFT, "--json").document
    assert found["measured_accuracy"] == []
    assert all("measured without a draft model" in str(one["differs"]) for one in found["nearest_measurements"])
