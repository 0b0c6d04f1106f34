"""Every kind of workload and option on the page, in both languages, on a constructed result."""

import re
from html import unescape
from pathlib import Path

import pdfplumber
import pytest
from tests.report.case import Evaluated, assessment
from tests.report.conftest import needs_pango
from tests.tui.kinds import all_kinds
from wizard.domain.result import Result
from wizard.report import render


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """HTML as written, by language."""
    return _rendered(all_kinds(), tmp_path_factory.mktemp("kinds"))


def _rendered(result: Result, folder: Path) -> dict[str, str]:
    outcome = render(assessment(), Evaluated(result), folder, languages=("de", "en"), formats=("html",))
    return {f.name[-7:-5]: f.read_text(encoding="utf-8") for f in outcome.files}


def _chapter(page: str, anchor: str) -> str:
    """What a reader sees of one section."""
    start = page.index(f'id="{anchor}"')
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page[start : page.index("</section>", start)])))


@pytest.mark.parametrize(
    ("language", "rule", "parts", "each"),
    [("de", "184 GB bis 198 GB", "1,13 TB bis 1,27 TB", "16 bis 18 Byte je Parameter"),
     ("en", "184 GB to 198 GB", "1.13 TB to 1.27 TB", "16 to 18 bytes per parameter")],
)  # fmt: skip
def test_the_sum_of_the_parts_stands_beside_the_rule_of_thumb(
    pages: dict[str, str], language: str, rule: str, parts: str, each: str
) -> None:
    """R020 R007 16 to 18 bytes for each of 70.6 · 10^9 parameters beside weights plus 30 to 40 %."""
    seen = _chapter(pages[language], "workload-w2")
    assert {words for words in (rule, parts, each) if words not in seen} == set()


@pytest.mark.parametrize(("language", "share", "mfu"), [("de", "100 %", "23 %"), ("en", "100%", "23%")])
def test_stated_computing_time_is_told_apart_from_the_work_of_the_model(
    pages: dict[str, str], language: str, share: str, mfu: str
) -> None:
    """8.8 million H100 hours at the dense peak are 3.133e25 FLOP; 6 · N · D needs 23 % of it."""
    seen = _chapter(pages[language], "workload-w2")
    assert f"{share} " in seen
    assert f"{mfu} " in seen
    assert "3,13 × 10²⁵ FLOP" in seen or "3.13 × 10²⁵ FLOP" in seen


def test_a_training_shows_duration_gpu_hours_and_spread(pages: dict[str, str]) -> None:
    """R039 R074 with the interval of the duration."""
    seen = _chapter(pages["de"], "workload-w2")
    assert {w for w in ("86,7", "43–170", "1.387", "26 %", "DP 16, ZeRO 3") if w not in seen} == set()


@pytest.mark.parametrize(("language", "words"), [("de", "10 Sekunden Ton je Sekunde"),
                                                 ("en", "10 seconds of audio per second")])  # fmt: skip
def test_a_service_shows_its_rate_and_streams(pages: dict[str, str], language: str, words: str) -> None:
    """R076"""
    seen = _chapter(pages[language], "demand")
    assert words in seen
    assert (
        "Sekunden Ton 10 je Sekunde 5 je Sekunde 10" if language == "de" else "seconds of audio 10 per second"
    ) in seen


def test_what_processors_carry_needs_no_gpu(pages: dict[str, str]) -> None:
    """R003 R071 the answer stands in the words of the result, without a table of GPUs."""
    seen = _chapter(pages["de"], "workload-w4")
    assert "Keine GPU nötig: Die Spitze braucht 1 von 32 Kernen" in seen
    assert "Konfiguration" not in seen


def test_a_hybrid_says_how_it_divides_the_load(pages: dict[str, str]) -> None:
    """R155"""
    seen = _chapter(pages["de"], "option-hybrid")
    assert {w for w in ("1 Server, 4 GPUs", "91 %", "63 %", "3,4 GPUs", "42 %") if w not in seen} == set()


def test_all_options_are_compared(pages: dict[str, str]) -> None:
    """R001 eight ways, also in the cost tables."""
    names = ("Cloud", "Eigenbetrieb", "Hybrid", "Colocation", "Dedizierte Server", "API-Dienst", "Nutzerlizenzen",
             "Bisheriger Zustand")  # fmt: skip
    for chapter in ("decision", "costs"):
        seen = _chapter(pages["de"], chapter)
        assert {n for n in names if n not in seen} == set(), chapter


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_roadmap_shows_every_step_with_its_numbers(pages: dict[str, str], language: str) -> None:
    """R030 R031 R060"""
    seen = _chapter(pages[language], "roadmap")
    steps = all_kinds().recommendation.roadmap_steps
    said = [t.in_language(language) for s in steps for t in (s.text, *s.numbers)]
    assert {words for words in said if words not in seen} == set()
    assert "Q1 2027 – Q4 2027" in seen


@pytest.mark.parametrize("language", ["de", "en"])
def test_advice_stands_with_its_reason_and_source(pages: dict[str, str], language: str) -> None:
    """R045 R046"""
    seen = _chapter(pages[language], "advice-scaling")
    item = all_kinds().advice[0].items[0]
    assert item.because is not None
    assert item.text.in_language(language) in seen
    assert item.because.in_language(language) in seen
    assert ("Rechnung der Dimensionierung" if language == "de" else "arithmetic of the sizing engine") in seen


def test_hostile_labels_stay_text_in_every_kind(tmp_path: Path) -> None:
    base = all_kinds()
    hostile = '<img src=x onerror="alert(1)">'
    labelled = tuple(w.model_copy(update={"label": hostile}) for w in base.workloads)
    for page in _rendered(base.model_copy(update={"workloads": labelled}), tmp_path).values():
        assert "<img" not in page
        assert "&lt;img src=x onerror=" in page


@needs_pango
def test_eight_options_fit_on_the_decision_page_and_nothing_runs_over_the_edge(tmp_path: Path) -> None:
    """R001 R044 takes some seconds: only a laid out page can tell."""
    outcome = render(assessment(), Evaluated(all_kinds()), tmp_path, languages=("de",), formats=("pdf",))
    right = 595.3 - 20 / 25.4 * 72 + 1
    with pdfplumber.open(next(f for f in outcome.files if f.suffix == ".pdf")) as pdf:
        assert "Bisheriger Zustand" in pdf.pages[1].extract_text()
        assert pdf.pages[2].extract_text().startswith(("Inhalt", "Musterwerk"))
        over = [(p.page_number, w["text"]) for p in pdf.pages[1:] for w in p.extract_words() if w["x1"] > right]
    assert over == []
