"""What a new assessment begins with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class CreateSpec:
    """A new assessment to begin with."""

    path: Path
    language: str = "de"
    questionnaire_path: Literal["quick", "normal", "full"] = "quick"
    title: str = ""
