"""A fresh assessment on the real session, and the program around it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.tui.results import evaluation
from wizard.session import Session
from wizard.tui.program import RechenwerkApp
from wizard.tui.spec import CreateSpec, begin


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A normal interview with one workload; its evaluation is a ready result, so that a test waits for no engine."""
    opened = begin(CreateSpec(tmp_path / "muster.yaml", "de", "normal", "Muster GmbH"))
    monkeypatch.setattr(opened, "evaluate", lambda **_: evaluation(opened.revision))
    yield opened
    opened.close(save=False)


@pytest.fixture
def app(session: Session, tmp_path: Path) -> RechenwerkApp:
    return RechenwerkApp(session, language="de", folder=tmp_path)
