"""Fetches one address of a source: encrypted, bounded in time and size, never led out of the source's own domain.

No cookies, no credentials, no data of a client; proxies of the environment are used. Recorded answers may come from a
server on this machine instead, for tests: then nothing else is contacted.
"""

import http.client
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request, UnknownHandler

from wizard import __version__
from wizard.domain.errors import CodedError
from wizard.domain.language import Text, text
from wizard.refresh.errors import RefreshError

_CHUNK = 65_536
_MOVED = (301, 302, 303, 307, 308)
_MOST_REDIRECTS = 3
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_A_PAGE = text("a web page instead of data", "eine Webseite statt Daten")
_CUT = text("it ends too early", "sie endet zu früh")
_LATE = text("it did not end in time", "sie endete nicht rechtzeitig")


@dataclass(frozen=True)
class Limits:
    """Seconds without a byte, seconds for a whole answer, and bytes of an answer before and after unpacking."""

    silence_s: float = 20.0
    total_s: float = 120.0
    most_bytes: int = 64_000_000


@dataclass(frozen=True)
class Answer:
    """The unpacked content of an address, with the address it came from."""

    url: str
    data: bytes


def is_loopback(base_url: str) -> bool:
    """An unencrypted address of this machine, without a path."""
    parts = urlsplit(base_url)
    return parts.scheme == "http" and parts.hostname in _LOOPBACK and parts.path in ("", "/") and not parts.query


class Transport:
    """Opens addresses of sources; ``base_url`` names a server on this machine that answers in their place."""

    def __init__(self, base_url: str | None = None, limits: Limits | None = None) -> None:
        if base_url is not None and not is_loopback(base_url):
            raise ValueError("only a server on this machine may stand in for the sources")
        self._base, self._limits = (base_url or "").rstrip("/"), limits or Limits()
        self._opener = OpenerDirector()
        self._opener.addheaders = []
        # No handler for errors and redirects: every status comes back as it is. None for files and FTP either.
        handlers = [HTTPHandler(), ProxyHandler({})] if base_url else [HTTPSHandler(), ProxyHandler()]
        for handler in (*handlers, UnknownHandler()):
            self._opener.add_handler(handler)

    def get(self, url: str, hosts: Sequence[str]) -> Answer:
        """The content behind an address of one of ``hosts``.

        Raises:
            CodedError: C080 to C083.
        """
        place = urlsplit(url).hostname or url
        deadline = time.monotonic() + self._limits.total_s
        try:
            for _attempt in range(_MOST_REDIRECTS + 1):
                _check_inside(url, hosts, place)
                with self._open(url) as answer:
                    if answer.status not in _MOVED:
                        return Answer(url, self._content(answer, place, deadline))
                    url = urljoin(url, answer.headers.get("Location") or "")
        except (OSError, http.client.HTTPException, ValueError) as error:  # a time-out is an OSError
            raise CodedError(RefreshError.NO_ANSWER, place=place, detail=_reason(error)) from error
        raise CodedError(RefreshError.REDIRECT, place=place, target=url)

    def _open(self, url: str) -> Any:
        parts = urlsplit(url)
        target = f"{self._base}/{parts.hostname}{parts.path}" if self._base else url
        if self._base and parts.query:
            target += f"?{parts.query}"
        headers = {
            "User-Agent": f"rechenwerk/{__version__} (catalog refresh)",
            "Accept": "application/json, text/xml, text/csv, */*;q=0.5",
            "Accept-Encoding": "gzip",
        }
        return self._opener.open(Request(target, headers=headers), timeout=self._limits.silence_s)  # noqa: S310 - the opener knows no other scheme

    def _content(self, answer: Any, place: str, deadline: float) -> bytes:
        if answer.status != 200:
            raise CodedError(RefreshError.NO_ANSWER, place=place, detail=f"HTTP {answer.status}")
        if answer.headers.get_content_type() in ("text/html", "application/xhtml+xml"):
            raise CodedError(RefreshError.NOT_READABLE, place=place, detail=_A_PAGE)
        announced = answer.headers.get("Content-Length") or ""
        if announced.isdecimal() and int(announced) > self._limits.most_bytes:
            raise self._too_large(place)
        data = self._read(answer, place, deadline)
        if announced.isdecimal() and len(data) < int(announced):
            raise CodedError(RefreshError.NOT_READABLE, place=place, detail=_CUT)
        return self._unpacked(data, place) if data[:2] == b"\x1f\x8b" else data

    def _read(self, answer: Any, place: str, deadline: float) -> bytes:
        data = bytearray()
        for chunk in _chunks(answer):
            data += chunk
            if len(data) > self._limits.most_bytes:
                raise self._too_large(place)
            if time.monotonic() > deadline:
                raise CodedError(RefreshError.NO_ANSWER, place=place, detail=_LATE)
        return bytes(data)

    def _unpacked(self, data: bytes, place: str) -> bytes:
        """Some sources send packed content without saying so, hence by its first bytes. A bomb stops at the limit."""
        unpack = zlib.decompressobj(wbits=31)
        try:
            content = unpack.decompress(data, self._limits.most_bytes + 1)
        except zlib.error as error:
            raise CodedError(RefreshError.NOT_READABLE, place=place, detail=str(error)) from error
        if len(content) > self._limits.most_bytes:
            raise self._too_large(place)
        if not unpack.eof:
            raise CodedError(RefreshError.NOT_READABLE, place=place, detail=_CUT)
        return content

    def _too_large(self, place: str) -> CodedError:
        return CodedError(RefreshError.TOO_LARGE, place=place, limit=f"{self._limits.most_bytes / 1e6:g}")


def _chunks(answer: Any) -> Iterator[bytes]:
    while chunk := answer.read1(_CHUNK):
        yield chunk


def _check_inside(url: str, hosts: Sequence[str], place: str) -> None:
    """Encrypted, on the usual port, without credentials, and in the domain of a host of the source."""
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    inside = any(host == known or host.endswith("." + _domain(known)) or host == _domain(known) for known in hosts)
    if parts.scheme != "https" or not inside or parts.port not in (None, 443) or parts.username or parts.password:
        raise CodedError(RefreshError.REDIRECT, place=place, target=url)


def _domain(host: str) -> str:
    """What was registered: for every source the last two labels."""
    return ".".join(host.split(".")[-2:])


def _reason(error: Exception) -> Text | str:
    reason = getattr(error, "reason", error)  # the library wraps what went wrong
    if isinstance(reason, TimeoutError):
        return _LATE
    if isinstance(reason, http.client.IncompleteRead):
        return _CUT
    return getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
