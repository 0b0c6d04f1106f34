"""Entry point of the command ``rechenwerk``."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

_INTERRUPTED = 130


def main() -> None:
    """Runs the command line of this process and ends it with the command's exit code.

    A polite end (SIGTERM) and a closed terminal (SIGHUP) clean up like Ctrl+C: temporary files, locks, child processes.
    """
    try:
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_DFL:
                signal.signal(getattr(signal, name), _interrupt)
        if sys.stdout is None:  # closed by the shell
            sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
        from wizard.cli.main import run  # loading takes long enough to be interrupted

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = _INTERRUPTED
    sys.exit(code)


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
