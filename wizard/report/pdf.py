"""HTML → PDF in a child process with limits: a crash, a hang or a hunger for memory stays outside of the program."""

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import IO, Any, Literal

from wizard.domain.errors import CodedError
from wizard.report.attachment import Attachment
from wizard.report.errors import ReportError
from wizard.report.fonts import fonts_folder, printable
from wizard.report.native import missing_pdf_libraries, pdf_fix_line

Variant = Literal["a3a", "ua1"]

_VARIANTS: dict[Variant, str] = {"a3a": "pdf/a-3a", "ua1": "pdf/ua-1"}
_CHILD = (sys.executable, "-P", "-m", "wizard.report.render_child")
_SEGMENTATION_FAULT = (-11, 139)
_PROCESSOR_TIME = (-24, 152)
_TICK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Limits:
    """What the child may use."""

    seconds: float = 120.0
    cpu_seconds: int = 100
    memory_bytes: int = 2_000_000_000
    """Address space, of which a report of 30 pages touches about 150 MB."""


@dataclass(frozen=True, slots=True)
class Rendered:
    content: bytes
    warnings: tuple[str, ...]
    """Of the PDF library; none is expected."""
    lost: frozenset[str]
    """Characters the bundled fonts cannot print."""


def render_pdf(
    html: str,
    created: date,
    attachments: Sequence[Attachment] = (),
    *,
    variant: Variant = "a3a",
    limits: Limits = Limits(),
    page: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    command: Sequence[str] = _CHILD,
) -> Rendered:
    """The PDF of an HTML text. The same input gives the same bytes.

    Args:
        created: the only date that enters the file.
        page: told the number of each page laid out.
        command: the child; tests put another program here.

    Raises:
        CodedError: R001 libraries missing, R002 crash, R003 timeout, R004 failure, R005 memory, R006 cancelled.
    """
    text, lost = printable(html)
    with tempfile.TemporaryDirectory(prefix="rechenwerk-") as folder:
        target = Path(folder) / "out.pdf"
        request = _request(Path(folder), target, text, created, attachments, variant, limits)
        outcome = _run(command, request, limits, page, cancelled, folder)
        return Rendered(target.read_bytes(), tuple(outcome.get("warnings", ())), lost)


def _request(
    folder: Path,
    target: Path,
    html: str,
    created: date,
    attachments: Sequence[Attachment],
    variant: Variant,
    limits: Limits,
) -> dict[str, Any]:
    source = folder / "in.html"
    source.write_text(html, encoding="utf-8")
    files = []
    for number, attachment in enumerate(attachments):
        path = folder / f"attachment-{number}"
        path.write_bytes(attachment.content)
        files.append(
            {
                "path": str(path),
                "name": attachment.name,
                "description": attachment.description,
                "relationship": attachment.relationship,
            }
        )
    return {
        "html": str(source),
        "target": str(target),
        "fonts": str(fonts_folder()),
        "variant": _VARIANTS[variant],
        "created": f"{created.isoformat()}T00:00:00+00:00",
        "attachments": files,
        "memory_bytes": limits.memory_bytes,
        "cpu_seconds": limits.cpu_seconds,
    }


def _run(
    command: Sequence[str],
    request: dict[str, Any],
    limits: Limits,
    page: Callable[[int], None] | None,
    cancelled: Callable[[], bool] | None,
    folder: str,
) -> dict[str, Any]:
    """The child keeps its own temporary files in ``folder``, so that they vanish also when it is killed."""
    environment = {**os.environ, "TMPDIR": folder}
    with subprocess.Popen(  # noqa: S603 - our own module, no text of the client in the command
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env=environment,
    ) as child:
        try:
            _send(child, request)
            answer = _listen(child, time.monotonic() + limits.seconds, limits, page, cancelled)
        finally:
            if child.poll() is None:
                child.kill()
    _check(child.returncode, answer, limits)
    return answer


def _send(child: subprocess.Popen[str], request: dict[str, Any]) -> None:
    assert child.stdin is not None  # noqa: S101 - a pipe was asked for
    try:
        child.stdin.write(json.dumps(request))
        child.stdin.close()
    except OSError:
        pass  # the child is gone already; its exit code says why


def _listen(
    child: subprocess.Popen[str],
    deadline: float,
    limits: Limits,
    page: Callable[[int], None] | None,
    cancelled: Callable[[], bool] | None,
) -> dict[str, Any]:
    """The last message of the child, once it has ended."""
    assert child.stdout is not None  # noqa: S101 - a pipe was asked for
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=_pump, args=(child.stdout, lines), daemon=True).start()
    answer: dict[str, Any] = {}
    while True:
        if cancelled and cancelled():
            raise CodedError(ReportError.CANCELLED)
        if time.monotonic() > deadline:
            raise CodedError(ReportError.TIMEOUT, seconds=round(limits.seconds))
        try:
            line = lines.get(timeout=_TICK_SECONDS)
        except queue.Empty:
            continue
        if line is None:
            child.wait(timeout=max(1.0, deadline - time.monotonic()))
            return answer
        message = _message(line)
        if "page" in message and page:
            page(int(message["page"]))
        elif "page" not in message:
            answer = message or answer


def _pump(stream: IO[str], lines: "queue.Queue[str | None]") -> None:
    try:
        for line in stream:
            lines.put(line)
    except ValueError:
        pass  # closed by the other thread when the work was ended
    lines.put(None)


def _message(line: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except ValueError:
        return {}  # a library wrote to standard output
    return message if isinstance(message, dict) else {}


def _check(code: int, answer: dict[str, Any], limits: Limits) -> None:
    if code == 0 and "error" not in answer:
        return
    kind, detail = answer.get("error"), str(answer.get("detail", ""))
    if kind == "missing":
        libraries = ", ".join(missing_pdf_libraries()) or detail
        raise CodedError(ReportError.MISSING_LIBRARY, libraries=libraries, fix=pdf_fix_line())
    if kind == "memory":
        raise CodedError(ReportError.MEMORY, limit=limits.memory_bytes // 1_000_000)
    if code in _SEGMENTATION_FAULT:
        raise CodedError(ReportError.CRASHED, signal="SIGSEGV, 139", fix=pdf_fix_line())
    if code in _PROCESSOR_TIME:
        raise CodedError(ReportError.TIMEOUT, seconds=limits.cpu_seconds)
    raise CodedError(ReportError.FAILED, detail=detail or f"exit code {code}")
