"""``catalog`` and ``check`` on law, software and licences: links, age, and deliberately wrong copies."""

from pathlib import Path

import pytest
from tests.cli.conftest import Rechenwerk
from tests.cli.test_catalog import Edit, checked, edited, line_with

__all__ = ["edited"]
EU, SERVING, LICENCES = "law/eu.yaml", "software/serving.yaml", "model_licences.yaml"


@pytest.mark.parametrize(
    ("file", "before", "after", "mark", "code", "says"),
    [
        pytest.param(EU, "affects: [road.exit_plan", "affects: [road.exitplan", "", "C092", "road.exitplan",
                     id="law: a question that does not exist"),
        pytest.param(EU, "  eu-dora-exit:", "  eu-dora:", "", "C090", "eu-dora-exit",
                     id="law: a finding loses its entry"),
        pytest.param(EU, "as_of: 2025-01-17", "as_of: 2027-01-17", "", "C091", "after the day",
                     id="law: known before it was read"),
        pytest.param(EU, "    jurisdiction: EU", "    juristiction: EU", "juristiction", "C015", "correct the spelling",
                     id="law: typo in a key"),
        pytest.param(SERVING, "successor: [vllm, sglang]", "successor: [vllm, sglamg]", "", "C010", "sglamg",
                     id="software: unknown successor"),
        pytest.param(SERVING, "status_since: 2025-08-07", "status_since: 2028-08-07", "", "C091", "2028-08-07",
                     id="software: archived in the future"),
        pytest.param(SERVING, "aliases: [text-generation-inference]", "aliases: [VLLM]", "", "C009", "unambiguous",
                     id="software: one name for two products"),
        pytest.param(LICENCES, "aliases: [SDXL]", "aliases: [FLUX.1-dev]", "", "C009", "unambiguous",
                     id="licences: one name for two models"),
        pytest.param(LICENCES, "revenue_limit_usd: 1000000", "revenue_limit_usd: 0", "", "C053", "allowed is > 0",
                     id="licences: a limit of zero"),
    ],
)  # fmt: skip
def test_a_wrong_copy_is_refused(
    rechenwerk: Rechenwerk, edited: Edit, file: str, before: str, after: str, mark: str, code: str, says: str
) -> None:
    folder = edited(file, before, after)
    outcome, found = checked(rechenwerk, folder, "--as-of", "2026-12-01")
    problem = next(one for one in found["problems"] if one["code"].startswith(code) and says in one["text"])
    assert outcome.code == 1
    if mark:
        assert problem["place"] == f"{file}:{line_with(folder, file, mark)}"


@pytest.mark.parametrize("file", [EU, SERVING, LICENCES])
@pytest.mark.parametrize(
    "content",
    ["law: [", "law: 5\n", "- a\n- b\n", "law: {x: {title: \x1b[31m}}\n", "a: &a [*a, *a]\n", "\x00\x01", ""],
    ids=["cut off", "a number", "a list", "escape sequence", "alias bomb", "binary", "empty"],
)
def test_a_hostile_file_is_named_without_a_trace(rechenwerk: Rechenwerk, edited: Edit, file: str, content: str) -> None:
    folder = edited(file, "", "")
    (folder / file).write_text(content, encoding="utf-8")
    outcome = rechenwerk("catalog", "check", folder)
    assert outcome.code == 1
    assert "Traceback" not in outcome.out + outcome.err
    assert "\x1b" not in outcome.out + outcome.err


def test_states_to_be_read_again_are_a_warning(rechenwerk: Rechenwerk) -> None:
    """180 days for products, 365 for law; 12 January 2027 is a date of the Data Act."""
    outcome, found = checked(rechenwerk, "--as-of", "2027-06-30")
    assert outcome.code == 0
    assert "software.vllm" in {one["entry"] for one in found["expired_entries"]}
    assert "law.eu-data-act-switching" in {one["entry"] for one in found["dates_passed"]}


@pytest.mark.parametrize(
    ("language", "says"), [("de", "keine Rechts- oder Steuerberatung"), ("en", "not legal or tax")]
)
def test_law_is_shown_as_orientation(rechenwerk: Rechenwerk, language: str, says: str) -> None:
    shown = rechenwerk("catalog", "show", "de-nis2", "--lang", language, "--as-of", "2026-12-01").out
    assert says in " ".join(shown.split())
    assert "{from}" not in shown


def assessed(rechenwerk: Rechenwerk, folder: Path, workload: str, *answers: str) -> Path:
    path = folder / "case.yaml"
    sets = [part for answer in answers for part in ("--set", answer)]
    assert rechenwerk("new", path, "--no-tui", "--lang", "en", "--workload", workload, *sets).code == 0
    return path


def test_check_names_model_and_workload_that_exclude_each_other(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    path = assessed(rechenwerk, tmp_path, "kind=llm_chat,model_ref=BAAI/bge-m3")
    outcome = rechenwerk("check", path, "--as-of", "2026-12-01", "--json")
    said = [one["text"] for one in outcome.document["problems"] if one["id"] == "QA-14" or "BGE-M3" in one["text"]]
    assert outcome.code == 1
    assert any("BGE-M3" in text and "LLM chat" in text for text in said)


def test_check_names_a_licence_that_excludes_the_client(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    path = assessed(
        rechenwerk, tmp_path, "kind=image_gen,model_ref=FLUX.1-dev", "client.sector=industry",
        "project.stage=production",
    )  # fmt: skip
    outcome = rechenwerk("check", path, "--as-of", "2026-12-01", "--json")
    assert any("FLUX" in one["text"] for one in outcome.document["problems"])


def test_check_names_old_states(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    path = assessed(rechenwerk, tmp_path, "kind=llm_chat,model_ref=Qwen/Qwen3-32B")
    outcome = rechenwerk("check", path, "--as-of", "2027-08-01", "--json")
    assert any(one["kind"] == "dated" for one in outcome.document["problems"])
