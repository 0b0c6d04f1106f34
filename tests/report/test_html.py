"""The HTML file: complete, in both languages, and nothing in it reaches outside."""

import json
import re
from pathlib import Path

import pytest
from tests.report.case import Evaluated, assessment, result
from tests.report.conftest import parsed, path_of
from wizard.report import render
from wizard.report.produce import RenderOutcome


def visible(html: str) -> str:
    body = html[html.index("<body") :]
    return re.sub(r"[ \n]+", " ", re.sub(r"<[^>]+>", " ", body))


def test_no_address_outside_of_the_file(german_html: str) -> None:
    links = re.findall(r"""(?:href|src|url)\s*[=(]\s*["']?([^"')\s>]+)""", german_html)
    outside = [x for x in links if not x.startswith(("#", "data:"))]
    assert outside == []


def test_content_policy_forbids_everything_first(german_html: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', german_html)
    assert policy is not None
    assert policy[1].startswith("default-src &#39;none&#39;")
    assert "script" not in policy[1]


def test_no_script(german_html: str) -> None:
    assert "<script" not in german_html.lower()


def test_answer_stands_first(german_html: str) -> None:
    """R044 recommendation before everything else."""
    text = visible(german_html)
    assert text.index("Wir empfehlen: Eigenbetrieb") < text.index("Inhalt") < text.index("Was gebraucht wird")


def test_decision_names_word_probability_and_range(german_html: str) -> None:
    text = visible(german_html)
    assert "Klare Empfehlung. Mit 82\u202f% Wahrscheinlichkeit die beste Option" in text
    assert "359.000\u202f€ bis 512.000\u202f€" in text


def test_money_states_currency_and_tax(german_html: str) -> None:
    assert "Alle Beträge in Euro, netto, ohne Umsatzsteuer" in visible(german_html)


def test_gates_show_rule_verdict_and_question(german_html: str) -> None:
    """R001 gates with word beside the symbol; the open one names what to ask."""
    text = visible(german_html)
    assert "nicht erfüllt" in text
    assert "Die Daten müssen in Deutschland bleiben; die API läuft in den USA." in text
    assert "zu klären: " in text


def test_what_is_not_computed_is_said(german_html: str) -> None:
    assert "Die Dimensionierung von Fine-Tuning wird nicht berechnet" in visible(german_html)


def test_expired_price_raises_the_banner(german_html: str) -> None:
    assert "Preise über ihrer Altersgrenze: 1 von 2" in visible(german_html)


def test_cards_stand_against_token_length(german_html: str) -> None:
    """R171 capacity depends on the context length."""
    text = visible(german_html)
    assert "Karten nach Speicher je Token-Länge" in text
    assert "32.768" in text


def test_remark_for_the_report_is_shown_and_internal_one_is_not(rendered: RenderOutcome, german_html: str) -> None:
    assert "der Betriebsrat ist eingebunden" in german_html
    assert not any(b"INTERN-7731" in f.read_bytes() for f in rendered.files)


def test_english_numbers(rendered: RenderOutcome) -> None:
    text = visible(path_of(rendered, "-en.html").read_text(encoding="utf-8"))
    assert "€359,000 to €512,000" in text
    assert "Clear recommendation. 82% probability" in text


@pytest.mark.parametrize("ending", ["-de.html", "-en.html"])
def test_every_figure_has_title_and_description(rendered: RenderOutcome, ending: str) -> None:
    html = path_of(rendered, ending).read_text(encoding="utf-8")
    figures = re.findall(r'<div class="drawing">(<svg.*?</svg>)</div>', html, re.DOTALL)
    assert len(figures) == 4
    for svg in figures:
        root = parsed(svg)
        name = "{http://www.w3.org/2000/svg}"
        assert root.findtext(f"{name}title")
        assert len(root.findtext(f"{name}desc") or "") > 20


def test_ids_are_unique(german_html: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', german_html)
    assert sorted(ids) == sorted(set(ids))


def test_contents_link_to_every_chapter(german_html: str) -> None:
    chapters = re.findall(r'<section class="chapter[^"]*" id="([^"]+)"', german_html)
    assert set(chapters) <= set(re.findall(r'<a href="#([^"]+)"', german_html))


def test_json_is_the_result_with_its_outer_names(rendered: RenderOutcome) -> None:
    content = json.loads(path_of(rendered, "-de.json").read_text(encoding="utf-8"))
    assert content["schema"] == "rechenwerk.result/1"
    assert content["recommendation"]["flips"][0]["from"] == 10.0


def test_file_names_follow_title_and_language(rendered: RenderOutcome) -> None:
    assert {f.name for f in rendered.files} >= {"ki-plattform-werk-sued-de.html", "ki-plattform-werk-sued-en.json"}


def test_draft_is_marked(tmp_path: Path) -> None:
    outcome = render(assessment(), Evaluated(result()), tmp_path, formats=("html",), draft=True)
    assert "Entwurf" in visible(outcome.files[0].read_text(encoding="utf-8"))


def test_small_file(rendered: RenderOutcome) -> None:
    assert path_of(rendered, "-de.html").stat().st_size < 400_000
