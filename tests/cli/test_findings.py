"""Findings that an answer brings up or puts to rest, seen as a consultant sees them."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk

CHAT = "kind=llm_chat,model_ref=Llama-3.1-8B"
# What is only to be checked stands as information; a finding that holds says more.
HOLDS = ("blocker", "high", "medium", "low")


def _held(rechenwerk: Rechenwerk, file: Path, *stated: str) -> dict[str, Any]:
    arguments = [part for value in stated for part in ("--set", value)]
    outcome = rechenwerk("new", file, "--no-tui", "--lang", "en", *arguments, "--workload", CHAT)
    assert outcome.code == 0, outcome.err
    document = rechenwerk("evaluate", file, "--json", "--samples", "128", "--as-of", "2026-11-30").document
    return {finding["id"]: finding for finding in document["findings"] if finding["severity"] in HOLDS}


def _check(
    rechenwerk: Rechenwerk, folder: Path, finding: str, holds: tuple[str, ...], rests: tuple[str, ...]
) -> dict[str, Any]:
    found = _held(rechenwerk, folder / "holds.yaml", *holds)
    assert finding in found
    assert finding not in _held(rechenwerk, folder / "rests.yaml", *rests)
    entry: dict[str, Any] = found[finding]
    assert entry["advice"]["de"]
    assert entry["advice"]["en"]
    assert entry["source"]
    return entry


def test_an_unmaintained_model_server_is_named(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """R147: TorchServe gets no security patches any more."""
    _check(rechenwerk, tmp_path, "OPS-01", ("ops.serving_stack=torchserve",), ("ops.serving_stack=vllm",))


def test_missing_transport_encryption_is_named(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """R159: TLS at every endpoint."""
    _check(rechenwerk, tmp_path, "SEC-01", ("sec.controls=firewall",), ("sec.controls=firewall,tls",))


def test_an_open_endpoint_is_named(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """R158: who calls the interface must be known."""
    _check(rechenwerk, tmp_path, "SEC-02", ("sec.controls=firewall",), ("sec.controls=api_auth",))


@pytest.mark.parametrize("language", ["de", "en"])
def test_findings_are_shown_with_their_weight(rechenwerk: Rechenwerk, tmp_path: Path, language: str) -> None:
    file = tmp_path / "a.yaml"
    rechenwerk("new", file, "--no-tui", "--lang", "en", "--set", "ops.serving_stack=torchserve", "--workload", CHAT)
    shown = rechenwerk("evaluate", file, "--lang", language, "--samples", "128", "--as-of", "2026-11-30").out
    assert "OPS-01 [" in shown
