"""What arrives at peak, as people say it."""

from typing import Any

import pytest
from wizard.domain.errors import CodedError
from wizard.questionnaire.loader import load_questionnaire
from wizard.questionnaire.parse import parse_answer

RATE = load_questionnaire().question("w.items_rate")


@pytest.mark.parametrize(
    ("language", "said", "meant"),
    [
        ("de", "600 Audiominuten je Stunde", {"unit": "audio_min", "peak_rate": 600, "peak_per": "h"}),
        ("en", "600 minutes of audio per hour", {"unit": "audio_min", "peak_rate": 600, "peak_per": "h"}),
        ("de", "2.000 Seiten je Tag", {"unit": "pages", "per_day_total": 2000}),
        ("en", "2,000 pages per day", {"unit": "pages", "per_day_total": 2000}),
        ("de", "36 Livestreams", {"streams": 36}),
        ("en", "36 live streams", {"streams": 36}),
        ("de", "12 Kameras", {"streams": 12}),
        ("de", "10 Bilder je Sekunde; Größe = 1280",
         {"unit": "images", "peak_rate": 10, "peak_per": "s", "size": 1280}),
    ],
)  # fmt: skip
def test_a_rate_is_read_as_it_is_said(language: str, said: str, meant: dict[str, Any]) -> None:
    """R015: the load in the client's own units."""
    assert parse_answer(RATE, said, language).value == meant


@pytest.mark.parametrize("said", ["36 Äpfel", "600 Minuten je Stunde", "36", "viele Seiten"])
def test_what_names_no_field_or_several_is_asked_back(said: str) -> None:
    with pytest.raises(CodedError) as caught:
        parse_answer(RATE, said, "de")
    assert "Q018" in str(caught.value)
