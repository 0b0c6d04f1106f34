"""A probe file becomes measured answers; what contradicts an answer is shown and stays, until a person decides."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Rechenwerk
from tests.probe.conftest import Library, Look
from tests.probe.test_cards import TWO_H200
from wizard.domain.assessment import Answer
from wizard.session import Session
from wizard.store.codec import read_assessment

IDLE = "devices 2\ngpu.name NVIDIA H200\ngpu.mem_total 150754820096\ngpu.nvlinks 18\n"


@pytest.fixture
def acme(rechenwerk: Rechenwerk, tmp_path: Path) -> Path:
    file = tmp_path / "acme.yaml"
    assert rechenwerk("new", file, "--no-tui", "--lang", "de", "--workload", "kind=llm_chat").code == 0
    return file


@pytest.fixture(scope="module")
def measured(library: Library, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two H200 under load, measured once."""
    script = tmp_path_factory.mktemp("measured") / "scenario.txt"
    script.write_text(TWO_H200)
    environment = {**os.environ, "FAKE_NVML": str(script), "LD_LIBRARY_PATH": str(library(580))}
    command = [sys.executable, "-m", "wizard", "probe", "--json"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def probe(measured: str, tmp_path: Path) -> Path:
    """The measurement, on a server with known host figures."""
    file = tmp_path / "probe.json"
    file.write_text(measured)
    return _on_a_server(file)


def _taken(look: Look, scenario: str, file: Path) -> Path:
    assert look(scenario, "--out", file).code == 0
    return _on_a_server(file)


def _on_a_server(file: Path) -> Path:
    document = json.loads(file.read_text())
    host = document["host"]
    host["chassis"], host["hypervisor"] = {"value": "server"}, {"value": "none"}
    host["cpu"]["cores"] = {"value": 96}
    host["memory"]["total_bytes"] = {"value": 1_081_806_966_784}
    disk = {"name": "nvme0n1", "kind": "nvme", "size_bytes": {"value": 3_840_755_982_336}}
    host["disks"] = {"value": [disk | {"rotational": {"value": False}, "model": {"reason": "not_found"}}]}
    file.write_text(json.dumps(document))
    return file


def _answer(file: Path, question: str) -> Answer:
    answer = read_assessment(file).answer(question)
    assert answer is not None
    return answer


def test_the_file_is_private_and_says_what_it_is(look: Look, tmp_path: Path) -> None:
    file = tmp_path / "probe.json"
    assert look("devices 1\n", "--out", file).code == 0
    assert json.loads(file.read_text())["schema"] == "rechenwerk.probe/1"
    assert file.stat().st_mode & 0o077 == 0


def test_hardware_is_filled_as_measured(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    """R021 R034"""
    outcome = rechenwerk("probe", "import", probe, acme)
    assert outcome.code == 0, outcome.err
    nodes = _answer(acme, "hw.nodes")
    assert nodes.value == [
        {
            "gpu": "h200-sxm-141", "count": 2, "vram_gb": 150.8, "interconnect": "nvlink", "driver": "580.95.05",
            "cuda": "13.0", "pcie_width_ok": True, "cpu_cores": 96, "ram_gb": 1081.8, "nvme_tb": 3.84,
        }
    ]  # fmt: skip
    assert (nodes.state, nodes.evidence, nodes.by) == ("measured", "measured", "rechenwerk probe")
    assert nodes.at is not None
    assert nodes.at.isoformat().replace("+00:00", "Z") == json.loads(probe.read_text())["taken_at"]
    assert (_answer(acme, "hw.has_gpu").value, _answer(acme, "hw.has_gpu").state) == ("server", "measured")


def test_a_run_under_load_fills_heat_power_and_utilisation(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    """R036 R037 R038"""
    rechenwerk("probe", "import", probe, acme)
    assert _answer(acme, "base.thermal").value == {
        "temp_max_c": 71, "power_mean_w": 690.0, "throttle_reasons": ["sw_power_cap"], "power_limit_w": 700.0,
    }  # fmt: skip
    assert _answer(acme, "base.utilisation").value == {
        "gpu_util": 97.0, "sm_active": 92.0, "tensor_active": 11.0, "dram_active": 88.0,
    }  # fmt: skip


def test_what_another_answer_switches_off_is_said(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    assert rechenwerk("set", acme, "base.measured=no").code == 0
    outcome = rechenwerk("probe", "import", probe, acme, "--lang", "de")
    assert "wirkt noch nicht: entfällt nach der Antwort auf:" in " ".join(outcome.out.split())
    assert "Wurde ein repräsentativer Lauf gemessen?" in " ".join(outcome.out.split())


def test_a_question_set_aside_is_a_conflict(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    assert rechenwerk("set", acme, "--not-applicable", "hw.nodes=keine eigenen Server").code == 0
    outcome = rechenwerk("probe", "import", probe, acme, "--json")
    assert outcome.code == 1
    assert [one["id"] for one in outcome.document["conflicts"]] == ["hw.nodes"]
    assert _answer(acme, "hw.nodes").state == "not_applicable"


def test_cards_at_rest_say_nothing_about_heat(look: Look, rechenwerk: Rechenwerk, acme: Path, tmp_path: Path) -> None:
    idle = _taken(look, IDLE, tmp_path / "idle.json")
    outcome = rechenwerk("probe", "import", idle, acme, "--lang", "de")
    assert _answer(acme, "base.thermal").value == {"power_limit_w": 700.0}
    assert read_assessment(acme).answer("base.utilisation") is None
    assert "die Karten waren im Leerlauf" in " ".join(outcome.out.split())


def test_the_whole_measurement_is_kept(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    rechenwerk("probe", "import", probe, acme)
    (entry,) = read_assessment(acme).measurements
    assert entry["kind"] == "probe"
    assert entry["document"]["nvidia"]["gpus"][1]["name"] == {"value": "NVIDIA H200"}


def test_one_undo_takes_everything_back(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    before = read_assessment(acme)
    rechenwerk("probe", "import", probe, acme)
    with Session.open(acme) as session:
        assert session.undo()
        assert session.assessment.answers == before.answers
        assert session.assessment.measurements == ()


def test_the_same_file_again_changes_no_byte(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    rechenwerk("probe", "import", probe, acme)
    once = acme.read_bytes()
    outcome = rechenwerk("probe", "import", probe, acme, "--lang", "en")
    assert (outcome.code, acme.read_bytes()) == (0, once)
    assert "This measurement is in the assessment already." in outcome.out


def test_the_same_file_gives_the_same_answers_on_another_machine(
    rechenwerk: Rechenwerk, probe: Path, acme: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.yaml"
    other.write_bytes(acme.read_bytes())
    for file in (acme, other):
        assert rechenwerk("probe", "import", probe, file).code == 0
    assert acme.read_bytes() == other.read_bytes()


def test_a_trial_run_writes_nothing(rechenwerk: Rechenwerk, probe: Path, acme: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    outcome = rechenwerk("probe", "import", probe, acme, "--dry-run", "--json")
    assert outcome.code == 0
    assert {one["id"] for one in outcome.document["filled"]} >= {"hw.nodes", "hw.has_gpu"}
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


@pytest.fixture
def contradicting(rechenwerk: Rechenwerk, acme: Path) -> Path:
    """The client said two A100 rows: the H200 row with other figures, and a machine the probe did not see."""
    rows = "hw.nodes=gpu=H200-SXM; count=4; age_months=7 | gpu=A100-SXM-80GB; count=8"
    assert rechenwerk("set", acme, "hw.has_gpu=server", rows).code == 0
    return acme


def test_a_contradiction_is_shown_and_left(rechenwerk: Rechenwerk, probe: Path, contradicting: Path) -> None:
    before = _answer(contradicting, "hw.nodes")
    outcome = rechenwerk("probe", "import", probe, contradicting, "--lang", "de")
    assert outcome.code == 1
    shown = " ".join(outcome.out.split())
    assert "weicht ab, bleibt unverändert" in shown
    assert "GPUs = 4" in shown
    assert "GPUs = 2" in shown
    assert _answer(contradicting, "hw.nodes") == before


def test_the_document_names_old_new_and_what_differs(rechenwerk: Rechenwerk, probe: Path, contradicting: Path) -> None:
    document = rechenwerk("probe", "import", probe, contradicting, "--json").document
    (conflict,) = document["conflicts"]
    assert (conflict["id"], conflict["differing"], conflict["taken"]) == ("hw.nodes", ["h200-sxm-141.count"], False)
    assert conflict["old"]["value"][0]["count"] == 4
    assert conflict["new"]["value"][0]["count"] == 2


@pytest.mark.parametrize("choice", [("--yes",), ("--take", "hw.nodes")])
def test_a_person_can_decide_for_the_probe(
    rechenwerk: Rechenwerk, probe: Path, contradicting: Path, choice: tuple[str, ...]
) -> None:
    assert rechenwerk("probe", "import", probe, contradicting, *choice).code == 0
    nodes = _answer(contradicting, "hw.nodes")
    assert [(row["gpu"], row["count"]) for row in nodes.value] == [("h200-sxm-141", 2), ("A100-SXM-80GB", 8)]
    assert nodes.value[0]["age_months"] == 7
    assert (nodes.state, nodes.evidence) == ("answered", "stated")  # the second row is still what the client said


def test_take_names_a_question_in_conflict(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    before = acme.read_bytes()
    outcome = rechenwerk("probe", "import", probe, acme, "--take", "hw.nodes")
    assert (outcome.code, "[P209]" in outcome.err) == (2, True)
    assert acme.read_bytes() == before


def test_a_stated_answer_that_agrees_becomes_measured(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    assert rechenwerk("set", acme, "hw.has_gpu=server").code == 0
    assert rechenwerk("probe", "import", probe, acme).code == 0
    assert _answer(acme, "hw.has_gpu").state == "measured"


def test_mixed_hardware_agrees_with_any_place(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    assert rechenwerk("set", acme, "hw.has_gpu=mixed").code == 0
    assert rechenwerk("probe", "import", probe, acme).code == 0
    assert _answer(acme, "hw.has_gpu").value == "mixed"


def test_a_second_machine_is_a_row_of_its_own(
    look: Look, rechenwerk: Rechenwerk, probe: Path, acme: Path, tmp_path: Path
) -> None:
    other = _taken(look, "gpu.name NVIDIA L40S\ngpu.mem_total 48305799168\ngpu.util 50\n", tmp_path / "other.json")
    rechenwerk("probe", "import", probe, acme)
    rechenwerk("probe", "import", other, acme)
    nodes = _answer(acme, "hw.nodes")
    assert [(row["gpu"], row["count"], row["interconnect"]) for row in nodes.value] == [
        ("h200-sxm-141", 2, "nvlink"), ("l40s-48", 1, "none"),
    ]  # fmt: skip
    assert nodes.state == "measured"
    assert len(read_assessment(acme).measurements) == 2


def test_a_card_nobody_knows_keeps_its_name_and_the_rest_still_evaluates(
    look: Look, rechenwerk: Rechenwerk, acme: Path, tmp_path: Path
) -> None:
    """Never the nearest name: an H200Z is no H200."""
    strange = _taken(look, "gpu.name NVIDIA H200Z\ngpu.mem_total 150754820096\n", tmp_path / "strange.json")
    outcome = rechenwerk("probe", "import", strange, acme, "--lang", "en")
    assert _answer(acme, "hw.nodes").value[0]["gpu"] == "NVIDIA H200Z"
    assert "The catalogue does not know 'NVIDIA H200Z'" in outcome.out
    assert rechenwerk("evaluate", acme, "--samples", 64, "--json").code == 0


def test_a_machine_without_cards_fills_nothing_and_denies_nothing(
    look: Look, rechenwerk: Rechenwerk, acme: Path, tmp_path: Path
) -> None:
    none = _taken(look, "init 12\n", tmp_path / "none.json")
    outcome = rechenwerk("probe", "import", none, acme, "--lang", "de")
    assert outcome.code == 0
    assert read_assessment(acme).answers.keys().isdisjoint({"hw.has_gpu", "hw.nodes"})
    assert "über andere Rechner des Kunden sagt das nichts" in " ".join(outcome.out.split())


def test_internal_links_leave_the_width_open(look: Look, rechenwerk: Rechenwerk, acme: Path, tmp_path: Path) -> None:
    scenario = "gpu.name NVIDIA GB10\ngpu.pcie_width 1\ngpu.pcie_width_max 16\n"
    rechenwerk("probe", "import", _taken(look, scenario, tmp_path / "gb10.json"), acme)
    assert "pcie_width_ok" not in _answer(acme, "hw.nodes").value[0]


def _document(probe: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(probe.read_text())
    return document


def test_escape_sequences_in_a_file_stay_text(rechenwerk: Rechenwerk, probe: Path, acme: Path) -> None:
    document = _document(probe)
    document["nvidia"]["gpus"][0]["name"] = {"value": "\x1b]52;c;ZXZpbA==\x07\u202eNVIDIA"}
    document["nvidia"]["driver_version"] = {"value": "=cmd|' /C calc'!A1\x1b[2J"}
    probe.write_text(json.dumps(document))
    outcome = rechenwerk("probe", "import", probe, acme)
    assert outcome.code == 0, outcome.err
    assert "\x1b" not in outcome.out + outcome.err
    assert "\x1b" not in json.dumps(_answer(acme, "hw.nodes").value, ensure_ascii=False)
    assert read_assessment(acme).title == ""


def _sparse(file: Path) -> None:
    with file.open("wb") as stream:
        stream.truncate(5_000_000_000)


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda file: file.write_text("{"), "P204"),
        (lambda file: file.write_text('{"schema": "rechenwerk.probe/1", "schema": "x"}'), "P204"),
        (lambda file: file.write_text("[" * 100_000), "P204"),
        (lambda file: file.write_bytes(b"\xff\xfe\x00"), "P204"),
        (lambda file: file.write_text('{"a": NaN}'), "P204"),
        (lambda file: file.write_text('{"a": ' + "9" * 10_000 + "}"), "P204"),
        (lambda file: file.write_text('{"schema": "rechenwerk.probe/1", "tool": "\\ud800"}'), "P204"),
        (lambda file: file.write_text("[]"), "P205"),
        (lambda file: file.write_text('{"schema": "rechenwerk.result/1"}'), "P205"),
        (lambda file: file.write_text('{"schema": 1}'), "P205"),
        (lambda file: file.write_text('{"schema": "rechenwerk.probe/2"}'), "P206"),
        (lambda file: file.write_text('{"schema": "rechenwerk.probe/1"}'), "P207"),
        (_sparse, "P203"),
        (lambda file: file.unlink(), "P201"),
        (lambda file: (file.unlink(), file.mkdir()), "P202"),
    ],
)
def test_a_bad_file_is_refused_and_nothing_is_written(
    rechenwerk: Rechenwerk, probe: Path, acme: Path, spoil: Any, code: str
) -> None:
    before = acme.read_bytes()
    spoil(probe)
    outcome = rechenwerk("probe", "import", probe, acme)
    assert (outcome.code, f"[{code}]" in outcome.err) == (3, True)
    assert acme.read_bytes() == before


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("duration_ms",), -1),
        (("duration_ms",), 1e400),
        (("tool",), "x" * 10_000),
        (("taken_at",), "yesterday"),
        (("extra",), True),
        (("nvidia", "gpus", 0, "temperature_c"), {}),
        (("nvidia", "gpus", 0, "temperature_c"), {"value": 71, "reason": "lost"}),
        (("nvidia", "gpus", 0, "temperature_c"), {"value": "71"}),
        (("nvidia", "gpus", 0, "temperature_c"), {"reason": "because"}),
        (("nvidia", "gpus", 0, "utilisation_gpu_percent"), {"value": 9223372036854775807}),
        (("nvidia", "gpus"), [{}] * 10_000),
    ],
)
def test_a_field_that_no_probe_writes_is_named(
    rechenwerk: Rechenwerk, probe: Path, acme: Path, path: tuple[Any, ...], value: Any
) -> None:
    before = acme.read_bytes()
    document = _document(probe)
    target: Any = document
    for part in path[:-1]:
        target = target[part]
    target[path[-1]] = value
    probe.write_text(json.dumps(document).replace("Infinity", "1e400"))
    outcome = rechenwerk("probe", "import", probe, acme)
    assert (outcome.code, "[P207]" in outcome.err, str(path[-1]) in outcome.err) == (3, True, True)
    assert acme.read_bytes() == before


def test_an_assessment_is_never_overwritten_by_a_probe(look: Look, acme: Path) -> None:
    before = acme.read_bytes()
    outcome = look("devices 1\n", "--out", acme)
    assert (outcome.code, "[P208]" in outcome.err) == (2, True)
    assert acme.read_bytes() == before


def test_an_older_probe_is_replaced(look: Look, probe: Path) -> None:
    assert look("devices 1\ngpu.name NVIDIA T4\n", "--out", probe).code == 0
    assert _document(probe)["nvidia"]["gpus"][0]["name"] == {"value": "NVIDIA T4"}
