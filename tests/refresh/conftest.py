"""Every test has its own refreshed file, a server on this machine, and no way out of it."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.refresh.loopback import Loopback, serving
from wizard.catalogs.refreshed import forget_reading


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    forget_reading()
    yield
    forget_reading()


@pytest.fixture(autouse=True)
def no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection or a name look-up beyond this machine fails the test, whatever the code makes of the error."""
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        _only_here(address[0] if isinstance(address, tuple) else address)
        connect(self, address)

    def guarded_look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        _only_here(host)
        return look_up(host, *arguments, **options)

    monkeypatch.setattr(socket.socket, "connect", guarded_connect)
    monkeypatch.setattr(socket, "getaddrinfo", guarded_look_up)
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def _only_here(host: object) -> None:
    if host not in ("127.0.0.1", "::1", "localhost"):
        pytest.fail(f"a connection to {host!r} was tried")


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    with serving() as server:
        yield server
