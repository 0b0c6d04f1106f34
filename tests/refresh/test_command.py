"""The command as a person uses it, with recorded answers from this machine."""

import json
import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import date
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Outcome, Rechenwerk, rechenwerk
from tests.refresh.loopback import Loopback, Reply, recorded
from wizard.catalogs.load import load_catalog, shipped_catalog
from wizard.catalogs.refreshed import forget_reading, refreshed_file

__all__ = ["rechenwerk"]  # the fixture of the other commands

HETZNER = "/www.hetzner.com/_resources/app/data/app/live_data_prices.json"
GEX131 = "hetzner-gex131"
Refresh = Callable[..., Outcome]


def with_rent(monthly: str) -> bytes:
    """The recorded answer with another rent for GEX131; 1,497.30 EUR a month is 2.0511 an hour."""
    return recorded("hetzner.json").replace(b'"1497.30"', f'"{monthly}"'.encode())


@pytest.fixture
def refresh(rechenwerk: Rechenwerk, loopback: Loopback) -> Refresh:
    """``refresh(answer, *options)`` with the answer in place of Hetzner's."""

    def call(answer: bytes | Reply, *options: str) -> Outcome:
        loopback[HETZNER] = answer
        outcome = rechenwerk("catalog", "refresh", "--source", "hetzner", "--base-url", loopback.url, *options)
        forget_reading()  # as the next process does
        return outcome

    return call


def rent() -> tuple[float, str]:
    figure = load_catalog().offers[GEX131].on_demand_per_hour
    assert figure is not None
    return figure.value, figure.layer


def test_a_plausible_price_is_taken_and_kept(refresh: Refresh) -> None:
    """1,600 EUR over 730 hours."""
    assert refresh(with_rent("1600.00"), "--yes").code == 0
    assert rent() == (2.1918, "refreshed")


def test_the_kept_file_is_for_its_owner_alone(refresh: Refresh) -> None:
    refresh(with_rent("1600.00"), "--yes")
    assert refreshed_file().stat().st_mode & 0o777 == 0o600
    assert refreshed_file().parent.stat().st_mode & 0o777 == 0o700


def test_every_kept_figure_names_source_date_basis_and_confidence(refresh: Refresh) -> None:
    refresh(with_rent("1600.00"), "--yes")
    figure = load_catalog().offers[GEX131].on_demand_per_hour
    assert figure is not None
    assert "https://www.hetzner.com/_resources/app/data/app/live_data_prices.json" in figure.source
    assert "refreshed" in figure.source
    assert (figure.retrieved_on, figure.basis, figure.confidence) == (_today(), "list", "high")


def _today() -> date:
    from wizard.cli import clock

    return clock.now().astimezone().date()


def test_the_next_command_shows_layer_and_version(refresh: Refresh, rechenwerk: Rechenwerk) -> None:
    refresh(with_rent("1600.00"), "--yes")
    shown = rechenwerk("catalog", "show", GEX131, "--json").document
    assert shown["figures"]["on_demand_per_hour"]["layer"] == "refreshed"
    assert "+refreshed." in rechenwerk("catalog", "list").out


def test_shipped_prices_are_there_on_demand(refresh: Refresh, rechenwerk: Rechenwerk) -> None:
    refresh(with_rent("1600.00"), "--yes")
    shown = rechenwerk("catalog", "show", GEX131, "--catalog", "shipped", "--json").document
    assert shown["figures"]["on_demand_per_hour"]["value"] == 2.0511
    assert shown["figures"]["on_demand_per_hour"]["layer"] == "shipped"


def test_a_dry_run_shows_old_new_and_change_and_saves_nothing(refresh: Refresh) -> None:
    """1,600.00 is 6.9 % above 1,497.30."""
    outcome = refresh(with_rent("1600.00"), "--yes", "--dry-run")
    row = next(line for line in outcome.out.splitlines() if GEX131 in line)
    assert row.startswith("✓")
    assert all(part in row for part in ("2.0511", "2.1918", "+6.9"))
    assert not refreshed_file().exists()
    assert rent() == (2.0511, "shipped")


def test_an_implausible_price_is_refused_and_the_others_are_taken(refresh: Refresh) -> None:
    outcome = refresh(with_rent("1497300"), "--yes", "--json")
    figures = {figure["figure"].split(".")[1]: figure for figure in outcome.document["sources"][0]["figures"]}
    assert outcome.code == 1
    assert figures[GEX131]["refusal"]["code"] == "C084"
    assert figures["hetzner-gex45"]["taken"]
    assert rent() == (2.0511, "shipped")


BAD = {
    "missing page": (Reply(b"{}", 404), "C080"),
    "server error": (Reply(b"{}", 500), "C080"),
    "cut short": (Reply(b'{"products": {'), "C083"),
    "login page": (Reply(b"<html>sign in</html>", content_type="text/html"), "C083"),
    "not UTF-8": (Reply(b'{"products": "\xff"}'), "C083"),
    "led away": (Reply(b"", 302, headers={"Location": "https://evil.example/"}), "C082"),
    "unencrypted": (Reply(b"", 302, headers={"Location": "http://www.hetzner.com/x"}), "C082"),
    "all gone": (Reply(b'{"products": {}}'), "C089"),
    "another form": (Reply(b'{"products": {"ROBOT_1747": []}}'), "C083"),
}


@pytest.mark.parametrize(("reply", "code"), BAD.values(), ids=BAD.keys())
def test_a_source_that_fails_keeps_the_last_good_prices_and_says_so(refresh: Refresh, reply: Reply, code: str) -> None:
    refresh(with_rent("1600.00"), "--yes")
    before = refreshed_file().read_bytes()
    outcome = refresh(reply, "--yes")
    assert outcome.code == 1
    assert f"[{code}]" in outcome.out
    assert "last good prices stay" in outcome.err
    assert refreshed_file().read_bytes() == before
    assert rent() == (2.1918, "refreshed")


def test_hostile_text_of_a_source_reaches_no_terminal(refresh: Refresh) -> None:
    hostile = {
        "ROBOT_1747": {"locations": [{"datacenter": "NBG1", "prices": {"monthly": {"EUR": "\x1b]0;x\x07\u202e"}}}]}
    }
    outcome = refresh(json.dumps({"products": hostile, "\x1b[2J": 1}).encode(), "--yes")
    assert outcome.code == 1
    assert not {"\x1b", "\x07", "\u202e"} & set(outcome.out + outcome.err)


def test_the_hosts_are_named_before_anything_is_contacted(refresh: Refresh, rechenwerk: Rechenwerk) -> None:
    outcome = rechenwerk("catalog", "refresh", "--source", "ecb", "--source", "azure")
    assert outcome.code == 2
    assert "[P031]" in outcome.err
    assert outcome.err.index("www.ecb.europa.eu, prices.azure.com") < outcome.err.index("P031")


def test_the_list_of_sources_needs_no_connection(rechenwerk: Rechenwerk) -> None:
    listed = {one["name"]: one for one in rechenwerk("catalog", "refresh", "--list", "--json").document}
    assert listed["azure"]["hosts"] == ["prices.azure.com"]
    assert all(one["figures"] >= 3 for one in listed.values())


def test_an_unknown_source_is_wrong_usage(rechenwerk: Rechenwerk) -> None:
    outcome = rechenwerk("catalog", "refresh", "--source", "everywhere", "--yes")
    assert outcome.code == 2
    assert "[P030]" in outcome.err
    assert "hetzner" in outcome.err


def test_only_this_machine_may_stand_in_for_the_sources(rechenwerk: Rechenwerk) -> None:
    assert rechenwerk("catalog", "refresh", "--base-url", "http://192.0.2.1", "--yes").code == 2


def test_undo_brings_the_prices_before_back(refresh: Refresh, rechenwerk: Rechenwerk) -> None:
    refresh(with_rent("1600.00"), "--yes")
    refresh(with_rent("1700.00"), "--yes")
    assert rechenwerk("catalog", "refresh", "--undo").code == 0
    assert rent() == (2.1918, "refreshed")


def test_undo_without_an_earlier_refresh_says_so(refresh: Refresh, rechenwerk: Rechenwerk) -> None:
    refresh(with_rent("1600.00"), "--yes")
    outcome = rechenwerk("catalog", "refresh", "--undo")
    assert outcome.code == 3
    assert "[C049]" in outcome.err
    assert rent() == (2.1918, "refreshed")


def test_forget_removes_all_refreshed_prices(refresh: Refresh, rechenwerk: Rechenwerk) -> None:
    refresh(with_rent("1600.00"), "--yes")
    refresh(with_rent("1700.00"), "--yes")
    assert rechenwerk("catalog", "refresh", "--forget").code == 0
    assert list(refreshed_file().parent.iterdir()) == []
    assert load_catalog() is shipped_catalog()


def test_a_refresh_of_one_source_keeps_the_prices_of_another(
    refresh: Refresh, rechenwerk: Rechenwerk, loopback: Loopback
) -> None:
    refresh(with_rent("1600.00"), "--yes")
    ecb = recorded("ecb.xml").replace(b"2026-10-30", _today().isoformat().encode()).replace(b"1.1172", b"1.1000")
    loopback["/www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"] = Reply(ecb, content_type="text/xml")
    rechenwerk("catalog", "refresh", "--source", "ecb", "--base-url", loopback.url, "--yes")
    assert rent() == (2.1918, "refreshed")


def test_a_source_that_fails_does_not_spoil_another(refresh: Refresh, rechenwerk: Rechenwerk) -> None:
    outcome = refresh(with_rent("1600.00"), "--source", "ovh", "--yes")
    assert outcome.code == 1
    assert rent() == (2.1918, "refreshed")


def test_the_same_answer_again_changes_no_byte(refresh: Refresh) -> None:
    refresh(with_rent("1600.00"), "--yes")
    before = refreshed_file().read_bytes()
    refresh(with_rent("1600.00"), "--yes")
    assert refreshed_file().read_bytes() == before
    assert sorted(path.name for path in refreshed_file().parent.iterdir()) == ["refreshed.yaml"]


def test_a_damaged_file_is_told_and_replaced_by_the_next_refresh(refresh: Refresh, rechenwerk: Rechenwerk) -> None:
    refresh(with_rent("1600.00"), "--yes")
    refreshed_file().write_text("offers: [", encoding="utf-8")
    forget_reading()
    outcome = rechenwerk("catalog", "show", GEX131)
    assert outcome.code == 0
    assert "[C046]" in outcome.err
    refresh(with_rent("1700.00"), "--yes")
    assert rent()[1] == "refreshed"
    assert "C046" not in rechenwerk("catalog", "show", GEX131).err


def test_the_command_speaks_german(refresh: Refresh) -> None:
    outcome = refresh(with_rent("1497300"), "--yes", "--lang", "de")
    assert "plausibel" in outcome.err
    assert "das 1000-Fache" in outcome.out


def test_no_assessment_and_no_answer_of_a_client_is_part_of_a_request(refresh: Refresh, loopback: Loopback) -> None:
    refresh(with_rent("1600.00"), "--yes")
    assert [path for path, _headers in loopback.asked] == [HETZNER]


def test_ctrl_c_ends_with_130_and_writes_nothing(loopback: Loopback) -> None:
    heard = threading.Event()

    def silence(handler: BaseHTTPRequestHandler) -> None:
        heard.set()
        handler.connection.recv(1)  # returns when the other side is gone

    loopback[HETZNER] = Reply(b"", write=silence, announce=False)
    command = [sys.executable, "-m", "wizard", "catalog", "refresh", "--source", "hetzner", "--yes"]
    with subprocess.Popen([*command, "--base-url", loopback.url], stderr=subprocess.DEVNULL) as program:
        assert heard.wait(30)
        program.send_signal(signal.SIGINT)
        assert program.wait(30) == 130
    assert not refreshed_file().exists()


@pytest.mark.pty
@pytest.mark.parametrize(("typed", "asked"), [("n", 0), ("", 0), ("y", 1), ("ja", 1)])
def test_a_person_is_asked_before_anything_is_contacted(loopback: Loopback, typed: str, asked: int) -> None:
    loopback[HETZNER] = with_rent("1600.00")
    command = [sys.executable, "-m", "wizard", "catalog", "refresh", "--source", "hetzner", "--base-url", loopback.url]
    ours, theirs = pty.openpty()
    os.write(ours, f"{typed}\n".encode())
    ended = subprocess.run(command, stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs, timeout=60)
    os.close(theirs)
    os.close(ours)
    assert ended.returncode == 0
    assert len(loopback.asked) == asked
    assert refreshed_file().exists() is bool(asked)


CASE = Path(__file__).parents[1] / "data" / "three_workloads.yaml"


def result(rechenwerk: Rechenwerk, *options: str) -> dict[str, Any]:
    day = _today().isoformat()
    found: dict[str, Any] = rechenwerk("evaluate", CASE, "--json", "--samples", "64", "--as-of", day, *options).document
    return found


def test_a_result_says_that_refreshed_prices_went_into_it(refresh: Refresh, rechenwerk: Rechenwerk) -> None:
    refresh(with_rent("1600.00"), "--yes")
    assert "+refreshed." in result(rechenwerk)["provenance"]["catalog_version"]


def test_shipped_prices_repeat_the_result_before_the_refresh(refresh: Refresh, rechenwerk: Rechenwerk) -> None:
    before = result(rechenwerk)
    refresh(with_rent("1600.00"), "--yes")
    assert result(rechenwerk, "--catalog", "shipped") == before


def test_a_folder_that_may_not_be_written_is_told(refresh: Refresh, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be", encoding="utf-8")
    outcome = refresh(with_rent("1600.00"), "--yes")
    assert outcome.code == 3
    assert "[S" in outcome.err
