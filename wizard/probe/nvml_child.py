"""The process that talks to NVIDIA's library, so that a crash or a hang in there stays outside of the program.

Writes one JSON object a line. Before each question it says what it is about to ask: whoever listens then knows what
the last call was when no more lines come.

    {"binding": "13.615.71"}
    {"asking": "init"} {"init": {"value": "ok"}} or {"init": {"reason": "driver_mismatch", "code": 18}}
    {"asking": "system"} {"system": {"driver_version": {"value": "580.95.05"}, …}, "gpus": 2}
    {"asking": {"gpu": 0, "step": 0, "fields": ["name"]}} {"gpu": 0, "read": {"name": {"value": "NVIDIA H200"}}}
    {"gpu": 1, "failed": {"reason": "lost", "code": 15}}
    {"done": true}
"""

import importlib
import importlib.metadata
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from wizard.probe.nvml_steps import STEPS, Fields, Missing, Step, missing, plain_text, reading

_MOST_CARDS = 256
_NEEDED = (
    "nvmlInitWithFlags",
    "nvmlMemory_v2",
    "nvmlDeviceGetCurrentClocksEventReasons",
    "nvmlGpmMetricsGet",
    "NVMLLibraryMismatchError",
)
"""What tells NVIDIA's own binding from older packages that bring a module of the same name."""


def main(arguments: Sequence[str]) -> None:
    """Asks everything from a card and step on: ``GPU STEP SECONDS``. Ends itself when the seconds are over."""
    first_gpu, first_step, seconds = (int(argument) for argument in arguments)
    channel = _own_channel()
    _leave_no_core()
    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process also from inside the library
        signal.alarm(seconds)
    _Reader(channel).run(first_gpu, first_step)


def _own_channel() -> TextIO:
    """The lines go where standard output went; what libraries print there goes nowhere."""
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="ascii")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(nowhere, descriptor)
    return channel


def _leave_no_core() -> None:
    """A crash of the library is expected here and must not fill the person's folder."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class _Reader:
    def __init__(self, channel: TextIO) -> None:
        self._channel = channel

    def run(self, first_gpu: int, first_step: int) -> None:
        binding = self._binding()
        count = self._start(binding) if binding is not None else 0
        for gpu in range(first_gpu, count):
            self._read_card(binding, gpu, first_step if gpu == first_gpu else 0)
        self._tell(done=True)

    def _tell(self, **message: Any) -> None:
        self._channel.write(json.dumps(message, default=_spelled) + "\n")
        self._channel.flush()

    def _binding(self) -> Any:
        try:
            binding = importlib.import_module("pynvml")
        except ImportError:
            self._tell(init=Missing("no_binding"))
            return None
        if not all(hasattr(binding, name) for name in _NEEDED):
            self._tell(init=Missing("wrong_binding"))
            return None
        self._tell(binding=_version())
        return binding

    def _start(self, binding: Any) -> int:
        """Number of cards; 0 when the library does not start."""
        self._tell(asking="init")
        try:
            binding.nvmlInit()
            count = int(binding.nvmlDeviceGetCount())
        except Exception as error:
            self._tell(init=missing(error))
            return 0
        if count > _MOST_CARDS:
            self._tell(init=Missing("garbled"))
            return 0
        self._tell(init={"value": "ok"})
        self._tell(asking="system")
        self._tell(system={name: reading(value) for name, value in _system(binding).items()}, gpus=count)
        return count

    def _read_card(self, binding: Any, gpu: int, first_step: int) -> None:
        self._tell(asking={"gpu": gpu, "step": len(STEPS) - 1, "fields": []})
        try:
            card = binding.nvmlDeviceGetHandleByIndex(gpu)
        except Exception as error:
            self._tell(gpu=gpu, failed=missing(error))
            return
        for number, step in enumerate(STEPS[first_step:], start=first_step):
            self._tell(asking={"gpu": gpu, "step": number, "fields": step.fields})
            self._tell(gpu=gpu, read={name: reading(value) for name, value in _read(step, binding, card).items()})


def _read(step: Step, binding: Any, card: Any) -> Fields:
    try:
        return step.ask(binding, card)
    except Exception as error:
        return dict.fromkeys(step.fields, missing(error))


def _system(binding: Any) -> Fields:
    asked: dict[str, Callable[[], Any]] = {
        "driver_version": lambda: plain_text(binding.nvmlSystemGetDriverVersion),
        "library_version": lambda: plain_text(binding.nvmlSystemGetNVMLVersion),
        "cuda_version": lambda: _cuda(binding.nvmlSystemGetCudaDriverVersion()),
    }
    found: Fields = {}
    for name, ask in asked.items():
        try:
            found[name] = ask()
        except Exception as error:
            found[name] = missing(error)
    return found


def _cuda(number: int) -> str:
    return f"{number // 1000}.{number % 1000 // 10}"


def _version() -> str:
    try:
        return importlib.metadata.version("nvidia-ml-py")
    except importlib.metadata.PackageNotFoundError:
        return "?"


def _spelled(value: Any) -> Any:
    if isinstance(value, Missing):
        return {"reason": value.reason} | ({} if value.code is None else {"code": value.code})
    raise TypeError(type(value).__name__)


if __name__ == "__main__":
    main(sys.argv[1:])
