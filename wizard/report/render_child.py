"""The child process that turns HTML into PDF. The only place that imports weasyprint.

Reads one JSON request from standard input. Answers in JSON lines: ``{"page": n}`` while it works, then
``{"warnings": […]}``, or ``{"error": kind, "detail": …}`` with exit code 4 (library missing) or 1. Nothing of the
machine or the net is readable from the document: only the packaged fonts and ``data:`` URIs.
"""

import json
import logging
import os
import sys
import threading
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

EXIT_FAILED = 1
EXIT_MISSING = 4


_WATCH_SECONDS = 1.0


def main() -> int:
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    request = json.load(sys.stdin)
    _limit(request["memory_bytes"], request["cpu_seconds"])
    try:
        import weasyprint  # type: ignore[import-untyped]  # noqa: F401 - raises when a system library is missing
    except OSError as error:
        return _fail("missing", str(error), EXIT_MISSING)
    try:
        warnings = _render(request)
    except MemoryError:
        return _fail("memory", "", EXIT_FAILED)
    except Exception as error:  # the parent turns it into a message; a traceback helps nobody there
        return _fail("failed", f"{type(error).__name__}: {error}", EXIT_FAILED)
    _say({"warnings": warnings})
    return 0


def _end_with(parent: int) -> None:
    """A killed parent cannot stop its child: the child notices that it has been handed to another process."""
    while os.getppid() == parent:
        time.sleep(_WATCH_SECONDS)
    os._exit(EXIT_FAILED)


def _say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def _fail(kind: str, detail: str, code: int) -> int:
    _say({"error": kind, "detail": detail[:500]})
    return code


def _limit(memory_bytes: int, cpu_seconds: int) -> None:
    """Address space and processor time; systems without the resource module rely on the parent's clock alone."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class _Listener(logging.Handler):
    """Keeps warnings and reports pages."""

    def __init__(self) -> None:
        super().__init__()
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if record.levelno >= logging.WARNING:
            self.warnings.append(message[:300])
        elif "Page" in message:
            with suppress(ValueError):
                _say({"page": int(message.rsplit(" ", 1)[-1])})


def _render(request: dict[str, Any]) -> list[str]:
    from weasyprint import HTML, Attachment

    listener = _Listener()
    for name, level in (("weasyprint", logging.WARNING), ("weasyprint.progress", logging.INFO)):
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.addHandler(listener)
        logger.propagate = False
    fetcher = _fetcher(Path(request["fonts"]))
    created = datetime.fromisoformat(request["created"])
    attachments = [
        Attachment(
            string=Path(a["path"]).read_bytes(),
            name=a["name"],
            description=a["description"] or None,
            relationship=a["relationship"],
            created=created,
            modified=created,
            url_fetcher=fetcher,
        )
        for a in request["attachments"]
    ]
    source = Path(request["html"]).read_text(encoding="utf-8")
    document = HTML(string=source, base_url=Path(request["fonts"]).as_uri() + "/", url_fetcher=fetcher)
    document.write_pdf(
        request["target"],
        pdf_variant=request["variant"],
        attachments=attachments,
        presentational_hints=False,
    )
    return listener.warnings


def _fetcher(fonts: Path) -> Any:
    """A fetcher for ``data:`` and for font files directly in one folder; everything else is refused."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcher  # type: ignore[import-untyped]

    folder = fonts.resolve()

    class PackagedOnly(URLFetcher):  # type: ignore[misc]  # weasyprint is untyped
        def __init__(self) -> None:
            super().__init__(allowed_protocols={"data", "file"}, allow_redirects=False)

        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if not _allowed(url, folder):
                raise FatalURLFetchingError(f"refused: {url[:120]}")
            return super().fetch(url, headers)

    return PackagedOnly()


def _allowed(url: str, folder: Path) -> bool:
    if url.startswith("data:"):
        return True
    parts = urlsplit(url)
    if parts.scheme != "file" or parts.netloc:
        return False
    path = unquote(parts.path)
    if sys.platform == "win32":
        path = path.lstrip("/")
    resolved = Path(path).resolve()
    return resolved.parent == folder and resolved.suffix == ".woff2"


if __name__ == "__main__":
    sys.exit(main())
