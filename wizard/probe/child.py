"""Asks the child process and keeps what it said, whatever becomes of it: hang, crash, nonsense."""

import json
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from wizard.probe.reasons import Reason

COMMAND = (sys.executable, "-P", "-m", "wizard.probe.nvml_child")
_FAULTS_PER_CARD = 2
"""A card that hangs or crashes twice is left alone."""
_GRACE_S = 2.0
_AN_HOUR = 3600.0

Told = dict[str, Any]
"""A reading as the child spells it: ``{"value": …}`` or ``{"reason": …}``."""


@dataclass(frozen=True)
class Patience:
    """How long to wait, in seconds: for everything, for one question, and for the library to start.

    Without persistence mode a start takes seconds per card.
    """

    total: float = 60.0
    question: float = 10.0
    start: float = 40.0

    @classmethod
    def of(cls, total: float) -> "Patience":
        """Shares of ``total`` seconds, of which an hour is the most."""
        total = min(total, _AN_HOUR)
        return cls(total, total / 6, total * 2 / 3)


@dataclass
class Answers:
    """What the child said. ``cards`` by number and field; ``failed`` holds cards that gave no handle."""

    status: Told = field(default_factory=dict)
    binding: str | None = None
    system: dict[str, Told] = field(default_factory=dict)
    count: int | None = None
    cards: dict[int, dict[str, Told]] = field(default_factory=dict)
    failed: dict[int, Told] = field(default_factory=dict)


def ask(patience: Patience, command: Sequence[str] = COMMAND) -> Answers:
    """Everything that can be learnt about the cards. Never raises for anything the library does."""
    return _Conversation(patience, command).held()


class _Conversation:
    """Starts the child again behind the question it died of, until all is asked or the time is over."""

    def __init__(self, patience: Patience, command: Sequence[str]) -> None:
        self._patience, self._command = patience, command
        self._end = time.monotonic() + patience.total
        self._answers = Answers()
        self._asking: Any = None
        self._faults: dict[int, int] = {}

    def held(self) -> Answers:
        place: tuple[int, int] | None = (0, 0)
        while place is not None and time.monotonic() < self._end:
            fault = self._run(place)
            place = None if fault is None else self._after(fault)
        return self._answers

    def _after(self, fault: Reason) -> tuple[int, int] | None:
        """Where to go on; None when the library itself does not start."""
        asking, why = self._asking, {"reason": fault.value}
        if not isinstance(asking, dict):
            self._answers.status = why
            return None
        gpu, step = int(asking["gpu"]), int(asking["step"])
        self._answers.cards.setdefault(gpu, {}).update(dict.fromkeys(asking["fields"], why))
        if not asking["fields"]:
            self._answers.failed[gpu] = why
        self._faults[gpu] = self._faults.get(gpu, 0) + 1
        return (gpu + 1, 0) if self._faults[gpu] >= _FAULTS_PER_CARD else (gpu, step + 1)

    def _run(self, place: tuple[int, int]) -> Reason | None:
        """One life of the child; what ended it, or None when it said that all is done."""
        self._asking = None
        seconds = max(1, round(self._end - time.monotonic() + _GRACE_S))
        child = subprocess.Popen(  # noqa: S603 - our own module, nothing of a stranger in the command
            [*self._command, *map(str, place), str(seconds)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="ascii",
            errors="replace",
        )
        try:
            return self._listen(child)
        finally:
            _end(child)

    def _listen(self, child: subprocess.Popen[str]) -> Reason | None:
        assert child.stdout is not None  # noqa: S101 - a pipe was asked for
        lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=_pump, args=(child.stdout, lines), daemon=True).start()
        while True:
            try:
                line = lines.get(timeout=max(0.0, min(self._wait(), self._end - time.monotonic())))
            except queue.Empty:
                return Reason.TIMEOUT
            if line is None:
                return _cause(child)
            message = _message(line)
            if message.get("done"):
                return None
            self._take(message)

    def _wait(self) -> float:
        return self._patience.question if isinstance(self._asking, dict) else self._patience.start

    def _take(self, message: dict[str, Any]) -> None:
        answers = self._answers
        if "asking" in message:
            self._asking = message["asking"]
        elif "read" in message:
            answers.cards.setdefault(message["gpu"], {}).update(message["read"])
        elif "failed" in message:
            answers.failed[message["gpu"]] = message["failed"]
        elif "init" in message:
            answers.status = message["init"]
        elif "system" in message:
            answers.system, answers.count = message["system"], message["gpus"]
        elif "binding" in message:
            answers.binding = message["binding"]


def _pump(stream: IO[str], lines: "queue.Queue[str | None]") -> None:
    try:
        for line in stream:
            lines.put(line)
    except ValueError:
        pass  # closed by the other thread after a kill
    lines.put(None)


def _message(line: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}


def _cause(child: subprocess.Popen[str]) -> Reason:
    try:
        code = child.wait(timeout=_GRACE_S)
    except subprocess.TimeoutExpired:
        return Reason.TIMEOUT
    own_alarm = hasattr(signal, "SIGALRM") and code == -signal.SIGALRM
    return Reason.TIMEOUT if own_alarm else Reason.CRASHED


def _end(child: subprocess.Popen[str]) -> None:
    """A process that hangs in the kernel cannot be killed: it is left behind rather than waited for."""
    if child.poll() is None:
        child.kill()
    try:
        child.wait(timeout=_GRACE_S)
    except subprocess.TimeoutExpired:
        return
    if child.stdout is not None:
        child.stdout.close()
