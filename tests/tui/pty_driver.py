"""Runs the program in a pseudo-terminal: what it receives is bytes, as from a keyboard."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

_SEQUENCE = re.compile(rb"\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>78cM])")
_WAIT_S = 45.0
KEYS = {"enter": b"\r", "tab": b"\t", "f5": b"\x1b[15~", "f8": b"\x1b[19~", "f10": b"\x1b[21~", "down": b"\x1b[B"}


class Terminal:
    """Use as a context manager; a program that still runs at the end is killed."""

    def __init__(self, arguments: list[str], state: Path, *, size: tuple[int, int] = (120, 40), **env: str) -> None:
        self.output = b""
        self.code: int | None = None
        columns, lines = size
        self.started = time.monotonic()
        self.pid, self._descriptor = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            os.environ.update(
                {"TERM": "xterm-256color", "COLORTERM": "truecolor", "XDG_STATE_HOME": str(state), "LANG": "C.UTF-8"}
                | env
            )
            os.environ.pop("NO_COLOR", None)
            os.execv(sys.executable, [sys.executable, "-m", "wizard", *arguments])  # noqa: S606

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.code is None:
            self.kill()
        os.close(self._descriptor)

    @property
    def text(self) -> str:
        """Everything written so far without its control sequences, in the order it was written."""
        return _SEQUENCE.sub(b"", self.output).decode("utf-8", "replace")

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def press(self, key: str) -> None:
        os.write(self._descriptor, KEYS[key])

    def wait(self, condition: Callable[[], bool]) -> None:
        """Reads until the condition holds.

        Raises:
            TimeoutError: it never does; the last output is in the message.
        """
        deadline = time.monotonic() + _WAIT_S
        while not condition():
            if time.monotonic() > deadline or not self._read(0.05):
                raise TimeoutError(" ".join(self.text.split())[-2000:])

    def wait_for(self, text: str) -> None:
        """Reads until the text was written at any time."""
        self.wait(lambda: text in self.text)

    def end(self) -> int:
        """Reads until the program ends; returns its exit code."""
        while self._read(0.2):
            pass
        _, status = os.waitpid(self.pid, 0)
        self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def kill(self) -> None:
        """Ends the program the hard way, as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        self.code = os.waitstatus_to_exitcode(status)

    def _read(self, timeout: float) -> bool:
        """False when the program closed its end."""
        ready, _, _ = select.select([self._descriptor], [], [], timeout)
        if not ready:
            return True
        try:
            data = os.read(self._descriptor, 65536)
        except OSError:
            return False
        self.output += data
        return bool(data)
