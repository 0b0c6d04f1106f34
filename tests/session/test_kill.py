"""kill -9 at any moment loses nothing confirmed."""

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.session.kill_driver import operation
from wizard.session import Session

KILLS = 60
HERE = Path(__file__).parent

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@dataclass
class Model:
    """What the file must hold, kept by hand: answers with two stacks."""

    answers: dict[str, int] = field(default_factory=dict)
    past: list[dict[str, int]] = field(default_factory=list)
    future: list[dict[str, int]] = field(default_factory=list)

    def after(self, number: int) -> "Model":
        kind, question = operation(number)
        if kind == "apply":
            return Model({**self.answers, question: number}, [*self.past, self.answers][-200:], [])
        if kind == "undo" and self.past:
            return Model(self.past[-1], self.past[:-1], [*self.future, self.answers])
        if kind == "redo" and self.future:
            return Model(self.future[-1], [*self.past, self.answers], self.future[:-1])
        return self


def _acknowledged(driver: "subprocess.Popen[bytes]", first: int, delay: float) -> int:
    """Lets the worker go on from operation ``first``, kills it, and returns the last operation it acknowledged."""
    assert driver.stdin
    assert driver.stdout
    driver.stdin.write(f"{first}\n".encode())
    driver.stdin.flush()
    last, pid = first - 1, 0
    while pid == 0 or last < first:  # the order of the two lines is open
        word = driver.stdout.readline().split()
        pid, last = (int(word[1]), last) if word[0] == b"pid" else (pid, int(word[0]))
    time.sleep(delay)
    os.kill(pid, signal.SIGKILL)
    while (line := driver.stdout.readline()) != b"end\n":
        last = int(line)
    return last


def test_nothing_confirmed_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    Session.create(path, language="de", questionnaire_path="quick").close()
    chance = random.Random(7)  # noqa: S311 - spreads the kills
    model, number = Model(), 0
    command = [sys.executable, HERE / "kill_driver.py", path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as driver:
        for _ in range(KILLS):
            last = _acknowledged(driver, number, chance.random() * 0.04)
            for done in range(number, last + 1):
                model = model.after(done)
            seen = Session.open(path, read_only=True).assessment.answers
            found = {key: answer.value for key, answer in seen.items()}
            unconfirmed = model.after(last + 1)
            assert found in (model.answers, unconfirmed.answers)
            model = model if found == model.answers else unconfirmed
            number = last + 1 if found == model.answers and model is not unconfirmed else last + 2
        assert driver.stdin
        driver.stdin.close()
    with Session.open(path) as session:
        while session.undo():
            model = Model(model.past[-1], model.past[:-1])
            assert {key: answer.value for key, answer in session.assessment.answers.items()} == model.answers
    assert len(list(tmp_path.glob("*.tmp"))) <= KILLS
