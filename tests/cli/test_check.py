"""``check``: what is missing, contradicts itself or is old; exit 1 says that there is something to see to."""

from pathlib import Path

from tests.cli.conftest import Rechenwerk
from wizard.datafiles.packaged import data_folder


def test_a_shipped_questionnaire_module_is_in_order(rechenwerk: Rechenwerk) -> None:
    outcome = rechenwerk("check", data_folder("questionnaires") / "modules" / "09-site.yaml", "--json")
    assert (outcome.code, outcome.document["problems"]) == (0, [])


def test_a_faulty_questionnaire_module_is_named_with_its_line(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    shipped = (data_folder("questionnaires") / "modules" / "09-site.yaml").read_text(encoding="utf-8")
    module = tmp_path / "site.yaml"
    module.write_text(shipped.replace("type: enum", "type: enmu", 1), encoding="utf-8")
    outcome = rechenwerk("check", module)
    assert outcome.code == 1
    assert "site.yaml:" in outcome.out
    assert "enum" in outcome.out


def test_a_file_that_is_neither_is_an_unusable_input(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text("- a\n", encoding="utf-8")
    assert rechenwerk("check", tmp_path / "notes.yaml").code == 3


def test_an_unknown_model_hides_nothing_else(rechenwerk: Rechenwerk, tmp_path: Path) -> None:
    """The workload with the typing error is named with its question; budgets and prices are listed all the same."""
    file = tmp_path / "acme.yaml"
    rechenwerk(
        "new", file, "--no-tui", "--workload", "kind=llm_rag,model_ref=Qwen/Qwen3-32B",
        "--workload", "kind=llm_chat,model_ref=Qwen/Qwen3-33B",
    )  # fmt: skip
    outcome = rechenwerk("check", file, "--json", "--lang", "en")
    problems = {p["id"]: p["text"] for p in outcome.document["problems"]}
    assert "Qwen/Qwen3-32B" in problems["w2.w.model_ref"]
    assert "con.residency" in problems
