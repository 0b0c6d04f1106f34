"""``catalog import``: shows first, takes over only when told to, and asks with the option that answers."""

import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Rechenwerk
from tests.quotes.making import GERMAN_ROWS, RENT_ROWS, server_quote, text_quote
from wizard.datafiles.packaged import data_folder
from wizard.store.codec import read_assessment


@pytest.fixture
def assessment(tmp_path: Path) -> Path:
    return Path(shutil.copy(data_folder("questionnaires") / "examples" / "stadtwerke.yaml", tmp_path))


@pytest.fixture
def quote(tmp_path: Path) -> Path:
    return text_quote(tmp_path / "quote.csv", GERMAN_ROWS)


def test_a_preview_shows_old_new_id_and_lines_and_writes_nothing(
    rechenwerk: Rechenwerk, quote: Path, assessment: Path
) -> None:
    before = assessment.read_bytes()
    outcome = rechenwerk("catalog", "import", quote, assessment, "--dry-run", "--lang", "de")
    assert outcome.code == 0
    for part in ("Beschleuniger: l40s-48", "45.000 EUR", "quote.csv:6", "vom Preis abgezogen"):
        assert part in outcome.out
    assert "nichts wurde geändert" in outcome.err
    assert assessment.read_bytes() == before


def test_yes_takes_it_over_and_twice_is_once(rechenwerk: Rechenwerk, quote: Path, assessment: Path) -> None:
    assert rechenwerk("catalog", "import", quote, assessment, "--yes").code == 0
    (server,) = read_assessment(assessment).overrides["servers"].values()
    assert (server["accelerator"], server["price"]["value"]) == ("l40s-48", 45_000)
    again = rechenwerk("catalog", "import", quote, assessment, "--yes")
    assert again.code == 0
    assert "Nothing to take over" in again.err


def test_without_a_terminal_and_without_yes_nothing_is_taken(
    rechenwerk: Rechenwerk, quote: Path, assessment: Path
) -> None:
    before = assessment.read_bytes()
    outcome = rechenwerk("catalog", "import", quote, assessment)
    assert outcome.code == 1
    assert "--yes takes the price over" in outcome.err
    assert assessment.read_bytes() == before


def test_json_holds_what_the_preview_shows(rechenwerk: Rechenwerk, tmp_path: Path, assessment: Path) -> None:
    book = server_quote(tmp_path / "angebot.xlsx")
    found = rechenwerk("catalog", "import", book, assessment, "--dry-run", "--json").document
    assert (found["applied"], found["kind"], found["accelerator"]) == (False, "server", "rtx-pro-6000-maxq-96")
    assert found["lines"][0]["place"] == "angebot.xlsx Angebot!10"
    assert found["changes"][0]["after"]["unit"] == "EUR"


@pytest.mark.parametrize(
    ("edit", "option"),
    [
        (("Alle Preise in EUR zzgl. MwSt.", "Alle Preise zzgl. MwSt."), "--currency EUR"),
        (("Alle Preise in EUR zzgl. MwSt.", "Alle Preise in EUR."), "--prices net | --prices gross --vat 19"),
        (("Systemhaus Nordlicht GmbH", "Angebot"), "--vendor"),
        (("Bezeichnung", "Was"), '--map text="…" --map price="…"'),
        (("4x NVIDIA L40S 48GB", "4x NVIDIA L40X"), "--accelerator ID --count N"),
        (("47.250,00", "auf Anfrage"), "--positions 1-4"),
    ],
)
def test_what_is_open_is_asked_with_its_option(
    rechenwerk: Rechenwerk, tmp_path: Path, assessment: Path, edit: tuple[str, str], option: str
) -> None:
    rows = [[cell.replace(*edit) for cell in row] for row in GERMAN_ROWS]
    path = text_quote(tmp_path / "q.csv", rows)
    outcome = rechenwerk("catalog", "import", path, assessment, "--dry-run")
    assert outcome.code == 3
    assert f"option: {option}" in outcome.err


def test_options_answer_what_a_rent_leaves_open(rechenwerk: Rechenwerk, tmp_path: Path, assessment: Path) -> None:
    path = text_quote(tmp_path / "rent.csv", RENT_ROWS)
    given = ("--country", "de", "--law", "EU", "--attestation", "iso27001", "--yes")
    assert rechenwerk("catalog", "import", path, assessment, *given).code == 0
    (offer,) = read_assessment(assessment).overrides["offers"].values()
    assert offer["committed_3y_per_hour"]["value"] == pytest.approx((2690 + 145) / 730)
    assert (offer["country"], offer["setup_fee"]["value"]) == ("DE", 490)


def test_terminal_codes_of_a_file_do_not_reach_the_terminal(
    rechenwerk: Rechenwerk, tmp_path: Path, assessment: Path
) -> None:
    rows = [[cell.replace("GPU-Server", "GPU-Server \x1b]0;x\x07") for cell in row] for row in GERMAN_ROWS]
    outcome = rechenwerk("catalog", "import", text_quote(tmp_path / "q.csv", rows), assessment, "--dry-run")
    assert outcome.code == 0
    assert "\x1b" not in outcome.out + outcome.err


@pytest.mark.parametrize("given", ["netto", "price=", "preis=Netto"])
def test_a_mapping_that_is_none_is_wrong_usage(
    rechenwerk: Rechenwerk, quote: Path, assessment: Path, given: str
) -> None:
    outcome = rechenwerk("catalog", "import", quote, assessment, "--map", given)
    assert outcome.code == 2
    assert "text" in outcome.err
