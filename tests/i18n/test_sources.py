"""Sources on German pages."""

from pathlib import Path

import wizard.i18n.sources
from wizard.catalogs.load import load_catalog
from wizard.i18n.catalog import read_po
from wizard.i18n.sources import source_in
from wizard.questionnaire.findings_data import load_finding_rules


def test_describing_words_and_dates_are_german() -> None:
    shown = source_in("de", "sizing calculation (2026-11-30)")
    assert shown == "Berechnung der Dimensionierung (30.11.2026)"


def test_longer_phrases_win_over_their_parts() -> None:
    assert source_in("de", "server catalogue; NVIDIA DGX user guides") == "Serverkatalog; NVIDIA-DGX-Handbücher"


def test_names_stay() -> None:
    assert source_in("de", "J. D. C. Little, Operations Research 9 (1961) (2026-11)").startswith("J. D. C. Little")


def test_english_stays_as_written() -> None:
    assert source_in("en", "sizing calculation (2026-11-30)") == "sizing calculation (2026-11-30)"


def test_sources_of_all_rules_and_findings_hold_no_english_description() -> None:
    """Words that only a description has, never a name."""
    catalog = load_catalog()
    sources = {rule.source for rule in catalog.rules.values()}
    sources |= {piece for rule in load_finding_rules() for piece in rule.source}
    sources |= {figure.source for figure in catalog.figures.values()}
    words = (" of the ", "stated ", "proposal", "undated", "as quoted", "public note", "planning value")
    left = {s for s in sources if any(w in source_in("de", s) for w in words)}
    assert left == set()


def test_no_phrase_is_left_over() -> None:
    root = Path(__file__).parents[2]
    files = [*(root / "catalogs").rglob("*.yaml"), *(root / "questionnaires").rglob("*.yaml")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    po = Path(wizard.i18n.sources.__file__).parent / "locale" / "de" / "sources.po"
    assert {phrase for phrase in read_po(po) if phrase not in text and f"'{phrase}'" not in text} == set()
